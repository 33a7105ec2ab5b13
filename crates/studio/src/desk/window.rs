//! What the window asks of the program around it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_story::Timestamp;

use super::host::{Area, Choose, EditAct, Menu, WindowLook};
use super::recent::file_name;
use super::{Desk, care, locked};
use crate::error::Result;
use crate::projects::NoParams;
use crate::prose::{self, CompareTexts, CountText, Counted, TextEdits};
use crate::transfer::{self, ImportProgress, ImportText, Imported};

/// A file or a folder that was chosen.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Chosen {
    /// What was chosen; none when the author changed their mind.
    pub path: Option<ChosenPath>,
}

/// A chosen path.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChosenPath {
    /// Its token, for requests.
    pub path: String,
    /// Its name, for people.
    pub name: String,
    /// The folder it is in, for people.
    pub folder: String,
}

/// Asks the author for a file or a folder with a dialog of the system.
pub async fn choose(desk: &Desk, request: Choose) -> Result<Chosen> {
    let chosen = desk.inner.host.choose(request).await;
    let path = chosen.map(|path| ChosenPath {
        path: locked(&desk.inner.paths).token(&path),
        name: file_name(&path),
        folder: path.parent().map(|folder| folder.display().to_string()).unwrap_or_default(),
    });
    Ok(Chosen { path })
}

/// The menus of the window.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetMenus {
    /// From left to right.
    pub menus: Vec<Menu>,
}

/// Shows menus.
pub async fn set_menus(desk: &Desk, request: SetMenus) -> Result<Value> {
    desk.inner.host.set_menus(request.menus);
    Ok(json!({}))
}

/// A title for the window.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetTitle {
    /// The title.
    pub title: String,
}

/// Gives the window a title.
pub async fn set_title(desk: &Desk, request: SetTitle) -> Result<Value> {
    desk.inner.host.set_title(request.title);
    Ok(json!({}))
}

/// A look for what the system draws.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetLook {
    /// The look.
    pub look: WindowLook,
}

/// Gives menus, frames and dialogs the look of the page.
pub async fn set_look(desk: &Desk, request: SetLook) -> Result<Value> {
    desk.inner.host.set_look(request.look);
    Ok(json!({}))
}

/// Whether the window fills the screen.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetFullScreen {
    /// Whether it does.
    pub full_screen: bool,
}

/// Fills the screen, or stops doing so.
pub async fn set_full_screen(desk: &Desk, request: SetFullScreen) -> Result<Value> {
    desk.inner.host.set_full_screen(request.full_screen);
    Ok(json!({}))
}

/// What the clipboard is used for.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct Edit {
    /// What for.
    pub act: EditAct,
}

/// Cuts, copies or pastes where the caret is.
pub async fn edit(desk: &Desk, request: Edit) -> Result<Value> {
    desk.inner.host.edit(request.act);
    Ok(json!({}))
}

/// Says where the letters stand that an input method composes, where the system is mistaken about it.
pub async fn set_composed_area(desk: &Desk, request: Area) -> Result<Value> {
    desk.inner.host.set_composed_area(request);
    Ok(json!({}))
}

/// The window stays open after all.
pub async fn keep_open(desk: &Desk, _: NoParams) -> Result<Value> {
    desk.inner.host.keep_open();
    Ok(json!({}))
}

/// Closes the project and then the window: what was not kept must be kept before.
pub async fn close(desk: &Desk, _: NoParams) -> Result<Value> {
    let closed = desk.close().await;
    desk.inner.host.close_window();
    closed.map(|()| json!({}))
}

/// A file to show.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct RevealFile {
    /// Token of its path; the open project when absent.
    #[ts(optional = nullable)]
    pub path: Option<String>,
}

/// Shows a file in the file manager of the system.
pub async fn reveal(desk: &Desk, request: RevealFile) -> Result<Value> {
    let path = match request.path {
        Some(token) => locked(&desk.inner.paths).require(&token)?,
        None => desk.open_project().await?.path().to_owned(),
    };
    desk.inner.host.reveal(path);
    Ok(json!({}))
}

/// Counts a text.
pub async fn count(_: &Desk, request: CountText) -> Result<Counted> {
    Ok(prose::count(&request))
}

/// Says what differs between two texts, in pieces to judge one by one.
pub async fn edits(_: &Desk, request: CompareTexts) -> Result<TextEdits> {
    Ok(prose::edits(&request))
}

/// Shows what an import would make of its source; no project needs to be open.
pub async fn preview_import(desk: &Desk, mut request: ImportText) -> Result<Imported> {
    request.source = locked(&desk.inner.paths).require(&request.source.to_string_lossy())?;
    // A job may take its time: the project is not held meanwhile.
    let begun = match desk.open_project().await {
        Ok(project) => transfer::begun(&mut *project.begin_read().await?).await?,
        Err(_) => ImportProgress::No(Vec::new()),
    };
    transfer::preview_into(begun, request).await
}

/// A backup where the settings say.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct BackedUpNow {
    /// When it was proved readable and equal.
    pub at: Timestamp,
}

/// Makes a backup now, where the settings say.
pub async fn back_up_now(desk: &Desk, _: NoParams) -> Result<BackedUpNow> {
    let project = desk.open_project().await?;
    Ok(BackedUpNow { at: care::back_up(desk, &project).await? })
}
