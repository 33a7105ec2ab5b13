//! The line of a scene that is open: the one that its working text goes on.
//!
//! That is the main line, unless the scene has a draft that was begun on a branch. A branch that is open stays so when
//! its draft becomes a version: a draft with the very words of that version takes its place. Such a draft makes no
//! version, counts nothing, and says only where the author goes on.

use sqlx::SqliteConnection;
use wenfang_project::drafts::{Carried, Draft};
use wenfang_project::{branches, drafts, scene_versions};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};
use wenfang_text::CanonicalText;

use crate::error::{Error, Result};
use crate::save::{settle, text};

/// Opens a line of a scene: from here on its working text goes on the newest version of that line. What was a draft
/// becomes a version on the line it was begun on. Gives the newest version of the line.
///
/// # Errors
/// [`Error::NoBranch`].
pub async fn open_line(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, branch): (SceneId, BranchNo),
) -> Result<VersionNo> {
    let known = scene_versions::branch_head(conn, scene, branch).await?;
    known.ok_or(Error::NoBranch { scene, branch })?;
    settle(conn, now, scene).await?;
    drafts::delete(conn, scene).await?;
    let (main, head) = branches::main_line(conn, scene).await?;
    if branch == main {
        return Ok(head);
    }
    let head = scene_versions::branch_head(conn, scene, branch).await?;
    let head = head.ok_or(Error::NoBranch { scene, branch })?.version;
    stay_on(conn, now, (scene, head), &[]).await?;
    Ok(head)
}

/// The line that the working text of a scene goes on.
pub async fn line_of(conn: &mut SqliteConnection, scene: SceneId) -> Result<BranchNo> {
    match drafts::branch(conn, scene).await? {
        Some(branch) => Ok(branch),
        None => Ok(branches::main_line(conn, scene).await?.0),
    }
}

/// Keeps the line of a version open; `anchors` stand in its text.
pub(crate) async fn stay_on(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, base): (SceneId, VersionNo),
    anchors: &[PlacedAnchor],
) -> Result<()> {
    let (_, words) = text(conn, scene, Some(base)).await?;
    let text = CanonicalText::new(words);
    drafts::put(conn, &Draft { scene, base, text, updated_at: now }).await?;
    if drafts::branch(conn, scene).await?.is_none() {
        // It is the main line by now, which is open without a draft.
        return Ok(drafts::delete(conn, scene).await?);
    }
    let carried = Carried { anchors: anchors.to_vec(), spans: None };
    Ok(drafts::carry(conn, scene, &carried).await?)
}

/// Goes back to the main line where the draft of a scene has no words of its own.
pub(crate) async fn leave_line(conn: &mut SqliteConnection, scene: SceneId) -> Result<()> {
    let Some(draft) = drafts::get(conn, scene).await? else { return Ok(()) };
    if scene_versions::require(conn, scene, draft.base).await?.hash == draft.text.hash() {
        drafts::delete(conn, scene).await?;
    }
    Ok(())
}
