//! Proposals for the graph, the timeline and the threads: taken in by tiers of confidence, decided by the author, undone by the batch.

mod apply;
mod decide;
mod extract;
mod plot;
mod revert;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::{Deserialize, Serialize};
use sqlx::{Connection, SqliteConnection};
use wenfang_project::{Project, canon, proposals, settings};
use wenfang_story::canon::{
    EntityRecord, Evidence, LoreRecord, ProposalRecord, ProposalStatus, Proposed, Tier,
};
use wenfang_story::{BatchId, EntityId, LoreEntryId, ProposalId, SceneId, Timestamp};
use wenfang_text::{CharRange, Excerpt, TextIndex};
use wenfang_versions as versions;

pub use decide::{
    Decision, ProposalCount, ProposalCounts, RefusedReview, Review, ReviewAll, Reviewed, ReviewedAll, counts,
    review, review_all,
};
pub(crate) use extract::afresh;
pub use extract::{ExtractFrom, Read, extract, fresh, gather, read};
pub(crate) use revert::is_used;
pub use revert::{Retained, Undone};

use super::books::{Book, SceneRef};
use super::passages::within;
use super::words;
use crate::error::{Code, Error, Result};
use crate::find::readable;
use crate::projects::NoParams;

/// The most proposals in one request.
pub const MAX_PROPOSALS: usize = 10_000;

/// Proposals that come together.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct Propose {
    /// Where they come from, in words.
    pub source: String,
    /// What is proposed.
    pub proposals: Vec<NewProposal>,
}

/// A proposal as it comes.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct NewProposal {
    /// What is proposed.
    pub proposed: Proposed,
    /// How sure who proposes it is, 0 to 1.
    pub confidence: f64,
    /// The scene that says so.
    pub scene: Option<SceneId>,
    /// What it says, character by character. A proposal whose quote does not stand in the scene is never applied.
    pub quote: Option<String>,
}

/// What became of proposals.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct Proposals {
    /// The batch they are kept as.
    pub batch: BatchId,
    /// Applied at once.
    pub applied: usize,
    /// For the author to decide.
    pub pending: usize,
    /// Rejected: too unsure, or without a quote that stands in the text.
    pub rejected: usize,
}

/// Takes proposals in: the sure ones are applied where the author allows it, the rest waits or is kept as rejected.
///
/// # Errors
/// [`Code::BadRequest`] for a confidence out of range, empty names, too many at once.
pub async fn propose(project: &Project, request: Propose) -> Result<Proposals> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let answer = take_all(&mut tx, now, request).await?;
    tx.commit().await?;
    Ok(answer)
}

/// [`propose`] within a transaction of the caller's.
///
/// # Errors
/// As [`propose`]; the caller then drops what was written.
pub async fn take_all(conn: &mut SqliteConnection, now: Timestamp, request: Propose) -> Result<Proposals> {
    let source = words::name("source", &request.source)?;
    if request.proposals.len() > MAX_PROPOSALS {
        return Err(Error::bad_request(
            format!("{} proposals at once", request.proposals.len()),
            format!("Nothing was changed. Send at most {MAX_PROPOSALS}."),
        ));
    }
    let applies = applies_sure_ones(conn).await?;
    let known = if applies { known_names(conn).await? } else { Vec::new() };
    let batch = proposals::insert_batch(conn, &source, now).await?;
    let mut answer = Proposals { batch, applied: 0, pending: 0, rejected: 0 };
    let mut texts = HashMap::new();
    for (place, new) in request.proposals.into_iter().enumerate() {
        let record = take_in(conn, (batch, now), (place, new), &mut texts).await?;
        let status = record.status;
        let is_sure = Tier::of(record.confidence) == Tier::Apply && stands_in_text(&record, (&texts, &known));
        let id = proposals::insert(conn, &record, now).await?;
        if status == ProposalStatus::Pending && is_sure && applies {
            // One that contradicts what is known waits for the author like an unsure one, with nothing of it done.
            let mut attempt = conn.begin().await?;
            match apply::apply(&mut attempt, now, (id, record)).await {
                Ok(_) => {
                    attempt.commit().await?;
                    answer.applied += 1;
                    continue;
                }
                Err(error) if is_for_the_author(error.code) => attempt.rollback().await?,
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

/// Whether somebody could apply it: its names and words are there and not too long.
pub fn is_sound(proposed: &Proposed) -> bool {
    apply::check(proposed).is_ok()
}

/// Whether a refusal is one that the author can decide about, and no failure.
fn is_for_the_author(code: Code) -> bool {
    matches!(code, Code::NameTaken | Code::QuoteNotFound | Code::BadRequest | Code::TimeCycle)
}

/// Texts of scenes that were read once.
type Texts = HashMap<SceneId, (wenfang_story::VersionNo, String)>;

async fn take_in(
    conn: &mut SqliteConnection,
    (batch, now): (BatchId, Timestamp),
    (place, new): (usize, NewProposal),
    texts: &mut Texts,
) -> Result<ProposalRecord> {
    if !(0.0..=1.0).contains(&new.confidence) {
        return Err(Error::bad_request(
            format!("proposal {place} has the confidence {}", new.confidence),
            "Nothing was changed. A confidence is between 0 and 1.",
        ));
    }
    apply::check(&new.proposed)
        .map_err(|error| Error { message: format!("proposal {place}: {}", error.message), ..error })?;
    let mut evidence = None;
    if let (Some(scene), Some(quote)) = (new.scene, new.quote.as_deref()) {
        let (version, text) = match texts.entry(scene) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                versions::settle(conn, now, scene).await?;
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

/// Whether every name and value of a proposal stands in the text of its quote, character by character, and every name of
/// the canon in its description too.
fn stands_in_text(record: &ProposalRecord, (texts, known): (&Texts, &[String])) -> bool {
    let text = record.evidence.as_ref().and_then(|proof| texts.get(&proof.scene));
    let description = record.proposed.description();
    let named = known.iter().map(String::as_str).filter(|name| description.contains(name));
    let mut claims = record.proposed.claims().into_iter().chain(named);
    text.is_some_and(|(_, text)| claims.all(|claim| text.contains(claim.trim())))
}

/// The names of the canon.
async fn known_names(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let entities: Vec<(EntityId, EntityRecord)> = canon::list(conn).await?;
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    let names = entities.iter().flat_map(|(_, record)| record.names());
    Ok(names.chain(entries.iter().flat_map(|(_, record)| record.names())).map(str::to_owned).collect())
}

/// Off until the author switches it on: what goes into the canon is sent to models as settled.
const SETTING: &str = "proposals.apply_sure";

async fn applies_sure_ones(conn: &mut SqliteConnection) -> Result<bool> {
    Ok(settings::get(conn, SETTING).await?.as_deref() == Some("true"))
}

/// What the author wants done with proposals.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ProposalSettings {
    /// Whether those with a confidence of 0.9 and more whose names and values all stand in the text are applied at once.
    pub apply_sure: bool,
}

/// Shows what the author wants done with proposals.
pub async fn proposal_settings(project: &Project, _: NoParams) -> Result<ProposalSettings> {
    let mut tx = project.begin_read().await?;
    Ok(ProposalSettings { apply_sure: applies_sure_ones(&mut tx).await? })
}

/// Sets what the author wants done with proposals.
pub async fn set_proposal_settings(project: &Project, request: ProposalSettings) -> Result<ProposalSettings> {
    let mut tx = project.begin_write().await?;
    settings::set(&mut tx, SETTING, if request.apply_sure { "true" } else { "false" }).await?;
    tx.commit().await?;
    Ok(request)
}

/// Which proposals to list.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListProposals {
    /// Only of this batch.
    pub batch: Option<BatchId>,
    /// Only those of which this became.
    pub status: Option<ProposalStatus>,
}

/// Proposals in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProposalList {
    /// In the order they came.
    pub proposals: Vec<ProposalView>,
    /// Every batch, latest first.
    pub batches: Vec<BatchView>,
}

/// A batch of proposals.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BatchView {
    /// Which one.
    pub id: BatchId,
    /// Where it came from.
    pub source: String,
    /// When it came.
    pub created_at: Timestamp,
    /// When it was undone.
    pub undone_at: Option<Timestamp>,
    /// How many of its proposals were applied.
    pub applied: usize,
    /// How many wait.
    pub pending: usize,
    /// How many were rejected.
    pub rejected: usize,
}

/// A proposal.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProposalView {
    /// Which one.
    pub id: ProposalId,
    /// The batch it came with.
    pub batch: BatchId,
    /// What is proposed.
    pub proposed: Proposed,
    /// How sure who proposes it is, 0 to 1.
    pub confidence: f64,
    /// The scene it is so from; the scene of the quote where there is one.
    pub scene: Option<SceneId>,
    /// The passage that proves it; none when the quote does not occur in the text.
    pub evidence: Option<Evidence>,
    /// The quote as it was given, when it does not occur in the text.
    pub unproven: Option<String>,
    /// What became of it.
    pub status: ProposalStatus,
    /// How sure it is, as a tier.
    pub tier: Tier,
    /// Where its scene stands in the book.
    pub place: Option<SceneRef>,
    /// Where its quote stands now, in char offsets of the working text; none where it does not.
    pub now: Option<CharRange>,
    /// The words around it.
    pub excerpt: Option<Excerpt>,
}

/// Lists proposals with their quotes as they stand now.
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
                view.now = standing(text, proof);
                view.excerpt = view.now.map(|range| Excerpt::new(&TextIndex::new(text), range));
            }
        }
        shown.push(view);
    }
    Ok(ProposalList { proposals: shown, batches })
}

/// Where a quote stands in a text: where it stood, or where it stands first.
fn standing(text: &str, proof: &Evidence) -> Option<CharRange> {
    within(text, Some(proof.range), &proof.quote).or_else(|| within(text, None, &proof.quote))
}

/// A batch of proposals.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct BatchRequest {
    /// Which one.
    pub batch: BatchId,
}

/// Takes a whole batch back: what its proposals did to the graph is undone, what waits no longer does. What the author
/// changed or used since stays, and is named.
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

/// The quote of a proposal stands in its version and in the text as it is now.
async fn prove(conn: &mut SqliteConnection, record: &ProposalRecord) -> Result<Evidence> {
    let not_there = || {
        Error::new(
            Code::QuoteNotFound,
            "the quote of the proposal does not stand in the text",
            "Nothing was changed. Write the fact yourself if it is so.",
        )
    };
    let proof = record.evidence.as_ref().ok_or_else(not_there)?;
    let (_, then) = versions::text(conn, proof.scene, Some(proof.version)).await?;
    within(&then, Some(proof.range), &proof.quote).ok_or_else(not_there)?;
    let now = versions::working_text(conn, proof.scene).await?;
    standing(&now.text, proof).ok_or_else(not_there)?;
    Ok(proof.clone())
}
