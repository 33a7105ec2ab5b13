//! The summary of a chapter with its key events, and every few chapters the story so far.

mod story;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::digest::{Chapter, digest, joined, summary_length};
use wenfang_drafting::prompts::ChapterSummary;
use wenfang_project::watch::Watch;
use wenfang_story::generation::Act;
use wenfang_story::{ChapterId, Timestamp};
use wenfang_text::TextIndex;
use wenfang_usecase::{Result, aside};

use super::book_words::{BookWords, book_words};
use super::chapter::{ChapterTexts, Piece};
use super::quotes::{evidence, requote_events};
use super::{By, Estimated, Took, resolve_by};
use crate::Session;
use crate::drafting::{Observer, ValueQuestion, ask_value, estimate as estimate_question, max_text};
use wenfang_recall::summaries::{
    KeyEvent, StoredStory, StoredSummary, WorkSource, save_result, summary_artifact,
};

/// Maximum number of key events of a chapter.
const MAX_EVENTS: usize = 8;

/// The input of a summary.
#[derive(Clone, Debug)]
pub struct SummaryMaterial {
    pub chapter: ChapterTexts,
    words: Arc<BookWords>,
    /// The input of the story so far.
    story: story::StoryMaterial,
}

/// A summary that is not stored yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SummaryWritten {
    pub chapter: ChapterId,
    pub summary: StoredSummary,
    /// The story so far, if it was due.
    pub story: Option<StoredStory>,
    /// Number of events dropped because their quote is not in the text.
    pub dropped: usize,
    pub took: Took,
}

/// Reads the input of a summary.
///
/// # Errors
/// An unknown chapter, one in the bin, one without words.
pub async fn gather(session: &Session, chapter: ChapterId, watch: &Watch) -> Result<SummaryMaterial> {
    let mut tx = session.project.begin_read().await?;
    let chapter = ChapterTexts::read(&mut tx, chapter).await?;
    let story = story::gather(&mut tx, &chapter).await?;
    drop(tx);
    Ok(SummaryMaterial { chapter, words: book_words(&session.project, watch).await?, story })
}

/// Reads a chapter and writes its summary.
///
/// # Errors
/// Those of [`gather`] and [`work`].
pub async fn make(
    session: &Session,
    chapter: ChapterId,
    by: By,
    observer: &Observer,
) -> Result<SummaryWritten> {
    let material = gather(session, chapter, &observer.watch).await?;
    work(session, &material, by, observer).await
}

/// Writes a summary, and the story so far if it is due.
///
/// # Errors
/// Those of calling a model.
pub async fn work(
    session: &Session,
    material: &SummaryMaterial,
    by: By,
    observer: &Observer,
) -> Result<SummaryWritten> {
    let mut written = match resolve_by(session, Act::Summary, by) {
        By::Local => {
            let material = material.clone();
            aside(move || local(&material)).await?
        }
        By::Model => ask_model(session, material, observer).await?,
    };
    written.story = match resolve_by(session, Act::StorySoFar, by) {
        By::Local => {
            let (material, summary) = (material.clone(), written.summary.clone());
            aside(move || story::local(&material, &summary)).await?
        }
        By::Model => {
            let story = (&written.summary, &mut written.took);
            story::ask_model(session, material, story, observer).await?
        }
    };
    Ok(written)
}

/// Estimates [`make`].
///
/// # Errors
/// Those of reading; an invalid prompt.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By, watch: &Watch) -> Result<Estimated> {
    let material = &gather(session, chapter, watch).await?;
    let mut estimated = Estimated::default();
    if resolve_by(session, Act::Summary, by) == By::Model {
        for question in questions(session, material)? {
            estimated.add(estimate_question(session, &question).await?);
        }
    }
    if resolve_by(session, Act::StorySoFar, by) == By::Model {
        for question in story::questions(session, material, None)? {
            estimated.add(estimate_question(session, &question).await?);
        }
    }
    Ok(estimated)
}

/// Stores a summary with its story so far. Drafts of the quoted scenes become versions.
///
/// # Errors
/// Those of writing.
pub async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    written: &SummaryWritten,
) -> Result<StoredSummary> {
    let (key_events, _) = requote_events(conn, now, &written.summary.key_events).await?;
    let stored = StoredSummary { key_events, ..written.summary.clone() };
    save_result(conn, now, (&summary_artifact(written.chapter), None), &stored).await?;
    if let Some(story) = &written.story {
        story::store(conn, now, story).await?;
    }
    Ok(stored)
}

/// Summarizes a chapter by extracting sentences.
fn local(material: &SummaryMaterial) -> SummaryWritten {
    let chapter_texts = &material.chapter;
    let texts = chapter_texts.texts();
    let chapter = Chapter { title: &chapter_texts.record.title, scenes: &texts };
    let digest = digest(&chapter, &material.words.background, &material.words.lexicon);
    let event = |quoted: &wenfang_drafting::digest::Quoted| {
        let evidence = evidence(chapter_texts, Piece { scene: quoted.scene, range: quoted.range })?;
        Some(KeyEvent { text: joined(&chapter, std::slice::from_ref(quoted)), evidence })
    };
    let summary = StoredSummary {
        text: joined(&chapter, &digest.summary),
        key_events: digest.events.iter().filter_map(event).collect(),
        source: WorkSource::Local,
        texts: chapter_texts.hash(),
    };
    SummaryWritten { chapter: chapter_texts.id, summary, story: None, dropped: 0, took: Took::default() }
}

/// One question for each part of the chapter that fits into the context window; the summaries of earlier parts
/// are filled in once known.
fn questions(session: &Session, material: &SummaryMaterial) -> Result<Vec<ValueQuestion>> {
    let chapter_texts = &material.chapter;
    let texts = chapter_texts.texts();
    let length = summary_length(&Chapter { title: &chapter_texts.record.title, scenes: &texts });
    let groups = chapter_texts.groups(max_text(session, Act::Summary));
    let share = length / groups.len().max(1);
    let last = chapter_texts.last_scene()?;
    let question = |group: &Vec<Piece>| ValueQuestion {
        text: chapter_texts.group_text(group),
        passages: chapter_texts.passages(group),
        length: share.max(40),
        ..ValueQuestion::new(Act::Summary, last, chapter_texts.id)
    };
    Ok(groups.iter().map(question).collect())
}

async fn ask_model(
    session: &Session,
    material: &SummaryMaterial,
    observer: &Observer,
) -> Result<SummaryWritten> {
    let chapter_texts = &material.chapter;
    let (mut took, mut model, mut dropped) = (Took::default(), String::new(), 0);
    let (mut text, mut events) = (String::new(), Vec::new());
    let questions = questions(session, material)?;
    let total = questions.len();
    for (done, mut question) in questions.into_iter().enumerate() {
        observer.watch.report("ask", done, total)?;
        question.before.clone_from(&text);
        let valued = ask_value::<ChapterSummary>(session, &question, observer).await?;
        took.add(valued.generation, valued.cost);
        model = valued.model;
        dropped += valued.left_out;
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(valued.value.summary.trim());
        for event in valued.value.key_events {
            match chapter_texts
                .find(event.quote.trim())
                .and_then(|at| Some((at, evidence(chapter_texts, at)?)))
            {
                Some((at, evidence)) => {
                    events.push((at, KeyEvent { text: event.text.trim().to_owned(), evidence }));
                }
                None => dropped += 1,
            }
        }
    }
    events.sort_by_key(|(at, _)| (at.scene, at.range.start().get(), at.range.end().get()));
    events.dedup_by_key(|(at, _)| *at);
    let key_events = spread(events.into_iter().map(|(_, event)| event).collect());
    let summary =
        StoredSummary { text, key_events, source: WorkSource::Model(model), texts: chapter_texts.hash() };
    Ok(SummaryWritten { chapter: chapter_texts.id, summary, story: None, dropped, took })
}

/// Selects at most [`MAX_EVENTS`] events, spread evenly.
fn spread(events: Vec<KeyEvent>) -> Vec<KeyEvent> {
    let count = events.len();
    if count <= MAX_EVENTS {
        return events;
    }
    let wanted: Vec<usize> = (0..MAX_EVENTS).map(|at| at * (count - 1) / (MAX_EVENTS - 1)).collect();
    events.into_iter().enumerate().filter(|(at, _)| wanted.contains(at)).map(|(_, event)| event).collect()
}

/// The last words of a chapter's last scene, to continue from.
pub(super) fn ending(chapter: &ChapterTexts, most: usize) -> String {
    let Some(last) = chapter.scenes.iter().rev().find(|scene| !scene.text.trim().is_empty()) else {
        return String::new();
    };
    let text = last.text.trim_end();
    let index = TextIndex::new(text);
    let from = index.len().saturating_sub(most);
    index.slice(wenfang_text::CharRange::new(from, index.len())).to_owned()
}
