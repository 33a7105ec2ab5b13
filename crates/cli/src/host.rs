//! The host of `wenfang`: the open project, if any, and what this machine has set up.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use tokio::sync::OnceCell;
use wenfang_studio::commands::{CommandHost, ProjectGuard};
use wenfang_studio::desk::backup_folder;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::{self, Models};
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows::{self, WorkflowService};
use wenfang_studio::{Code, Error, Folders, Project, search};

/// Sets another folder for settings, keys and caches, as for the window.
const HOME: &str = "WENFANG_HOME";
/// The passphrase of the key file.
const PASSPHRASE: &str = "WENFANG_PASSPHRASE";
/// The name under which the window keeps its settings.
const STUDIO: &str = "io.wenfang.desktop";

/// Runs commands without a window. Call [`close`](Self::close) when the last one has ended.
pub struct Host {
    project: Option<Arc<Project>>,
    workflows: OnceCell<WorkflowService>,
}

impl Host {
    /// A host without a project.
    pub fn of_machine() -> Self {
        Self { project: None, workflows: OnceCell::new() }
    }

    /// A host with an open project.
    pub fn of(project: Arc<Project>) -> Self {
        if let Ok(folders) = folders() {
            project.set_backup_folder(backup_folder(&folders));
        }
        Self { project: Some(project), workflows: OnceCell::new() }
    }

    /// Stops the engine, if a command needed it, then closes the project. Runs that are not over can be resumed.
    ///
    /// # Errors
    /// When the log could not be moved into the project file; nothing is lost, it stays beside it.
    pub async fn close(self) -> Result<(), Error> {
        if let Some(workflows) = self.workflows.into_inner() {
            workflows.close().await;
        }
        let Some(project) = self.project else { return Ok(()) };
        search::close(&project).await;
        match Arc::into_inner(project) {
            Some(project) => Ok(project.close().await?),
            None => Ok(()),
        }
    }
}

impl CommandHost for Host {
    async fn models(&self) -> Result<Models, Error> {
        known_models().await
    }

    async fn meaning(&self) -> Result<Meaning, Error> {
        known_meaning()
    }

    async fn project(&self) -> Result<ProjectGuard, Error> {
        match &self.project {
            Some(project) => Ok(Box::new(Arc::clone(project))),
            None => Err(Error::new(Code::NoProject, "this command needs a project", "Name its file.")),
        }
    }

    async fn workflows(&self) -> Result<WorkflowService, Error> {
        let open = async || workflows::open(self.session().await?, |_| {}).await;
        self.workflows.get_or_try_init(open).await.cloned()
    }
}

/// The models of this machine, with the key file open if its passphrase is known.
///
/// # Errors
/// When there is no folder for settings, or the passphrase is wrong.
pub async fn known_models() -> Result<Models, Error> {
    let models = Models::new(folders()?.config);
    if let Some(passphrase) = passphrase()
        && models.keys_are_in_a_file()
    {
        models::commands::call(
            &models,
            "providers.unlock",
            json!({ "passphrase": passphrase }),
            &Watch::silent(),
        )
        .await?;
    }
    Ok(models)
}

/// The passphrase of the key file, if it was given.
pub fn passphrase() -> Option<String> {
    std::env::var(PASSPHRASE).ok().filter(|passphrase| !passphrase.is_empty())
}

/// The embedding model of this machine.
///
/// # Errors
/// When there is no folder for settings.
pub fn known_meaning() -> Result<Meaning, Error> {
    Ok(Meaning::new(&folders()?))
}

/// The folders that the window uses too.
///
/// # Errors
/// When the system names none.
pub fn folders() -> Result<Folders, Error> {
    let home = std::env::var_os(HOME).filter(|home| !home.is_empty());
    let within = |folder: Option<PathBuf>| folder.map(|folder| folder.join(STUDIO));
    let folders = match home {
        Some(home) => Some(Folders::within(Path::new(&home))),
        None => within(dirs::config_dir())
            .zip(within(dirs::data_dir()))
            .zip(within(dirs::cache_dir()))
            .map(|((config, data), cache)| Folders { config, data, cache }),
    };
    folders.ok_or_else(|| {
        Error::new(
            Code::Io,
            "there is no folder for settings",
            format!("Nothing was changed. Name one with {HOME}."),
        )
    })
}
