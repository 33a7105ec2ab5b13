//! Checks of the book: what may be wrong with it, kept as findings that the author looks through, mends or waives.
//!
//! A check reads ([`gather`]), computes without the file ([`find`]) and writes in a transaction of the caller's
//! ([`store`]), so that a step of a workflow can put the writing into its own. A finding is known again by its words and
//! by where its passage stands now (`same`), so that its id and what the author said of it survive edits.

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
