//! Accepting a direction: it becomes the plan of the next chapter. Accepting it again changes nothing.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_canon::books::telling_order;
use wenfang_canon::names::{Names, names};
use wenfang_manuscript::plans::{MAX_CHARACTERS, MAX_FIELD_LEN, MAX_SYNOPSIS_LEN};
use wenfang_project::{manuscript, meta, parts};
use wenfang_story::{Author, ChapterId, ChapterRecord, SceneId, SceneRecord, Timestamp, next_title};
use wenfang_text::CanonicalText;
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions as versions;

use super::{Suggestion, SuggestionsKept, artifact};
use crate::Session;
use wenfang_recall::summaries::{WorkSource, load_result, save_result};

/// Identifies a direction.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct AcceptSuggestion {
    /// The chapter it follows.
    pub chapter: ChapterId,
    pub id: u32,
}

/// The result of accepting a direction.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SuggestionAccepted {
    /// The chapter that was planned.
    pub chapter: ChapterId,
    /// The scene that was planned.
    pub scene: SceneId,
    /// Whether the chapter is new; to undo, move it to the bin.
    pub created: bool,
    /// The previous plan, to restore with `manuscript.describe`; none if nothing changed.
    pub before: Option<Before>,
}

/// A previous plan.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Before {
    /// Goal of the chapter.
    pub goal: String,
    /// Synopsis of the chapter.
    pub synopsis: String,
    /// Synopsis of the scene.
    pub scene_synopsis: String,
    /// Characters of the scene.
    pub characters: Vec<String>,
}

/// Makes a direction the plan of the next chapter: of the existing one if it has no words yet, else of a new
/// one right after this one.
///
/// # Errors
/// [`Code::NotFound`] if the direction no longer exists.
pub async fn accept(session: &Session, request: AcceptSuggestion) -> Result<SuggestionAccepted> {
    let names = names(&session.project).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let accepted = take(&mut tx, now, (&request, &names)).await?;
    tx.commit().await?;
    Ok(accepted)
}

async fn take(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (request, names): (&AcceptSuggestion, &Names),
) -> Result<SuggestionAccepted> {
    let missing = || {
        Error::new(
            Code::NotFound,
            format!("chapter {} has no suggestion {}", request.chapter, request.id),
            "Nothing was changed. Reload the suggestions of the chapter.",
        )
    };
    let artifact = artifact(request.chapter);
    let mut stored = load_result::<SuggestionsKept>(conn, &artifact)
        .await?
        .map(|(stored, _)| stored)
        .ok_or_else(missing)?;
    let item = stored.items.iter_mut().find(|item| item.id == request.id).ok_or_else(missing)?;
    let order = telling_order(conn).await?;
    let existing = item.accepted_as.filter(|chapter| order.chapter_index(*chapter).is_some());
    if let Some(chapter) = existing
        && let Some(scene) = order.scenes_of(chapter).first()
    {
        return Ok(SuggestionAccepted { chapter, scene: *scene, created: false, before: None });
    }
    let (chapter, created) = next_chapter(conn, now, (request.chapter, item)).await?;
    let scene = match parts::list_by_parent::<SceneId>(conn, chapter).await?.first() {
        Some(scene) => *scene,
        None => {
            let empty = (&CanonicalText::default(), Author::User);
            versions::create_scene(conn, now, (chapter, &SceneRecord::default()), empty).await?
        }
    };
    let before = plan(conn, (chapter, scene), (item, names)).await?;
    item.accepted_as = Some(chapter);
    save_result(conn, now, (&artifact, None), &stored).await?;
    Ok(SuggestionAccepted { chapter, scene, created, before: Some(before) })
}

/// The chapter to plan: the next in reading order if it has no words, else a new one.
async fn next_chapter(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (chapter, item): (ChapterId, &Suggestion),
) -> Result<(ChapterId, bool)> {
    let current = parts::require(conn, chapter).await?;
    let order = telling_order(conn).await?;
    let here = order.chapter_index(chapter).ok_or_else(|| {
        Error::bad_request(
            format!("chapter {chapter} is in the bin"),
            "Nothing was changed. Restore it to the manuscript.",
        )
    })?;
    if let Some(next) = manuscript::chapters(conn).await?.into_iter().nth(here + 1) {
        let mut is_empty = true;
        for scene in parts::list_by_parent::<SceneId>(conn, next.id).await? {
            is_empty &= versions::working_text(conn, scene).await?.text.trim().is_empty();
        }
        if is_empty {
            return Ok((next.id, false));
        }
    }
    // Without a model, the direction is named after a sentence: a number alone is the better title.
    let name = if item.source == WorkSource::Local { "" } else { &item.title };
    let record = ChapterRecord {
        title: next_title(&current.record.title, name),
        target: meta::require(conn).await?.chapter_target,
        ..ChapterRecord::default()
    };
    let id = parts::insert_chapter(conn, current.parent, &record, now).await?;
    parts::place_behind(conn, id, chapter).await?;
    Ok((id, true))
}

/// Writes the plan and returns the previous one.
async fn plan(
    conn: &mut SqliteConnection,
    (chapter, scene): (ChapterId, SceneId),
    (item, names): (&Suggestion, &Names),
) -> Result<Before> {
    let mut chapter_record = parts::require(conn, chapter).await?.record;
    let mut scene_record = parts::require(conn, scene).await?.record;
    let before = Before {
        goal: chapter_record.goal.clone(),
        synopsis: chapter_record.synopsis.clone(),
        scene_synopsis: scene_record.synopsis.clone(),
        characters: scene_record.plan.characters.clone(),
    };
    let outline = cut(&item.outline, MAX_SYNOPSIS_LEN);
    let titles: Vec<&str> = item.threads.iter().map(|thread| thread.title.as_str()).collect();
    let goal = [item.title.trim(), item.why.trim(), titles.join("、").as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    chapter_record.goal = cut(&goal, MAX_FIELD_LEN);
    chapter_record.synopsis.clone_from(&outline);
    if chapter_record.title.trim().is_empty() {
        chapter_record.title = item.title.clone();
    }
    scene_record.synopsis = outline;
    // Add the characters named in the plan if the author has listed none.
    if scene_record.plan.characters.is_empty() {
        scene_record.plan.characters = people(&item.outline, names);
    }
    parts::update(conn, chapter, &chapter_record).await?;
    parts::update(conn, scene, &scene_record).await?;
    Ok(before)
}

/// The people named in a text, by ascending id.
fn people(words: &str, names: &Names) -> Vec<String> {
    let mentioned = names.lexicon.count_by_owner(words);
    let people = mentioned.into_keys().filter_map(|owner| names.bearer(owner));
    let people = people.filter(|bearer| bearer.kind == "character").map(|bearer| bearer.title.clone());
    people.take(MAX_CHARACTERS).collect()
}

fn cut(words: &str, longest: usize) -> String {
    let words = CanonicalText::new(words).into_string();
    words.trim().chars().take(longest).collect()
}
