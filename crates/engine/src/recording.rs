//! Converts changes of a machine to rows and events.

use std::collections::HashMap;

use serde_json::{Value, json};
use wenfang_project::workflows::{NewEvent, Step};
use wenfang_story::Timestamp;
use wenfang_text::ContentHash;
use wenfang_workflow::flow::Flow;
use wenfang_workflow::machine::{Change, Detail, Machine, Slot};
use wenfang_workflow::{Failure, NodeStatus};

use crate::handler::Usage;

/// Data about ended attempts, in addition to their states.
#[derive(Default)]
pub(crate) struct AttemptInfo {
    pub(crate) hashes: HashMap<Slot, ContentHash>,
    pub(crate) usages: HashMap<Slot, Usage>,
}

/// The rows of changes. A step that becomes ready for the first time needs no row: that follows from the other
/// rows.
pub(crate) fn steps(flow: &Flow, changes: &[Change], known: &AttemptInfo, now: Timestamp) -> Vec<Step> {
    changes.iter().filter(|change| is_stored(change)).map(|change| step(flow, change, known, now)).collect()
}

fn is_stored(change: &Change) -> bool {
    change.status != NodeStatus::Pending && !(change.status == NodeStatus::Ready && change.detail.is_none())
}

fn step(flow: &Flow, change: &Change, known: &AttemptInfo, now: Timestamp) -> Step {
    let has_ended = change.status.is_over() || matches!(change.detail, Detail::Failed { .. });
    let output =
        change.output.as_deref().filter(|output| !output.is_null() && change.status == NodeStatus::Completed);
    Step {
        node: id(flow, change.slot),
        item: item(change.slot),
        attempt: change.attempt,
        status: change.status.as_str().to_owned(),
        input_hash: known.hashes.get(&change.slot).copied(),
        output: output.map(Value::to_string),
        detail: (!change.detail.is_none()).then(|| serde_json::to_string(&change.detail).unwrap_or_default()),
        usage: known.usages.get(&change.slot).and_then(|usage| serde_json::to_string(usage).ok()),
        started_at: (change.status == NodeStatus::Running).then(|| now.get()),
        ended_at: has_ended.then(|| now.get()),
    }
}

/// The events of changes.
pub(crate) fn events(flow: &Flow, changes: &[Change]) -> Vec<NewEvent> {
    changes.iter().filter_map(|change| event(flow, change)).collect()
}

fn event(flow: &Flow, change: &Change) -> Option<NewEvent> {
    let failure =
        |failure: &Failure, retry_in: &Option<u64>| json!({ "failure": failure, "retry_in": retry_in });
    let (kind, data) = match (change.status, &change.detail) {
        (NodeStatus::Running, _) => ("began", None),
        (NodeStatus::Completed, Detail::Reused) => ("reused", None),
        (NodeStatus::Completed, _) => ("completed", None),
        (NodeStatus::Ready, Detail::Failed { failure: why, retry_in }) => {
            ("retry", Some(failure(why, retry_in)))
        }
        (NodeStatus::Ready, Detail::Answered(_)) => ("answered", None),
        (NodeStatus::Waiting, _) => ("asked", None),
        (NodeStatus::Failed, Detail::Failed { failure: why, .. }) => ("failed", Some(failure(why, &None))),
        (NodeStatus::Failed, _) => ("failed", None),
        (NodeStatus::Skipped, Detail::Skipped(why)) => ("skipped", Some(json!({ "why": why }))),
        (NodeStatus::Skipped, _) => ("skipped", None),
        (NodeStatus::Cancelled, _) => ("cancelled", None),
        _ => return None,
    };
    Some(NewEvent { kind, node: Some(id(flow, change.slot)), item: item(change.slot), data })
}

pub(crate) fn id(flow: &Flow, slot: Slot) -> String {
    flow.node(slot.node).map(|node| node.id.clone()).unwrap_or_default()
}

pub(crate) fn item(slot: Slot) -> Option<i64> {
    slot.item.and_then(|item| i64::try_from(item).ok())
}

/// The failure to show for a run: the first that counts.
pub(crate) fn trouble(machine: &Machine) -> Option<Failure> {
    let flow = machine.flow();
    let failed = machine.nodes().iter().enumerate().find(|(at, node)| {
        node.whole.status == NodeStatus::Failed
            && flow.node(*at).is_some_and(|node| node.on_error.fails_run())
    });
    failed.and_then(|(_, node)| node.failure()).cloned()
}
