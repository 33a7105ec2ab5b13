//! Directions for the next chapter: up to three, with the threads they advance. The author accepts one, or
//! none.

mod accept;
mod local;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_canon::books::telling_order;
use wenfang_drafting::prompts::{DirectionList, Language};
use wenfang_project::artifacts::Artifact;
use wenfang_project::{canon, manuscript, meta};
use wenfang_story::artifact::{ArtifactKind, Subject};
use wenfang_story::canon::threads::{Overdue, overdue};
use wenfang_story::canon::{BibleFieldRecord, StoryOrder, ThreadAnchorRecord, ThreadRecord};
use wenfang_story::generation::Act;
use wenfang_story::{BibleFieldId, ChapterId, ThreadAnchorId, ThreadId, Timestamp};
use wenfang_usecase::{Result, aside};

pub use accept::{AcceptSuggestion, Before, SuggestionAccepted, accept};

use super::chapter::ChapterTexts;
use super::summary;
use super::{By, Estimated, Took, resolve_by};
use crate::Session;
use crate::drafting::{Observer, ValueQuestion, ask_value, estimate as estimate_question};
use wenfang_recall::summaries::{StoredSummary, WorkSource, load_result, result, save_result, summary_of};

/// Maximum number of directions, asked for and stored.
const MAX_DIRECTIONS: usize = 3;
/// Characters of the chapter's end that are sent to a model.
const ENDING_CHARS: usize = 800;

/// A thread that a direction advances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ThreadRef {
    pub id: ThreadId,
    pub title: String,
}

/// A direction for the next chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Suggestion {
    /// A number that is never reused for another direction of the same chapter.
    pub id: u32,
    /// A title for the chapter, without a number.
    pub title: String,
    pub outline: String,
    /// The threads it advances.
    pub threads: Vec<ThreadRef>,
    /// The reason for the suggestion.
    pub why: String,
    pub source: WorkSource,
    /// The chapter whose plan it became.
    #[serde(default)]
    pub accepted_as: Option<ChapterId>,
}

/// The stored directions after a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SuggestionsKept {
    pub items: Vec<Suggestion>,
    /// Hash of the texts they were based on.
    pub texts: String,
    /// The next unused number.
    pub next_id: u32,
}

/// Directions that are not stored yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    pub chapter: ChapterId,
    /// Not numbered until they are stored.
    pub items: Vec<Suggestion>,
    /// Hash of the texts they are based on.
    pub texts: String,
    pub took: Took,
}

/// An open thread.
#[derive(Clone, Debug)]
struct Waiting {
    thread: ThreadRef,
    description: String,
    overdue: Option<Overdue>,
    /// Chapters since its last passage; none if it has no passage.
    since: Option<usize>,
    /// The quote of that passage.
    last: String,
}

/// The input of a suggestion.
#[derive(Clone, Debug)]
pub struct SuggestionMaterial {
    pub chapter: ChapterTexts,
    language: Language,
    /// The chapter's summary, if it is up to date.
    summary: Option<StoredSummary>,
    /// Longest waiting first.
    threads: Vec<Waiting>,
    /// The lines of the outline.
    outline: Vec<String>,
    /// The plan of the next chapter: its title, then the events line by line.
    planned: Option<(String, Vec<String>)>,
}

const fn artifact(chapter: ChapterId) -> Artifact<'static> {
    result("suggestion", Subject::Chapter(chapter), ArtifactKind::Suggestion)
}

/// Reads the input of a suggestion.
///
/// # Errors
/// An unknown chapter, one in the bin, one without words.
pub async fn gather(session: &Session, chapter: ChapterId) -> Result<SuggestionMaterial> {
    let mut tx = session.project.begin_read().await?;
    let chapter = ChapterTexts::read(&mut tx, chapter).await?;
    let order = telling_order(&mut tx).await?;
    let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
    let summary = summary_of(&mut tx, chapter.id).await?.map(|(summary, _)| summary);
    let summary = summary.filter(|summary| summary.texts == chapter.hash());
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(&mut tx).await?;
    let outline = fields.into_iter().find(|(_, field)| field.key == "outline").map(|(_, field)| field.value);
    let lines = outline.unwrap_or_default();
    let outline = lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let threads = waiting(&mut tx, &order, &chapter).await?;
    let planned = planned(&mut tx, chapter.index + 1).await?;
    Ok(SuggestionMaterial { chapter, language, summary, threads, outline, planned })
}

async fn waiting(
    conn: &mut SqliteConnection,
    order: &StoryOrder,
    chapter: &ChapterTexts,
) -> Result<Vec<Waiting>> {
    let threads: Vec<(ThreadId, ThreadRecord)> = canon::list(conn).await?;
    let anchors: Vec<(ThreadAnchorId, ThreadAnchorRecord)> = canon::list(conn).await?;
    let at = chapter.last_scene()?;
    let here = order.rank(at).unwrap_or(usize::MAX);
    let mut waiting = Vec::new();
    for (id, record) in threads.into_iter().filter(|(_, record)| record.status.is_waiting()) {
        let own: Vec<ThreadAnchorRecord> = anchors
            .iter()
            .filter(|(_, anchor)| anchor.thread == id)
            .map(|(_, anchor)| anchor.clone())
            .collect();
        let present = || own.iter().filter(|anchor| !anchor.gone && order.rank(anchor.scene).is_some());
        let passages = present().filter(|anchor| order.rank(anchor.scene) <= Some(here));
        let last = passages.max_by_key(|anchor| (order.rank(anchor.scene), anchor.range.start()));
        // A thread first planted later is not known yet.
        if last.is_none() && present().next().is_some() {
            continue;
        }
        let last_chapter = last.and_then(|anchor| order.chapter_index_of(anchor.scene));
        waiting.push(Waiting {
            overdue: overdue(&record, &own, order, at),
            since: last_chapter.map(|last| chapter.index.saturating_sub(last)),
            last: last.map(|anchor| anchor.quote.clone()).unwrap_or_default(),
            thread: ThreadRef { id, title: record.title },
            description: record.description.trim().to_owned(),
        });
    }
    waiting.sort_by_key(|waiting| {
        (waiting.overdue.is_none(), std::cmp::Reverse(waiting.since), waiting.thread.id)
    });
    Ok(waiting)
}

/// The author's plan of the chapter at an index; none if there is no such chapter or no plan.
async fn planned(conn: &mut SqliteConnection, index: usize) -> Result<Option<(String, Vec<String>)>> {
    let Some(next) = manuscript::chapters(conn).await?.into_iter().nth(index) else { return Ok(None) };
    let mut lines = vec![next.record.goal.clone(), next.record.synopsis.clone()];
    for scene in manuscript::scenes(conn).await?.into_iter().filter(|scene| scene.chapter == next.id) {
        lines.extend([scene.record.synopsis, scene.record.plan.conflict, scene.record.plan.turning_point]);
    }
    let mut plan: Vec<String> = Vec::new();
    for line in lines.into_iter().map(|line| line.trim().to_owned()) {
        if !line.is_empty() && !plan.contains(&line) {
            plan.push(line);
        }
    }
    Ok((!plan.is_empty()).then_some((next.record.title, plan)))
}

/// Reads a chapter and suggests directions for the next one.
///
/// # Errors
/// Those of [`gather`] and [`work`].
pub async fn make(session: &Session, chapter: ChapterId, by: By, observer: &Observer) -> Result<Suggested> {
    let material = gather(session, chapter).await?;
    work(session, &material, by, observer).await
}

/// Suggests directions.
///
/// # Errors
/// Those of calling a model.
pub async fn work(
    session: &Session,
    material: &SuggestionMaterial,
    by: By,
    observer: &Observer,
) -> Result<Suggested> {
    match resolve_by(session, Act::Suggestion, by) {
        By::Local => {
            let material = material.clone();
            aside(move || local::suggest(&material)).await
        }
        By::Model => ask_model(session, material, observer).await,
    }
}

/// Estimates [`make`].
///
/// # Errors
/// Those of reading; an invalid prompt.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By) -> Result<Estimated> {
    let material = &gather(session, chapter).await?;
    let mut estimated = Estimated::default();
    if resolve_by(session, Act::Suggestion, by) == By::Model {
        estimated.add(estimate_question(session, &question(material)?).await?);
    }
    Ok(estimated)
}

/// Stores directions, each under its own number. Storing the same ones again changes nothing.
///
/// # Errors
/// Those of writing.
pub async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    suggested: &Suggested,
) -> Result<SuggestionsKept> {
    let artifact = artifact(suggested.chapter);
    let before =
        load_result::<SuggestionsKept>(conn, &artifact).await?.map(|(stored, _)| stored).unwrap_or_default();
    let same = |kept: &Suggestion, new: &Suggestion| {
        Suggestion { id: 0, accepted_as: None, ..kept.clone() } == Suggestion { id: 0, ..new.clone() }
    };
    let is_same = before.texts == suggested.texts
        && before.items.len() == suggested.items.len()
        && before.items.iter().zip(&suggested.items).all(|(kept, new)| same(kept, new));
    if is_same {
        return Ok(before);
    }
    let mut next_id = before.next_id.max(1);
    let mut items = suggested.items.clone();
    for item in &mut items {
        item.id = next_id;
        next_id += 1;
    }
    let stored = SuggestionsKept { items, texts: suggested.texts.clone(), next_id };
    save_result(conn, now, (&artifact, None), &stored).await?;
    Ok(stored)
}

/// Reads the directions stored after a chapter and when they were stored.
///
/// # Errors
/// Those of reading.
pub async fn read(
    conn: &mut SqliteConnection,
    chapter: ChapterId,
) -> Result<Option<(SuggestionsKept, Timestamp)>> {
    load_result(conn, &artifact(chapter)).await
}

fn question(material: &SuggestionMaterial) -> Result<ValueQuestion> {
    let chapter_texts = &material.chapter;
    let mut texts: Vec<String> = Vec::new();
    if let Some(summary) = &material.summary {
        texts.push(summary.text.clone());
        texts.extend(summary.key_events.iter().map(|event| event.text.clone()));
    }
    texts.push(summary::ending(chapter_texts, ENDING_CHARS));
    let after = material.planned.as_ref().map(|(title, lines)| format!("{title}\n{}", lines.join("\n")));
    Ok(ValueQuestion {
        text: texts.join("\n"),
        after: after.unwrap_or_default(),
        count: u32::try_from(MAX_DIRECTIONS).unwrap_or(u32::MAX),
        ..ValueQuestion::new(Act::Suggestion, chapter_texts.last_scene()?, chapter_texts.id)
    })
}

async fn ask_model(
    session: &Session,
    material: &SuggestionMaterial,
    observer: &Observer,
) -> Result<Suggested> {
    observer.watch.report("ask", 0, 1)?;
    let valued = ask_value::<DirectionList>(session, &question(material)?, observer).await?;
    let mut took = Took::default();
    took.add(valued.generation, valued.cost);
    let source = WorkSource::Model(valued.model);
    let directions = valued.value.directions.into_iter();
    let items = directions
        .filter(|direction| !direction.title.trim().is_empty() && !direction.outline.trim().is_empty())
        .take(MAX_DIRECTIONS)
        .map(|direction| Suggestion {
            id: 0,
            title: direction.title.trim().to_owned(),
            outline: direction.outline.trim().to_owned(),
            threads: threads(material, &direction.threads),
            why: direction.why.trim().to_owned(),
            source: source.clone(),
            accepted_as: None,
        })
        .collect();
    Ok(Suggested { chapter: material.chapter.id, items, texts: material.chapter.hash(), took })
}

/// The threads that a model named; invented ones are dropped.
fn threads(material: &SuggestionMaterial, named: &[String]) -> Vec<ThreadRef> {
    let bare = |name: &str| name.trim().trim_matches(['「', '」', '“', '”', '"']).to_owned();
    let mut threads: Vec<ThreadRef> = Vec::new();
    for name in named.iter().map(|name| bare(name)) {
        let known = material.threads.iter().find(|waiting| waiting.thread.title == name);
        if let Some(known) = known.filter(|known| !threads.contains(&known.thread)) {
            threads.push(known.thread.clone());
        }
    }
    threads
}
