//! Extracts proposals from the text without a model: unknown names, statements in fixed phrases, dated events, named
//! threads.

use std::collections::HashSet;

use serde::Deserialize;
use sqlx::SqliteConnection;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, canon, proposals};
use wenfang_story::canon::extraction::{Extracted, KnownThread, Part, events, extract as turns, threads};
use wenfang_story::canon::{EntityKind, ProposalStatus, Proposed, ThreadAnchorRecord, ThreadRecord};
use wenfang_story::{ChapterId, SceneId, ThreadAnchorId, ThreadId};
use wenfang_text::{CharRange, Lexicon, Mention, NameHint, NameHintKind, TextIndex, sentences};
use wenfang_usecase::Result;

use super::{NewProposal, Proposals, Propose, take_all};
use crate::books::telling_order;
use crate::hints::{Guessed, guess};
use crate::names::Bearer;

/// The part of the book to extract from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractFrom {
    Scene(SceneId),
    Chapter(ChapterId),
}

/// Maximum confidence of an unknown name; below the threshold for applying it automatically.
const SUREST_NAME: f64 = 0.85;
const MIN_SURE_NAME: f64 = 0.6;

/// The data for an extraction.
pub struct Read {
    guessed: Guessed,
    /// The scenes to extract from.
    wanted: HashSet<SceneId>,
    /// The existing plot threads.
    plotted: Vec<(ThreadId, ThreadRecord)>,
}

/// Extracts proposals from a scene or chapter without a model and adds them. Earlier proposals are not repeated.
pub async fn extract(project: &Project, request: ExtractFrom, watch: &Watch) -> Result<Proposals> {
    let found = read(&gather(project, request, watch).await?);
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let proposals = fresh(&mut tx, found).await?;
    let answer =
        take_all(&mut tx, now, Propose { source: "text".to_owned(), proposals, for_author: None }).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Reads the book and its names.
pub async fn gather(project: &Project, request: ExtractFrom, watch: &Watch) -> Result<Read> {
    let guessed = guess(project, watch).await?;
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    let plotted = canon::list(&mut tx).await?;
    let scenes = guessed.texts.iter().map(|(scene, _)| *scene);
    let wanted = scenes.filter(|scene| match request {
        ExtractFrom::Scene(only) => *scene == only,
        ExtractFrom::Chapter(chapter) => order.chapter_of(*scene) == Some(chapter),
    });
    Ok(Read { wanted: wanted.collect(), guessed, plotted })
}

/// Wraps a book with an empty canon, with all its scenes selected.
pub(crate) fn with_empty_canon(guessed: Guessed) -> Read {
    let wanted = guessed.texts.iter().map(|(scene, _)| *scene).collect();
    Read { guessed, wanted, plotted: Vec::new() }
}

/// Extracts proposals; a pure function of the gathered data.
pub fn read(book: &Read) -> Vec<NewProposal> {
    let guessed = &book.guessed;
    let wanted = |scene: SceneId| book.wanted.contains(&scene);
    let threads_known: Vec<KnownThread<'_>> = book
        .plotted
        .iter()
        .map(|(_, thread)| KnownThread { title: &thread.title, waits: thread.status.is_waiting() })
        .collect();
    let mut proposals: Vec<NewProposal> =
        guessed.hints.iter().filter_map(|hint| name(guessed, hint, &wanted)).collect();
    let (lexicon, parts) = names_with_guesses(guessed);
    let part = |mention: &Mention<'_>| {
        let owner = mention.owners.first().and_then(|owner| parts.get(*owner as usize));
        owner.copied().unwrap_or(Part::Other)
    };
    for (scene, working) in guessed.texts.iter().filter(|(scene, _)| wanted(*scene)) {
        let index = TextIndex::new(&working.text);
        let mut found = turns(&working.text, &lexicon);
        found.extend(events(&working.text, &lexicon, part));
        found.extend(threads(&working.text, &guessed.names.lexicon, &threads_known));
        proposals.extend(found.into_iter().map(|found| {
            let Extracted { proposed, range, confidence } = found;
            let quote = Some(index.slice(range).to_owned());
            NewProposal { proposed, confidence, scene: Some(*scene), quote }
        }));
    }
    proposals
}

/// Filters out duplicates and earlier proposals. Undone proposals may be proposed again.
pub async fn fresh(conn: &mut SqliteConnection, found: Vec<NewProposal>) -> Result<Vec<NewProposal>> {
    let known = proposals::list(conn, None).await?;
    let is_known = |new: &NewProposal| {
        known.iter().any(|(_, known)| {
            is_same((&known.proposed, known.scene), (&new.proposed, new.scene))
                && known.status != ProposalStatus::Undone
        })
    };
    let plotted: Vec<(ThreadId, ThreadRecord)> = canon::list(conn).await?;
    let anchors: Vec<(ThreadAnchorId, ThreadAnchorRecord)> = canon::list(conn).await?;
    // A quote that is already an anchor of the thread is not new.
    let is_anchored = |new: &NewProposal| {
        let (Proposed::Thread { title, .. }, Some(quote)) = (&new.proposed, &new.quote) else { return false };
        let of_title =
            |id: ThreadId| plotted.iter().any(|(known, thread)| *known == id && thread.title == *title);
        anchors.iter().any(|(_, anchor)| {
            Some(anchor.scene) == new.scene && of_title(anchor.thread) && quote.contains(&anchor.quote)
        })
    };
    let mut fresh: Vec<NewProposal> = Vec::new();
    for new in found {
        let is_there =
            fresh.iter().any(|other| is_same((&other.proposed, other.scene), (&new.proposed, new.scene)));
        if !is_known(&new) && !is_there && !is_anchored(&new) {
            fresh.push(new);
        }
    }
    Ok(fresh)
}

/// Whether two proposals have the same content. Threads and events must also be in the same scene.
fn is_same((one, here): (&Proposed, Option<SceneId>), (other, there): (&Proposed, Option<SceneId>)) -> bool {
    let is_of_scene = matches!(one, Proposed::Thread { .. } | Proposed::Event { .. });
    one == other && (!is_of_scene || here == there)
}

/// A lexicon of the known and the guessed names, and the role of their bearers in events, by index. Guessed names are
/// included so that statements about them are extracted before the author confirms them.
fn names_with_guesses(guessed: &Guessed) -> (Lexicon, Vec<Part>) {
    let known = &guessed.names.bearers;
    let new: Vec<&NameHint> = guessed
        .hints
        .iter()
        .filter(|hint| hint.kind == NameHintKind::New && hint.bearer != wenfang_text::Bearer::Unknown)
        .collect();
    let names = known.iter().map(|bearer| bearer.names.iter().map(String::as_str).collect::<Vec<_>>());
    let names = names.chain(new.iter().map(|hint| vec![hint.name.as_str()]));
    let pairs = (0..).zip(names).flat_map(|(owner, names)| names.into_iter().map(move |name| (owner, name)));
    let lexicon = Lexicon::new(pairs);
    let parts = known.iter().map(part);
    let guessed = new.iter().map(|hint| match hint.bearer {
        wenfang_text::Bearer::Person => Part::Person,
        wenfang_text::Bearer::Place => Part::Place,
        wenfang_text::Bearer::Unknown => Part::Other,
    });
    (lexicon, parts.chain(guessed).collect())
}

/// The role of a canon item in an event.
fn part(bearer: &Bearer) -> Part {
    match bearer.kind {
        "character" => Part::Person,
        "location" => Part::Place,
        _ => Part::Other,
    }
}

/// Proposes a new name that occurs in the selected scenes, with the sentence around it.
fn name(guessed: &Guessed, hint: &NameHint, wanted: &impl Fn(SceneId) -> bool) -> Option<NewProposal> {
    let entity_kind = match hint.bearer {
        wenfang_text::Bearer::Person => EntityKind::Character,
        wenfang_text::Bearer::Place => EntityKind::Location,
        wenfang_text::Bearer::Unknown => return None,
    };
    if hint.kind != NameHintKind::New {
        return None;
    }
    let (scene, working, range) = hint.occurrences.iter().find_map(|(at, range)| {
        let (scene, working) = guessed.texts.get(*at)?;
        wanted(*scene).then_some((*scene, working, *range))
    })?;
    let proposed = Proposed::Entity {
        name: hint.name.clone(),
        entity_kind,
        aliases: Vec::new(),
        description: String::new(),
    };
    let confidence = MIN_SURE_NAME + (SUREST_NAME - MIN_SURE_NAME) * hint.score.clamp(0.0, 1.0);
    Some(NewProposal {
        proposed,
        confidence,
        scene: Some(scene),
        quote: Some(sentence(&working.text, range)),
    })
}

/// Returns the sentence around a range.
fn sentence(text: &str, range: CharRange) -> String {
    let index = TextIndex::new(text);
    let around = sentences(text).into_iter().find(|sentence| sentence.overlaps(range));
    index.slice(around.unwrap_or(range)).trim().to_owned()
}
