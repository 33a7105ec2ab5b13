//! The author's settings: one JSON file, every field with a default and a range.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Desk, backup_folder, locked};
use crate::error::{Error, Result};
use crate::files::{self, Read};

/// How the window looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says: light or dark.
    #[default]
    System,
    /// Dark on white.
    Light,
    /// Light on near black.
    Dark,
    /// Ink on paper.
    Paper,
    /// 护眼: on pale green.
    Green,
}

/// The language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// 中文.
    Zh,
    /// English.
    En,
}

/// Which of the totals is shown as 字数.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CountRuleName {
    /// As the language of the novel has it: words for English, every visible character for Chinese and Japanese.
    #[default]
    Language,
    /// Every visible character.
    Standard,
    /// As Word counts.
    Word,
    /// Han characters alone.
    Han,
    /// Every character.
    All,
}

/// The author's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Settings {
    /// How the window looks.
    pub theme: Theme,
    /// The language of the window; none as long as the author has not chosen: then that of the system.
    pub language: Option<Language>,
    /// Font of the text, a family name; empty for the serif of the system.
    pub font: String,
    /// Size of the text in px, 12 to 40.
    pub font_size: u32,
    /// Length of a line in 字, 20 to 80.
    pub measure: u32,
    /// Line height as a factor, 1.2 to 3.
    pub line_height: f64,
    /// First-line indent in 字, 0 to 4.
    pub indent: u32,
    /// Which of the totals is shown as 字数.
    pub count_rule: CountRuleName,
    /// Keep the line with the caret in the middle.
    pub typewriter: bool,
    /// Dim all but the paragraph with the caret.
    pub focus: bool,
    /// Show Markdown in the text.
    pub markdown: bool,
    /// Full-width punctuation and pairs of quotes while typing.
    pub punctuation: bool,
    /// Mark misspelt words of English novels.
    pub spelling: bool,
    /// Show all scenes of a chapter below each other.
    pub whole_chapter: bool,
    /// Mark the names of the canon in the text.
    pub show_names: bool,
    /// Mark what models wrote in the text.
    pub show_ai_spans: bool,
    /// Wanted 字 a day; 0 for none.
    pub daily_goal: u32,
    /// Open the last project at the start.
    pub reopen_last: bool,
    /// Make a backup every hour in which something changed.
    pub hourly_backups: bool,
    /// Where backups go; none for the program's own folder.
    pub backup_folder: Option<PathBuf>,
    /// Size of the interface as a factor, 0.8 to 1.6.
    pub interface_scale: f64,
    /// Keys that the author gave to commands, by the id of the command, in the notation of menus (`CmdOrCtrl+Shift+S`);
    /// empty for a command that shall have none. At most 300.
    pub shortcuts: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            language: None,
            font: String::new(),
            font_size: 18,
            measure: 38,
            line_height: 1.9,
            indent: 2,
            count_rule: CountRuleName::Language,
            typewriter: false,
            focus: false,
            markdown: true,
            punctuation: true,
            spelling: true,
            whole_chapter: true,
            show_names: false,
            show_ai_spans: true,
            daily_goal: 0,
            reopen_last: true,
            hourly_backups: true,
            backup_folder: None,
            interface_scale: 1.0,
            shortcuts: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The same with every figure in its range.
    #[must_use]
    fn in_range(mut self) -> Self {
        let factor = |value: f64, least: f64, most: f64, default: f64| {
            if value.is_finite() { value.clamp(least, most) } else { default }
        };
        self.font = self.font.chars().filter(|c| !c.is_control()).take(100).collect();
        self.font_size = self.font_size.clamp(12, 40);
        self.measure = self.measure.clamp(20, 80);
        self.line_height = factor(self.line_height, 1.2, 3.0, 1.9);
        self.indent = self.indent.min(4);
        self.daily_goal = self.daily_goal.min(1_000_000);
        self.interface_scale = factor(self.interface_scale, 0.8, 1.6, 1.0);
        let is_short = |text: &str| text.len() <= 100 && !text.contains(char::is_control);
        self.shortcuts.retain(|command, keys| is_short(command) && is_short(keys));
        self.shortcuts = self.shortcuts.into_iter().take(300).collect();
        self
    }
}

/// Settings and where they are kept.
pub(super) struct SettingsStore {
    path: PathBuf,
    settings: Settings,
    /// The file held something else and was put aside.
    pub(super) was_broken: bool,
}

impl SettingsStore {
    pub(super) fn read(config: &Path) -> Self {
        let path = config.join("settings.json");
        match files::read::<Settings>(&path) {
            Read::Found(settings) => Self { path, settings: settings.in_range(), was_broken: false },
            Read::Absent => Self { path, settings: Settings::default(), was_broken: false },
            Read::Broken => Self { path, settings: Settings::default(), was_broken: true },
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    fn change(&mut self, changes: Map<String, Value>) -> Result<Settings> {
        let refused = |error: serde_json::Error| {
            Error::bad_request(format!("a setting cannot be that: {error}"), "Nothing was changed.")
        };
        let mut value = serde_json::to_value(&self.settings).map_err(refused)?;
        for (name, new) in changes {
            let Some(field) = value.get_mut(&name) else {
                return Err(Error::bad_request(
                    format!("there is no setting {name}"),
                    "Nothing was changed.",
                ));
            };
            *field = new;
        }
        let settings = serde_json::from_value::<Settings>(value).map_err(refused)?.in_range();
        files::write(&self.path, &settings)?;
        self.settings = settings.clone();
        Ok(settings)
    }
}

/// Settings to change.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ChangeSettings {
    /// The fields to change and what they shall be; a backup folder is a token of a chosen path.
    #[ts(type = "Partial<Settings>")]
    pub changes: Map<String, Value>,
}

/// Changes settings.
///
/// # Errors
/// [`Code::BackupFolder`](crate::Code::BackupFolder) for a folder that backups cannot be kept in.
pub async fn change(desk: &Desk, mut request: ChangeSettings) -> Result<Settings> {
    if let Some(folder) = request.changes.get_mut("backup_folder")
        && let Some(token) = folder.as_str()
    {
        let path = locked(&desk.inner.paths).require(token)?;
        backup_folder::try_out(&path)?;
        *folder = Value::from(path.to_string_lossy().into_owned());
    }
    locked(&desk.inner.settings).change(request.changes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changes(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn settings_are_kept_in_their_ranges() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = SettingsStore::read(folder.path());
        kept.change(changes(json!({ "font_size": 400, "theme": "paper", "line_height": 0.1 }))).unwrap();
        let again = SettingsStore::read(folder.path());
        assert_eq!((again.settings.font_size, again.settings.theme), (40, Theme::Paper));
        assert!((again.settings.line_height - 1.2).abs() < f64::EPSILON);
    }

    #[test]
    fn shortcuts_are_kept_but_for_what_can_be_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = SettingsStore::read(folder.path());
        let shortcuts = json!({ "writing.save": "F2", "x": "S\u{7}", "find.next": "" });
        kept.change(changes(json!({ "shortcuts": shortcuts }))).unwrap();
        let shortcuts = SettingsStore::read(folder.path()).settings.shortcuts;
        let listed: Vec<_> =
            shortcuts.iter().map(|(command, keys)| (command.as_str(), keys.as_str())).collect();
        assert_eq!(listed, [("find.next", ""), ("writing.save", "F2")]);
    }

    #[test]
    fn what_is_no_setting_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = SettingsStore::read(folder.path());
        assert!(kept.change(changes(json!({ "colour": "red" }))).is_err());
        assert!(kept.change(changes(json!({ "theme": "pink" }))).is_err());
        assert_eq!(*kept.settings(), Settings::default());
    }

    #[test]
    fn a_broken_file_is_put_aside_and_told() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.json"), "{ half").unwrap();
        let kept = SettingsStore::read(folder.path());
        assert!(kept.was_broken);
        assert_eq!(std::fs::read(folder.path().join("settings.json.broken")).unwrap(), b"{ half");
    }

    #[test]
    fn settings_of_an_older_release_get_the_new_defaults() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.json"), r#"{ "theme": "dark", "gone": 1 }"#).unwrap();
        let kept = SettingsStore::read(folder.path());
        assert_eq!((kept.settings.theme, kept.settings.measure), (Theme::Dark, 38));
    }
}
