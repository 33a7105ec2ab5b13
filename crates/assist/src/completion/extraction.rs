//! Extracts proposals for the graph from a chapter, by names and phrases or with a model. The author decides on
//! them.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_canon::proposals;
use wenfang_canon::proposals::{ExtractFrom, NewProposal, Propose, is_sound};
use wenfang_drafting::prompts::{ChapterExtraction, ExtractedChange, ExtractedKind, ExtractedModality};
use wenfang_project::watch::Watch;
use wenfang_story::canon::{EntityKind, Modality, Proposed, ThreadChange};
use wenfang_story::generation::Act;
use wenfang_story::{BatchId, ChapterId, Timestamp};
use wenfang_usecase::{Result, aside};

use super::chapter::ChapterTexts;
use super::{By, Estimated, Took, resolve_by};
use crate::Session;
use crate::drafting::{Observer, ValueQuestion, ask_value, estimate as estimate_question, max_text};
use wenfang_recall::summaries::WorkSource;

/// The input of an extraction.
pub struct ExtractionMaterial {
    pub chapter: ChapterTexts,
    book: std::sync::Arc<proposals::Read>,
}

/// Proposals that are not stored yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Extracted {
    pub chapter: ChapterId,
    /// The proposals. One whose quote is not in the text is stored as rejected.
    pub proposals: Vec<NewProposal>,
    pub source: WorkSource,
    /// Number of proposals that cannot be applied: malformed, without a name, or too long.
    pub dropped: usize,
    pub took: Took,
}

/// What was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ExtractionStored")]
pub struct Stored {
    /// The batch of the proposals; none if nothing was new.
    pub batch: Option<BatchId>,
    /// Number applied at once.
    pub applied: usize,
    /// Number awaiting the author's decision.
    pub pending: usize,
    /// Number rejected: confidence too low, or a quote that is not in the text.
    pub rejected: usize,
    pub source: WorkSource,
}

/// Reads the chapter, and the book with its names.
///
/// # Errors
/// An unknown chapter, one in the bin, one without words.
pub async fn gather(session: &Session, chapter: ChapterId, watch: &Watch) -> Result<ExtractionMaterial> {
    let mut tx = session.project.begin_read().await?;
    let texts = ChapterTexts::read(&mut tx, chapter).await?;
    drop(tx);
    let book = proposals::gather(&session.project, ExtractFrom::Chapter(chapter), watch).await?;
    Ok(ExtractionMaterial { chapter: texts, book: std::sync::Arc::new(book) })
}

/// Reads a chapter and extracts proposals.
///
/// # Errors
/// Those of [`gather`] and [`work`].
pub async fn make(session: &Session, chapter: ChapterId, by: By, observer: &Observer) -> Result<Extracted> {
    let material = gather(session, chapter, &observer.watch).await?;
    work(session, &material, by, observer).await
}

/// Extracts proposals.
///
/// # Errors
/// Those of calling a model.
pub async fn work(
    session: &Session,
    material: &ExtractionMaterial,
    by: By,
    observer: &Observer,
) -> Result<Extracted> {
    let chapter = material.chapter.id;
    match resolve_by(session, Act::Extraction, by) {
        By::Local => {
            let book = std::sync::Arc::clone(&material.book);
            let proposals = aside(move || proposals::read(&book)).await?;
            let source = WorkSource::Local;
            Ok(Extracted { chapter, proposals, source, dropped: 0, took: Took::default() })
        }
        By::Model => ask_model(session, material, observer).await,
    }
}

/// Estimates [`make`].
///
/// # Errors
/// Those of reading; an invalid prompt.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By, watch: &Watch) -> Result<Estimated> {
    let material = gather(session, chapter, watch).await?;
    let mut estimated = Estimated::default();
    if resolve_by(session, Act::Extraction, by) == By::Model {
        for question in questions(session, &material.chapter)? {
            estimated.add(estimate_question(session, &question).await?);
        }
    }
    Ok(estimated)
}

/// Stores the new proposals, by tiers of confidence like any others. Storing twice adds nothing.
///
/// # Errors
/// Those of writing.
pub async fn store(conn: &mut SqliteConnection, now: Timestamp, extracted: &Extracted) -> Result<Stored> {
    let fresh = proposals::fresh(conn, extracted.proposals.clone()).await?;
    let mut stored =
        Stored { batch: None, applied: 0, pending: 0, rejected: 0, source: extracted.source.clone() };
    if fresh.is_empty() {
        return Ok(stored);
    }
    let source = match &extracted.source {
        WorkSource::Local => "text".to_owned(),
        WorkSource::Model(model) => model.clone(),
    };
    let batch =
        proposals::take_all(conn, now, Propose { source, proposals: fresh, for_author: None }).await?;
    stored.batch = Some(batch.batch);
    (stored.applied, stored.pending, stored.rejected) = (batch.applied, batch.pending, batch.rejected);
    Ok(stored)
}

fn questions(session: &Session, chapter_texts: &ChapterTexts) -> Result<Vec<ValueQuestion>> {
    /// Models list less when they read too much at once.
    const MAX_CHARS: usize = 6_000;
    let last = chapter_texts.last_scene()?;
    let groups = chapter_texts.groups(max_text(session, Act::Extraction).min(MAX_CHARS));
    let question = |group: &Vec<super::chapter::Piece>| ValueQuestion {
        text: chapter_texts.group_text(group),
        passages: chapter_texts.passages(group),
        ..ValueQuestion::new(Act::Extraction, last, chapter_texts.id)
    };
    Ok(groups.iter().map(question).collect())
}

async fn ask_model(
    session: &Session,
    material: &ExtractionMaterial,
    observer: &Observer,
) -> Result<Extracted> {
    let chapter_texts = &material.chapter;
    let (mut proposals, mut took, mut model) = (Vec::new(), Took::default(), String::new());
    let mut dropped = 0;
    let questions = questions(session, chapter_texts)?;
    for (done, question) in questions.iter().enumerate() {
        observer.watch.report("ask", done, questions.len())?;
        let valued = ask_value::<ChapterExtraction>(session, question, observer).await?;
        took.add(valued.generation, valued.cost);
        model = valued.model;
        dropped += valued.left_out;
        for new in proposed(chapter_texts, valued.value) {
            if is_sound(&new.proposed) { proposals.push(new) } else { dropped += 1 }
        }
    }
    let source = WorkSource::Model(model);
    Ok(Extracted { chapter: chapter_texts.id, proposals, source, dropped, took })
}

/// Converts a model's answer to proposals, entities before what refers to them.
fn proposed(chapter_texts: &ChapterTexts, answer: ChapterExtraction) -> Vec<NewProposal> {
    let new = |proposed: Proposed, (quote, confidence): (String, f64)| {
        let quote = quote.trim().to_owned();
        let scene = chapter_texts
            .find(&quote)
            .and_then(|at| chapter_texts.scenes.get(at.scene))
            .map(|scene| scene.id);
        NewProposal { proposed, confidence: confidence.clamp(0.0, 1.0), scene, quote: Some(quote) }
    };
    let tidy = |words: String| words.trim().to_owned();
    let entities = answer.entities.into_iter().map(|it| {
        let name = tidy(it.name);
        let aliases = it.aliases.into_iter().map(tidy);
        let aliases = aliases.filter(|alias| !alias.is_empty() && *alias != name).collect();
        let proposed =
            Proposed::Entity { entity_kind: kind(it.kind), aliases, description: tidy(it.description), name };
        new(proposed, (it.quote, it.confidence))
    });
    let relations = answer.relations.into_iter().map(|it| {
        let proposed = Proposed::Relation {
            from: tidy(it.from),
            to: tidy(it.to),
            relation: tidy(it.relation),
            modality: modality(it.modality),
        };
        new(proposed, (it.quote, it.confidence))
    });
    let facts = answer.facts.into_iter().map(|it| {
        let proposed = Proposed::Fact {
            subject: tidy(it.subject),
            predicate: tidy(it.predicate),
            object: tidy(it.object),
            modality: modality(it.modality),
            replaces: it.replaces,
            corrects: None,
        };
        new(proposed, (it.quote, it.confidence))
    });
    let events = answer.events.into_iter().map(|it| {
        let participants = it.participants.into_iter().map(tidy).filter(|name| !name.is_empty()).collect();
        let proposed = Proposed::Event {
            title: tidy(it.title),
            description: String::new(),
            time: tidy(it.time),
            place: tidy(it.place),
            participants,
        };
        new(proposed, (it.quote, it.confidence))
    });
    let threads = answer.threads.into_iter().map(|it| {
        let title = tidy(it.title);
        let proposed = Proposed::Thread {
            title: title.trim_matches(['「', '」', '“', '”', '"']).to_owned(),
            description: tidy(it.description),
            change: change(it.change),
        };
        new(proposed, (it.quote, it.confidence))
    });
    entities.chain(relations).chain(facts).chain(events).chain(threads).collect()
}

const fn kind(kind: ExtractedKind) -> EntityKind {
    match kind {
        ExtractedKind::Character => EntityKind::Character,
        ExtractedKind::Location => EntityKind::Location,
        ExtractedKind::Organization => EntityKind::Organization,
        ExtractedKind::Item => EntityKind::Item,
        ExtractedKind::Event => EntityKind::Event,
    }
}

const fn change(change: ExtractedChange) -> ThreadChange {
    match change {
        ExtractedChange::Plant => ThreadChange::Plant,
        ExtractedChange::Remind => ThreadChange::Remind,
        ExtractedChange::Advance => ThreadChange::Advance,
        ExtractedChange::Resolve => ThreadChange::Resolve,
    }
}

const fn modality(modality: ExtractedModality) -> Modality {
    match modality {
        ExtractedModality::Narrated => Modality::Narrated,
        ExtractedModality::Claimed => Modality::Claimed,
        ExtractedModality::Rumour => Modality::Rumour,
        ExtractedModality::Dream => Modality::Dream,
        ExtractedModality::Planned => Modality::Planned,
    }
}
