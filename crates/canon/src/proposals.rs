//! Proposals for the graph, the timeline and the threads: sorted by confidence, decided by the author, undone per
//! batch.

mod apply;
mod decide;
mod extract;
mod plot;
mod revert;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::{Deserialize, Serialize};
use sqlx::{Connection, SqliteConnection};
use wenfang_manuscript::find::readable;
use wenfang_project::{Project, canon, proposals, settings};
use wenfang_story::canon::{
    EntityRecord, Evidence, LoreRecord, ProposalRecord, ProposalStatus, Proposed, Tier,
};
use wenfang_story::{BatchId, EntityId, LoreEntryId, ProposalId, SceneId, Timestamp};
use wenfang_text::{CharRange, Excerpt, TextIndex};
use wenfang_usecase::{Code, Error, NoParams, Result};
use wenfang_versions as versions;

pub use decide::{
    Decision, ProposalCount, ProposalCounts, RefusedReview, Review, ReviewAll, Reviewed, ReviewedAll, counts,
    review, review_all, review_within,
};
pub(crate) use extract::with_empty_canon;
pub use extract::{ExtractFrom, Read, extract, fresh, gather, read};
pub(crate) use revert::is_used;
pub use revert::{Retained, Undone};

use super::books::{Book, SceneRef};
use super::passages::within;
use super::words;

/// Maximum number of proposals in one request.
pub const MAX_PROPOSALS: usize = 10_000;

/// A new batch of proposals.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Propose {
    /// A description of their source.
    pub source: String,
    pub proposals: Vec<NewProposal>,
    /// Leaves every proposal to the author, whatever the settings say; no when absent.
    pub for_author: Option<bool>,
}

/// A new proposal.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct NewProposal {
    pub proposed: Proposed,
    /// The proposer's confidence, 0 to 1.
    pub confidence: f64,
    /// The scene it is based on.
    pub scene: Option<SceneId>,
    /// The exact text it is based on. A proposal whose quote does not occur in the scene is never applied.
    pub quote: Option<String>,
}

/// The result of adding proposals.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct Proposals {
    /// The batch they are stored in.
    pub batch: BatchId,
    /// Applied immediately.
    pub applied: usize,
    /// Waiting for the author's decision.
    pub pending: usize,
    /// Rejected because of low confidence or a quote that does not occur in the text.
    pub rejected: usize,
}

/// Adds proposals. High-confidence ones are applied if the author allows it; the rest is stored as pending or
/// rejected.
///
/// # Errors
/// [`Code::BadRequest`] for a confidence out of range, an empty name, or too many proposals.
pub async fn propose(project: &Project, request: Propose) -> Result<Proposals> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let answer = take_all(&mut tx, now, request).await?;
    tx.commit().await?;
    Ok(answer)
}

/// [`propose`] within the caller's transaction.
///
/// # Errors
/// The same as [`propose`]; the caller must then roll back.
pub async fn take_all(conn: &mut SqliteConnection, now: Timestamp, request: Propose) -> Result<Proposals> {
    let source = words::name("source", &request.source)?;
    if request.proposals.len() > MAX_PROPOSALS {
        return Err(Error::bad_request(
            format!("cannot add {} proposals at once", request.proposals.len()),
            format!("Nothing was changed. Send at most {MAX_PROPOSALS}."),
        ));
    }
    let applies = request.for_author != Some(true) && applies_confident(conn).await?;
    let known = if applies { known_names(conn).await? } else { Vec::new() };
    let batch = proposals::insert_batch(conn, &source, now).await?;
    let mut answer = Proposals { batch, applied: 0, pending: 0, rejected: 0 };
    let mut texts = HashMap::new();
    for (place, new) in request.proposals.into_iter().enumerate() {
        let record = new_record(conn, (batch, now), (place, new), &mut texts).await?;
        let status = record.status;
        let is_sure = Tier::of(record.confidence) == Tier::Apply && stands_in_text(&record, (&texts, &known));
        let id = proposals::insert(conn, &record, now).await?;
        if status == ProposalStatus::Pending && is_sure && applies {
            // A proposal that contradicts the canon is rolled back and left pending for the author.
            let mut attempt = conn.begin().await?;
            match apply::apply(&mut attempt, now, (id, record)).await {
                Ok(_) => {
                    attempt.commit().await?;
                    answer.applied += 1;
                    continue;
                }
                Err(error) if is_author_decidable(error.code) => attempt.rollback().await?,
                Err(error) => return Err(error),
            }
        }
        match status {
            ProposalStatus::Pending => answer.pending += 1,
            _ => answer.rejected += 1,
        }
    }
    Ok(answer)
}

/// Whether a proposal is well-formed, so that it could be applied.
pub fn is_sound(proposed: &Proposed) -> bool {
    apply::check(proposed).is_ok()
}

/// Whether an error is a conflict that the author can resolve, rather than a failure.
fn is_author_decidable(code: Code) -> bool {
    matches!(code, Code::NameTaken | Code::QuoteNotFound | Code::BadRequest | Code::TimeCycle)
}

/// Cached texts of scenes.
type Texts = HashMap<SceneId, (wenfang_story::VersionNo, String)>;

async fn new_record(
    conn: &mut SqliteConnection,
    (batch, now): (BatchId, Timestamp),
    (place, new): (usize, NewProposal),
    texts: &mut Texts,
) -> Result<ProposalRecord> {
    if !(0.0..=1.0).contains(&new.confidence) {
        return Err(Error::bad_request(
            format!("proposal {place} has the confidence {}", new.confidence),
            "Nothing was changed. Use a confidence between 0 and 1.",
        ));
    }
    apply::check(&new.proposed)
        .map_err(|error| Error { message: format!("proposal {place}: {}", error.message), ..error })?;
    let mut evidence = None;
    if let (Some(scene), Some(quote)) = (new.scene, new.quote.as_deref()) {
        let (version, text) = match texts.entry(scene) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                versions::commit_draft(conn, now, scene).await?;
                let (version, text) = versions::text(conn, scene, None).await?;
                place.insert((version.version, text))
            }
        };
        let range = within(text, None, quote);
        evidence = range.map(|range| Evidence { scene, version: *version, range, quote: quote.to_owned() });
    }
    let status = match Tier::of(new.confidence) {
        Tier::Apply | Tier::Review if evidence.is_some() => ProposalStatus::Pending,
        _ => ProposalStatus::Rejected,
    };
    Ok(ProposalRecord {
        batch,
        proposed: new.proposed,
        confidence: new.confidence,
        scene: new.scene,
        unproven: if evidence.is_none() { new.quote.or(Some(String::new())) } else { None },
        evidence,
        status,
    })
}

/// Whether every name and value of a proposal, and every canon name in its description, occurs in the text of the
/// quoted scene.
fn stands_in_text(record: &ProposalRecord, (texts, known): (&Texts, &[String])) -> bool {
    let text = record.evidence.as_ref().and_then(|proof| texts.get(&proof.scene));
    let description = record.proposed.description();
    let named = known.iter().map(String::as_str).filter(|name| description.contains(name));
    let mut claims = record.proposed.claims().into_iter().chain(named);
    text.is_some_and(|(_, text)| claims.all(|claim| text.contains(claim.trim())))
}

/// Every name in the canon.
async fn known_names(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let entities: Vec<(EntityId, EntityRecord)> = canon::list(conn).await?;
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    let names = entities.iter().flat_map(|(_, record)| record.names());
    Ok(names.chain(entries.iter().flat_map(|(_, record)| record.names())).map(str::to_owned).collect())
}

/// Off by default: models treat everything in the canon as established.
const SETTING: &str = "proposals.apply_sure";

async fn applies_confident(conn: &mut SqliteConnection) -> Result<bool> {
    Ok(settings::get(conn, SETTING).await?.as_deref() == Some("true"))
}

/// The author's settings for proposals.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ProposalSettings {
    /// Whether to apply proposals immediately if their confidence is at least 0.9 and all names and values occur in
    /// the text.
    pub apply_sure: bool,
}

/// Returns the author's settings for proposals.
pub async fn proposal_settings(project: &Project, _: NoParams) -> Result<ProposalSettings> {
    let mut tx = project.begin_read().await?;
    Ok(ProposalSettings { apply_sure: applies_confident(&mut tx).await? })
}

/// Changes the author's settings for proposals.
pub async fn set_proposal_settings(project: &Project, request: ProposalSettings) -> Result<ProposalSettings> {
    let mut tx = project.begin_write().await?;
    settings::set(&mut tx, SETTING, if request.apply_sure { "true" } else { "false" }).await?;
    tx.commit().await?;
    Ok(request)
}

/// A filter for proposals.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListProposals {
    /// Only proposals of this batch.
    pub batch: Option<BatchId>,
    /// Only proposals with this status.
    pub status: Option<ProposalStatus>,
}

/// Proposals in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProposalList {
    /// In order of arrival.
    pub proposals: Vec<ProposalView>,
    /// Every batch, latest first.
    pub batches: Vec<BatchView>,
}

/// A batch of proposals.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BatchView {
    pub id: BatchId,
    pub source: String,
    pub created_at: Timestamp,
    /// When it was undone; none if it was not.
    pub undone_at: Option<Timestamp>,
    /// The number of applied proposals.
    pub applied: usize,
    /// The number of pending proposals.
    pub pending: usize,
    /// The number of rejected proposals.
    pub rejected: usize,
}

/// A proposal.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProposalView {
    pub id: ProposalId,
    pub batch: BatchId,
    pub proposed: Proposed,
    /// The proposer's confidence, 0 to 1.
    pub confidence: f64,
    /// The scene from which it holds; the scene of the quote if there is one.
    pub scene: Option<SceneId>,
    /// The passage it is based on; none if the quote does not occur in the text.
    pub evidence: Option<Evidence>,
    /// The original quote, if it does not occur in the text.
    pub unproven: Option<String>,
    pub status: ProposalStatus,
    /// The tier of its confidence.
    pub tier: Tier,
    /// The position of its scene in the book.
    pub place: Option<SceneRef>,
    /// The current range of its quote, in char offsets of the working text; none if it no longer occurs.
    pub now: Option<CharRange>,
    /// The words around it.
    pub excerpt: Option<Excerpt>,
}

/// Lists proposals with the current positions of their quotes.
pub async fn list(project: &Project, request: ListProposals) -> Result<ProposalList> {
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let all = proposals::list(&mut tx, None).await?;
    let batches = proposals::batches(&mut tx).await?;
    let count = |batch: BatchId, status: ProposalStatus| {
        all.iter().filter(|(_, record)| record.batch == batch && record.status == status).count()
    };
    let batches = batches
        .into_iter()
        .map(|batch| BatchView {
            id: batch.id,
            source: batch.source,
            created_at: batch.created_at,
            undone_at: batch.undone_at,
            applied: count(batch.id, ProposalStatus::Applied),
            pending: count(batch.id, ProposalStatus::Pending),
            rejected: count(batch.id, ProposalStatus::Rejected),
        })
        .collect();
    let wanted = all.into_iter().filter(|(_, record)| {
        request.batch.is_none_or(|batch| record.batch == batch)
            && request.status.is_none_or(|status| record.status == status)
    });
    let mut shown = Vec::new();
    let mut texts: HashMap<SceneId, Option<String>> = HashMap::new();
    for (id, record) in wanted {
        let mut view = ProposalView {
            id,
            tier: Tier::of(record.confidence),
            place: record.scene.map(|scene| book.place(scene)),
            now: None,
            excerpt: None,
            batch: record.batch,
            proposed: record.proposed,
            confidence: record.confidence,
            scene: record.scene,
            evidence: record.evidence,
            unproven: record.unproven,
            status: record.status,
        };
        if let Some(proof) = &view.evidence {
            if let Entry::Vacant(entry) = texts.entry(proof.scene) {
                entry.insert(readable(&mut tx, proof.scene).await?.map(|working| working.text));
            }
            if let Some(Some(text)) = texts.get(&proof.scene) {
                view.now = current_range(text, proof);
                view.excerpt = view.now.map(|range| Excerpt::new(&TextIndex::new(text), range));
            }
        }
        shown.push(view);
    }
    Ok(ProposalList { proposals: shown, batches })
}

/// The position of a quote in a text: its original range, or its first occurrence.
fn current_range(text: &str, proof: &Evidence) -> Option<CharRange> {
    within(text, Some(proof.range), &proof.quote).or_else(|| within(text, None, &proof.quote))
}

/// A batch of proposals.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct BatchRequest {
    pub batch: BatchId,
}

/// Undoes a batch: applied changes are reverted, pending proposals are withdrawn. Items that the author changed or
/// used since are kept and listed in the result.
pub async fn undo_batch(project: &Project, request: BatchRequest) -> Result<Undone> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let batch = proposals::require_batch(&mut tx, request.batch).await?;
    let kept = revert::revert(&mut tx, now, batch.id, None).await?;
    let mut undone = 0;
    for (id, mut record) in proposals::list(&mut tx, Some(batch.id)).await? {
        if matches!(record.status, ProposalStatus::Applied | ProposalStatus::Pending) {
            undone += usize::from(record.status == ProposalStatus::Applied);
            record.status = ProposalStatus::Undone;
            proposals::update(&mut tx, id, &record).await?;
        }
    }
    proposals::mark_undone(&mut tx, &batch, now).await?;
    tx.commit().await?;
    Ok(Undone { batch: batch.id, undone, kept })
}

/// Checks that the quote of a proposal occurs both in its version and in the working text.
async fn prove(conn: &mut SqliteConnection, record: &ProposalRecord) -> Result<Evidence> {
    let not_found = || {
        Error::new(
            Code::QuoteNotFound,
            "the quote of the proposal does not occur in the text",
            "Nothing was changed. Enter the fact yourself if it is true.",
        )
    };
    let proof = record.evidence.as_ref().ok_or_else(not_found)?;
    let (_, then) = versions::text(conn, proof.scene, Some(proof.version)).await?;
    within(&then, Some(proof.range), &proof.quote).ok_or_else(not_found)?;
    let now = versions::working_text(conn, proof.scene).await?;
    current_range(&now.text, proof).ok_or_else(not_found)?;
    Ok(proof.clone())
}
