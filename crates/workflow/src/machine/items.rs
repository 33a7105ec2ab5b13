//! Nodes with items: fan-out nodes, which run once for each item of an array, and what they share with repeated ones.

use std::sync::Arc;

use serde_json::Value;

use super::{Detail, Machine, Slot, SlotState};
use crate::definition::{MAX_ITEMS, OnError};
use crate::state::NodeStatus;

impl Machine {
    /// Creates the items of a ready node, all of them ready.
    pub(super) fn fan_out(&mut self, at: usize) {
        let over = match self.items_of(at) {
            Ok(over) => over,
            Err(message) => return self.fail(at, message),
        };
        let count = over.as_array().map_or(0, Vec::len);
        if let Some(node) = self.nodes.get_mut(at) {
            node.items = vec![SlotState::new(NodeStatus::Ready); count];
            node.open_items = count;
            node.over = Some(over);
            node.whole.attempt += 1;
        }
        self.active += count;
        self.set(Slot::of(at), NodeStatus::Running, Detail::None);
        self.ready.extend((0..count).map(|item| Slot { node: at, item: Some(item) }));
        if count == 0 {
            self.items_over(at);
        }
    }

    /// The array that a node fans out over.
    pub(super) fn items_of(&self, at: usize) -> Result<Arc<Value>, String> {
        let Some(reference) = self.flow.nodes.get(at).and_then(|node| node.for_each.as_ref()) else {
            return Err("the node has no `for_each`".to_owned());
        };
        match self.scoped(None, |scope| reference.find(scope).cloned()) {
            Some(Value::Array(items)) if items.len() > MAX_ITEMS => {
                Err(format!("`{reference}` has {} items; the maximum is {MAX_ITEMS}", items.len()))
            }
            Some(items @ Value::Array(_)) => Ok(Arc::new(items)),
            Some(Value::Null) => Ok(Arc::new(Value::Array(Vec::new()))),
            Some(_) => Err(format!("`{reference}` is not an array")),
            None => Err(format!("`{reference}` does not exist")),
        }
    }

    /// Updates a node after one of its items has ended.
    pub(super) fn item_over(&mut self, at: usize) {
        let Some(node) = self.nodes.get_mut(at) else { return };
        node.open_items = node.open_items.saturating_sub(1);
        if node.open_items == 0 && node.whole.status == NodeStatus::Running {
            self.items_over(at);
        }
    }

    /// Ends a node whose items have all ended, or adds the next item of a repeated one.
    pub(super) fn items_over(&mut self, at: usize) {
        if self.flow.nodes.get(at).is_some_and(|node| node.repeat.is_some()) {
            self.repeat_or_end(at);
        } else {
            self.end_fan_out(at);
        }
    }

    /// Ends a fan-out node: its output is the array of the outputs of its items, in order.
    fn end_fan_out(&mut self, at: usize) {
        let continues = self.flow.node(at).is_some_and(|node| node.on_error == OnError::Continue);
        let Some(node) = self.nodes.get_mut(at) else { return };
        let failed = node.items.iter().find(|item| item.status == NodeStatus::Failed);
        let is_cancelled = node.items.iter().any(|item| item.status == NodeStatus::Cancelled);
        match failed.map(|item| item.detail.clone()) {
            Some(detail) if !continues => self.settle(Slot::of(at), NodeStatus::Failed, detail),
            None if is_cancelled => self.settle(Slot::of(at), NodeStatus::Cancelled, Detail::None),
            _ => {
                let output = Arc::new(Value::Array(outputs(&node.items)));
                self.done(Slot::of(at), output, Detail::None);
            }
        }
    }
}

/// The outputs of items; null for those without output.
pub(super) fn outputs(items: &[SlotState]) -> Vec<Value> {
    items.iter().map(|item| item.output.as_deref().cloned().unwrap_or_default()).collect()
}
