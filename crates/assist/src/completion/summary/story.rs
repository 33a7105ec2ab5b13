//! The story so far, updated every few chapters from the summaries since.

use sqlx::SqliteConnection;
use wenfang_canon::books::telling_order;
use wenfang_drafting::digest::{Chapter, digest_to, joined};
use wenfang_drafting::prompts::StorySummary;
use wenfang_project::manuscript;
use wenfang_story::generation::Act;
use wenfang_story::{ChapterId, Timestamp};
use wenfang_text::ContentHash;
use wenfang_usecase::Result;

use super::SummaryMaterial;
use crate::Session;
use crate::completion::Took;
use crate::completion::chapter::ChapterTexts;
use crate::drafting::{Observer, ValueQuestion, ask_value, max_text};
use wenfang_recall::summaries::{
    STORY, StoredStory, StoredSummary, WorkSource, load_result, save_result, story_so_far, summary_artifact,
};

/// Number of new summaries after which the story so far is due.
const CHAPTERS_PER_STORY: usize = 5;
/// Target length in 字.
const TARGET_LENGTH: usize = 800;

/// The input of the story so far.
#[derive(Clone, Debug, Default)]
pub(super) struct StoryMaterial {
    before: Option<StoredStory>,
    /// Chapters summarized since, in order, each with its title; without the current chapter.
    since: Vec<(ChapterId, String, StoredSummary)>,
}

pub(super) async fn gather(conn: &mut SqliteConnection, chapter: &ChapterTexts) -> Result<StoryMaterial> {
    let order = telling_order(conn).await?;
    let before = story_so_far(conn).await?;
    // Start from scratch if it reaches beyond this chapter or its last chapter is gone.
    let before =
        before.filter(|before| order.chapter_index(before.up_to).is_some_and(|up_to| up_to < chapter.index));
    let from = before.as_ref().and_then(|before| order.chapter_index(before.up_to)).map_or(0, |at| at + 1);
    let mut since = Vec::new();
    for entry in manuscript::chapters(conn).await? {
        let is_since = order.chapter_index(entry.id).is_some_and(|at| at >= from && at < chapter.index);
        if !is_since {
            continue;
        }
        if let Some((summary, _)) = load_result::<StoredSummary>(conn, &summary_artifact(entry.id)).await? {
            since.push((entry.id, entry.record.title, summary));
        }
    }
    Ok(StoryMaterial { before, since })
}

/// Whether a new story so far is due.
fn is_due(material: &SummaryMaterial) -> bool {
    material.story.since.len() + 1 >= CHAPTERS_PER_STORY
}

/// The chapters to add, each with its title and summary.
fn since(material: &SummaryMaterial, summary: &StoredSummary) -> Vec<(ChapterId, String, String)> {
    let earlier = &material.story.since;
    let before = earlier.iter().map(|(id, title, summary)| (*id, title.clone(), summary.text.clone()));
    let here = (material.chapter.id, material.chapter.record.title.clone(), summary.text.clone());
    before.chain([here]).collect()
}

fn written(
    material: &SummaryMaterial,
    since: &[(ChapterId, String, String)],
    (text, source): (String, WorkSource),
) -> StoredStory {
    let before = material.story.before.iter().flat_map(|before| before.chapters.clone());
    let new = since.iter().map(|(id, _, text)| (*id, ContentHash::of(text.as_bytes()).to_string()));
    StoredStory { text, up_to: material.chapter.id, chapters: before.chain(new).collect(), source }
}

/// Writes the story so far from sentences of the summaries.
pub(super) fn local(material: &SummaryMaterial, summary: &StoredSummary) -> Option<StoredStory> {
    if !is_due(material) {
        return None;
    }
    let since = since(material, summary);
    let before = material.story.before.as_ref().map(|before| before.text.as_str());
    let texts: Vec<&str> = before.into_iter().chain(since.iter().map(|(_, _, text)| text.as_str())).collect();
    let chapter = Chapter { title: "", scenes: &texts };
    let digest = digest_to(&chapter, (&material.words.background, &material.words.lexicon), TARGET_LENGTH);
    let text = joined(&chapter, &digest.summary);
    Some(written(material, &since, (text, WorkSource::Local)))
}

/// The questions for a model, in order, each as long as its context window allows; none if the story is not
/// due. Texts that an estimate cannot know are empty: the summary of this chapter, and the answers to earlier
/// questions.
pub(super) fn questions(
    session: &Session,
    material: &SummaryMaterial,
    summary: Option<&StoredSummary>,
) -> Result<Vec<ValueQuestion>> {
    if !is_due(material) {
        return Ok(Vec::new());
    }
    let most = max_text(session, Act::StorySoFar);
    let unknown = StoredSummary::default();
    let mut texts: Vec<String> = Vec::new();
    for (_, title, text) in since(material, summary.unwrap_or(&unknown)) {
        let entry = format!("{title}\n{text}");
        let fits = |text: &&mut String| text.chars().count() + entry.chars().count() <= most;
        match texts.last_mut().filter(fits) {
            Some(last) => last.extend(["\n\n", &entry]),
            None => texts.push(entry),
        }
    }
    let scene = material.chapter.last_scene()?;
    let before = material.story.before.as_ref().map(|before| before.text.clone()).unwrap_or_default();
    let question = |text: String| ValueQuestion {
        text,
        before: before.clone(),
        length: TARGET_LENGTH,
        ..ValueQuestion::new(Act::StorySoFar, scene, material.chapter.id)
    };
    Ok(texts.into_iter().map(question).collect())
}

pub(super) async fn ask_model(
    session: &Session,
    material: &SummaryMaterial,
    (summary, took): (&StoredSummary, &mut Took),
    observer: &Observer,
) -> Result<Option<StoredStory>> {
    let mut last: Option<(String, WorkSource)> = None;
    let questions = questions(session, material, Some(summary))?;
    let total = questions.len();
    for (done, mut question) in questions.into_iter().enumerate() {
        observer.watch.report("ask", done, total)?;
        if let Some((text, _)) = &last {
            question.before.clone_from(text);
        }
        let valued = ask_value::<StorySummary>(session, &question, observer).await?;
        took.add(valued.generation, valued.cost);
        last = Some((valued.value.summary.trim().to_owned(), WorkSource::Model(valued.model)));
    }
    Ok(last.map(|last| written(material, &since(material, summary), last)))
}

pub(super) async fn store(conn: &mut SqliteConnection, now: Timestamp, story: &StoredStory) -> Result<()> {
    let last = telling_order(conn).await?.scenes_of(story.up_to).last().copied();
    save_result(conn, now, (&STORY, last), story).await
}
