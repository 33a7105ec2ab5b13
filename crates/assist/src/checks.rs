//! Checks of the book: possible errors, stored as findings that the author reviews, fixes or waives.
//!
//! A check reads ([`gather`]), computes without the file ([`find`]) and writes in the caller's transaction
//! ([`store`]), so that a workflow step can include the writes in its own. A finding is recognized by its words
//! and the current position of its passage (`same`), so its id and the author's waiver survive edits.

mod ahead;
mod book_at_once;
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

pub use list::{
    AgainstView, EvidenceView, FindingList, FindingStatus, FindingView, ListFindings, WaiverView, list,
};
pub use run::{CheckRun, RunCheck, run};
pub use switches::{RuleView, Rules, SetAccepting, SetRule, rules, set_accepting, set_rule};
pub use waive::{FindingRequest, WaiveFinding, unwaive, waive};

pub(crate) use {
    ahead::Ahead,
    book_at_once::find_in_book,
    find::{CheckOutcome, find_aside},
    gather::{Gathered, GatheredCanon, gather, in_texts, read_canon},
    standing::{Located, WorkingTexts, standing},
    store::store,
    switches::{accepting, rules_on},
};
