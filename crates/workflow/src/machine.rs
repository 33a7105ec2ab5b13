//! A run as a state machine: events go in, changes and ready steps come out.
//!
//! Invariants: a completed node stays completed; a node becomes ready as soon as its last dependency ends, without
//! rounds; restoring the same rows gives the same machine. It has no side effects: no time, no files, no tasks.

mod entry;
mod items;
mod repeat;
mod restore;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::definition::Retry;
use crate::failure::{Failure, next_attempt};
use crate::flow::Flow;
use crate::reference::{ItemScope, Scope};
use crate::state::{NodeStatus, RunStatus};

pub use restore::StoredAttempt;

/// A node, or one item of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The number of the node.
    pub node: usize,
    /// The number of the item; `None` for the node as a whole.
    pub item: Option<usize>,
}

impl Slot {
    /// A node as a whole.
    pub const fn of(node: usize) -> Self {
        Self { node, item: None }
    }
}

/// Why a node was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum WhySkipped {
    /// Its condition is false.
    Condition,
    /// A node it depends on did not complete.
    Dependency,
    /// The author declined it.
    Declined,
}

/// Details of a state, stored in this form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    #[default]
    None,
    /// The failure; the step is tried again after `retry_in` milliseconds, or not at all.
    Failed {
        failure: Failure,
        /// Milliseconds until the next attempt.
        retry_in: Option<u64>,
    },
    /// The question to the author.
    Question(Value),
    /// The author's answer.
    Answered(Value),
    Skipped(WhySkipped),
    /// The output comes from an earlier run.
    Reused,
}

impl Detail {
    /// Whether there is nothing to store.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// A change of state, to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The slot that changed.
    pub slot: Slot,
    /// Its attempt; 0 before the first.
    pub attempt: u32,
    /// The new state.
    pub status: NodeStatus,
    pub detail: Detail,
    /// The output of a completed slot; `None` for a node with items, which have the outputs.
    pub output: Option<Arc<Value>>,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The attempt succeeded.
    Done(Arc<Value>),
    /// The output of an earlier run was reused.
    Reused(Arc<Value>),
    /// The attempt failed. The number, 0 to 1, is the jitter of the delay before the next attempt.
    Failed(Failure, f64),
    /// The step needs an answer from the author.
    Asks(Value),
}

/// An attempt that starts.
#[derive(Clone, Debug, PartialEq)]
pub struct StartedAttempt {
    /// Its number, from 1.
    pub attempt: u32,
    /// The params for the handler.
    pub params: Arc<Value>,
    /// Its value in the array, for an item of a fan-out node.
    pub item: Option<Value>,
    /// The author's answer, if the step asked a question.
    pub answer: Option<Value>,
}

/// The author's answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Whether to go on.
    pub accept: bool,
    /// Further data of the answer.
    pub data: Value,
}

/// The state of a node or an item.
#[derive(Clone, Debug)]
pub struct SlotState {
    pub status: NodeStatus,
    /// The newest attempt; 0 before the first.
    pub attempt: u32,
    /// Number of failed attempts.
    pub failures: u32,
    pub detail: Detail,
    pub output: Option<Arc<Value>>,
}

impl SlotState {
    const fn new(status: NodeStatus) -> Self {
        Self { status, attempt: 0, failures: 0, detail: Detail::None, output: None }
    }
}

/// The state of a node.
#[derive(Clone, Debug)]
pub struct NodeState {
    /// The node as a whole.
    pub whole: SlotState,
    /// The items of a fan-out node; of a repeated node, those so far.
    pub items: Vec<SlotState>,
    /// The array that the node fans out over.
    over: Option<Arc<Value>>,
    /// Number of dependencies that have not ended.
    open_needs: usize,
    /// Number of items that have not ended.
    open_items: usize,
}

/// The state machine of a run.
#[derive(Clone, Debug)]
pub struct Machine {
    flow: Arc<Flow>,
    input: Arc<Value>,
    nodes: Vec<NodeState>,
    is_cancelled: bool,
    /// Number of slots that are ready or running, so that [`Machine::status`] need not count them.
    active: usize,
    waiting: usize,
    changes: Vec<Change>,
    ready: Vec<Slot>,
    /// Nodes that have ended but whose dependents have not been updated yet.
    over: Vec<usize>,
    is_propagating: bool,
}

impl Machine {
    /// A new run. [`Machine::start`] makes the first nodes ready.
    pub fn new(flow: Arc<Flow>, input: Arc<Value>) -> Self {
        let nodes = (0..flow.nodes.len())
            .map(|at| NodeState {
                whole: SlotState::new(NodeStatus::Pending),
                items: Vec::new(),
                over: None,
                open_needs: flow.graph.needs(at).count(),
                open_items: 0,
            })
            .collect();
        Self {
            flow,
            input,
            nodes,
            is_cancelled: false,
            active: 0,
            waiting: 0,
            changes: Vec::new(),
            ready: Vec::new(),
            over: Vec::new(),
            is_propagating: false,
        }
    }

    /// Makes every node ready whose dependencies have ended.
    pub fn start(&mut self) {
        for at in 0..self.nodes.len() {
            self.enter_if_free(at);
        }
    }

    /// The workflow of the run.
    pub fn flow(&self) -> &Arc<Flow> {
        &self.flow
    }

    /// The input of the run.
    pub fn input(&self) -> &Arc<Value> {
        &self.input
    }

    /// The state of every node.
    pub fn nodes(&self) -> &[NodeState] {
        &self.nodes
    }

    /// The state of a slot.
    pub fn slot(&self, slot: Slot) -> Option<&SlotState> {
        let node = self.nodes.get(slot.node)?;
        match slot.item {
            None => Some(&node.whole),
            Some(item) => node.items.get(item),
        }
    }

    fn slot_mut(&mut self, slot: Slot) -> Option<&mut SlotState> {
        let node = self.nodes.get_mut(slot.node)?;
        match slot.item {
            None => Some(&mut node.whole),
            Some(item) => node.items.get_mut(item),
        }
    }

    /// Returns and clears the changes.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Returns and clears the ready slots.
    pub fn take_ready(&mut self) -> Vec<Slot> {
        std::mem::take(&mut self.ready)
    }

    /// Whether there are ready slots to take.
    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Starts an attempt. Returns `None` when the slot is no longer ready, or when its params cannot be filled,
    /// which makes it fail.
    pub fn begin(&mut self, slot: Slot) -> Option<StartedAttempt> {
        let state = self.slot(slot)?;
        if state.status != NodeStatus::Ready {
            return None;
        }
        let answer = match &state.detail {
            Detail::Answered(data) => Some(data.clone()),
            _ => None,
        };
        let (params, item) = match self.params(slot) {
            Ok(params) => params,
            Err(failure) => {
                self.settle(slot, NodeStatus::Failed, Detail::Failed { failure, retry_in: None });
                return None;
            }
        };
        let state = self.slot_mut(slot)?;
        state.attempt += 1;
        let attempt = state.attempt;
        self.set(slot, NodeStatus::Running, Detail::None);
        Some(StartedAttempt { attempt, params, item, answer })
    }

    /// Ends an attempt. Returns the delay in milliseconds before the next attempt, if there is one.
    pub fn end(&mut self, slot: Slot, outcome: Outcome) -> Option<u64> {
        if self.slot(slot)?.status != NodeStatus::Running {
            // It was cancelled in the meantime: ignore its result.
            return None;
        }
        match outcome {
            Outcome::Done(output) => self.done(slot, output, Detail::None),
            Outcome::Reused(output) => self.done(slot, output, Detail::Reused),
            Outcome::Asks(question) => self.set(slot, NodeStatus::Waiting, Detail::Question(question)),
            Outcome::Failed(failure, chance) => return self.failed(slot, failure, chance),
        }
        None
    }

    fn failed(&mut self, slot: Slot, failure: Failure, chance: f64) -> Option<u64> {
        let retry = self.retry(slot.node);
        let state = self.slot_mut(slot)?;
        state.failures += 1;
        let wait = next_attempt(&retry, (state.failures, chance), &failure);
        let detail = Detail::Failed { failure, retry_in: wait };
        match wait {
            Some(_) => self.set(slot, NodeStatus::Ready, detail),
            None => self.settle(slot, NodeStatus::Failed, detail),
        }
        wait
    }

    /// Nodes without `retry` get one attempt.
    fn retry(&self, node: usize) -> Retry {
        let once = Retry { max_attempts: 1, ..Retry::default() };
        self.flow.node(node).and_then(|node| node.retry).unwrap_or(once)
    }

    /// Makes a slot ready again after the delay before its next attempt.
    pub fn wake(&mut self, slot: Slot) {
        if self.slot(slot).is_some_and(|state| state.status == NodeStatus::Ready) {
            self.ready.push(slot);
        }
    }

    /// Applies an answer of the author. Returns whether a step was waiting for it.
    pub fn answer(&mut self, slot: Slot, answer: Answer) -> bool {
        let Some(state) = self.slot(slot) else { return false };
        if state.status != NodeStatus::Waiting {
            return false;
        }
        if !answer.accept {
            self.settle(slot, NodeStatus::Skipped, Detail::Skipped(WhySkipped::Declined));
            return true;
        }
        let answered = Detail::Answered(answer.data);
        self.set(slot, NodeStatus::Ready, answered);
        match slot.item {
            None => self.make_ready(slot.node),
            Some(_) => self.ready.push(slot),
        }
        true
    }

    /// Cancels the run, or one node with everything after it. Returns the running slots, which must be stopped.
    pub fn cancel(&mut self, node: Option<usize>) -> Vec<Slot> {
        let wanted = match node {
            Some(node) => self.flow.graph.downstream(node),
            None => {
                self.is_cancelled = true;
                (0..self.nodes.len()).collect()
            }
        };
        let mut running = Vec::new();
        for node in wanted {
            let items = self.nodes.get(node).map_or(0, |node| node.items.len());
            for slot in (0..items).map(|item| Slot { node, item: Some(item) }).chain([Slot::of(node)]) {
                let Some(state) = self.slot(slot) else { continue };
                if state.status.is_over() {
                    continue;
                }
                if state.status == NodeStatus::Running && (items == 0 || slot.item.is_some()) {
                    running.push(slot);
                }
                self.settle(slot, NodeStatus::Cancelled, Detail::None);
            }
        }
        running
    }

    /// The state of the run, derived from its nodes.
    pub fn status(&self) -> RunStatus {
        if self.active > 0 {
            return RunStatus::Running;
        }
        if self.waiting > 0 {
            return RunStatus::Waiting;
        }
        if self.is_cancelled {
            return RunStatus::Cancelled;
        }
        let (mut done, mut failed, mut pauses) = (false, false, false);
        for (at, node) in self.nodes.iter().enumerate() {
            let matters = self.flow.node(at).is_some_and(|node| node.on_error.fails_run());
            match node.whole.status {
                NodeStatus::Completed => done = true,
                NodeStatus::Failed if matters => {
                    failed = true;
                    pauses |= node.failure().is_some_and(|failure| failure.class.pauses());
                }
                NodeStatus::Cancelled => failed = true,
                _ => {}
            }
        }
        match (failed, pauses, done) {
            (false, ..) => RunStatus::Completed,
            (true, true, _) => RunStatus::Interrupted,
            (true, false, true) => RunStatus::Partial,
            (true, false, false) => RunStatus::Failed,
        }
    }

    /// Runs `look` with the scope for the references of a node.
    fn scoped<T>(&self, item: Option<ItemScope<'_>>, look: impl FnOnce(&Scope<'_>) -> T) -> T {
        let output = |id: &str| {
            let node = self.nodes.get(self.flow.number(id)?)?;
            match node.whole.status {
                NodeStatus::Completed => node.whole.output.as_deref(),
                NodeStatus::Skipped | NodeStatus::Failed => Some(&Value::Null),
                _ => None,
            }
        };
        look(&Scope { input: &self.input, output: &output, item })
    }

    fn params(&self, slot: Slot) -> Result<(Arc<Value>, Option<Value>), Failure> {
        let node =
            self.flow.nodes.get(slot.node).ok_or_else(|| Failure::permanent("there is no such node"))?;
        let item = slot.item.and_then(|item| self.nodes.get(slot.node)?.scope_of(item));
        let value = item.as_ref().and_then(|item| item.item.cloned());
        let filled = self.scoped(item, |scope| node.params.fill(scope));
        let params = filled.map_err(|missing| Failure::permanent(format!("`{missing}` does not exist")))?;
        Ok((params, value))
    }

    /// Sets a state that is not final, or a final one whose consequences the caller handles.
    fn set(&mut self, slot: Slot, status: NodeStatus, detail: Detail) {
        let Some(state) = self.slot_mut(slot) else { return };
        let before = std::mem::replace(&mut state.status, status);
        debug_assert!(before.may_become(status), "{before:?} must not become {status:?}");
        state.detail.clone_from(&detail);
        let (attempt, output) = (state.attempt, state.output.clone());
        let has_items = slot.item.is_none() && self.nodes.get(slot.node).is_some_and(NodeState::has_items);
        self.active -= usize::from(is_active(before, has_items));
        self.active += usize::from(is_active(status, has_items));
        self.waiting -= usize::from(before == NodeStatus::Waiting);
        self.waiting += usize::from(status == NodeStatus::Waiting);
        let output = if has_items { None } else { output };
        self.changes.push(Change { slot, attempt, status, detail, output });
    }
}

/// Whether a slot has work to do. A node with items has none of its own.
fn is_active(status: NodeStatus, has_items: bool) -> bool {
    match status {
        NodeStatus::Ready => true,
        NodeStatus::Running => !has_items,
        _ => false,
    }
}

impl NodeState {
    /// The failure of the node, or of its first failed item.
    pub fn failure(&self) -> Option<&Failure> {
        let failed = self.items.iter().find(|item| item.status == NodeStatus::Failed).unwrap_or(&self.whole);
        match &failed.detail {
            Detail::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// The array that the node fans out over.
    pub fn over(&self) -> Option<&Value> {
        self.over.as_deref()
    }

    /// Whether the items of the node have been created; a fan-out node may have none.
    fn has_items(&self) -> bool {
        self.over.is_some() || !self.items.is_empty()
    }

    /// What the references of an item can refer to.
    fn scope_of(&self, item: usize) -> Option<ItemScope<'_>> {
        match &self.over {
            Some(over) => Some(ItemScope::of(item, over.get(item)?)),
            None => Some(ItemScope::after(item, self.output_before(item))),
        }
    }
}
