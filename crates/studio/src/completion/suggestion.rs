//! Where the next chapter could go: up to three directions with the threads they serve. The author takes one, or none.

mod accept;
mod local;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::prompts::{DirectionList, Language};
use wenfang_project::{canon, manuscript, meta, watch};
use wenfang_story::canon::threads::{Overdue, overdue};
use wenfang_story::canon::{BibleFieldRecord, StoryOrder, ThreadAnchorRecord, ThreadRecord};
use wenfang_story::generation::Act;
use wenfang_story::{BibleFieldId, ChapterId, ThreadAnchorId, ThreadId, Timestamp};

pub use accept::{AcceptSuggestion, Before, SuggestionAccepted, accept};

use super::chapter::ChapterTexts;
use super::summary::{self, SummaryKept};
use super::{By, Estimated, Took, WorkSource, aside, keep, kept, settled_on};
use crate::canon::books::telling_order;
use crate::drafting::{Session, ValueQuestion, ask_value, estimate as estimate_question};
use crate::error::Result;

/// How many directions a model is asked for, and how many are kept at most.
const DIRECTIONS: usize = 3;
/// Characters of the end of the chapter that a model is shown.
const ENDING: usize = 800;

/// A thread that a direction serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ThreadRef {
    /// Which one.
    pub id: ThreadId,
    /// What it is called.
    pub title: String,
}

/// A direction for the next chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Suggestion {
    /// Its number; never used again for another one of the same chapter.
    pub id: u32,
    /// A title for the chapter, without a number.
    pub title: String,
    /// What happens.
    pub outline: String,
    /// The threads it serves.
    pub threads: Vec<ThreadRef>,
    /// Why it could be good.
    pub why: String,
    /// Who thought of it.
    pub source: WorkSource,
    /// The chapter whose plan it became.
    #[serde(default)]
    pub accepted_as: Option<ChapterId>,
}

/// The directions as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SuggestionsKept {
    /// The directions.
    pub items: Vec<Suggestion>,
    /// The hash of the texts they were made from.
    pub texts: String,
    /// The number of the next one.
    pub next_id: u32,
}

/// Directions that are not stored yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    /// After which chapter.
    pub chapter: ChapterId,
    /// The directions; their numbers are given when they are stored.
    pub items: Vec<Suggestion>,
    /// The hash of the texts they were made from.
    pub texts: String,
    /// What it took.
    pub took: Took,
}

/// A thread the reader waits for.
#[derive(Clone, Debug)]
struct Waiting {
    thread: ThreadRef,
    description: String,
    overdue: Option<Overdue>,
    /// Chapters since its last passage; none without one.
    since: Option<usize>,
    /// The words of that passage.
    last: String,
}

/// What directions are made from.
#[derive(Clone, Debug)]
pub struct SuggestionMaterial {
    /// The chapter.
    pub chapter: ChapterTexts,
    language: Language,
    /// Its summary, where there is one that fits its texts.
    summary: Option<SummaryKept>,
    /// The longest waiting first.
    threads: Vec<Waiting>,
    /// The lines of the outline.
    outline: Vec<String>,
    /// What is planned of the next chapter: its title, then what happens, line by line.
    planned: Option<(String, Vec<String>)>,
}

fn tag(chapter: ChapterId) -> String {
    format!("suggestion/chapter/{chapter}")
}

/// Reads what directions are made from.
///
/// # Errors
/// An unknown chapter, one in the bin, one without words.
pub async fn gather(session: &Session, chapter: ChapterId) -> Result<SuggestionMaterial> {
    let mut tx = session.project.begin_read().await?;
    let chapter = ChapterTexts::read(&mut tx, chapter).await?;
    let order = telling_order(&mut tx).await?;
    let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
    let summary = summary::read(&mut tx, chapter.id).await?.map(|(summary, _)| summary);
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
        let standing = || own.iter().filter(|anchor| !anchor.gone && order.rank(anchor.scene).is_some());
        let told = standing().filter(|anchor| order.rank(anchor.scene) <= Some(here));
        let last = told.max_by_key(|anchor| (order.rank(anchor.scene), anchor.range.start()));
        // What is first planted later is not known yet.
        if last.is_none() && standing().next().is_some() {
            continue;
        }
        let of = last.and_then(|anchor| order.chapter_index_of(anchor.scene));
        waiting.push(Waiting {
            overdue: overdue(&record, &own, order, at),
            since: of.map(|of| chapter.index.saturating_sub(of)),
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

/// What the author planned of the chapter at an index; none where there is no such chapter, or nothing is planned.
async fn planned(conn: &mut SqliteConnection, index: usize) -> Result<Option<(String, Vec<String>)>> {
    let Some(next) = manuscript::chapters(conn).await?.into_iter().nth(index) else { return Ok(None) };
    let mut lines = vec![next.record.goal.clone(), next.record.synopsis.clone()];
    for scene in manuscript::scenes(conn).await?.into_iter().filter(|scene| scene.chapter == next.id) {
        lines.extend([scene.record.synopsis, scene.record.plan.conflict, scene.record.plan.turning_point]);
    }
    let mut said: Vec<String> = Vec::new();
    for line in lines.into_iter().map(|line| line.trim().to_owned()) {
        if !line.is_empty() && !said.contains(&line) {
            said.push(line);
        }
    }
    Ok((!said.is_empty()).then_some((next.record.title, said)))
}

/// Reads a chapter and thinks of directions for the next.
///
/// # Errors
/// As [`gather`] and [`work`].
pub async fn make(session: &Session, chapter: ChapterId, by: By) -> Result<Suggested> {
    work(session, &gather(session, chapter).await?, by).await
}

/// Thinks of directions.
///
/// # Errors
/// Those of asking a model.
pub async fn work(session: &Session, material: &SuggestionMaterial, by: By) -> Result<Suggested> {
    match settled_on(session, Act::Suggestion, by) {
        By::Local => {
            let material = material.clone();
            aside(move || local::suggest(&material)).await
        }
        By::Model => asked(session, material).await,
    }
}

/// What [`make`] would take.
///
/// # Errors
/// Those of reading; a prompt that cannot be used.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By) -> Result<Estimated> {
    let material = &gather(session, chapter).await?;
    let mut estimated = Estimated::default();
    if settled_on(session, Act::Suggestion, by) == By::Model {
        estimated.add(estimate_question(session, &question(material)?).await?);
    }
    Ok(estimated)
}

/// Keeps directions, each under a number of its own. The same ones again are not kept twice.
///
/// # Errors
/// Those of writing.
pub async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    suggested: &Suggested,
) -> Result<SuggestionsKept> {
    let tag = tag(suggested.chapter);
    let before = kept::<SuggestionsKept>(conn, &tag).await?.map(|(kept, _)| kept).unwrap_or_default();
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
    let kept = SuggestionsKept { items, texts: suggested.texts.clone(), next_id };
    keep(conn, now, &tag, &kept).await?;
    Ok(kept)
}

/// The directions after a chapter as they are kept, and since when.
///
/// # Errors
/// Those of reading.
pub async fn read(
    conn: &mut SqliteConnection,
    chapter: ChapterId,
) -> Result<Option<(SuggestionsKept, Timestamp)>> {
    kept(conn, &tag(chapter)).await
}

fn question(material: &SuggestionMaterial) -> Result<ValueQuestion> {
    let of = &material.chapter;
    let mut told: Vec<String> = Vec::new();
    if let Some(summary) = &material.summary {
        told.push(summary.text.clone());
        told.extend(summary.key_events.iter().map(|event| event.text.clone()));
    }
    told.push(summary::ending(of, ENDING));
    let after = material.planned.as_ref().map(|(title, lines)| format!("{title}\n{}", lines.join("\n")));
    Ok(ValueQuestion {
        act: Act::Suggestion,
        scene: of.last_scene()?,
        chapter: of.id,
        text: told.join("\n"),
        before: String::new(),
        after: after.unwrap_or_default(),
        length: 0,
        count: u32::try_from(DIRECTIONS).unwrap_or(u32::MAX),
    })
}

async fn asked(session: &Session, material: &SuggestionMaterial) -> Result<Suggested> {
    watch::report("ask", 0, 1)?;
    let valued = ask_value::<DirectionList>(session, &question(material)?).await?;
    let mut took = Took::default();
    took.add(valued.generation, valued.cost);
    let source = WorkSource::Model(valued.model);
    let said = valued.value.directions.into_iter();
    let items = said
        .filter(|direction| !direction.title.trim().is_empty() && !direction.outline.trim().is_empty())
        .take(DIRECTIONS)
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

/// The threads that a model named; what it made up is left out.
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
