//! Restores a machine from stored rows, and reopens a run that has ended.

use std::sync::Arc;

use serde_json::Value;

use super::items::outputs;
use super::{Detail, Machine, NodeState, Slot, SlotState, WhySkipped};
use crate::failure::FailureClass;
use crate::flow::{Flow, FlowNode};
use crate::state::NodeStatus;

/// A stored attempt: the newest change of its slot in this attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAttempt {
    pub node: String,
    /// The number of the item; `None` for the node as a whole.
    pub item: Option<usize>,
    /// Its number; 0 before the first.
    pub attempt: u32,
    /// The last state.
    pub status: NodeStatus,
    pub detail: Detail,
    pub output: Option<Arc<Value>>,
}

impl Machine {
    /// Restores a machine. Slots that were running are ready to run again, as the next attempt. Rows must be in the
    /// order of attempts; rows of nodes that the flow does not have are ignored.
    pub fn restore(flow: Arc<Flow>, input: Arc<Value>, rows: Vec<StoredAttempt>) -> Self {
        let mut machine = Self::new(flow, input);
        // Items are sorted out first: the state of a node as a whole depends on them.
        let (items, wholes): (Vec<StoredAttempt>, Vec<StoredAttempt>) =
            rows.into_iter().partition(|row| row.item.is_some());
        for row in wholes {
            if let Some(node) = machine.flow.number(&row.node)
                && let Some(state) = machine.nodes.get_mut(node)
            {
                apply(&mut state.whole, row);
            }
        }
        let mut stored_items: Vec<Vec<StoredAttempt>> = vec![Vec::new(); machine.nodes.len()];
        for row in items {
            if let Some(rows) = machine.flow.number(&row.node).and_then(|node| stored_items.get_mut(node)) {
                rows.push(row);
            }
        }
        for at in machine.flow.graph.order() {
            let rows = stored_items.get_mut(at).map(std::mem::take).unwrap_or_default();
            machine.restore_items(at, rows);
        }
        machine.proceed();
        machine
    }

    /// Recounts, enters nodes that may start, and goes on with nodes whose items were over.
    fn proceed(&mut self) {
        for at in 0..self.nodes.len() {
            let open = self.flow.graph.needs(at).filter(|need| !self.is_over(*need)).count();
            if let Some(node) = self.nodes.get_mut(at) {
                node.open_needs = open;
            }
        }
        self.recount();
        for at in 0..self.nodes.len() {
            self.enter_if_free(at);
            let Some(node) = self.nodes.get(at) else { continue };
            match node.whole.status {
                NodeStatus::Ready if self.is_for_items(at) && !node.has_items() => self.make_ready(at),
                NodeStatus::Running if node.has_items() && node.open_items == 0 => self.items_over(at),
                _ => {}
            }
        }
    }

    /// Whether the definition gives the work of a node to its items.
    fn is_for_items(&self, at: usize) -> bool {
        self.flow.nodes.get(at).is_some_and(FlowNode::has_items)
    }

    fn restore_items(&mut self, at: usize, rows: Vec<StoredAttempt>) {
        let had_items = self.nodes.get(at).is_some_and(|node| node.whole.attempt > 0);
        if !had_items {
            return;
        }
        let Some((over, count)) = self.stored_items(at, &rows) else { return };
        let mut items = vec![SlotState::new(NodeStatus::Ready); count];
        for row in rows {
            if let Some(state) = row.item.and_then(|item| items.get_mut(item)) {
                apply(state, row);
            }
        }
        let open = items.iter().filter(|item| !item.status.is_over()).count();
        let Some(node) = self.nodes.get_mut(at) else { return };
        (node.items, node.over, node.open_items) = (items, over, open);
        if node.whole.status == NodeStatus::Completed {
            let output = match node.over {
                Some(_) => Arc::new(Value::Array(outputs(&node.items))),
                None => node.repeated_output(),
            };
            node.whole.output = Some(output);
        }
        if !node.whole.status.is_over() {
            // The node was restored as ready, but its items are what runs.
            node.whole.status = NodeStatus::Running;
        }
    }

    /// The array that a node fans out over, if it does, and the number of its items. A repeated node has as many as
    /// have rows; the first needs none, because it follows from the row of the node.
    fn stored_items(&self, at: usize, rows: &[StoredAttempt]) -> Option<(Option<Arc<Value>>, usize)> {
        let node = self.flow.nodes.get(at)?;
        if node.for_each.is_some() {
            let over = self.items_of(at).ok()?;
            let count = over.as_array().map_or(0, Vec::len);
            return Some((Some(over), count));
        }
        let most = node.repeat.as_ref()?.most;
        let count = rows.iter().filter_map(|row| row.item).map(|item| item + 1).max().unwrap_or(0);
        let least = usize::from(!self.is_over(at));
        Some((None, count.max(least).min(most)))
    }

    fn is_over(&self, at: usize) -> bool {
        self.nodes.get(at).is_some_and(|node| node.whole.status.is_over())
    }

    /// Counts active and waiting slots, and collects the ready ones.
    fn recount(&mut self) {
        (self.active, self.waiting) = (0, 0);
        self.ready.clear();
        for (node, state) in self.nodes.iter().enumerate() {
            let items = state.items.iter().enumerate().map(|(item, state)| (Some(item), state));
            for (item, slot) in items.chain([(None, &state.whole)]) {
                match slot.status {
                    NodeStatus::Ready => {
                        self.active += 1;
                        if item.is_some() || !self.is_for_items(node) {
                            self.ready.push(Slot { node, item });
                        }
                    }
                    NodeStatus::Running if item.is_some() || !state.has_items() => self.active += 1,
                    NodeStatus::Waiting => self.waiting += 1,
                    _ => {}
                }
            }
        }
    }

    /// Reopens everything that failed, was cancelled, or was skipped as a consequence, so that a run that has ended
    /// can be resumed. Completed nodes stay completed, even those that ran without the output of a failed one.
    pub fn reopen(&mut self) {
        self.is_cancelled = false;
        for at in 0..self.nodes.len() {
            if self.nodes.get(at).is_some_and(|node| must_reopen(&node.whole)) {
                self.reopen_node(at);
            }
        }
        self.proceed();
    }

    fn reopen_node(&mut self, at: usize) {
        let Some(node) = self.nodes.get_mut(at) else { return };
        if node.items.is_empty() {
            reset(&mut node.whole, NodeStatus::Pending);
            return;
        }
        for item in &mut node.items {
            if matches!(item.status, NodeStatus::Failed | NodeStatus::Cancelled) {
                reset(item, NodeStatus::Ready);
            }
        }
        node.open_items = node.items.iter().filter(|item| !item.status.is_over()).count();
        reset(&mut node.whole, NodeStatus::Running);
    }
}

fn must_reopen(state: &SlotState) -> bool {
    match state.status {
        NodeStatus::Failed | NodeStatus::Cancelled => true,
        NodeStatus::Skipped => state.detail == Detail::Skipped(WhySkipped::Dependency),
        _ => false,
    }
}

fn reset(state: &mut SlotState, status: NodeStatus) {
    state.status = status;
    state.failures = 0;
    state.detail = Detail::None;
}

/// Applies a stored attempt to the state of its slot.
fn apply(state: &mut SlotState, row: StoredAttempt) {
    state.attempt = state.attempt.max(row.attempt);
    // An attempt lost with the program does not count as a failure.
    state.failures += u32::from(
        matches!(&row.detail, Detail::Failed { failure, .. } if failure.class != FailureClass::Lost),
    );
    state.status = match row.status {
        // The process that ran it is gone.
        NodeStatus::Running => NodeStatus::Ready,
        status => status,
    };
    state.detail = row.detail;
    state.output = row.output;
}

impl NodeState {
    /// The number of items by state: completed, failed, running, total. Of a repeated node, only the items so far are
    /// counted.
    pub fn tally(&self) -> Option<(usize, usize, usize, usize)> {
        if !self.has_items() {
            return None;
        }
        let of = |status| self.items.iter().filter(|item| item.status == status).count();
        Some((of(NodeStatus::Completed), of(NodeStatus::Failed), of(NodeStatus::Running), self.items.len()))
    }

    /// The number of items that are completed or were skipped on purpose, and their total; without items, the node
    /// counts as one.
    fn share(&self) -> (usize, usize) {
        let whole = std::slice::from_ref(&self.whole);
        let slots = if self.items.is_empty() { whole } else { &self.items };
        (slots.iter().filter(|slot| is_done(slot)).count(), slots.len())
    }
}

fn is_done(slot: &SlotState) -> bool {
    let is_skipped = slot.status == NodeStatus::Skipped;
    slot.status == NodeStatus::Completed
        || is_skipped && slot.detail != Detail::Skipped(WhySkipped::Dependency)
}

impl Machine {
    /// The number of steps and items that are completed or were skipped on purpose, and their total.
    pub fn share(&self) -> (usize, usize) {
        self.nodes
            .iter()
            .map(NodeState::share)
            .fold((0, 0), |(done, total), (more, all)| (done + more, total + all))
    }
}
