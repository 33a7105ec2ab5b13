//! Checks of the book: possible problems, stored as findings that the author reviews, fixes or waives.
//!
//! A check reads ([`gather`]), computes without the database ([`find`]) and writes in the caller's transaction
//! ([`store`]), so that a workflow step can include the write in its own transaction. A finding is recognised again by
//! its words and the current position of its passage (`same`), so that its id and the author's decision survive edits.

mod evaluate;
mod evidence;
mod find;
mod gather;
mod list;
mod run;
mod same;
mod standing;
mod store;
mod switches;
#[cfg(test)]
mod tests;
mod waive;

pub use evaluate::{EvaluateRules, Evaluation, MeasuredRule, evaluate};
pub use list::{
    AgainstView, EvidenceView, FindingList, FindingStatus, FindingView, ListFindings, WaiverView, list,
};
pub use run::{CheckRun, RunCheck, run};
pub use switches::{RuleView, Rules, SetRule, rules, set_rule};
pub use waive::{FindingRequest, WaiveFinding, unwaive, waive};

pub(crate) use {
    find::{CheckOutcome, find_aside},
    gather::{Gathered, gather},
    store::store,
};
