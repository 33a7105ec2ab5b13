//! The summary of a chapter with its key events, and every few chapters the story so far.

mod story;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::digest::{Chapter, digest, summary_length, told};
use wenfang_drafting::prompts::ChapterSummary;
use wenfang_project::watch;
use wenfang_story::generation::Act;
use wenfang_story::{ChapterId, Timestamp};
use wenfang_text::TextIndex;

pub use story::{StoryKept, StoryWritten, story_so_far};

use super::book_words::{BookWords, book_words};
use super::chapter::{ChapterTexts, Piece};
use super::quotes::{KeyEvent, evidence, settled_events};
use super::{By, Estimated, Took, WorkSource, aside, keep, kept, settled_on};
use crate::drafting::{Session, ValueQuestion, ask_value, estimate as estimate_question, max_text};
use crate::error::Result;

/// Most key events of a chapter.
const MAX_EVENTS: usize = 8;

/// The summary of a chapter as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct SummaryKept {
    /// What happens.
    pub text: String,
    /// What matters most, in order.
    pub key_events: Vec<KeyEvent>,
    /// Who wrote it.
    pub source: WorkSource,
    /// The hash of the texts it was made from.
    pub texts: String,
}

/// What a summary is made from.
#[derive(Clone, Debug)]
pub struct SummaryMaterial {
    /// The chapter.
    pub chapter: ChapterTexts,
    words: Arc<BookWords>,
    /// What the story so far needs.
    story: story::StoryMaterial,
}

/// A summary that is not stored yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SummaryWritten {
    /// Of which chapter.
    pub chapter: ChapterId,
    /// The summary.
    pub summary: SummaryKept,
    /// The story so far, where it was time for one.
    pub story: Option<StoryWritten>,
    /// Events whose quote does not stand in the text; they are not in the summary.
    pub dropped: usize,
    /// What it took.
    pub took: Took,
}

pub(super) fn tag(chapter: ChapterId) -> String {
    format!("summary/chapter/{chapter}")
}

/// Reads what a summary is made from.
///
/// # Errors
/// An unknown chapter, one in the bin, one without words.
pub async fn gather(session: &Session, chapter: ChapterId) -> Result<SummaryMaterial> {
    let mut tx = session.project.begin_read().await?;
    let chapter = ChapterTexts::read(&mut tx, chapter).await?;
    let story = story::gather(&mut tx, &chapter).await?;
    drop(tx);
    Ok(SummaryMaterial { chapter, words: book_words(&session.project).await?, story })
}

/// Reads a chapter and writes its summary.
///
/// # Errors
/// As [`gather`] and [`work`].
pub async fn make(session: &Session, chapter: ChapterId, by: By) -> Result<SummaryWritten> {
    work(session, &gather(session, chapter).await?, by).await
}

/// Writes a summary, and the story so far where it is time for one.
///
/// # Errors
/// Those of asking a model.
pub async fn work(session: &Session, material: &SummaryMaterial, by: By) -> Result<SummaryWritten> {
    let mut written = match settled_on(session, Act::Summary, by) {
        By::Local => {
            let material = material.clone();
            aside(move || local(&material)).await?
        }
        By::Model => asked(session, material).await?,
    };
    written.story = match settled_on(session, Act::StorySoFar, by) {
        By::Local => {
            let (material, summary) = (material.clone(), written.summary.clone());
            aside(move || story::local(&material, &summary)).await?
        }
        By::Model => story::asked(session, material, (&written.summary, &mut written.took)).await?,
    };
    Ok(written)
}

/// What [`make`] would take.
///
/// # Errors
/// Those of reading; a prompt that cannot be used.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By) -> Result<Estimated> {
    let material = &gather(session, chapter).await?;
    let mut estimated = Estimated::default();
    if settled_on(session, Act::Summary, by) == By::Model {
        for question in questions(session, material)? {
            estimated.add(estimate_question(session, &question).await?);
        }
    }
    if settled_on(session, Act::StorySoFar, by) == By::Model {
        for question in story::questions(session, material, None)? {
            estimated.add(estimate_question(session, &question).await?);
        }
    }
    Ok(estimated)
}

/// Stores a summary and what was written with it. Drafts of the scenes that it quotes become versions.
///
/// # Errors
/// Those of writing.
pub async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    written: &SummaryWritten,
) -> Result<SummaryKept> {
    let (key_events, _) = settled_events(conn, now, &written.summary.key_events).await?;
    let kept = SummaryKept { key_events, ..written.summary.clone() };
    keep(conn, now, &tag(written.chapter), &kept).await?;
    if let Some(story) = &written.story {
        story::store(conn, now, story).await?;
    }
    Ok(kept)
}

/// The summary of a chapter as it is kept, and since when.
///
/// # Errors
/// Those of reading.
pub async fn read(
    conn: &mut SqliteConnection,
    chapter: ChapterId,
) -> Result<Option<(SummaryKept, Timestamp)>> {
    kept(conn, &tag(chapter)).await
}

/// The chapter in its own words.
fn local(material: &SummaryMaterial) -> SummaryWritten {
    let of = &material.chapter;
    let texts = of.texts();
    let chapter = Chapter { title: &of.record.title, scenes: &texts };
    let digest = digest(&chapter, &material.words.background, &material.words.lexicon);
    let event = |quoted: &wenfang_drafting::digest::Quoted| {
        let evidence = evidence(of, Piece { scene: quoted.scene, range: quoted.range })?;
        Some(KeyEvent { text: told(&chapter, std::slice::from_ref(quoted)), evidence })
    };
    let summary = SummaryKept {
        text: told(&chapter, &digest.summary),
        key_events: digest.events.iter().filter_map(event).collect(),
        source: WorkSource::Local,
        texts: of.hash(),
    };
    SummaryWritten { chapter: of.id, summary, story: None, dropped: 0, took: Took::default() }
}

/// One question for each piece of the chapter that fits into a window; the summaries of those before are added when they are
/// known.
fn questions(session: &Session, material: &SummaryMaterial) -> Result<Vec<ValueQuestion>> {
    let of = &material.chapter;
    let texts = of.texts();
    let length = summary_length(&Chapter { title: &of.record.title, scenes: &texts });
    let groups = of.groups(max_text(session, Act::Summary));
    let share = length / groups.len().max(1);
    let last = of.last_scene()?;
    let question = |group: &Vec<Piece>| ValueQuestion {
        act: Act::Summary,
        scene: last,
        chapter: of.id,
        text: of.words_of(group),
        before: String::new(),
        after: String::new(),
        length: share.max(40),
        count: 0,
    };
    Ok(groups.iter().map(question).collect())
}

async fn asked(session: &Session, material: &SummaryMaterial) -> Result<SummaryWritten> {
    let of = &material.chapter;
    let (mut took, mut model, mut dropped) = (Took::default(), String::new(), 0);
    let (mut text, mut events) = (String::new(), Vec::new());
    let questions = questions(session, material)?;
    let total = questions.len();
    for (done, mut question) in questions.into_iter().enumerate() {
        watch::report("ask", done, total)?;
        question.before.clone_from(&text);
        let valued = ask_value::<ChapterSummary>(session, &question).await?;
        took.add(valued.generation, valued.cost);
        model = valued.model;
        dropped += valued.left_out;
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(valued.value.summary.trim());
        for event in valued.value.key_events {
            match of.find(event.quote.trim()).and_then(|at| Some((at, evidence(of, at)?))) {
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
    let summary = SummaryKept { text, key_events, source: WorkSource::Model(model), texts: of.hash() };
    Ok(SummaryWritten { chapter: of.id, summary, story: None, dropped, took })
}

/// At most [`MAX_EVENTS`] of them, from beginning to end.
fn spread(events: Vec<KeyEvent>) -> Vec<KeyEvent> {
    let count = events.len();
    if count <= MAX_EVENTS {
        return events;
    }
    let wanted: Vec<usize> = (0..MAX_EVENTS).map(|at| at * (count - 1) / (MAX_EVENTS - 1)).collect();
    events.into_iter().enumerate().filter(|(at, _)| wanted.contains(at)).map(|(_, event)| event).collect()
}

/// What stands at the end of a chapter: the last words of its last scene, for whoever goes on.
pub(super) fn ending(chapter: &ChapterTexts, most: usize) -> String {
    let Some(last) = chapter.scenes.iter().rev().find(|scene| !scene.text.trim().is_empty()) else {
        return String::new();
    };
    let text = last.text.trim_end();
    let index = TextIndex::new(text);
    let from = index.len().saturating_sub(most);
    index.slice(wenfang_text::CharRange::new(from, index.len())).to_owned()
}
