//! The working text of a scene: what the author sees when the scene is opened.

use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{branches, drafts};
use wenfang_story::{Author, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, ContentHash};

use crate::error::Result;
use crate::line::stay_on;
use crate::restore::put_back;
use crate::save::{DraftFate, NewText, save, text};

/// What the author sees when a scene is opened: its draft, or its newest version where it has none.
#[derive(Clone, Debug)]
pub struct WorkingText {
    /// The version with this text; of a draft the one it was begun from.
    pub version: SceneVersion,
    /// The words.
    pub text: String,
    /// Whether they are a draft.
    pub is_draft: bool,
}

impl WorkingText {
    /// The hash of the words.
    pub fn hash(&self) -> ContentHash {
        if self.is_draft { ContentHash::of(self.text.as_bytes()) } else { self.version.hash }
    }
}

/// The working text of a scene.
///
/// # Errors
/// An unknown scene; damage, named with the newest version that can still be read.
pub async fn working_text(conn: &mut SqliteConnection, scene: SceneId) -> Result<WorkingText> {
    let Some(draft) = drafts::get(conn, scene).await? else {
        let (version, text) = text(conn, scene, None).await?;
        return Ok(WorkingText { version, text, is_draft: false });
    };
    let version = scene_versions::require(conn, scene, draft.base).await?;
    Ok(WorkingText { version, text: draft.text.into_string(), is_draft: true })
}

/// A working text that was rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The version with the text before: what was a draft is one now.
    pub before: VersionNo,
    /// The version with the new text; the same one where nothing changed.
    pub after: VersionNo,
}

/// Puts the author's `words` in the place of the working text of a scene, on the branch it is on.
pub async fn rewrite(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    words: &CanonicalText,
) -> Result<Rewritten> {
    let before = match drafts::get(conn, scene).await? {
        Some(draft) => save(conn, now, NewText::of_draft(&draft)).await?.version,
        None => branches::main_line(conn, scene).await?.1,
    };
    let new = NewText {
        scene,
        base: Some(before),
        text: words,
        spans: None,
        author: Author::User,
        kind: SaveKind::Explicit,
        draft: DraftFate::Superseded,
    };
    Ok(Rewritten { before, after: save(conn, now, new).await?.version })
}

/// What became of the wish to take a rewriting back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenBack {
    /// This version has the text before.
    As(VersionNo),
    /// The scene has a draft with other words.
    HasDraft,
    /// Other versions followed.
    MovedOn,
}

/// Puts the text before a rewriting back as a new version, where nothing was written since.
///
/// # Errors
/// Unknown versions; damage of the text that should come back.
pub async fn take_back(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    rewritten: Rewritten,
) -> Result<TakenBack> {
    let after = scene_versions::require(conn, scene, rewritten.after).await?;
    let newest = scene_versions::branch_head(conn, scene, after.branch).await?;
    if newest.is_some_and(|newest| newest.version != after.version) {
        return Ok(TakenBack::MovedOn);
    }
    let on_branch = drafts::branch(conn, scene).await?.is_some();
    if let Some(draft) = drafts::get(conn, scene).await? {
        if draft.text.hash() != after.hash {
            return Ok(TakenBack::HasDraft);
        }
        drafts::delete(conn, scene).await?;
    }
    let version = put_back(conn, now, after, rewritten.before).await?;
    if on_branch {
        stay_on(conn, now, (scene, version), &[]).await?;
    }
    Ok(TakenBack::As(version))
}
