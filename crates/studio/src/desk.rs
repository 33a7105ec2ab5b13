//! The desk: everything behind one window. The open project, the author's settings, recent projects, running jobs, and
//! the events that tell the window what changed.
//!
//! A host (the shell, the loopback host of the tests) talks only to a [`Desk`]: [`Desk::call`] answers a command,
//! [`Desk::stream`] runs a long one with progress. Commands over the open project come from [`wenfang_usecase::commands`], those
//! of the desk itself from [`commands`]. A host provides platform features through [`Host`].
//!
//! Always: a change is announced after its commit; a panic inside a command becomes an error answer and leaves project
//! and window usable; the window never sends paths, only tokens for paths that the author chose in a system dialog or
//! opened before.

pub mod application;
mod backup_folder;
mod care;
pub mod commands;
mod damaged;
mod diagnostics;
mod dragging;
mod events;
mod host;
mod indexer;
mod jobs;
mod opened;
mod paths;
mod recent;
mod settings;
mod window;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::{OwnedRwLockReadGuard, RwLock, broadcast, watch};
use wenfang_assist::drafting::Observer;
use wenfang_assist::models::Models;
use wenfang_assist::workflows;
use wenfang_assist::workflows::WorkflowService;
use wenfang_canon::spelling::Dictionaries;
use wenfang_project::Project;
use wenfang_recall::meaning::Meaning;
use wenfang_usecase::{Announce, Code, Error, Folders, ProjectGuard, Result};

use crate::domains::{self, CommandHost};

pub use application::Start;
pub use backup_folder::of_machine as backup_folder;
pub use dragging::{Drag, DraggedFiles};
pub use events::{Event, StreamEvent, StreamItem};
#[cfg(debug_assertions)]
pub use host::scripted_answer;
pub use host::{Area, Choose, ChooseKind, EditAct, Host, Menu, MenuItem, WindowLook};
pub use indexer::{IndexProgress, Waiting};
pub use settings::{CountRuleName, Language, Settings, Theme};

/// Number of events a window may lag behind before it is told to reload everything.
const EVENT_BUFFER: usize = 256;

/// The state behind one window.
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
    /// Whether the file the program was started with has been opened or has failed to open.
    startup_done: watch::Sender<bool>,
    /// The id of the current event listener; there is one window.
    listener: AtomicU64,
    events: broadcast::Sender<Event>,
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
            startup_done: watch::Sender::new(false),
            listener: AtomicU64::new(0),
            events: broadcast::channel(EVENT_BUFFER).0,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Answers a command.
    ///
    /// # Errors
    /// The command's; [`Code::NoProject`] for one that needs a project when none is open.
    pub async fn call(&self, name: &str, request: Value) -> Result<Value> {
        self.run(name, request, Observer::silent()).await
    }

    /// Runs a command in its own task, so that a panic becomes an error instead of ending the caller.
    async fn run(&self, name: &str, request: Value, observer: Observer) -> Result<Value> {
        let (desk, name) = (self.clone(), name.to_owned());
        let task = tokio::spawn(async move { desk.dispatch(&name, request, &observer).await });
        task.await.unwrap_or_else(|error| {
            tracing::error!(panicked = error.is_panic(), "a command task was cancelled or panicked");
            Err(Error::new(
                Code::Internal,
                "a command failed inside the program",
                "Nothing from this command was stored; your text is still in the window. Please report this.",
            ))
        })
    }

    async fn dispatch(&self, name: &str, mut request: Value, observer: &Observer) -> Result<Value> {
        #[cfg(debug_assertions)]
        if name == "debug.panic" {
            let _held = self.open_project().await;
            panic!("a test asked for it");
        }
        let own = commands::COMMANDS.iter().find(|command| command.name == name);
        let command = own.map_or_else(|| domains::find(name), Ok)?;
        if let Some(field) = command.path {
            self.inner.paths.lock().resolve(field, &mut request)?;
        }
        let occasion = workflows::occasion(name, &request);
        let started = Instant::now();
        let answer = match own {
            Some(_) => commands::call(self, name, request, &observer.watch).await,
            None => domains::call(self, name, request, observer).await,
        };
        crate::diagnostics::log_command(command.name, answer.as_ref().err(), started.elapsed());
        if answer.is_ok() || command.announce == Announce::Always {
            self.announce(command.changes);
        }
        if let (Ok(answer), Some(occasion)) = (&answer, occasion)
            && let Ok(workflows) = self.workflow_service().await
        {
            workflows::start_triggered(&workflows, occasion, answer).await;
        }
        answer
    }

    /// The workflow service of the open project.
    async fn workflow_service(&self) -> Result<WorkflowService> {
        let workflow_service = self.inner.workflow_service.lock().clone();
        match workflow_service {
            Some(workflow_service) => Ok(workflow_service),
            // `open_project` returns the error if no project is open.
            None => self.open_project().await.and(Err(Error::new(
                Code::Busy,
                "the project is being opened",
                "Nothing was changed. Try again in a moment.",
            ))),
        }
    }

    /// Returns a callback that tells the window about workflow runs.
    fn run_listener(&self) -> impl Fn(workflows::HostEvent) + Send + Sync + 'static {
        use wenfang_usecase::Tag::Drafts;
        use wenfang_usecase::Tag::{
            Findings, Generations, Graph, History, Index, Manuscript, Proposals, Texts, Threads, Timeline,
            Usage, Workflows,
        };
        let desk = Arc::downgrade(&self.inner);
        move |event| {
            let Some(inner) = desk.upgrade() else { return };
            let tags = match event {
                // Each step of a run may have called a model.
                workflows::HostEvent::Changed(_) => vec![Workflows, Generations, Usage],
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

    fn announce(&self, changes: &[wenfang_usecase::Tag]) {
        if !changes.is_empty() {
            self.tell(Event::Changed { tags: changes.to_vec() });
        }
    }

    /// Sends an event to the window; without a listener it is dropped.
    pub fn tell(&self, event: Event) {
        let _ = self.inner.events.send(event);
    }

    /// Whether a window listens to events.
    pub fn is_listened_to(&self) -> bool {
        // The maintenance task subscribes too, so the number of receivers does not answer this.
        self.inner.listener.load(std::sync::atomic::Ordering::Relaxed) > 0
    }

    /// The open project, kept open until the guard is dropped.
    async fn open_project(&self) -> Result<OwnedRwLockReadGuard<Option<Project>, Project>> {
        let guard = Arc::clone(&self.inner.project).read_owned().await;
        OwnedRwLockReadGuard::try_map(guard, Option::as_ref)
            .map_err(|_| Error::new(Code::NoProject, "no project is open", "Open a project or create one."))
    }

    /// Runs a command as a job: `send` receives its start, progress and end, in order. Returns when the job has ended.
    /// `send` returns whether anyone still listens; the job continues either way.
    pub async fn stream(
        &self,
        name: &str,
        request: Value,
        send: impl Fn(StreamItem) -> bool + Send + Sync + 'static,
    ) {
        jobs::stream(self, name, request, send).await;
    }

    /// Closes the open project; called when the host exits.
    ///
    /// # Errors
    /// When the log cannot be merged into the project file; nothing is lost, the log stays beside the file.
    pub async fn close(&self) -> Result<()> {
        opened::close(self).await
    }
}

impl CommandHost for Desk {
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
