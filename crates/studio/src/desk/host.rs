//! The platform features that a host provides: dialogs, menus, window control.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use serde::{Deserialize, Serialize};

/// The program that hosts a desk.
pub trait Host: Send + Sync + 'static {
    /// Asks the user for a file or a folder; none if they cancel.
    fn choose(&self, choose: Choose) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send + '_>>;
    /// Replaces the menus.
    fn set_menus(&self, menus: Vec<Menu>);
    /// Sets the title of the window.
    fn set_title(&self, title: String);
    /// Sets the look of menus, frames and dialogs, which the system draws.
    fn set_look(&self, look: WindowLook);
    /// Enters or leaves full screen.
    fn set_full_screen(&self, full_screen: bool);
    /// Cuts, copies or pastes at the caret.
    fn edit(&self, act: EditAct);
    /// Tells the input method where the composed text is on the page, so that it shows its candidates there.
    fn set_composed_area(&self, area: Area);
    /// Opens the system's print dialog for what the page shows in print.
    fn print(&self);
    /// Keeps the window open after a close request.
    fn keep_open(&self);
    /// Closes the window and ends the program.
    fn close_window(&self);
    /// Shows a file in the system's file manager.
    fn reveal(&self, path: PathBuf);
}

/// The kind of file or folder to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ChooseKind {
    OpenProject,
    /// The file for a new project.
    NewProject,
    /// A text file to import.
    ImportFile,
    /// A folder of text files to import.
    ImportFolder,
    ExportFile,
    ExportFolder,
    /// A web page or EPUB with numbers, on which a reader remarked.
    ReadersCopy,
    /// A document that a reader returned with comments.
    ReturnedFile,
    /// A lorebook or card to import.
    ImportLore,
    /// The file for an export of lore.
    ExportLore,
    /// A prompt template to import.
    ImportPrompt,
    /// The file for an export of a prompt template.
    ExportPrompt,
    /// A profile of generation to import.
    ImportProfile,
    /// The file for an export of a profile.
    ExportProfile,
    /// The file for the report of a generation.
    ExportReport,
    /// The file for the diagnostics.
    ExportDiagnostics,
    BackupFolder,
    /// A folder with an embedding model.
    ModelFolder,
}

/// A request to choose a file or a folder.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Choose {
    pub kind: ChooseKind,
    /// Title of the dialog, in the author's language.
    pub title: String,
    /// A suggested file name, with its extension.
    pub name: Option<String>,
}

impl Choose {
    /// The matching file extensions.
    pub fn endings(&self) -> Vec<&'static str> {
        let endings: &[&str] = match self.kind {
            ChooseKind::OpenProject | ChooseKind::NewProject => &["wenfang"],
            ChooseKind::ImportFile => {
                return wenfang_interchange::endings()
                    .chain(wenfang_interchange::project_endings())
                    .collect();
            }
            ChooseKind::ExportFile => return self.export_ending(),
            ChooseKind::ImportPrompt | ChooseKind::ExportPrompt => &["md"],
            ChooseKind::ImportProfile | ChooseKind::ExportProfile | ChooseKind::ExportReport => &["json"],
            ChooseKind::ReadersCopy => &["html", "epub"],
            ChooseKind::ReturnedFile => wenfang_interchange::returned_endings(),
            ChooseKind::ImportLore => &["json", "png", "md", "markdown"],
            ChooseKind::ExportLore => &["json", "png", "md"],
            ChooseKind::ExportDiagnostics => &["txt"],
            ChooseKind::ImportFolder
            | ChooseKind::ExportFolder
            | ChooseKind::BackupFolder
            | ChooseKind::ModelFolder => &[],
        };
        endings.to_vec()
    }

    /// The extension of the suggested name: an export has one format.
    fn export_ending(&self) -> Vec<&'static str> {
        let known = ["txt", "md", "docx", "epub", "html", "pdf"];
        let name = self.name.as_deref().unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        known.into_iter().filter(|known| *known == ending).collect()
    }

    /// A description of the matching files, in the language of the title.
    pub fn files_called(&self) -> &'static str {
        let (zh, en) = match self.kind {
            ChooseKind::OpenProject | ChooseKind::NewProject => ("文房小说", "Wenfang novel"),
            ChooseKind::ImportFile | ChooseKind::ExportFile => ("文稿", "Manuscript"),
            ChooseKind::ReadersCopy => ("试读稿", "Reader's copy"),
            ChooseKind::ReturnedFile => ("退回的文件", "Returned file"),
            ChooseKind::ImportPrompt | ChooseKind::ExportPrompt => ("提示词", "Prompt"),
            ChooseKind::ImportProfile | ChooseKind::ExportProfile => ("生成方案", "Profile"),
            ChooseKind::ImportLore | ChooseKind::ExportLore => {
                ("设定集与角色卡", "Lorebook or character card")
            }
            ChooseKind::ExportReport => ("来历", "Report"),
            ChooseKind::ExportDiagnostics => ("诊断信息", "Diagnostics"),
            ChooseKind::ImportFolder
            | ChooseKind::ExportFolder
            | ChooseKind::BackupFolder
            | ChooseKind::ModelFolder => ("文件夹", "Folder"),
        };
        let is_chinese = self.title.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        if is_chinese { zh } else { en }
    }
}

/// A rectangle of the page, in logical pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// A menu of the menu bar.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ts_rs::TS)]
pub struct Menu {
    /// Its label in the language of the window.
    pub label: String,
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
        /// Its label in the language of the window.
        label: String,
        /// Its shortcut, as in `CmdOrCtrl+Shift+S`.
        keys: Option<String>,
        /// Whether it is enabled.
        enabled: bool,
        /// Its state, for a toggle.
        checked: Option<bool>,
    },
    /// A separator line.
    Separator,
    Submenu {
        /// Its label in the language of the window.
        label: String,
        items: Vec<MenuItem>,
    },
}

/// The look of elements drawn by the system: menus, frames, dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum WindowLook {
    /// Follows the system.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A clipboard command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EditAct {
    /// Cuts the selection.
    Cut,
    /// Copies the selection.
    Copy,
    /// Pastes at the caret.
    Paste,
}

/// The next scripted answer to a file dialog: takes one line from the file named by `WENFANG_DIALOG_ANSWERS`; an empty
/// line cancels. Lets window tests bypass system dialogs. None if the variable is not set.
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
    fn file_description_uses_the_language_of_the_title() {
        let choose =
            |title: &str| Choose { kind: ChooseKind::OpenProject, title: title.to_owned(), name: None };
        assert_eq!(choose("打开作品").files_called(), "文房小说");
        assert_eq!(choose("Open a project").files_called(), "Wenfang novel");
    }
}
