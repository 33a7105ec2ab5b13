//! The engine: starts, resumes, cancels and lists runs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use serde_json::Value;
use sqlx::SqliteConnection;
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::{oneshot, watch};
use tokio_util::task::TaskTracker;
use wenfang_project::workflows::{self as rows, NewEvent, RunChanges, Step};
use wenfang_story::RunId;
use wenfang_workflow::machine::{Answer, Detail, Machine, Slot};
use wenfang_workflow::{Failure, FailureClass, Flow, NodeStatus, RunStatus, Trigger};

use crate::Host;
use crate::error::{Error, Result};
use crate::handler::Registry;
use crate::limits::{Limits, Turns};
use crate::live::{Live, Progress};
use crate::load::{Loaded, load};
use crate::task::{Message, Task};

/// What to do when a run with the same key is in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenBusy {
    /// Return that run; start nothing.
    #[default]
    Join,
    /// Start after that run ends; at most one run waits.
    Queue,
}

/// A request to start a run.
#[derive(Clone, Debug)]
pub struct Start {
    pub workflow: String,
    pub input: Value,
    pub trigger: Trigger,
    /// What to do when a run with the same key is in progress.
    pub when_busy: WhenBusy,
}

/// A run that was started, or that was already in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    pub run: RunId,
    /// Whether it was already running or queued.
    pub already: bool,
}

/// Whether cached outputs of deterministic steps may be reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReuseOutputs {
    /// Reuse the output of a step with the same input.
    Yes,
    /// Run every step.
    No,
}

/// Runs workflows in one project.
pub struct Engine<H> {
    inner: Arc<Inner<H>>,
}

impl<H> Clone for Engine<H> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

pub(crate) struct Inner<H> {
    pub(crate) host: Arc<H>,
    pub(crate) registry: Registry<H>,
    pub(crate) flows: BTreeMap<String, Arc<Flow>>,
    pub(crate) limits: Limits,
    pub(crate) turns: Turns,
    pub(crate) tasks: TaskTracker,
    runs: Mutex<HashMap<RunId, ActiveRun>>,
    is_stopped: AtomicBool,
}

/// A run in progress.
#[derive(Clone)]
struct ActiveRun {
    sender: UnboundedSender<Message>,
    live: Arc<Live>,
    flow: Arc<Flow>,
    over: watch::Receiver<Option<RunStatus>>,
}

impl<H: Host> Engine<H> {
    /// Creates an engine for the given workflows. Runs that were in progress when their program ended are marked as
    /// interrupted.
    ///
    /// # Errors
    /// Errors of the project file.
    pub async fn begin(
        host: H,
        registry: Registry<H>,
        flows: impl IntoIterator<Item = Flow>,
        limits: Limits,
    ) -> Result<Self> {
        if host.project().is_writable() {
            let mut tx = host.project().begin_write().await?;
            rows::interrupt_all(&mut tx).await?;
            tx.commit().await.map_err(wenfang_project::Error::from)?;
        }
        let flows =
            flows.into_iter().map(|flow| (flow.definition.workflow_id.clone(), Arc::new(flow))).collect();
        let inner = Inner {
            host: Arc::new(host),
            registry,
            flows,
            turns: Turns::new(&limits),
            limits,
            tasks: TaskTracker::new(),
            runs: Mutex::default(),
            is_stopped: AtomicBool::new(false),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The host.
    pub fn host(&self) -> &Arc<H> {
        &self.inner.host
    }

    /// The known workflows.
    pub fn flows(&self) -> impl Iterator<Item = &Arc<Flow>> {
        self.inner.flows.values()
    }

    /// The known handlers.
    pub fn registry(&self) -> &Registry<H> {
        &self.inner.registry
    }

    /// Starts a run, or returns the one with the same key that is in progress.
    ///
    /// # Errors
    /// [`Error::NoWorkflow`], [`Error::NoInput`]; errors of the project file.
    pub async fn start(&self, start: Start) -> Result<Started> {
        self.inner.start(start, None).await
    }

    /// Starts a run of a workflow that was made for it.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub async fn start_flow(&self, flow: Arc<Flow>, start: Start) -> Result<Started> {
        self.inner.start_flow(flow, start, None).await
    }

    /// Runs a task that [`Self::stop`] waits for.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.inner.tasks.spawn(task);
    }

    /// Resumes a run that was interrupted or ended incomplete: completed steps are kept, the rest runs.
    ///
    /// # Errors
    /// [`Error::WrongState`] for a run in progress or completed; [`Error::Busy`] when another run with the same key
    /// is in progress.
    pub async fn resume(&self, run: RunId) -> Result<()> {
        self.inner.resume(run).await
    }

    /// Passes the author's answer to a waiting step.
    ///
    /// # Errors
    /// [`Error::NotAsked`] when no step waits for this answer.
    pub async fn answer(
        &self,
        run: RunId,
        (node, item): (&str, Option<usize>),
        answer: Answer,
    ) -> Result<()> {
        let active = match self.inner.active(run) {
            Some(active) => active,
            None => self.inner.wake_waiting(run).await?,
        };
        let Some(number) = active.flow.number(node) else {
            return Err(Error::NoNode { run, node: node.to_owned() });
        };
        let (reply, answered) = oneshot::channel();
        let slot = Slot { node: number, item };
        let _ = active.sender.send(Message::Answer { slot, answer, reply });
        match answered.await {
            Ok(true) => Ok(()),
            _ => Err(Error::NotAsked(run)),
        }
    }

    /// Cancels a run, or one node of it with everything after it. Returns when that is done.
    ///
    /// # Errors
    /// [`Error::WrongState`] for a run that has ended.
    pub async fn cancel(&self, run: RunId, node: Option<&str>) -> Result<()> {
        self.inner.cancel(run, node).await
    }

    /// Waits until a run ends or pauses, and returns its state; the stored state if it is not in progress. `None` if
    /// that cannot be read.
    pub async fn wait(&self, run: RunId) -> Option<RunStatus> {
        if let Some(status) = self.inner.wait(run).await {
            return Some(status);
        }
        let mut tx = self.inner.host.project().begin_read().await.ok()?;
        RunStatus::named(&rows::require(&mut tx, run).await.ok()?.status)
    }

    /// Whether a run is in progress.
    pub fn is_going(&self, run: RunId) -> bool {
        self.inner.active(run).is_some()
    }

    /// The progress of a step of a run in progress.
    pub fn progress(&self, run: RunId, (node, item): (&str, Option<usize>)) -> Option<Progress> {
        let active = self.inner.active(run)?;
        active.live.progress_of(Slot { node: active.flow.number(node)?, item })
    }

    /// The number of completed steps and items of a run in progress, and their total.
    pub async fn share(&self, run: RunId) -> Option<(usize, usize)> {
        let (reply, share) = oneshot::channel();
        self.inner.active(run)?.sender.send(Message::Share(reply)).ok()?;
        share.await.ok()
    }

    /// Reads a stored run.
    ///
    /// # Errors
    /// See [`load`].
    pub async fn load(&self, conn: &mut SqliteConnection, run: RunId) -> Result<Loaded> {
        load(conn, run, self.inner.registry.described()).await
    }

    /// Interrupts every run so that it can be resumed, and waits until all tasks have ended.
    pub async fn stop(&self) {
        self.inner.is_stopped.store(true, Ordering::Relaxed);
        for active in self.inner.runs.lock().values() {
            let _ = active.sender.send(Message::Stop);
        }
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
    }

    /// The host, after the engine was stopped. `None` while there are other references to the engine.
    pub fn into_host(self) -> Option<H> {
        let inner = Arc::try_unwrap(self.inner).ok()?;
        Arc::try_unwrap(inner.host).ok()
    }

    pub(crate) fn inner(&self) -> &Arc<Inner<H>> {
        &self.inner
    }
}

impl<H: Host> Inner<H> {
    fn active(&self, run: RunId) -> Option<ActiveRun> {
        self.runs.lock().get(&run).cloned()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn flow(&self, workflow: &str) -> Result<&Arc<Flow>> {
        self.flows.get(workflow).ok_or_else(|| Error::NoWorkflow(workflow.to_owned()))
    }

    pub(crate) fn launch(
        self: &Arc<Self>,
        leased: (RunId, i64),
        machine: Machine,
        key: Option<String>,
    ) -> Result<()> {
        self.launch_with(leased, machine, (key, ReuseOutputs::Yes))
    }

    /// Starts the task of a run.
    pub(crate) fn launch_with(
        self: &Arc<Self>,
        (run, epoch): (RunId, i64),
        machine: Machine,
        (key, reuse): (Option<String>, ReuseOutputs),
    ) -> Result<()> {
        if self.is_stopped() {
            return Err(Error::Stopped);
        }
        let (sender, messages) = mpsc::unbounded_channel();
        let flow = Arc::clone(machine.flow());
        let mut task = Task::new(Arc::clone(self), (run, epoch), machine, (sender.clone(), messages));
        task.may_reuse = reuse == ReuseOutputs::Yes;
        let (ends, over) = watch::channel(None);
        let active = ActiveRun { sender, live: Arc::clone(&task.live), flow, over };
        self.runs.lock().insert(run, active);
        let inner = Arc::clone(self);
        self.tasks.spawn(async move {
            let status = task.run_to_end().await;
            inner.runs.lock().remove(&run);
            let _ = ends.send(Some(status));
            inner.host.changed(run);
            // A paused run also releases its key: otherwise a queued run could never start.
            let releases_key = status.is_over() || status == RunStatus::Interrupted;
            if let Some(key) = key
                && releases_key
                && !inner.is_stopped()
                && let Err(error) = inner.begin_queued(&key).await
            {
                tracing::warn!(%error, "a queued run could not be started");
            }
        });
        Ok(())
    }

    /// Starts the run that is queued under a key.
    async fn begin_queued(self: &Arc<Self>, key: &str) -> Result<()> {
        let mut tx = self.host.project().begin_write().await?;
        let Some(queued) = rows::next_queued(&mut tx, key).await? else { return Ok(()) };
        rows::set_status(&mut tx, queued.id, RunStatus::Running.as_str(), self.host.project().now()).await?;
        let epoch = rows::lease(&mut tx, queued.id).await?;
        let loaded = load(&mut tx, queued.id, self.registry.described()).await?;
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        self.launch((queued.id, epoch), loaded.machine, Some(key.to_owned()))
    }

    pub(crate) async fn resume(self: &Arc<Self>, run: RunId) -> Result<()> {
        if self.active(run).is_some() {
            return Err(Error::WrongState { run, status: RunStatus::Running });
        }
        let project = self.host.project();
        let mut tx = project.begin_write().await?;
        let loaded = load(&mut tx, run, self.registry.described()).await?;
        if loaded.status == RunStatus::Completed {
            return Err(Error::WrongState { run, status: loaded.status });
        }
        let key = loaded.run.concurrency_key.clone();
        if let Some(key) = &key
            && let Some(busy) = rows::busy(&mut tx, key).await?
            && busy.id != run
        {
            return Err(Error::Busy(busy.id));
        }
        let epoch = rows::lease(&mut tx, run).await?;
        let mut machine = loaded.machine;
        machine.reopen();
        let (lost, mut events) = lost(&loaded.steps, &machine);
        events.push(NewEvent { kind: "resumed", node: None, item: None, data: None });
        let status = machine.status();
        let run_changes =
            RunChanges { run, epoch, status: status.as_str(), trouble: None, steps: &lost, events: &events };
        rows::keep(&mut tx, &run_changes, project.now()).await?;
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        wenfang_project::step("workflow.resumed");
        self.launch((run, epoch), machine, key)
    }

    /// Starts the task of a run that waits for the author's answer.
    async fn wake_waiting(self: &Arc<Self>, run: RunId) -> Result<ActiveRun> {
        let mut tx = self.host.project().begin_write().await?;
        let loaded = load(&mut tx, run, self.registry.described()).await?;
        if loaded.status != RunStatus::Waiting {
            return Err(Error::NotAsked(run));
        }
        let epoch = rows::lease(&mut tx, run).await?;
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        self.launch((run, epoch), loaded.machine, loaded.run.concurrency_key)?;
        self.active(run).ok_or(Error::Stopped)
    }

    pub(crate) async fn cancel(self: &Arc<Self>, run: RunId, node: Option<&str>) -> Result<()> {
        if let Some(active) = self.active(run) {
            let number = match node {
                None => None,
                Some(node) => match active.flow.number(node) {
                    Some(number) => Some(number),
                    None => return Err(Error::NoNode { run, node: node.to_owned() }),
                },
            };
            let (reply, cancelled) = oneshot::channel();
            let _ = active.sender.send(Message::Cancel { node: number, reply });
            // A run that ended by itself in the meantime is over, too.
            let _ = cancelled.await;
            return Ok(());
        }
        let project = self.host.project();
        let mut tx = project.begin_write().await?;
        let row = rows::require(&mut tx, run).await?;
        let status = RunStatus::named(&row.status).ok_or(Error::Unreadable(run))?;
        if status.is_over() {
            return Err(Error::WrongState { run, status });
        }
        rows::cancel_left(&mut tx, run, project.now()).await?;
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        self.host.changed(run);
        // The run occupied its key while it waited for the author, and another run may be queued.
        match row.concurrency_key {
            Some(key) if status == RunStatus::Waiting => self.begin_queued(&key).await,
            _ => Ok(()),
        }
    }

    /// Waits until a run ends or pauses; `None` if it is not in progress.
    pub(crate) async fn wait(&self, run: RunId) -> Option<RunStatus> {
        let mut over = self.active(run)?.over;
        let status = over.wait_for(Option::is_some).await.ok()?;
        *status
    }
}

/// Steps that were running when their program ended: recorded as lost, which does not count as a failed attempt.
fn lost(steps: &[Step], machine: &Machine) -> (Vec<Step>, Vec<NewEvent>) {
    let is_running = |step: &&Step| step.status == NodeStatus::Running.as_str();
    let has_own_attempt = |step: &&Step| {
        let node = machine.flow().number(&step.node).and_then(|at| machine.flow().nodes.get(at));
        step.item.is_some() || node.is_some_and(|node| !node.has_items())
    };
    let failure = Failure::new(FailureClass::Lost, "the program ended during the step");
    let detail = serde_json::to_string(&Detail::Failed { failure, retry_in: Some(0) }).ok();
    let steps: Vec<Step> = steps
        .iter()
        .filter(is_running)
        .filter(has_own_attempt)
        .map(|step| Step {
            status: NodeStatus::Ready.as_str().to_owned(),
            detail: detail.clone(),
            ..step.clone()
        })
        .collect();
    let events = steps
        .iter()
        .map(|step| NewEvent { kind: "lost", node: Some(step.node.clone()), item: step.item, data: None })
        .collect();
    (steps, events)
}

/// The definition of a flow as stored with a run.
pub(crate) fn definition(flow: &Flow) -> String {
    // Serializing structs of strings, numbers and lists cannot fail.
    serde_json::to_string(&flow.definition).unwrap_or_default()
}
