//! Repeated nodes, whose items run one after the other while a condition holds.
//!
//! The condition is evaluated when an item has completed, from its output, the input and the outputs of the nodes
//! before. All of these are stored, so a restored machine comes to the same answer, and nothing else is stored.

use std::sync::Arc;

use serde_json::Value;

use super::{Detail, Machine, NodeState, Slot, SlotState};
use crate::state::NodeStatus;

impl Machine {
    /// Creates the first item of a ready node.
    pub(super) fn begin_repeating(&mut self, at: usize) {
        self.add_item(at);
        if let Some(node) = self.nodes.get_mut(at) {
            node.whole.attempt += 1;
        }
        self.set(Slot::of(at), NodeStatus::Running, Detail::None);
    }

    fn add_item(&mut self, at: usize) {
        let Some(node) = self.nodes.get_mut(at) else { return };
        let slot = Slot { node: at, item: Some(node.items.len()) };
        node.items.push(SlotState::new(NodeStatus::Ready));
        node.open_items = 1;
        self.active += 1;
        self.ready.push(slot);
    }

    /// Adds an item after the newest one, or ends the node: its output is that of its last completed item. An item that
    /// fails or is cancelled ends it in the same way as a node without items; one that the author declines ends only
    /// the repetition.
    pub(super) fn repeat_or_end(&mut self, at: usize) {
        let Some(newest) = self.nodes.get(at).and_then(|node| node.items.last()) else { return };
        match newest.status {
            NodeStatus::Completed if self.repeats(at) => self.add_item(at),
            NodeStatus::Failed => {
                let detail = newest.detail.clone();
                self.settle(Slot::of(at), NodeStatus::Failed, detail);
            }
            NodeStatus::Cancelled => self.settle(Slot::of(at), NodeStatus::Cancelled, Detail::None),
            _ => {
                let output = self.nodes.get(at).map(NodeState::repeated_output).unwrap_or_default();
                self.done(Slot::of(at), output, Detail::None);
            }
        }
    }

    /// Whether there is an item after the newest one.
    fn repeats(&self, at: usize) -> bool {
        let Some(repeat) = self.flow.nodes.get(at).and_then(|node| node.repeat.as_ref()) else {
            return false;
        };
        let Some(node) = self.nodes.get(at) else { return false };
        let next = node.items.len();
        next < repeat.most && self.scoped(node.scope_of(next), |scope| repeat.condition.holds(scope))
    }
}

impl NodeState {
    /// The output of the item before one of a repeated node; null for the first.
    pub(super) fn output_before(&self, item: usize) -> &Value {
        let before = item.checked_sub(1).and_then(|before| self.items.get(before));
        before.and_then(|before| before.output.as_deref()).unwrap_or(&Value::Null)
    }

    /// The output of a repeated node: that of its last completed item; null if there is none.
    pub(super) fn repeated_output(&self) -> Arc<Value> {
        self.items.iter().rev().find_map(|item| item.output.clone()).unwrap_or_default()
    }
}
