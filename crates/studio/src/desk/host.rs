//! What only the host of a desk can do: ask with a dialog of the system, show menus, change the window.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use serde::{Deserialize, Serialize};

/// The program around a desk.
pub trait Host: Send + Sync + 'static {
    /// Asks the author for a file or a folder; none when they changed their mind.
    fn choose(&self, choose: Choose) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send + '_>>;
    /// Shows these menus.
    fn set_menus(&self, menus: Vec<Menu>);
    /// Gives the window this title.
    fn set_title(&self, title: String);
    /// Gives the parts of the window that the system draws the look of the page.
    fn set_look(&self, look: WindowLook);
    /// Fills the screen, or stops doing so.
    fn set_full_screen(&self, full_screen: bool);
    /// Cuts, copies or pastes where the caret is.
    fn edit(&self, act: EditAct);
    /// Tells the input method where on the page the letters stand that it composes; it shows its candidates there.
    fn set_composed_area(&self, area: Area);
    /// The window stays open: the author changed their mind, or has to decide something first.
    fn keep_open(&self);
    /// Closes the window for good and ends the program.
    fn close_window(&self);
    /// Shows a file in the file manager of the system.
    fn reveal(&self, path: PathBuf);
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ChooseKind {
    /// A project to open.
    OpenProject,
    /// Where a new project shall be.
    NewProject,
    /// A text file to import.
    ImportFile,
    /// A folder of text files to import.
    ImportFolder,
    /// Where an export goes, one file.
    ExportFile,
    /// Where an export goes, a folder.
    ExportFolder,
    /// A lorebook or card to import.
    ImportLore,
    /// Where an export of lore goes.
    ExportLore,
    /// A prompt template to import.
    ImportPrompt,
    /// Where an export of a prompt template goes.
    ExportPrompt,
    /// Where backups go.
    BackupFolder,
    /// A folder with an embedding model.
    ModelFolder,
}

/// A question for a file or a folder.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Choose {
    /// What for.
    pub kind: ChooseKind,
    /// Title of the dialog, in the author's language.
    pub title: String,
    /// A name to begin with, its ending included.
    pub name: Option<String>,
}

impl Choose {
    /// The endings of files that fit.
    pub fn endings(&self) -> Vec<&'static str> {
        let endings: &[&str] = match self.kind {
            ChooseKind::OpenProject | ChooseKind::NewProject => &["wenfang"],
            ChooseKind::ImportFile => return wenfang_interchange::endings().collect(),
            ChooseKind::ExportFile => &["txt", "md"],
            ChooseKind::ImportPrompt | ChooseKind::ExportPrompt => &["md"],
            ChooseKind::ImportLore => &["json", "png", "md", "markdown"],
            ChooseKind::ExportLore => &["json", "png", "md"],
            ChooseKind::ImportFolder
            | ChooseKind::ExportFolder
            | ChooseKind::BackupFolder
            | ChooseKind::ModelFolder => &[],
        };
        endings.to_vec()
    }

    /// What files that fit are called, in the language of the title.
    pub fn files_called(&self) -> &'static str {
        let (zh, en) = match self.kind {
            ChooseKind::OpenProject | ChooseKind::NewProject => ("文房小说", "Wenfang novel"),
            ChooseKind::ImportFile | ChooseKind::ExportFile => ("文稿", "Manuscript"),
            ChooseKind::ImportPrompt | ChooseKind::ExportPrompt => ("提示词", "Prompt"),
            ChooseKind::ImportLore | ChooseKind::ExportLore => {
                ("设定集与角色卡", "Lorebook or character card")
            }
            ChooseKind::ImportFolder
            | ChooseKind::ExportFolder
            | ChooseKind::BackupFolder
            | ChooseKind::ModelFolder => ("文件夹", "Folder"),
        };
        let is_chinese = self.title.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        if is_chinese { zh } else { en }
    }
}

/// A part of the page, in logical pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
}

/// A menu of the menu bar.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ts_rs::TS)]
pub struct Menu {
    /// Its name in the author's language.
    pub label: String,
    /// Its items.
    pub items: Vec<MenuItem>,
}

/// An item of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(optional_fields = nullable)]
pub enum MenuItem {
    /// Runs a command of the window.
    Command {
        /// The command.
        id: String,
        /// Its name in the author's language.
        label: String,
        /// Keys that run it, as `CmdOrCtrl+Shift+S`.
        keys: Option<String>,
        /// Whether it can be chosen now.
        enabled: bool,
        /// Whether it is on, for switches.
        checked: Option<bool>,
    },
    /// A line.
    Separator,
    /// A menu in the menu.
    Submenu {
        /// Its name in the author's language.
        label: String,
        /// Its items.
        items: Vec<MenuItem>,
    },
}

/// The look of what the system draws: menus, frames, dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum WindowLook {
    /// As the system says.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What the clipboard is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EditAct {
    /// Takes the selection into the clipboard and away.
    Cut,
    /// Takes the selection into the clipboard.
    Copy,
    /// Puts the clipboard where the caret is.
    Paste,
}

/// The next answer of a dialog out of the file that `WENFANG_DIALOG_ANSWERS` names, one path a line, an empty line for
/// a change of mind: for tests of the window, which cannot reach the dialogs of the system. None when it is not set.
#[cfg(debug_assertions)]
pub fn scripted_answer() -> Option<Option<PathBuf>> {
    let file = std::env::var_os("WENFANG_DIALOG_ANSWERS")?;
    let answers = std::fs::read_to_string(&file).unwrap_or_default();
    let (first, rest) = answers.split_once('\n').unwrap_or((&answers, ""));
    let _ = std::fs::write(&file, rest);
    Some(Some(PathBuf::from(first)).filter(|path| !path.as_os_str().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_in_the_language_of_the_title() {
        let choose =
            |title: &str| Choose { kind: ChooseKind::OpenProject, title: title.to_owned(), name: None };
        assert_eq!(choose("打开作品").files_called(), "文房小说");
        assert_eq!(choose("Open a project").files_called(), "Wenfang novel");
    }
}
