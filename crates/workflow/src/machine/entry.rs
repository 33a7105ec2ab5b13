//! State changes when the dependencies of a node have ended, and when a node itself ends.

use std::sync::Arc;

use serde_json::Value;

use super::{Detail, Machine, Slot, WhySkipped};
use crate::definition::OnError;
use crate::failure::Failure;
use crate::state::NodeStatus;

impl Machine {
    /// Enters a node if all its dependencies have ended.
    pub(super) fn enter_if_free(&mut self, at: usize) {
        if self
            .nodes
            .get(at)
            .is_some_and(|node| node.whole.status == NodeStatus::Pending && node.open_needs == 0)
        {
            self.enter(at);
        }
    }

    fn enter(&mut self, at: usize) {
        let slot = Slot::of(at);
        if self.flow.graph.needs(at).any(|need| self.blocks(need)) {
            return self.settle(slot, NodeStatus::Skipped, Detail::Skipped(WhySkipped::Dependency));
        }
        let flow = Arc::clone(&self.flow);
        let when = flow.nodes.get(at).and_then(|node| node.when.as_ref());
        if when.is_some_and(|when| !self.scoped(None, |scope| when.holds(scope))) {
            return self.settle(slot, NodeStatus::Skipped, Detail::Skipped(WhySkipped::Condition));
        }
        if flow.node(at).is_some_and(|node| node.confirm) {
            return self.set(
                slot,
                NodeStatus::Waiting,
                Detail::Question(serde_json::json!({ "kind": "confirm" })),
            );
        }
        self.set(slot, NodeStatus::Ready, Detail::None);
        self.make_ready(at);
    }

    /// Hands out the work of a ready node: its items, or the node as a whole.
    pub(super) fn make_ready(&mut self, at: usize) {
        let flow = Arc::clone(&self.flow);
        match flow.nodes.get(at) {
            Some(node) if node.for_each.is_some() => self.fan_out(at),
            Some(node) if node.repeat.is_some() => self.begin_repeating(at),
            _ => self.ready.push(Slot::of(at)),
        }
    }

    /// Whether the nodes that depend on an ended node are skipped.
    fn blocks(&self, at: usize) -> bool {
        let Some(state) = self.nodes.get(at) else { return true };
        match state.whole.status {
            NodeStatus::Completed => false,
            NodeStatus::Skipped => state.whole.detail != Detail::Skipped(WhySkipped::Condition),
            NodeStatus::Failed => self.flow.node(at).is_none_or(|node| node.on_error != OnError::Continue),
            _ => true,
        }
    }

    /// Completes a slot.
    pub(super) fn done(&mut self, slot: Slot, output: Arc<Value>, detail: Detail) {
        if let Some(state) = self.slot_mut(slot) {
            state.output = Some(output);
        }
        self.settle(slot, NodeStatus::Completed, detail);
    }

    /// Ends a slot, with all consequences.
    pub(super) fn settle(&mut self, slot: Slot, status: NodeStatus, detail: Detail) {
        self.set(slot, status, detail);
        match slot.item {
            Some(_) => self.item_over(slot.node),
            None => self.node_over(slot.node),
        }
    }

    /// Updates the dependents of an ended node. Skipping may propagate along long chains, so this loops instead of
    /// recursing.
    pub(super) fn node_over(&mut self, at: usize) {
        let flow = Arc::clone(&self.flow);
        // `enter` calls this function again through `settle` when it skips; `is_propagating` bounds the depth.
        self.over.push(at);
        if self.is_propagating {
            return;
        }
        self.is_propagating = true;
        while let Some(over) = self.over.pop() {
            for next in flow.graph.feeds(over) {
                if let Some(node) = self.nodes.get_mut(next) {
                    node.open_needs = node.open_needs.saturating_sub(1);
                }
                self.enter_if_free(next);
            }
        }
        self.is_propagating = false;
    }

    /// Fails a node before its first attempt.
    pub(super) fn fail(&mut self, at: usize, message: String) {
        let failure = Failure::permanent(message);
        self.settle(Slot::of(at), NodeStatus::Failed, Detail::Failed { failure, retry_in: None });
    }
}
