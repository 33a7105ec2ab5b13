//! What the author decides about proposals: one by one, or many at once.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::{Connection, SqliteConnection};
use wenfang_project::{Project, manuscript, proposals, watch};
use wenfang_story::canon::{ProposalRecord, ProposalStatus, Proposed};
use wenfang_story::{ProposalId, Timestamp};
use wenfang_text::Lexicon;

use super::revert::{self, Retained};
use super::{MAX_PROPOSALS, apply, is_for_the_author};
use crate::canon::hints;
use crate::error::{Code, Error, Result};
use crate::find::readable;
use crate::projects::NoParams;

/// What the author decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Into the graph.
    Accept,
    /// Not into the graph.
    Reject,
    /// To be decided anew: what accepting did is undone.
    Reopen,
}

/// A decision of the author.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Review {
    /// The proposal.
    pub proposal: ProposalId,
    /// What the author decides.
    pub decision: Decision,
    /// What is accepted instead, where the author corrected it; of one that is reopened, what it proposed at first.
    pub corrected: Option<Proposed>,
}

/// A proposal that was decided.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Reviewed {
    /// The proposal.
    pub proposal: ProposalId,
    /// What became of it.
    pub status: ProposalStatus,
    /// What could not be undone, since it was changed or used since.
    pub kept: Vec<Retained>,
}

/// Decides a proposal.
///
/// # Errors
/// [`Code::QuoteNotFound`] when its quote does not stand in the text, so that it cannot be accepted;
/// [`Code::BadRequest`] when it was decided already; [`Code::NameTaken`].
pub async fn review(project: &Project, request: Review) -> Result<Reviewed> {
    let mut tx = project.begin_write().await?;
    let reviewed = decide(&mut tx, project.now(), request).await?;
    tx.commit().await?;
    Ok(reviewed)
}

async fn decide(conn: &mut SqliteConnection, now: Timestamp, request: Review) -> Result<Reviewed> {
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
            take_up_again(conn, request.proposal, (record.clone(), request.corrected)).await?;
            record.status = ProposalStatus::Pending;
        }
        (Decision::Reopen, ProposalStatus::Rejected | ProposalStatus::Undone) => {
            take_up_again(conn, request.proposal, (record.clone(), request.corrected)).await?;
            record.status = ProposalStatus::Pending;
        }
        (_, status) => {
            return Err(Error::bad_request(
                format!("proposal {} is {status} already", request.proposal),
                "Nothing was changed. Reopen it first.",
            ));
        }
    }
    Ok(Reviewed { proposal: request.proposal, status: record.status, kept })
}

/// It waits again, as it was proposed at first where that is told.
async fn take_up_again(
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

/// Decisions of the author that are made at once.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReviewAll {
    /// The decisions, in this order.
    pub reviews: Vec<Review>,
    /// Words that are no names from now on.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub not_names: Vec<String>,
    /// Words that may be names after all.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub names: Vec<String>,
}

/// Proposals that were decided at once.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct ReviewedAll {
    /// Those that were decided, in the order they were asked for.
    pub decided: Vec<Reviewed>,
    /// Those that could not be.
    pub refused: Vec<RefusedReview>,
    /// Words that are no names since.
    pub ignored: Vec<String>,
}

/// A proposal that could not be decided so; nothing of it was done.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RefusedReview {
    /// The proposal.
    pub proposal: ProposalId,
    /// Why, for programs.
    pub code: Code,
    /// Why, in words.
    pub message: String,
}

/// Decides many proposals in one transaction. One that cannot be decided so is named, and the others are decided all the
/// same. Reopening what was decided, the last first, takes it all back.
///
/// # Errors
/// [`Code::BadRequest`] for too many at once; [`Code::NotFound`] for a proposal that is not there: nothing is decided then.
pub async fn review_all(project: &Project, request: ReviewAll) -> Result<ReviewedAll> {
    if request.reviews.len() > MAX_PROPOSALS {
        return Err(Error::bad_request(
            format!("{} decisions at once", request.reviews.len()),
            format!("Nothing was changed. Send at most {MAX_PROPOSALS}."),
        ));
    }
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let mut answer = ReviewedAll::default();
    let total = request.reviews.len();
    for (done, review) in request.reviews.into_iter().enumerate() {
        watch::report("review", done, total)?;
        let proposal = review.proposal;
        let mut attempt = tx.begin().await?;
        match decide(&mut attempt, now, review).await {
            Ok(reviewed) => {
                attempt.commit().await?;
                answer.decided.push(reviewed);
            }
            Err(error) if is_for_the_author(error.code) => {
                attempt.rollback().await?;
                answer.refused.push(RefusedReview { proposal, code: error.code, message: error.message });
            }
            Err(error) => return Err(error),
        }
    }
    answer.ignored = hints::ignore_too(&mut tx, &request.not_names).await?;
    hints::ignore_no_more(&mut tx, &request.names).await?;
    watch::report("review", total, total)?;
    tx.commit().await?;
    Ok(answer)
}

/// How often the book says what proposals are about.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProposalCounts {
    /// Those that wait, in the order they came.
    pub counts: Vec<ProposalCount>,
}

/// How often the name that a proposal is about stands in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ProposalCount {
    /// The proposal.
    pub proposal: ProposalId,
    /// How often; 0 for an event or thread, which has no name.
    pub total: usize,
}

/// Counts how often the names that waiting proposals are about stand in the book.
pub async fn counts(project: &Project, _: NoParams) -> Result<ProposalCounts> {
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
        watch::report("scan", done, scenes.len())?;
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
