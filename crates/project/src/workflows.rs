//! `workflow_runs`, `workflow_node_runs`, `workflow_events`, `workflow_values`: what workflows did.
//!
//! Plain rows: which state may follow which is the business of the workflow crate. What is held here: every write names the
//! lease it is made under, and a step that is completed is never begun or changed again.

mod events;
mod glance;
mod runs;
mod steps;
#[cfg(test)]
mod tests;
mod values;

pub use events::{Event, events};
pub use glance::{Glance, glances, newest_of_chapter};
pub use runs::{
    NewRun, Parent, Run, busy, cancel_left, child, get, insert, interrupt_all, lease, list, next_queued,
    open, require, set_status,
};
pub(crate) use steps::TURNS;
pub use steps::{NewEvent, RunChanges, Step, keep, reusable, steps};
pub use values::{put_value, value};
