//! The state of the program for the window.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};
use wenfang_usecase::{Error, NoParams, Result};

use super::opened::{self, OpenSample, OpenedProject};
use super::recent::{self, RecentProject};
use super::settings::Settings;
use super::{Desk, backup_folder};
use wenfang_project::Mode;

/// The state of the program for the window.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ApplicationState {
    pub version: String,
    /// `linux`, `macos` or `windows`.
    pub platform: String,
    /// Whether this is a debug build.
    pub debug: bool,
    /// The author's settings.
    pub settings: Settings,
    /// Whether the settings file was invalid, so that it was renamed and defaults are in use.
    pub settings_were_broken: bool,
    /// The backup folder, for display.
    pub backup_folder: String,
    /// The open project.
    pub project: Option<OpenedProject>,
    /// Why the project requested at startup could not be opened.
    pub opening: Option<Error>,
    /// Recently opened projects.
    pub recent: Vec<RecentProject>,
}

/// What to open at startup.
#[derive(Clone, Debug, Default)]
pub enum Start {
    /// The last project, if the settings say so.
    #[default]
    Last,
    /// A given project.
    Project(PathBuf),
    /// The sample novel, in the language of the window.
    Sample,
}

/// Returns the state of the program, after waiting for the startup project to open.
pub async fn state(desk: &Desk, _: NoParams) -> Result<ApplicationState> {
    // Cannot fail: the sender lives as long as the desk.
    let _ = desk.inner.startup_done.subscribe().wait_for(|done| *done).await;
    let project = match desk.open_project().await {
        Ok(project) => Some(opened::describe(desk, &project).await?),
        Err(_none) => None,
    };
    let recent = recent::list(desk, NoParams {}).await?.projects;
    let settings = desk.inner.settings.lock();
    Ok(ApplicationState {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: std::env::consts::OS.to_owned(),
        debug: cfg!(debug_assertions),
        settings_were_broken: settings.was_broken,
        settings: settings.settings().clone(),
        backup_folder: {
            drop(settings);
            backup_folder::configured(desk).display().to_string()
        },
        project,
        opening: desk.inner.opening.lock().clone(),
        recent,
    })
}

impl Desk {
    /// Opens the startup project. [`state`] reports a failure to the window.
    pub async fn begin(&self, start: Start) {
        let failed = match start {
            Start::Sample => opened::open_sample(self, OpenSample::default()).await.err(),
            Start::Project(path) => self.open_at_startup(&path).await,
            Start::Last => {
                let wanted = self.inner.settings.lock().settings().reopen_last;
                match wanted.then(|| self.inner.recent.lock().latest()).flatten() {
                    Some(path) => self.open_at_startup(&path).await,
                    None => None,
                }
            }
        };
        *self.inner.opening.lock() = failed;
        self.inner.startup_done.send_replace(true);
    }

    /// Opens a project; a failure includes its path and name, so that the window can try again in another way.
    async fn open_at_startup(&self, path: &Path) -> Option<Error> {
        let mut failure = opened::open_path(self, path, Mode::Write).await.err()?;
        let known = json!({ "path": self.inner.paths.lock().token(path), "name": recent::file_name(path) });
        match (failure.details.as_object_mut(), known) {
            (Some(details), Value::Object(known)) => details.extend(known),
            (_, known) => failure.details = Box::new(known),
        }
        Some(failure)
    }

    /// Tells the window that the system asked to open a project.
    pub fn request_open(&self, path: &Path) {
        let token = self.inner.paths.lock().token(path);
        self.tell(super::Event::OpenRequested { path: token, name: recent::file_name(path) });
    }
}
