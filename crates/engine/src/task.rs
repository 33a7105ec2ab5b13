//! The task of a run: receives messages, stores changes and starts steps.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use futures_util::FutureExt;
use serde_json::{Value, json};
use sqlx::Connection;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use wenfang_project::WriteTx;
use wenfang_project::workflows::{self as rows, NewEvent, RunChanges};
use wenfang_story::RunId;
use wenfang_workflow::hash::hash;
use wenfang_workflow::machine::{Answer, Machine, Outcome, Slot, StartedAttempt};
use wenfang_workflow::{Failure, FailureClass, Kind, RunStatus};

use crate::Host;
use crate::attempt::{Attempt, Ended};
use crate::engine::Inner;
use crate::error::{Error, Result};
use crate::handler::{Context, Done, Stop};
use crate::live::Live;
use crate::recording::{self, AttemptInfo};

/// A message to the task of a run.
pub(crate) enum Message {
    /// An attempt ended.
    Ended(Box<Ended>),
    /// A handler logged a message.
    Logged { slot: Slot, message: String },
    /// The author answered a question.
    Answer { slot: Slot, answer: Answer, reply: oneshot::Sender<bool> },
    /// The author cancelled the run, or a node of it.
    Cancel { node: Option<usize>, reply: oneshot::Sender<()> },
    /// How much is done: the number of completed steps and items, and their total.
    Share(oneshot::Sender<(usize, usize)>),
    /// The program ends, or the project is closed.
    Stop,
}

/// The kinds of steps, in the order of their queues.
const KINDS: [Kind; 3] = [Kind::Quick, Kind::Cpu, Kind::Model];

/// The task of a run in progress.
pub(crate) struct Task<H> {
    pub(crate) inner: Arc<Inner<H>>,
    pub(crate) run: RunId,
    pub(crate) epoch: i64,
    machine: Machine,
    pub(crate) live: Arc<Live>,
    pub(crate) sender: UnboundedSender<Message>,
    pub(crate) messages: UnboundedReceiver<Message>,
    /// Whether outputs of earlier runs may be reused.
    pub(crate) may_reuse: bool,
    queues: [VecDeque<Slot>; 3],
    /// Permits that were acquired but not used yet.
    turns: [Option<OwnedSemaphorePermit>; 3],
    in_flight: HashMap<Slot, CancellationToken>,
    /// Failed steps with the times of their next attempts.
    wakes: Vec<(Instant, Slot)>,
}

/// Actions to take after a turn of the run is committed.
#[derive(Default)]
struct After {
    started: Vec<(Slot, StartedAttempt, Turn)>,
    replies: Vec<Reply>,
    /// Whether a step wrote to the project.
    has_written: bool,
}

/// A permit for a step of a kind.
type Turn = (Kind, OwnedSemaphorePermit);

enum Reply {
    Answered(oneshot::Sender<bool>, bool),
    Cancelled(oneshot::Sender<()>),
}

impl<H: Host> Task<H> {
    pub(crate) fn new(
        inner: Arc<Inner<H>>,
        (run, epoch): (RunId, i64),
        machine: Machine,
        (sender, messages): (UnboundedSender<Message>, UnboundedReceiver<Message>),
    ) -> Self {
        Self {
            inner,
            run,
            epoch,
            live: Arc::new(Live::new(sender.clone())),
            machine,
            sender,
            messages,
            may_reuse: true,
            queues: Default::default(),
            turns: Default::default(),
            in_flight: HashMap::new(),
            wakes: Vec::new(),
        }
    }

    /// Runs until there is nothing left to do. Returns the final state.
    pub(crate) async fn run_to_end(mut self) -> RunStatus {
        let ends_at = self.inner.limits.total.map(|total| Instant::now() + total);
        let mut batch = Vec::new();
        loop {
            let turned = self.turn(batch).await;
            let status = match turned {
                Ok(status) => status,
                Err(error) => return self.broken_off(&error).await,
            };
            self.inner.host.changed(self.run);
            if self.in_flight.is_empty() && status != RunStatus::Running && status != RunStatus::Waiting {
                return status;
            }
            batch = tokio::select! {
                batch = self.next() => batch,
                () = until(ends_at) => return self.stopped().await,
            };
            if batch.iter().any(|message| matches!(message, Message::Stop)) {
                return self.stopped().await;
            }
        }
    }

    /// Waits for something to do, and returns the messages that are there. Answers questions meanwhile.
    async fn next(&mut self) -> Vec<Message> {
        let Self { messages, wakes, queues, turns, inner, machine, .. } = self;
        let mut batch = Vec::new();
        let wants = |at: usize| queues.get(at).is_some_and(|queue| !queue.is_empty());
        let turn = |at: usize| {
            let kind = KINDS.get(at).copied().unwrap_or_default();
            Arc::clone(inner.turns.of(kind)).acquire_owned()
        };
        let [quick, cpu, model] = turns;
        loop {
            tokio::select! {
                biased;
                Some(message) = messages.recv() => match message {
                    Message::Share(reply) => {
                        // The receiver may be gone.
                        let _ = reply.send(machine.share());
                        continue;
                    }
                    message => batch.push(message),
                },
                () = until(wakes.iter().map(|(at, _)| *at).min()) => {}
                Ok(permit) = turn(0), if wants(0) && quick.is_none() => *quick = Some(permit),
                Ok(permit) = turn(1), if wants(1) && cpu.is_none() => *cpu = Some(permit),
                Ok(permit) = turn(2), if wants(2) && model.is_none() => *model = Some(permit),
            }
            break;
        }
        while let Ok(message) = messages.try_recv() {
            batch.push(message);
        }
        let now = Instant::now();
        wakes.retain(|(at, slot)| {
            let is_over = *at <= now;
            if is_over {
                machine.wake(*slot);
            }
            !is_over
        });
        batch
    }

    /// Processes messages, stores the changes and starts what may start: one transaction.
    async fn turn(&mut self, batch: Vec<Message>) -> Result<RunStatus> {
        let inner = Arc::clone(&self.inner);
        let project = inner.host.project();
        let mut tx = None;
        let (mut after, mut known, mut logs) = (After::default(), AttemptInfo::default(), Vec::new());
        for message in batch {
            match message {
                Message::Ended(ended) => {
                    self.ended(&mut tx, *ended, &mut known).await?;
                }
                Message::Logged { slot, message } => logs.push((slot, message)),
                Message::Answer { slot, answer, reply } => {
                    let was_asked = self.machine.answer(slot, answer);
                    after.replies.push(Reply::Answered(reply, was_asked));
                }
                Message::Cancel { node, reply } => {
                    for slot in self.machine.cancel(node) {
                        if let Some(cancel) = self.in_flight.remove(&slot) {
                            cancel.cancel();
                        }
                    }
                    after.replies.push(Reply::Cancelled(reply));
                }
                Message::Share(reply) => drop(reply.send(self.machine.share())),
                Message::Stop => {}
            }
        }
        self.begin(&mut after);
        let now = project.now();
        let (status, steps, events, trouble) = {
            let machine = &mut self.machine;
            let changes = machine.take_changes();
            let flow = Arc::clone(machine.flow());
            let mut events = recording::events(&flow, &changes);
            events.extend(logs.into_iter().map(|(slot, message)| NewEvent {
                kind: "log",
                node: Some(recording::id(&flow, slot)),
                item: recording::item(slot),
                data: Some(json!({ "message": message })),
            }));
            let steps = recording::steps(&flow, &changes, &known, now);
            (machine.status(), steps, events, recording::trouble(machine))
        };
        let trouble = trouble.and_then(|trouble| serde_json::to_string(&trouble).ok());
        let run_changes = RunChanges {
            run: self.run,
            epoch: self.epoch,
            status: status.as_str(),
            trouble,
            steps: &steps,
            events: &events,
        };
        wenfang_project::step("workflow.turn");
        after.has_written = tx.is_some();
        let mut tx = match tx {
            Some(tx) => tx,
            None => project.begin_write().await?,
        };
        rows::keep(&mut tx, &run_changes, now).await?;
        wenfang_project::step("workflow.kept");
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        wenfang_project::step("workflow.committed");
        self.after(after);
        Ok(status)
    }

    /// Processes the end of an attempt: its writes are stored together with its end, or not at all.
    async fn ended(&mut self, tx: &mut Option<WriteTx>, ended: Ended, known: &mut AttemptInfo) -> Result<()> {
        let Ended { slot, result, hash: of_input, is_reused } = ended;
        self.live.forget(slot);
        if self.in_flight.remove(&slot).is_none() {
            // The step was cancelled: discard its writes.
            return Ok(());
        }
        known.hashes.extend(of_input.map(|hash| (slot, hash)));
        let outcome = match result {
            Err(Stop::Asks(question)) => Outcome::Asks(question),
            Err(Stop::Failed(failure)) => self.failed(slot, failure),
            Ok(Done { output, write, usage }) => {
                known.usages.extend(usage.map(|usage| (slot, usage)));
                match write {
                    None if is_reused => Outcome::Reused(Arc::new(output)),
                    None => Outcome::Done(Arc::new(output)),
                    Some(write) => {
                        let tx = match tx {
                            Some(tx) => tx,
                            None => tx.insert(self.inner.host.project().begin_write().await?),
                        };
                        // A failing write rolls back only its own changes.
                        let mut savepoint = tx.begin().await.map_err(wenfang_project::Error::from)?;
                        wenfang_project::step("workflow.writing");
                        match write(&mut savepoint).await {
                            Ok(output) => {
                                savepoint.commit().await.map_err(wenfang_project::Error::from)?;
                                Outcome::Done(Arc::new(output))
                            }
                            Err(failure) => {
                                savepoint.rollback().await.map_err(wenfang_project::Error::from)?;
                                self.failed(slot, failure)
                            }
                        }
                    }
                }
            }
        };
        let wait = self.machine.end(slot, outcome);
        self.wakes.extend(wait.map(|wait| (Instant::now() + std::time::Duration::from_millis(wait), slot)));
        Ok(())
    }

    /// A failure with the jitter of its retry: a hash instead of a random number, so that it is the same for the
    /// same step and attempt.
    fn failed(&self, slot: Slot, failure: Failure) -> Outcome {
        let attempt = self.machine.slot(slot).map_or(0, |state| state.attempt);
        let [first, second, ..] = hash(&json!([self.run, slot.node, slot.item, attempt]));
        let chance = f64::from(u16::from_be_bytes([first, second])) / f64::from(u16::MAX);
        Outcome::Failed(failure, chance)
    }

    /// Starts as many steps as the limits allow.
    fn begin(&mut self, after: &mut After) {
        let machine = &mut self.machine;
        loop {
            let flow = Arc::clone(machine.flow());
            for slot in machine.take_ready() {
                let handler = flow.node(slot.node).and_then(|node| node.handler.as_deref());
                let kind =
                    handler.and_then(|name| self.inner.registry.described().get(name)).map(|spec| spec.kind);
                let queue = KINDS.iter().position(|known| Some(*known) == kind).unwrap_or(0);
                if let Some(queue) = self.queues.get_mut(queue) {
                    queue.push_back(slot);
                }
            }
            let mut has_started = false;
            for ((kind, queue), turn) in KINDS.into_iter().zip(&mut self.queues).zip(&mut self.turns) {
                while !queue.is_empty() {
                    let Some(permit) = turn
                        .take()
                        .or_else(|| Arc::clone(self.inner.turns.of(kind)).try_acquire_owned().ok())
                    else {
                        break;
                    };
                    let Some(slot) = queue.pop_front() else { break };
                    if let Some(started) = machine.begin(slot) {
                        has_started = true;
                        after.started.push((slot, started, (kind, permit)));
                    }
                }
            }
            // A step whose params could not be filled may have made others ready.
            if !has_started && self.queues.iter().all(VecDeque::is_empty) || !machine.has_ready() {
                return;
            }
        }
    }

    /// Performs the actions that follow a commit.
    fn after(&mut self, after: After) {
        if after.has_written {
            self.inner.host.wrote(self.run);
        }
        for (slot, started, turn) in after.started {
            self.spawn(slot, started, turn);
        }
        for reply in after.replies {
            // The receiver may be gone.
            match reply {
                Reply::Answered(reply, was_asked) => drop(reply.send(was_asked)),
                Reply::Cancelled(reply) => drop(reply.send(())),
            }
        }
    }

    fn spawn(&mut self, slot: Slot, started: StartedAttempt, (kind, permit): Turn) {
        let (input, node) = {
            let machine = &self.machine;
            (Arc::clone(machine.input()), machine.flow().node(slot.node).cloned())
        };
        let Some(node) = node else { return };
        let cancel = CancellationToken::new();
        self.in_flight.insert(slot, cancel.clone());
        let context = Context {
            host: Arc::clone(&self.inner.host),
            run: self.run,
            node: node.id.clone(),
            item: slot.item,
            value: started.item,
            attempt: started.attempt,
            input,
            answer: started.answer,
            cancel,
            slot,
            live: Arc::clone(&self.live),
        };
        let attempt = Attempt {
            inner: Arc::clone(&self.inner),
            context,
            params: started.params,
            node,
            may_reuse: self.may_reuse,
            permit,
        };
        let sender = self.sender.clone();
        let mut attempt = Box::pin(attempt.make());
        // A step that ends without waiting needs no task of its own.
        if kind == Kind::Quick
            && let Some(ended) = attempt.as_mut().now_or_never()
        {
            let _ = sender.send(Message::Ended(Box::new(ended)));
            return;
        }
        self.inner.tasks.spawn(async move {
            let _ = sender.send(Message::Ended(Box::new(attempt.await)));
        });
    }

    /// Interrupts the run so that it can be resumed.
    async fn stopped(mut self) -> RunStatus {
        self.cancel_all();
        let is_waiting = self.machine.status() == RunStatus::Waiting;
        if is_waiting {
            return RunStatus::Waiting;
        }
        self.leave(RunStatus::Interrupted, None).await;
        RunStatus::Interrupted
    }

    /// A turn could not be stored: nothing of it is stored, and the run can be resumed.
    async fn broken_off(mut self, error: &Error) -> RunStatus {
        self.cancel_all();
        if matches!(error, Error::Project(wenfang_project::Error::LeaseLost(_))) {
            tracing::warn!(workflow.run = self.run.get(), "the run was taken over by another process");
            return RunStatus::Interrupted;
        }
        tracing::error!(workflow.run = self.run.get(), %error, "the run was interrupted by an error");
        let failure = Failure::new(FailureClass::Transient, error.to_string());
        self.leave(RunStatus::Interrupted, Some(failure)).await;
        RunStatus::Interrupted
    }

    async fn leave(&self, status: RunStatus, trouble: Option<Failure>) {
        let stored = async {
            let project = self.inner.host.project();
            let data = trouble.as_ref().and_then(|trouble| serde_json::to_value(trouble).ok());
            let events = [NewEvent { kind: "interrupted", node: None, item: None, data }];
            let run_changes = RunChanges {
                run: self.run,
                epoch: self.epoch,
                status: status.as_str(),
                trouble: trouble.and_then(|trouble| serde_json::to_string(&trouble).ok()),
                steps: &[],
                events: &events,
            };
            let mut tx = project.begin_write().await?;
            rows::keep(&mut tx, &run_changes, project.now()).await?;
            tx.commit().await.map_err(wenfang_project::Error::from)
        };
        // If even this write fails, the next opening marks the run as interrupted.
        if let Err(error) = stored.await {
            tracing::warn!(workflow.run = self.run.get(), %error, "the run could not be marked as interrupted");
        }
        self.inner.host.changed(self.run);
    }

    fn cancel_all(&mut self) {
        for (_, cancel) in self.in_flight.drain() {
            cancel.cancel();
        }
    }
}

/// Waits until `at`; forever if it is `None`.
pub(crate) async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// The output of a run for its parent step: the outputs of the nodes without dependents, by node id.
pub(crate) fn output(machine: &Machine) -> Value {
    let flow = machine.flow();
    let last = (0..flow.nodes.len()).filter(|at| flow.graph.feeds(*at).next().is_none());
    last.filter_map(|at| {
        let output = machine.slot(Slot::of(at))?.output.as_deref().cloned().unwrap_or_default();
        Some((flow.node(at)?.id.clone(), output))
    })
    .collect()
}
