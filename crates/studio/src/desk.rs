//! The desk: what stands around one window. The open project, the author's settings, the projects of late, running
//! jobs, and the events that tell the window what changed.
//!
//! A [`Desk`] is the one thing a host (the shell, the loopback host of tests) talks to: [`Desk::call`] answers a
//! command, [`Desk::stream`] runs a long one with progress. Commands over the open project come from
//! [`crate::commands`], those of the desk itself from [`commands`]. A host gives what only it can do through [`Host`].
//!
//! Always: a change is told after its commit; a panic inside a command is an answer with an error, and neither the
//! project nor the window is lost with it; paths never come from the window, only tokens of paths that the author
//! chose in a dialog of the system or opened before.

pub mod application;
mod backup_folder;
mod care;
pub mod commands;
mod damaged;
mod events;
mod host;
mod indexer;
mod jobs;
mod opened;
mod paths;
mod recent;
mod settings;
mod window;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{OwnedRwLockReadGuard, RwLock, broadcast, watch};
use wenfang_project::Project;

use crate::commands::{Announce, CommandHost, ProjectGuard};
use crate::drafting::{self, Listener};
use crate::error::{Code, Error, Result};
use crate::meaning::Meaning;
use crate::models::Models;
use crate::spelling::Dictionaries;
use crate::workflows::{self, WorkflowService};

pub use application::Start;
pub use events::{Event, StreamEvent, StreamItem};
#[cfg(debug_assertions)]
pub use host::scripted_answer;
pub use host::{Area, Choose, ChooseKind, EditAct, Host, Menu, MenuItem, WindowLook};
pub use indexer::{IndexProgress, Waiting};
pub use settings::{CountRuleName, Language, Settings, Theme};

/// Events a window may lag behind before it is told to ask for everything again.
const EVENTS: usize = 256;

/// The folders of this author on this machine.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Settings and the list of recent projects.
    pub config: PathBuf,
    /// Backups, the sample novels, downloaded models.
    pub data: PathBuf,
    /// What is derived and may be thrown away: search indexes.
    pub cache: PathBuf,
}

impl Folders {
    /// The folders of a studio that has everything in one place.
    pub fn within(home: &Path) -> Self {
        Self { config: home.join("config"), data: home.join("data"), cache: home.join("cache") }
    }
}

/// What stands around one window.
#[derive(Clone)]
pub struct Desk {
    inner: Arc<Inner>,
}

struct Inner {
    host: Box<dyn Host>,
    folders: Folders,
    models: Models,
    meaning: Meaning,
    dictionaries: Dictionaries,
    project: Arc<RwLock<Option<Project>>>,
    care: Mutex<Option<care::MaintenanceTask>>,
    condition: Mutex<damaged::Condition>,
    indexer: Mutex<Option<indexer::Indexer>>,
    workflow_service: Mutex<Option<WorkflowService>>,
    settings: Mutex<settings::SettingsStore>,
    recent: Mutex<recent::Recent>,
    paths: Mutex<paths::Paths>,
    jobs: Mutex<jobs::Jobs>,
    opening: Mutex<Option<Error>>,
    /// Whether what the program was started for has been opened, or could not be.
    begun: watch::Sender<bool>,
    /// Which listener for events is the current one; there is one window.
    listener: AtomicU64,
    events: broadcast::Sender<Event>,
}

/// What a panic in another task left is as good as before: every change under these locks is one assignment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// A desk with nothing open.
    pub fn new(host: impl Host, folders: Folders) -> Self {
        let inner = Inner {
            settings: Mutex::new(settings::SettingsStore::read(&folders.config)),
            recent: Mutex::new(recent::Recent::read(&folders.config)),
            host: Box::new(host),
            models: Models::new(folders.config.clone()),
            meaning: Meaning::new(&folders),
            dictionaries: Dictionaries::new(&folders),
            folders,
            project: Arc::new(RwLock::new(None)),
            care: Mutex::new(None),
            condition: Mutex::new(damaged::Condition::default()),
            indexer: Mutex::new(None),
            workflow_service: Mutex::new(None),
            paths: Mutex::new(paths::Paths::default()),
            jobs: Mutex::new(jobs::Jobs::default()),
            opening: Mutex::new(None),
            begun: watch::Sender::new(false),
            listener: AtomicU64::new(0),
            events: broadcast::channel(EVENTS).0,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Answers a command.
    ///
    /// # Errors
    /// The command's; [`Code::NoProject`] for one that needs a project when none is open.
    pub async fn call(&self, name: &str, request: Value) -> Result<Value> {
        self.run(name, request, None).await
    }

    /// Runs a command in a task of its own, so that its panic is an error and not the end of the caller.
    async fn run(
        &self,
        name: &str,
        request: Value,
        watch: Option<(wenfang_project::watch::Watch, Listener)>,
    ) -> Result<Value> {
        let (desk, name) = (self.clone(), name.to_owned());
        let task = tokio::spawn(async move {
            let command = desk.dispatch(&name, request);
            match watch {
                Some((watch, listener)) => {
                    wenfang_project::watch::scope(watch, drafting::told_to(listener, command)).await
                }
                None => command.await,
            }
        });
        task.await.unwrap_or_else(|error| {
            tracing::error!(panicked = error.is_panic(), "a command did not end");
            Err(Error::new(
                Code::Internal,
                "a command failed inside the program",
                "Nothing of this act was stored; what you wrote is still in the window. Please report this.",
            ))
        })
    }

    async fn dispatch(&self, name: &str, mut request: Value) -> Result<Value> {
        #[cfg(debug_assertions)]
        if name == "debug.panic" {
            let _held = self.open_project().await;
            panic!("a test asked for it");
        }
        let command = crate::commands::find(name)?;
        if let Some(field) = command.path {
            locked(&self.inner.paths).resolve(field, &mut request)?;
        }
        let occasion = workflows::occasion(name, &request);
        let answer = crate::commands::call(self, name, request).await;
        if answer.is_ok() || command.announce == Announce::Always {
            self.announce(command.changes);
        }
        if let (Ok(_), Some(occasion)) = (&answer, occasion)
            && let Ok(workflows) = self.workflow_service().await
        {
            workflows::start_triggered(&workflows, occasion).await;
        }
        answer
    }

    /// The engine of the open project.
    async fn workflow_service(&self) -> Result<WorkflowService> {
        let workflow_service = locked(&self.inner.workflow_service).clone();
        match workflow_service {
            Some(workflow_service) => Ok(workflow_service),
            // The error says that no project is open.
            None => self.open_project().await.and(Err(Error::new(
                Code::Busy,
                "the project is being opened",
                "Nothing was changed. Try again in a moment.",
            ))),
        }
    }

    /// Tells the window what runs do.
    fn tell_of_runs(&self) -> impl Fn(workflows::HostEvent) + Send + Sync + 'static {
        use crate::commands::Tag::{
            Drafts, Findings, Generations, Graph, History, Index, Manuscript, Proposals, Texts, Threads,
            Timeline, Usage, Workflows,
        };
        let desk = Arc::downgrade(&self.inner);
        move |told| {
            let Some(inner) = desk.upgrade() else { return };
            let tags = match told {
                // Each step of a run may have asked a model.
                workflows::HostEvent::Changed(_) => vec![Workflows, Usage],
                workflows::HostEvent::Wrote(_) => vec![
                    Workflows,
                    Findings,
                    Graph,
                    Proposals,
                    Threads,
                    Timeline,
                    Manuscript,
                    Texts,
                    History,
                    Drafts,
                    Generations,
                    Usage,
                    Index,
                ],
            };
            Desk { inner }.tell(Event::Changed { tags });
        }
    }

    fn announce(&self, changes: &[crate::commands::Tag]) {
        if !changes.is_empty() {
            self.tell(Event::Changed { tags: changes.to_vec() });
        }
    }

    /// Tells the window; nobody listening is no fault.
    pub fn tell(&self, event: Event) {
        let _ = self.inner.events.send(event);
    }

    /// Whether a window listens to events.
    pub fn is_listened_to(&self) -> bool {
        // The care of the open project listens too.
        self.inner.listener.load(std::sync::atomic::Ordering::Relaxed) > 0
    }

    /// The open project, kept open until the guard is dropped.
    async fn open_project(&self) -> Result<OwnedRwLockReadGuard<Option<Project>, Project>> {
        let guard = Arc::clone(&self.inner.project).read_owned().await;
        OwnedRwLockReadGuard::try_map(guard, Option::as_ref)
            .map_err(|_| Error::new(Code::NoProject, "no project is open", "Open a project or create one."))
    }

    /// Runs a command as a job: `send` gets its start, its progress, and its end, in order. Answers when it has
    /// ended. `send` answers whether anybody still listens; a job goes on without.
    pub async fn stream(
        &self,
        name: &str,
        request: Value,
        send: impl Fn(StreamItem) -> bool + Send + Sync + 'static,
    ) {
        jobs::stream(self, name, request, send).await;
    }

    /// Closes what is open; for a host that ends.
    ///
    /// # Errors
    /// When the log could not be brought into the project file; nothing is lost, it stays beside it.
    pub async fn close(&self) -> Result<()> {
        opened::close(self).await
    }
}

impl CommandHost for Desk {
    fn desk(&self) -> Result<&Desk> {
        Ok(self)
    }

    async fn models(&self) -> Result<Models> {
        Ok(self.inner.models.clone())
    }

    async fn meaning(&self) -> Result<Meaning> {
        Ok(self.inner.meaning.clone())
    }

    async fn project(&self) -> Result<ProjectGuard> {
        Ok(Box::new(self.open_project().await?))
    }

    async fn workflows(&self) -> Result<WorkflowService> {
        self.workflow_service().await
    }
}
