//! Candidates for earlier events: the story so far and a summary of each earlier chapter.
//!
//! The author's synopsis of a chapter takes precedence over its summary. Outdated summaries are not sent.

use std::collections::HashMap;

use sqlx::SqliteConnection;
use wenfang_drafting::context::{Authority, Candidate, Cut, Layer, Source, StoryPosition};
use wenfang_drafting::prompts::Language;
use wenfang_project::manuscript;
use wenfang_story::ChapterId;
use wenfang_story::canon::StoryOrder;
use wenfang_usecase::Result;

use super::labelled;
use wenfang_recall::summaries::{current_summaries, story_so_far as stored_story};

/// Priority of the story so far, above any single chapter.
const STORY_PRIORITY: i32 = 5;

/// Candidates for the events before a position.
pub(super) async fn story_so_far(
    conn: &mut SqliteConnection,
    (order, at): (&StoryOrder, StoryPosition),
    language: Language,
) -> Result<Vec<Candidate>> {
    let mut candidates = Vec::new();
    let end_of = |chapter: ChapterId, index: usize| StoryPosition {
        chapter: index,
        scene: order.ranks_of(chapter).end.saturating_sub(1),
    };
    if let Some(story) = stored_story(conn).await?
        && let Some(index) = order.chapter_index(story.up_to).filter(|index| *index < at.chapter)
    {
        let source = Source::StorySoFar { chapter: story.up_to };
        let mut candidate =
            Candidate::new(Layer::LongTerm, source, Authority::CurrentText, story.text.trim());
        candidate.at = Some(end_of(story.up_to, index));
        (candidate.priority, candidate.cut) = (STORY_PRIORITY, Cut::KeepStart);
        candidates.push(candidate);
    }
    let (scenes, hashes) = (manuscript::scenes(conn).await?, manuscript::working_hashes(conn).await?);
    let summaries: HashMap<_, _> = current_summaries(conn, &scenes, &hashes).await?.into_iter().collect();
    for chapter in manuscript::chapters(conn).await? {
        let Some(index) = order.chapter_index(chapter.id).filter(|index| *index < at.chapter) else {
            continue;
        };
        let synopsis = chapter.record.synopsis.trim();
        let (text, standing) = match synopsis.is_empty() {
            false => (synopsis.to_owned(), Authority::ApprovedFact),
            true => {
                let Some(summary) = summaries.get(&chapter.id) else { continue };
                (summary.text.trim().to_owned(), Authority::CurrentText)
            }
        };
        let sentence = labelled(language, &chapter.record.title, &text);
        let source = Source::Summary { chapter: chapter.id };
        let mut candidate = Candidate::new(Layer::LongTerm, source, standing, sentence);
        candidate.at = Some(end_of(chapter.id, index));
        candidate.rank = u32::try_from(at.chapter - index).unwrap_or(u32::MAX);
        candidate.cut = Cut::KeepStart;
        candidates.push(candidate);
    }
    Ok(candidates)
}
