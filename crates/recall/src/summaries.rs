//! The stored summaries of chapters and the story so far: what drafting sends of earlier chapters.
//!
//! Completing a chapter writes them. Like its other results they are artifacts of the project, which [`save_result`] and
//! [`load_result`] store and read. Searches find them while the texts they are based on are unchanged.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::artifacts::{self, Artifact, Keep, NewVersion};
use wenfang_project::manuscript::SceneEntry;
use wenfang_story::artifact::{ArtifactKind, ArtifactPlace, Subject, Visibility};
use wenfang_story::canon::Evidence;
use wenfang_story::{ChapterId, SceneId, Timestamp};
use wenfang_text::ContentHash;
use wenfang_usecase::{Code, Error, Result};

/// The story so far among the stored results.
pub const STORY: Artifact<'static> = result("story_so_far", Subject::Novel, ArtifactKind::Summary);

/// Who performed a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CompletionSource")]
pub enum WorkSource {
    /// The program.
    #[default]
    Local,
    /// A model of this name.
    Model(String),
}

/// A key event of a chapter and the passage that narrates it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct KeyEvent {
    pub text: String,
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// The stored summary of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct StoredSummary {
    pub text: String,
    /// In text order.
    pub key_events: Vec<KeyEvent>,
    pub source: WorkSource,
    /// Hash of the texts it is based on.
    pub texts: String,
}

/// The stored story so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct StoredStory {
    pub text: String,
    /// The last chapter it covers.
    pub up_to: ChapterId,
    /// The chapters it covers, each with the hash of the summary used.
    pub chapters: Vec<(ChapterId, String)>,
    pub source: WorkSource,
}

/// What the tags of the summaries of chapters begin with.
const SUMMARIES: &str = "summary/chapter/";

/// A result of completing a chapter.
pub const fn result(name: &'static str, subject: Subject, kind: ArtifactKind) -> Artifact<'static> {
    Artifact {
        visibility: Visibility::PromptAndUi,
        keep: Keep::newest(MAX_RESULTS),
        ..Artifact::new(name, subject, kind, "completion")
    }
}

/// A chapter's summary among the stored results.
pub const fn summary_artifact(chapter: ChapterId) -> Artifact<'static> {
    result("summary", Subject::Chapter(chapter), ArtifactKind::Summary)
}

/// Reads the summaries of chapters whose texts have not changed since. `scenes` are those of the manuscript, `hashes`
/// the hashes of their working texts; both in reading order.
///
/// # Errors
/// Database errors. Damaged summaries are left out.
pub async fn current_summaries(
    conn: &mut SqliteConnection,
    scenes: &[SceneEntry],
    hashes: &[(SceneId, ContentHash)],
) -> Result<Vec<(ChapterId, StoredSummary)>> {
    let chapters: HashMap<SceneId, ChapterId> =
        scenes.iter().map(|scene| (scene.id, scene.chapter)).collect();
    let mut texts: HashMap<ChapterId, Vec<(SceneId, ContentHash)>> = HashMap::new();
    for (scene, hash) in hashes {
        if let Some(chapter) = chapters.get(scene) {
            texts.entry(*chapter).or_default().push((*scene, *hash));
        }
    }
    let stored = artifacts::newest_under(conn, SUMMARIES).await?;
    let current = |(tag, newest): (String, artifacts::ArtifactVersion)| {
        let chapter = ChapterId::from(tag.strip_prefix(SUMMARIES)?.parse::<i64>().ok()?);
        let summary: StoredSummary = serde_json::from_str(&newest.value).ok()?;
        let texts = texts_hash(texts.get(&chapter)?.iter().copied());
        (summary.texts == texts).then_some((chapter, summary))
    };
    Ok(stored.into_iter().filter_map(current).collect())
}

/// Reads the stored summary of a chapter and when it was stored.
///
/// # Errors
/// Those of reading.
pub async fn summary_of(
    conn: &mut SqliteConnection,
    chapter: ChapterId,
) -> Result<Option<(StoredSummary, Timestamp)>> {
    load_result(conn, &summary_artifact(chapter)).await
}

/// Reads the stored story so far.
///
/// # Errors
/// Those of reading.
pub async fn story_so_far(conn: &mut SqliteConnection) -> Result<Option<StoredStory>> {
    Ok(load_result(conn, &STORY).await?.map(|(story, _)| story))
}

/// A hash over the texts of scenes.
pub fn texts_hash(scenes: impl IntoIterator<Item = (SceneId, ContentHash)>) -> String {
    let lines: String = scenes.into_iter().map(|(scene, hash)| format!("{scene}:{hash}\n")).collect();
    ContentHash::of(lines.as_bytes()).to_string()
}

/// Number of results stored for one step of one chapter.
const MAX_RESULTS: u32 = 5;

/// Stores a result, told up to the scene `at` if that is not plain from its subject. An identical result is not stored
/// again.
pub async fn save_result(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (artifact, at): (&Artifact<'_>, Option<SceneId>),
    value: &impl Serialize,
) -> Result<()> {
    let tag = artifact.tag();
    let value = serde_json::to_string(value).map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?;
    let before = match artifacts::newest(conn, &tag).await {
        // A damaged result does not prevent a new one.
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    if before.is_some_and(|before| before.value == value) {
        return Ok(());
    }
    let based_on = artifacts::newest_version(conn, &tag).await?;
    let at = at.map(|scene| ArtifactPlace { scene, version: None });
    let new = NewVersion { at, ..(based_on, value.as_str()).into() };
    artifacts::put(conn, artifact, new, now).await?;
    Ok(())
}

/// Loads a stored result and when it was stored; none if it is damaged or of another format.
pub async fn load_result<T: serde::de::DeserializeOwned>(
    conn: &mut SqliteConnection,
    artifact: &Artifact<'_>,
) -> Result<Option<(T, Timestamp)>> {
    let newest = match artifacts::newest(conn, &artifact.tag()).await {
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    Ok(newest.and_then(|newest| Some((serde_json::from_str(&newest.value).ok()?, newest.created_at))))
}
