//! The author's settings: one JSON file, every field with a default and a range.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wenfang_usecase::files::Read;
use wenfang_usecase::{Error, Result, files};

use super::{Desk, backup_folder};

/// The theme of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Follows the system: light or dark.
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

/// The count rule for 字数.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CountRuleName {
    /// By the language of the novel: words for English, visible characters for Chinese and Japanese.
    #[default]
    Language,
    /// Every visible character.
    Standard,
    /// As Word counts.
    Word,
    /// Only Han characters.
    Han,
    /// Every character.
    All,
}

/// The author's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// The language of the window; none until the author chooses one, which means the language of the system.
    pub language: Option<Language>,
    /// Font family of the text; empty for the system's serif font.
    pub font: String,
    /// Size of the text in px, 12 to 40.
    pub font_size: u32,
    /// Length of a line in 字, 20 to 80.
    pub measure: u32,
    /// Line height as a factor, 1.2 to 3.
    pub line_height: f64,
    /// First-line indent in 字, 0 to 4.
    pub indent: u32,
    pub count_rule: CountRuleName,
    /// Keep the caret line in the middle.
    pub typewriter: bool,
    /// Dim all paragraphs except the one with the caret.
    pub focus: bool,
    /// Render Markdown in the text.
    pub markdown: bool,
    /// Insert full-width punctuation and paired quotes while typing.
    pub punctuation: bool,
    /// Mark misspelt words of English novels.
    pub spelling: bool,
    /// Show all scenes of a chapter in one continuous page.
    pub whole_chapter: bool,
    /// Mark the names of the canon in the text.
    pub show_names: bool,
    /// Mark AI-written text.
    pub show_ai_spans: bool,
    /// Daily goal in 字; 0 for none.
    pub daily_goal: u32,
    /// Open the last project at startup.
    pub reopen_last: bool,
    /// Create a backup every hour if something changed.
    pub hourly_backups: bool,
    /// The backup folder; none for the program's own folder.
    pub backup_folder: Option<PathBuf>,
    /// Days that ended runs of workflows and cached answers are kept, 30 to 3650; 0 to keep them.
    pub keep_logs_days: u32,
    /// Size of the interface as a factor, 0.8 to 1.6.
    pub interface_scale: f64,
    /// Custom shortcuts by command id, in menu notation (`CmdOrCtrl+Shift+S`); empty for a command without a shortcut.
    /// At most 300.
    pub shortcuts: BTreeMap<String, String>,
    /// The choices of the last export by name: its format, and the options of each format. At most 40.
    pub export_choices: BTreeMap<String, String>,
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
            keep_logs_days: 365,
            interface_scale: 1.0,
            shortcuts: BTreeMap::new(),
            export_choices: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Clamps every value to its range.
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
        if self.keep_logs_days > 0 {
            self.keep_logs_days = self.keep_logs_days.clamp(30, 3650);
        }
        self.interface_scale = factor(self.interface_scale, 0.8, 1.6, 1.0);
        let is_short = |text: &str| text.len() <= 100 && !text.contains(char::is_control);
        self.shortcuts.retain(|command, keys| is_short(command) && is_short(keys));
        self.shortcuts = self.shortcuts.into_iter().take(300).collect();
        self.export_choices.retain(|name, choice| name.len() <= 40 && choice.len() <= 4_000);
        self.export_choices = self.export_choices.into_iter().take(40).collect();
        self
    }
}

/// The settings and their file.
pub(super) struct SettingsStore {
    path: PathBuf,
    settings: Settings,
    /// Whether the file was invalid and was renamed.
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
            Error::bad_request(format!("invalid setting: {error}"), "Nothing was changed.")
        };
        let mut value = serde_json::to_value(&self.settings).map_err(refused)?;
        for (name, new) in changes {
            let Some(field) = value.get_mut(&name) else {
                return Err(Error::bad_request(format!("unknown setting: {name}"), "Nothing was changed."));
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
    /// The fields to change with their new values; a backup folder is a token of a chosen path.
    #[ts(type = "Partial<Settings>")]
    pub changes: Map<String, Value>,
}

/// Changes settings.
///
/// # Errors
/// [`Code::BackupFolder`](wenfang_usecase::Code::BackupFolder) for a folder that cannot hold backups.
pub async fn change(desk: &Desk, mut request: ChangeSettings) -> Result<Settings> {
    if let Some(folder) = request.changes.get_mut("backup_folder")
        && let Some(token) = folder.as_str()
    {
        let path = desk.inner.paths.lock().require(token)?;
        backup_folder::probe(&path)?;
        *folder = Value::from(path.to_string_lossy().into_owned());
    }
    let settings = desk.inner.settings.lock().change(request.changes)?;
    if let Ok(project) = desk.open_project().await {
        project.set_backup_folder(backup_folder::configured(desk));
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changes(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn settings_are_clamped_to_their_ranges() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SettingsStore::read(folder.path());
        store.change(changes(json!({ "font_size": 400, "theme": "paper", "line_height": 0.1 }))).unwrap();
        let again = SettingsStore::read(folder.path());
        assert_eq!((again.settings.font_size, again.settings.theme), (40, Theme::Paper));
        assert!((again.settings.line_height - 1.2).abs() < f64::EPSILON);
    }

    #[test]
    fn logs_stay_for_a_month_at_least() {
        for (chosen, kept) in [(0, 0), (1, 30), (365, 365), (99_999, 3650)] {
            let settings = Settings { keep_logs_days: chosen, ..Settings::default() };
            assert_eq!(settings.in_range().keep_logs_days, kept);
        }
    }

    #[test]
    fn invalid_shortcuts_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SettingsStore::read(folder.path());
        let shortcuts = json!({ "writing.save": "F2", "x": "S\u{7}", "find.next": "" });
        store.change(changes(json!({ "shortcuts": shortcuts }))).unwrap();
        let shortcuts = SettingsStore::read(folder.path()).settings.shortcuts;
        let listed: Vec<_> =
            shortcuts.iter().map(|(command, keys)| (command.as_str(), keys.as_str())).collect();
        assert_eq!(listed, [("find.next", ""), ("writing.save", "F2")]);
    }

    #[test]
    fn invalid_settings_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SettingsStore::read(folder.path());
        assert!(store.change(changes(json!({ "colour": "red" }))).is_err());
        assert!(store.change(changes(json!({ "theme": "pink" }))).is_err());
        assert_eq!(*store.settings(), Settings::default());
    }

    #[test]
    fn a_broken_file_is_renamed_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.json"), "{ half").unwrap();
        let store = SettingsStore::read(folder.path());
        assert!(store.was_broken);
        assert_eq!(std::fs::read(folder.path().join("settings.json.broken")).unwrap(), b"{ half");
    }

    #[test]
    fn settings_of_an_older_release_get_the_new_defaults() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.json"), r#"{ "theme": "dark", "gone": 1 }"#).unwrap();
        let store = SettingsStore::read(folder.path());
        assert_eq!((store.settings.theme, store.settings.measure), (Theme::Dark, 38));
    }
}
