//! The author's decisions on proposals, one at a time or in bulk.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::{Connection, SqliteConnection};
use wenfang_manuscript::find::readable;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, manuscript, proposals};
use wenfang_story::canon::{ProposalRecord, ProposalStatus, Proposed};
use wenfang_story::{ProposalId, Timestamp};
use wenfang_text::Lexicon;
use wenfang_usecase::{Code, Error, NoParams, Result};

use super::revert::{self, Retained};
use super::{MAX_PROPOSALS, apply, is_author_decidable};
use crate::hints;

/// A decision on a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Apply it to the canon.
    Accept,
    /// Do not apply it.
    Reject,
    /// Make it pending again, and undo the changes made when it was accepted.
    Reopen,
}

/// The author's decision on one proposal.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Review {
    pub proposal: ProposalId,
    pub decision: Decision,
    /// The author's correction, accepted instead of the original; when reopening, the original proposal.
    pub corrected: Option<Proposed>,
}

/// The result of one review.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Reviewed {
    pub proposal: ProposalId,
    /// Its new status.
    pub status: ProposalStatus,
    /// Items that were kept because they have been changed or used since.
    pub kept: Vec<Retained>,
}

/// Decides a proposal.
///
/// # Errors
/// [`Code::QuoteNotFound`] if it cannot be accepted because its quote does not occur in the text;
/// [`Code::BadRequest`] if it is already decided; [`Code::NameTaken`] if a name it adds belongs to
/// another entity.
pub async fn review(project: &Project, request: Review) -> Result<Reviewed> {
    let mut tx = project.begin_write().await?;
    let reviewed = review_within(&mut tx, project.now(), request).await?;
    tx.commit().await?;
    Ok(reviewed)
}

/// [`review`] within the caller's transaction.
///
/// # Errors
/// The same as [`review`]; the caller must then roll back.
pub async fn review_within(conn: &mut SqliteConnection, now: Timestamp, request: Review) -> Result<Reviewed> {
    let mut record = proposals::require(conn, request.proposal).await?;
    let mut kept = Vec::new();
    match (request.decision, record.status) {
        (Decision::Accept, ProposalStatus::Pending | ProposalStatus::Rejected | ProposalStatus::Undone) => {
            if let Some(corrected) = request.corrected {
                apply::check(&corrected)?;
                record.proposed = corrected;
            }
            record = apply::apply(conn, now, (request.proposal, record)).await?;
        }
        (Decision::Reject, ProposalStatus::Pending) => {
            record.status = ProposalStatus::Rejected;
            proposals::update(conn, request.proposal, &record).await?;
        }
        (Decision::Reopen, ProposalStatus::Applied) => {
            kept = revert::revert(conn, now, record.batch, Some(request.proposal)).await?;
            reopen(conn, request.proposal, (record.clone(), request.corrected)).await?;
            record.status = ProposalStatus::Pending;
        }
        (Decision::Reopen, ProposalStatus::Rejected | ProposalStatus::Undone) => {
            reopen(conn, request.proposal, (record.clone(), request.corrected)).await?;
            record.status = ProposalStatus::Pending;
        }
        (_, status) => {
            return Err(Error::bad_request(
                format!("proposal {} is already {status}", request.proposal),
                "Nothing was changed. Reopen it first.",
            ));
        }
    }
    Ok(Reviewed { proposal: request.proposal, status: record.status, kept })
}

/// Makes a proposal pending again, restoring the original proposal if given.
async fn reopen(
    conn: &mut SqliteConnection,
    id: ProposalId,
    (mut record, first): (ProposalRecord, Option<Proposed>),
) -> Result<()> {
    if let Some(first) = first {
        apply::check(&first)?;
        record.proposed = first;
    }
    record.status = ProposalStatus::Pending;
    Ok(proposals::update(conn, id, &record).await?)
}

/// Several reviews in one request.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReviewAll {
    /// The reviews, in order.
    pub reviews: Vec<Review>,
    /// Words to mark as not being names.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub not_names: Vec<String>,
    /// Words to unmark.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub names: Vec<String>,
}

/// The result of several reviews.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct ReviewedAll {
    /// Decided proposals, in the order of the request.
    pub decided: Vec<Reviewed>,
    /// Proposals that could not be decided.
    pub refused: Vec<RefusedReview>,
    /// Words that were newly marked as not being names.
    pub ignored: Vec<String>,
}

/// A review that was refused and had no effect.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RefusedReview {
    pub proposal: ProposalId,
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub message: String,
}

/// Reviews many proposals in one transaction. A refused review is listed in the result and does not affect the others.
/// Reopening the decided proposals in reverse order undoes everything.
///
/// # Errors
/// [`Code::BadRequest`] for too many reviews; [`Code::NotFound`] for an unknown proposal. Nothing is decided then.
pub async fn review_all(project: &Project, request: ReviewAll, watch: &Watch) -> Result<ReviewedAll> {
    if request.reviews.len() > MAX_PROPOSALS {
        return Err(Error::bad_request(
            format!("cannot make {} decisions at once", request.reviews.len()),
            format!("Nothing was changed. Send at most {MAX_PROPOSALS}."),
        ));
    }
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let mut answer = ReviewedAll::default();
    let total = request.reviews.len();
    for (done, review) in request.reviews.into_iter().enumerate() {
        watch.report("review", done, total)?;
        let proposal = review.proposal;
        let mut attempt = tx.begin().await?;
        match review_within(&mut attempt, now, review).await {
            Ok(reviewed) => {
                attempt.commit().await?;
                answer.decided.push(reviewed);
            }
            Err(error) if is_author_decidable(error.code) => {
                attempt.rollback().await?;
                answer.refused.push(RefusedReview { proposal, code: error.code, message: error.message });
            }
            Err(error) => return Err(error),
        }
    }
    answer.ignored = hints::add_ignored(&mut tx, &request.not_names).await?;
    hints::remove_ignored(&mut tx, &request.names).await?;
    watch.report("review", total, total)?;
    tx.commit().await?;
    Ok(answer)
}

/// How often the book mentions the subjects of proposals.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProposalCounts {
    /// The pending proposals, in order of arrival.
    pub counts: Vec<ProposalCount>,
}

/// How often the subject of a proposal occurs in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ProposalCount {
    pub proposal: ProposalId,
    /// The number of occurrences; 0 for an event or thread, which has no name.
    pub total: usize,
}

/// Counts how often the subjects of pending proposals occur in the book.
pub async fn counts(project: &Project, _: NoParams, watch: &Watch) -> Result<ProposalCounts> {
    let mut tx = project.begin_read().await?;
    let mut waiting = proposals::list(&mut tx, None).await?;
    waiting.retain(|(_, record)| record.status == ProposalStatus::Pending);
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    for name in waiting.iter().filter_map(|(_, record)| record.proposed.about()) {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        numbers.entry(name).or_insert(next);
    }
    let lexicon = Lexicon::new(numbers.iter().map(|(name, number)| (*number, *name)));
    let mut totals: HashMap<u32, usize> = HashMap::new();
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let scenes: Vec<_> = manuscript::outline(&mut tx).await?.scenes().collect();
    for (done, scene) in scenes.iter().enumerate() {
        watch.report("scan", done, scenes.len())?;
        let Some(working) = readable(&mut tx, *scene).await? else { continue };
        for (number, count) in lexicon.count_by_owner(&working.text) {
            *totals.entry(number).or_default() += count;
        }
    }
    let count = |(id, record): &(ProposalId, ProposalRecord)| {
        let number = record.proposed.about().and_then(|name| numbers.get(name));
        let total = number.and_then(|number| totals.get(number)).copied().unwrap_or_default();
        ProposalCount { proposal: *id, total }
    };
    Ok(ProposalCounts { counts: waiting.iter().map(count).collect() })
}
