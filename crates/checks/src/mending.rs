//! The pure rules of mending (修订): which fixes a round makes, what they may change, what they achieved, and when to
//! stop.
//!
//! A round takes a text and the open issues at their places in it. [`plan`] turns the issues into jobs, [`compose`]
//! applies the offers for them behind the [`Fence`], [`judge`] compares the issues with what a re-check found, and
//! [`policy`] decides whether another round follows and which round is best. All of them take texts and places, not
//! versions. Deliberately absent: asking a model, and storing anything.

mod compose;
mod fence;
mod issue;
mod judge;
mod marks;
mod pieces;
mod plan;
mod policy;
mod trace;
mod window;

pub use compose::{Composed, Offer, compose};
pub use fence::Fence;
pub use issue::{Edit, Issue};
pub use judge::{
    Judgement, Known, Place, Recheck, Scale, Thresholds, Verdict, Weights, is_at, judge_by_model,
    judge_by_rule, score,
};
pub use pieces::{Mended, Piece, apply, onto, pieces};
pub use plan::{Job, MAX_SELECTION, Plan, Request, own_words, plan};
pub use policy::{Progress, Round, allowance, best, exhausted, stop, weight};
pub use trace::{Mapped, Trace, changed_chars};

#[cfg(test)]
mod tests;
