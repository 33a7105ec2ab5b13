//! The model: the expected result of a run, computed from the definition alone, without states or order.

use serde_json::Value;

use super::random::{Plot, output_of, result_of};
use crate::definition::OnError;

/// The expected end of a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum End {
    Done(Value),
    Failed,
    /// Skipped because its condition is false.
    Skipped,
    /// Skipped because a dependency was not done, or the author declined.
    Blocked,
}

/// The end of a slot, from the results of its handler in each attempt.
fn slot(plot: &Plot, node: usize, item: Option<usize>) -> End {
    let most = plot.attempts[node];
    let mut failures = 0;
    for attempt in 1.. {
        match result_of(plot.seed, (node, item), attempt) {
            0 => {
                failures += 1;
                if failures >= most {
                    return End::Failed;
                }
            }
            1 => return End::Failed,
            2 if !plot.accepts(node, item) => return End::Blocked,
            2 => {}
            _ => break,
        }
    }
    End::Done(output_of(node, item))
}

/// The end of a repeated node: its items one by one, until one is not done, the condition is false or there are enough.
fn repeated(plot: &Plot, node: usize, (below, most): (usize, usize)) -> End {
    let mut last = Value::Null;
    for item in 0..most {
        last = match slot(plot, node, Some(item)) {
            End::Done(output) => output,
            End::Failed => return End::Failed,
            End::Skipped | End::Blocked => break,
        };
        if last.as_u64().is_none_or(|output| output >= below as u64) {
            break;
        }
    }
    End::Done(last)
}

/// The ends of all nodes; dependencies have smaller numbers.
pub(super) fn ends(plot: &Plot) -> Vec<End> {
    let mut ends: Vec<End> = Vec::new();
    for node in 0..plot.needs.len() {
        let blocks = |need: &usize| match &ends[*need] {
            End::Done(_) | End::Skipped => false,
            End::Failed => plot.on_error[*need] != OnError::Continue,
            End::Blocked => true,
        };
        let value = |need: usize| match &ends[need] {
            End::Done(value) => value.clone(),
            _ => Value::Null,
        };
        let end = if plot.needs[node].iter().any(blocks) {
            End::Blocked
        } else if plot.when[node].is_some_and(|need| value(need).as_i64().is_none_or(|n| n <= 20)) {
            End::Skipped
        } else if plot.confirms[node] && !plot.accepts(node, None) {
            End::Blocked
        } else if let Some(repeat) = plot.repeat[node] {
            repeated(plot, node, repeat)
        } else if let Some(count) = plot.items[node] {
            let items: Vec<End> = (0..count).map(|item| slot(plot, node, Some(item))).collect();
            if items.contains(&End::Failed) && plot.on_error[node] != OnError::Continue {
                End::Failed
            } else {
                let outputs = items.into_iter().map(|item| match item {
                    End::Done(value) => value,
                    _ => Value::Null,
                });
                End::Done(Value::Array(outputs.collect()))
            }
        } else {
            slot(plot, node, None)
        };
        ends.push(end);
    }
    ends
}
