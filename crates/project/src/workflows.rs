//! `workflow_runs`, `workflow_node_runs`, `workflow_events` and `workflow_values`: the history of workflow runs.
//!
//! These are plain rows; the workflow crate decides which state may follow which. Two rules are enforced here:
//! every write names its lease, and a completed step is never started or changed again.

mod events;
mod glance;
mod prune;
mod runs;
mod steps;
#[cfg(test)]
mod tests;
mod values;

pub use events::{Event, events};
pub use glance::{Glance, glances, newest_of_chapter};
pub use prune::{OldRuns, prune, thin_events};
pub use runs::{
    NewRun, Parent, Run, busy, cancel_left, child, get, give_up, insert, interrupt_all, lease, list,
    newest_with, next_queued, open, require, set_status, unwritten,
};
pub use steps::{NewEvent, RunChanges, Step, keep, reusable, steps};
pub use values::{put_value, value};
