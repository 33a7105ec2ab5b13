//! Mending (修订): issues are worked on in rounds, on copies of the text, and the author decides what enters the
//! manuscript.
//!
//! [`open`] freezes the texts and files the findings as issues. The workflow `mend` goes round: [`plan_round`] chooses
//! jobs, [`fix`] makes an offer for each, [`recheck`] applies the offers behind the fence, checks the copy again and
//! judges, until the policy stops; [`close`] leaves the best round of each scene to the author. [`proposal`] shows its
//! changes in the text of now, [`accept`] writes those that the author took.
//!
//! Texts are read by hash ([`fetch`]), if need be from a backup, or the author supplies them ([`supply`]). Changes by the
//! author's own hand are checked by [`recheck_by_hand`].
//!
//! The state is in `wenfang_project::mend`, the rules in `wenfang_checks::mending`. Always: only [`accept`] writes to a
//! scene; a step that runs again after a crash asks no model again for an answer that came.

mod accept;
mod answer;
mod begin;
mod by_hand;
mod canon;
mod close;
mod decide;
mod ending;
mod estimate;
mod export;
mod fetch;
mod file;
mod fix;
mod judged;
mod places;
mod plan;
mod policy;
mod proposal;
mod questions;
mod recheck;
mod request;
mod setting;
mod show;
mod state;
mod supply;
mod verdicts;
pub mod views;
mod words;

use wenfang_project::mend::issues::Issue;
use wenfang_story::mend::{DeferReason, IssueState, Policy};

pub use request::{
    AbandonMending, AcceptMending, AlignIssue, BeginMending, DecideIssue, IssueDecision, IssueRequest,
    ListMendings, MendPolicyChange, MendTarget, MendedSceneRequest, MendingRequest, SetMendPolicy,
    TakeBackMending,
};

pub use accept::{accept, take_back};
pub use by_hand::{Rechecked, recheck_by_hand};
pub use decide::{align, decide};
pub use export::{ExportMending, MendingExported, export};
pub use policy::set_policy;
pub use proposal::proposal;
pub use show::{audit_log, issue, list, show};
pub use supply::{Supplied, SupplyText};

pub(crate) use begin::{abandon, abandon_damaged, check_policy, open, reactivate, set_run, take_up};
pub(crate) use close::close;
pub(crate) use estimate::{estimate, rest};
pub(crate) use fetch::Kept;
pub(crate) use fix::{Fixed, fix, store_fixed, whole_words};
pub(crate) use plan::{RoundJob, plan_round};
pub(crate) use questions::{Asked, NEARBY_CHARS, passage as passage_question, place as question_place};
pub(crate) use recheck::{finding_in_copy, recheck};
pub(crate) use state::{State, holder};
pub(crate) use supply::supply;

/// The workflow that mends.
pub(crate) const WORKFLOW: &str = "mend";

/// The policy of a request. A single finding gets one round, and its passage may change as a whole: the author asked for
/// just this passage.
fn policy_of(request: &BeginMending) -> Policy {
    match (&request.policy, request.target) {
        (Some(policy), _) => policy.clone(),
        (None, MendTarget::Finding(_)) => {
            Policy { max_rounds: 1, max_changed_share: 1.0, ..Policy::default() }
        }
        (None, _) => Policy::default(),
    }
}

/// Whether a session works on an issue: it is open and not left to the author.
const fn is_worked_on(issue: &Issue) -> bool {
    !matches!(issue.state, IssueState::Resolved | IssueState::Deferred)
}

/// Whether the author reopened an issue whose tool asks first.
fn is_approved(issue: &Issue) -> bool {
    issue.state != IssueState::Deferred && issue.record.reason == Some(DeferReason::AskFirst)
}
