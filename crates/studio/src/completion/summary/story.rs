//! The story so far: every few chapters the summaries since the last one go into it.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::digest::{Chapter, digest_to, told};
use wenfang_drafting::prompts::StorySummary;
use wenfang_project::{manuscript, watch};
use wenfang_story::generation::Act;
use wenfang_story::{ChapterId, Timestamp};
use wenfang_text::ContentHash;

use super::{SummaryKept, SummaryMaterial, tag};
use crate::canon::books::telling_order;
use crate::completion::chapter::ChapterTexts;
use crate::completion::{Took, WorkSource, keep, kept};
use crate::drafting::{Session, ValueQuestion, ask_value, max_text};
use crate::error::Result;

/// So many chapters that were summed up since are a new story so far.
const EVERY: usize = 5;
/// Its length in 字.
const LENGTH: usize = 800;
/// Under which it is kept.
const TAG: &str = "summary/rolling";

/// The story so far as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct StoryKept {
    /// What happened.
    pub text: String,
    /// Up to the end of which chapter.
    pub up_to: ChapterId,
    /// The chapters in it, with the hash of the summary each was taken from.
    pub chapters: Vec<(ChapterId, String)>,
    /// Who wrote it.
    pub source: WorkSource,
}

/// A story so far that is not stored yet.
pub type StoryWritten = StoryKept;

/// What it is made from.
#[derive(Clone, Debug, Default)]
pub(super) struct StoryMaterial {
    before: Option<StoryKept>,
    /// Summed up since, in order, each with its title; without the chapter that is being summed up.
    since: Vec<(ChapterId, String, SummaryKept)>,
}

/// The story so far as it is kept.
///
/// # Errors
/// Those of reading.
pub async fn story_so_far(conn: &mut SqliteConnection) -> Result<Option<StoryKept>> {
    Ok(kept(conn, TAG).await?.map(|(kept, _)| kept))
}

pub(super) async fn gather(conn: &mut SqliteConnection, chapter: &ChapterTexts) -> Result<StoryMaterial> {
    let order = telling_order(conn).await?;
    let before = story_so_far(conn).await?;
    // One that reaches beyond this chapter, or whose last chapter is gone, is begun anew.
    let before =
        before.filter(|before| order.chapter_index(before.up_to).is_some_and(|up_to| up_to < chapter.index));
    let from = before.as_ref().and_then(|before| order.chapter_index(before.up_to)).map_or(0, |at| at + 1);
    let mut since = Vec::new();
    for entry in manuscript::chapters(conn).await? {
        let is_since = order.chapter_index(entry.id).is_some_and(|at| at >= from && at < chapter.index);
        if !is_since {
            continue;
        }
        if let Some((summary, _)) = kept::<SummaryKept>(conn, &tag(entry.id)).await? {
            since.push((entry.id, entry.record.title, summary));
        }
    }
    Ok(StoryMaterial { before, since })
}

/// Whether it is time for another one.
fn is_due(material: &SummaryMaterial) -> bool {
    material.story.since.len() + 1 >= EVERY
}

/// What goes into the new one: the chapters since, each with its title.
fn since(material: &SummaryMaterial, summary: &SummaryKept) -> Vec<(ChapterId, String, String)> {
    let of = &material.story.since;
    let before = of.iter().map(|(id, title, summary)| (*id, title.clone(), summary.text.clone()));
    let here = (material.chapter.id, material.chapter.record.title.clone(), summary.text.clone());
    before.chain([here]).collect()
}

fn written(
    material: &SummaryMaterial,
    since: &[(ChapterId, String, String)],
    (text, source): (String, WorkSource),
) -> StoryWritten {
    let before = material.story.before.iter().flat_map(|before| before.chapters.clone());
    let new = since.iter().map(|(id, _, text)| (*id, ContentHash::of(text.as_bytes()).to_string()));
    StoryKept { text, up_to: material.chapter.id, chapters: before.chain(new).collect(), source }
}

/// Out of the sentences of the summaries.
pub(super) fn local(material: &SummaryMaterial, summary: &SummaryKept) -> Option<StoryWritten> {
    if !is_due(material) {
        return None;
    }
    let since = since(material, summary);
    let before = material.story.before.as_ref().map(|before| before.text.as_str());
    let texts: Vec<&str> = before.into_iter().chain(since.iter().map(|(_, _, text)| text.as_str())).collect();
    let chapter = Chapter { title: "", scenes: &texts };
    let digest = digest_to(&chapter, (&material.words.background, &material.words.lexicon), LENGTH);
    let text = told(&chapter, &digest.summary);
    Some(written(material, &since, (text, WorkSource::Local)))
}

/// What a model is asked, one after the other, as much at once as fits into its window; nothing while it is not time. What is
/// not known yet when it is only estimated is empty: the summary of this chapter, and what an earlier question answers.
pub(super) fn questions(
    session: &Session,
    material: &SummaryMaterial,
    summary: Option<&SummaryKept>,
) -> Result<Vec<ValueQuestion>> {
    if !is_due(material) {
        return Ok(Vec::new());
    }
    let most = max_text(session, Act::StorySoFar);
    let unknown = SummaryKept::default();
    let mut texts: Vec<String> = Vec::new();
    for (_, title, text) in since(material, summary.unwrap_or(&unknown)) {
        let told = format!("{title}\n{text}");
        let fits = |text: &&mut String| text.chars().count() + told.chars().count() <= most;
        match texts.last_mut().filter(fits) {
            Some(last) => last.extend(["\n\n", &told]),
            None => texts.push(told),
        }
    }
    let scene = material.chapter.last_scene()?;
    let before = material.story.before.as_ref().map(|before| before.text.clone()).unwrap_or_default();
    let question = |text: String| ValueQuestion {
        act: Act::StorySoFar,
        scene,
        chapter: material.chapter.id,
        text,
        before: before.clone(),
        after: String::new(),
        length: LENGTH,
        count: 0,
    };
    Ok(texts.into_iter().map(question).collect())
}

pub(super) async fn asked(
    session: &Session,
    material: &SummaryMaterial,
    (summary, took): (&SummaryKept, &mut Took),
) -> Result<Option<StoryWritten>> {
    let mut last: Option<(String, WorkSource)> = None;
    let questions = questions(session, material, Some(summary))?;
    let total = questions.len();
    for (done, mut question) in questions.into_iter().enumerate() {
        watch::report("ask", done, total)?;
        if let Some((text, _)) = &last {
            question.before.clone_from(text);
        }
        let valued = ask_value::<StorySummary>(session, &question).await?;
        took.add(valued.generation, valued.cost);
        last = Some((valued.value.summary.trim().to_owned(), WorkSource::Model(valued.model)));
    }
    Ok(last.map(|last| written(material, &since(material, summary), last)))
}

pub(super) async fn store(conn: &mut SqliteConnection, now: Timestamp, story: &StoryWritten) -> Result<()> {
    keep(conn, now, TAG, story).await
}
