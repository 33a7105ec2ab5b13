//! The open line of a scene: the line that its working text continues.
//!
//! This is the main line, unless the scene has a draft that was started on a branch. To keep a branch open
//! after its draft becomes a version, a placeholder draft with the text of that version is stored. A
//! placeholder never becomes a version, is not counted, and only records where the author continues.

use sqlx::SqliteConnection;
use wenfang_project::drafts::{Draft, DraftPositions};
use wenfang_project::{branches, drafts, scene_versions};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};
use wenfang_text::CanonicalText;

use crate::error::{Error, Result};
use crate::save::{commit_draft, text};

/// Opens a line of a scene: its working text now continues the newest version of that line. An existing draft
/// becomes a version on the line where it was started. Returns the newest version of the line.
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
    commit_draft(conn, now, scene).await?;
    drafts::delete(conn, scene).await?;
    let (main, head) = branches::main_line(conn, scene).await?;
    if branch == main {
        return Ok(head);
    }
    let head = scene_versions::branch_head(conn, scene, branch).await?;
    let head = head.ok_or(Error::NoBranch { scene, branch })?.version;
    keep_line_open(conn, now, (scene, head), &[]).await?;
    Ok(head)
}

/// Returns the line that the working text of a scene continues.
pub async fn line_of(conn: &mut SqliteConnection, scene: SceneId) -> Result<BranchNo> {
    match drafts::branch(conn, scene).await? {
        Some(branch) => Ok(branch),
        None => Ok(branches::main_line(conn, scene).await?.0),
    }
}

/// Keeps the line of a version open with a placeholder draft; `anchors` are stored with the draft.
pub(crate) async fn keep_line_open(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, base): (SceneId, VersionNo),
    anchors: &[PlacedAnchor],
) -> Result<()> {
    let (_, words) = text(conn, scene, Some(base)).await?;
    let text = CanonicalText::new(words);
    drafts::put(conn, &Draft { scene, base, text, updated_at: now }).await?;
    if drafts::branch(conn, scene).await?.is_none() {
        // The line has become the main line, which needs no placeholder.
        return Ok(drafts::delete(conn, scene).await?);
    }
    let carried = DraftPositions { anchors: anchors.to_vec(), spans: None };
    Ok(drafts::carry(conn, scene, &carried).await?)
}

/// Returns to the main line if the scene's draft is a placeholder with no changes of its own.
pub(crate) async fn return_to_main_line(conn: &mut SqliteConnection, scene: SceneId) -> Result<()> {
    let Some(draft) = drafts::get(conn, scene).await? else { return Ok(()) };
    if scene_versions::require(conn, scene, draft.base).await?.hash == draft.text.hash() {
        drafts::delete(conn, scene).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Novel;
    use crate::{DraftFate, branch_from, working_text};

    #[tokio::test]
    async fn an_opened_branch_stays_open_after_a_save() {
        let mut novel = Novel::with("一").await;
        let (scene, now) = (novel.scene, novel.now());
        novel.save(None, "一二", DraftFate::Superseded).await;
        let (branch, _) = branch_from(&mut novel.tx, now, (scene, VersionNo::FIRST), "另一种").await.unwrap();
        open_line(&mut novel.tx, now, (scene, branch)).await.unwrap();
        assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "一");
        let base = working_text(&mut novel.tx, scene).await.unwrap().version.version;
        novel.save(Some(base.get()), "一三", DraftFate::Superseded).await;
        assert_eq!(line_of(&mut novel.tx, scene).await.unwrap(), branch);
        assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "一三");

        let (main, _) = branches::main_line(&mut novel.tx, scene).await.unwrap();
        open_line(&mut novel.tx, now, (scene, main)).await.unwrap();
        assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "一二");
    }

    #[tokio::test]
    async fn an_unknown_line_cannot_be_opened() {
        let mut novel = Novel::with("一").await;
        let (scene, now) = (novel.scene, novel.now());
        let refused = open_line(&mut novel.tx, now, (scene, 9.into())).await;
        assert!(matches!(refused, Err(Error::NoBranch { .. })), "{refused:?}");
    }
}
