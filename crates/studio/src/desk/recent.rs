//! Recently opened projects, and the state of the window for each.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wenfang_story::{SceneId, Timestamp};
use wenfang_usecase::files::Read;
use wenfang_usecase::{NoParams, Result, files};

use super::Desk;

/// Maximum number of entries.
const MAX_ENTRIES: usize = 20;

/// The state of the window for a project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct View {
    /// The open scene.
    pub scene: Option<SceneId>,
    /// The position of the caret, in UTF-16 units of the editor.
    pub caret: u64,
    /// The scroll position, in px.
    pub scroll: f64,
    /// Width of the binder in px; 0 if hidden.
    pub binder: u32,
    /// Width of the inspector in px; 0 if hidden.
    pub inspector: u32,
    /// The tab of the inspector.
    pub tab: String,
    /// Folded volumes and chapters, as in `volume:1`.
    pub folded: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    path: PathBuf,
    title: String,
    opened_at: Timestamp,
    #[serde(default)]
    backed_up_at: Option<Timestamp>,
    #[serde(default)]
    view: View,
}

/// Recently opened projects, newest first.
pub(super) struct Recent {
    file: PathBuf,
    entries: Vec<Entry>,
}

impl Recent {
    pub(super) fn read(config: &Path) -> Self {
        let file = config.join("recent.json");
        let entries = match files::read(&file) {
            Read::Found(entries) => entries,
            Read::Absent | Read::Broken => Vec::new(),
        };
        Self { file, entries }
    }

    /// Saves the list. Failures are only logged: a full disk must not prevent writing.
    fn save(&self) {
        if let Err(error) = files::write(&self.file, &self.entries) {
            tracing::warn!(code = ?error.code, "the list of recent projects could not be saved");
        }
    }

    /// Moves a project to the front, adding it if needed.
    pub(super) fn opened(&mut self, path: &Path, title: &str, now: Timestamp) {
        let known =
            self.entries.iter().position(|entry| entry.path == path).map(|at| self.entries.remove(at));
        let (view, backed_up_at) =
            known.map_or_else(Default::default, |known| (known.view, known.backed_up_at));
        let entry =
            Entry { path: path.to_owned(), title: title.to_owned(), opened_at: now, backed_up_at, view };
        self.entries.insert(0, entry);
        self.entries.truncate(MAX_ENTRIES);
        self.save();
    }

    /// The state of the window for a project.
    pub(super) fn view(&self, path: &Path) -> View {
        self.entries
            .iter()
            .find(|entry| entry.path == path)
            .map(|entry| entry.view.clone())
            .unwrap_or_default()
    }

    pub(super) fn backed_up_at(&self, path: &Path) -> Option<Timestamp> {
        self.entries.iter().find(|entry| entry.path == path)?.backed_up_at
    }

    /// Records a backup.
    pub(super) fn backed_up(&mut self, path: &Path, at: Timestamp) {
        self.change(path, |entry| entry.backed_up_at = Some(at));
    }

    /// The newest entry, if its file exists.
    pub(super) fn latest(&self) -> Option<PathBuf> {
        self.entries.first().map(|entry| entry.path.clone()).filter(|path| path.exists())
    }

    fn change(&mut self, path: &Path, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.path == path) {
            change(entry);
            self.save();
        }
    }
}

/// Recently opened projects.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RecentProjects {
    /// Newest first.
    pub projects: Vec<RecentProject>,
}

/// A recently opened project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RecentProject {
    /// Token of its path.
    pub path: String,
    /// Title of the novel when it was last open.
    pub title: String,
    /// Its file name.
    pub name: String,
    /// Its folder, for display.
    pub folder: String,
    /// When it was last opened.
    pub opened_at: Timestamp,
    /// Whether the file is missing.
    pub missing: bool,
}

/// Lists recently opened projects, newest first.
pub async fn list(desk: &Desk, _: NoParams) -> Result<RecentProjects> {
    let entries = desk.inner.recent.lock().entries.clone();
    let mut paths = desk.inner.paths.lock();
    let projects = entries.into_iter().map(|entry| RecentProject {
        path: paths.token(&entry.path),
        title: entry.title,
        name: file_name(&entry.path),
        folder: entry.path.parent().map(|folder| folder.display().to_string()).unwrap_or_default(),
        opened_at: entry.opened_at,
        missing: !entry.path.exists(),
    });
    Ok(RecentProjects { projects: projects.collect() })
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A recently opened project.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct RecentProjectRequest {
    /// Token of its path.
    pub path: String,
}

/// Removes a project from the list; its file stays unchanged.
pub async fn forget(desk: &Desk, request: RecentProjectRequest) -> Result<RecentProjects> {
    let path = desk.inner.paths.lock().require(&request.path)?;
    {
        let mut recent = desk.inner.recent.lock();
        recent.entries.retain(|entry| entry.path != path);
        recent.save();
    }
    list(desk, NoParams {}).await
}

/// The state of the window to store.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct KeepView {
    pub view: View,
}

/// Stores the state of the window for the open project.
pub async fn keep_view(desk: &Desk, request: KeepView) -> Result<View> {
    let path = desk.open_project().await?.path().to_owned();
    desk.inner.recent.lock().change(&path, |entry| entry.view = request.view.clone());
    Ok(request.view)
}
