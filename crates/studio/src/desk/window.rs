//! Commands of the window to its host.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_manuscript::prose::{CompareTexts, CountText, Counted, TextEdits};
use wenfang_manuscript::transfer::{ImportText, Imported, ManuscriptState};
use wenfang_manuscript::{prose, transfer};
use wenfang_project::watch::Watch;
use wenfang_story::Timestamp;
use wenfang_usecase::{NoParams, Result};

use super::host::{Area, Choose, EditAct, Menu, WindowLook};
use super::recent::file_name;
use super::{Desk, care};

/// The answer to a file dialog.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Chosen {
    /// The chosen path; none if the author cancelled.
    pub path: Option<ChosenPath>,
}

/// A chosen path.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChosenPath {
    /// Its token, for requests.
    pub path: String,
    /// Its name, for display.
    pub name: String,
    /// Its folder, for display.
    pub folder: String,
}

/// Asks the author for a file or a folder with a system dialog.
pub async fn choose(desk: &Desk, request: Choose) -> Result<Chosen> {
    let chosen = desk.inner.host.choose(request).await;
    Ok(Chosen { path: chosen.map(|path| desk.chosen(&path)) })
}

impl Desk {
    /// A path that the author chose, as the window gets it.
    pub(super) fn chosen(&self, path: &Path) -> ChosenPath {
        ChosenPath {
            path: self.inner.paths.lock().token(path),
            name: file_name(path),
            folder: path.parent().map(|folder| folder.display().to_string()).unwrap_or_default(),
        }
    }
}

/// The menus of the window.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetMenus {
    /// From left to right.
    pub menus: Vec<Menu>,
}

/// Replaces the menus.
pub async fn set_menus(desk: &Desk, request: SetMenus) -> Result<Value> {
    desk.inner.host.set_menus(request.menus);
    Ok(json!({}))
}

/// A title for the window.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetTitle {
    pub title: String,
}

/// Sets the title of the window.
pub async fn set_title(desk: &Desk, request: SetTitle) -> Result<Value> {
    desk.inner.host.set_title(request.title);
    Ok(json!({}))
}

/// A look for elements drawn by the system.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetLook {
    pub look: WindowLook,
}

/// Applies the look of the page to menus, frames and dialogs.
pub async fn set_look(desk: &Desk, request: SetLook) -> Result<Value> {
    desk.inner.host.set_look(request.look);
    Ok(json!({}))
}

/// Whether the window fills the screen.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetFullScreen {
    pub full_screen: bool,
}

/// Enters or leaves full screen.
pub async fn set_full_screen(desk: &Desk, request: SetFullScreen) -> Result<Value> {
    desk.inner.host.set_full_screen(request.full_screen);
    Ok(json!({}))
}

/// A clipboard command.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct Edit {
    pub act: EditAct,
}

/// Cuts, copies or pastes at the caret.
pub async fn edit(desk: &Desk, request: Edit) -> Result<Value> {
    desk.inner.host.edit(request.act);
    Ok(json!({}))
}

/// Sets the area of the composed text for the input method, on systems that get it wrong.
pub async fn set_composed_area(desk: &Desk, request: Area) -> Result<Value> {
    desk.inner.host.set_composed_area(request);
    Ok(json!({}))
}

/// Opens the system's print dialog.
pub async fn print(desk: &Desk, _: NoParams) -> Result<Value> {
    desk.inner.host.print();
    Ok(json!({}))
}

/// Keeps the window open after a close request.
pub async fn keep_open(desk: &Desk, _: NoParams) -> Result<Value> {
    desk.inner.host.keep_open();
    Ok(json!({}))
}

/// Closes the project and then the window. The page must have saved its state before.
pub async fn close(desk: &Desk, _: NoParams) -> Result<Value> {
    let closed = desk.close().await;
    desk.inner.host.close_window();
    closed.map(|()| json!({}))
}

/// A file to show in the file manager.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct RevealFile {
    /// Token of its path; the open project when absent.
    #[ts(optional = nullable)]
    pub path: Option<String>,
}

/// Shows a file in the system's file manager.
pub async fn reveal(desk: &Desk, request: RevealFile) -> Result<Value> {
    let path = match request.path {
        Some(token) => desk.inner.paths.lock().require(&token)?,
        None => desk.open_project().await?.path().to_owned(),
    };
    desk.inner.host.reveal(path);
    Ok(json!({}))
}

/// Counts a text.
pub async fn count(_: &Desk, request: CountText) -> Result<Counted> {
    Ok(prose::count(&request))
}

/// Compares two texts edit by edit.
pub async fn edits(_: &Desk, request: CompareTexts) -> Result<TextEdits> {
    Ok(prose::edits(&request))
}

/// Previews an import; works without an open project.
pub async fn preview_import(desk: &Desk, mut request: ImportText, watch: &Watch) -> Result<Imported> {
    request.source = desk.inner.paths.lock().require(&request.source.to_string_lossy())?;
    // Releases the project before the import is planned, which may take long.
    let state = match desk.open_project().await {
        Ok(project) => transfer::manuscript_state(&mut *project.begin_read().await?).await?,
        Err(_) => ManuscriptState::Empty(Vec::new()),
    };
    transfer::preview_into(state, request, watch).await
}

/// The answer to a backup.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct BackedUpNow {
    /// When it was verified to be readable and equal.
    pub at: Timestamp,
}

/// Creates a backup now, in the configured folder.
pub async fn back_up_now(desk: &Desk, _: NoParams, watch: &Watch) -> Result<BackedUpNow> {
    let project = desk.open_project().await?;
    Ok(BackedUpNow { at: care::back_up(desk, &project, watch).await? })
}
