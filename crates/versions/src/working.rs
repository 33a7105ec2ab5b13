//! The working text of a scene: what the author sees when the scene is opened.

use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{branches, drafts};
use wenfang_story::generation::AiSpan;
use wenfang_story::{Author, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, ContentHash};

use crate::error::Result;
use crate::line::keep_line_open;
use crate::restore::restore_text;
use crate::save::{DraftFate, NewText, save, text};

/// The text the author sees when opening a scene: its draft or, without one, its newest version.
#[derive(Clone, Debug)]
pub struct WorkingText {
    /// The version with this text or, for a draft, the version it is based on.
    pub version: SceneVersion,
    pub text: String,
    /// Whether the text is a draft.
    pub is_draft: bool,
}

impl WorkingText {
    /// Returns the hash of the text.
    pub fn hash(&self) -> ContentHash {
        if self.is_draft { ContentHash::of(self.text.as_bytes()) } else { self.version.hash }
    }
}

/// Returns the working text of a scene.
///
/// # Errors
/// An unknown scene; a damaged text, reported with the newest version that can still be read.
pub async fn working_text(conn: &mut SqliteConnection, scene: SceneId) -> Result<WorkingText> {
    let Some(draft) = drafts::get(conn, scene).await? else {
        let (version, text) = text(conn, scene, None).await?;
        return Ok(WorkingText { version, text, is_draft: false });
    };
    let version = scene_versions::require(conn, scene, draft.base).await?;
    Ok(WorkingText { version, text: draft.text.into_string(), is_draft: true })
}

/// The versions before and after a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The version with the text before. A draft was saved as this version.
    pub before: VersionNo,
    /// The version with the new text; equal to `before` if nothing changed.
    pub after: VersionNo,
}

/// A new text for a scene that is written without an editor.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite<'a> {
    pub text: &'a CanonicalText,
    pub author: Author,
    /// The AI spans of the new text; `None` derives them by comparison with the text before.
    pub spans: Option<&'a [AiSpan]>,
    /// The name of the new version.
    pub label: Option<&'a str>,
}

impl<'a> Rewrite<'a> {
    /// The author's own words.
    pub fn by_author(text: &'a CanonicalText) -> Self {
        Self { text, author: Author::User, spans: None, label: None }
    }

    /// Words that a model wrote where `spans` say so. They are counted as the model's, not as written by the author.
    pub fn by_model(text: &'a CanonicalText, spans: &'a [AiSpan]) -> Self {
        Self { text, author: Author::Ai, spans: Some(spans), label: None }
    }
}

/// Replaces the working text of a scene on the branch that is open.
///
/// # Errors
/// An unknown scene; an error of the project file.
pub async fn rewrite(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    rewrite: Rewrite<'_>,
) -> Result<Rewritten> {
    let before = match drafts::get(conn, scene).await? {
        Some(draft) => save(conn, now, NewText::of_draft(&draft)).await?.version,
        None => branches::main_line(conn, scene).await?.1,
    };
    let new = NewText {
        scene,
        base: Some(before),
        text: rewrite.text,
        spans: rewrite.spans,
        author: rewrite.author,
        kind: SaveKind::Explicit,
        draft: DraftFate::Superseded,
    };
    let saved = save(conn, now, new).await?;
    if rewrite.label.is_some() && !saved.unchanged {
        scene_versions::update_label(conn, scene, saved.version, rewrite.label).await?;
    }
    Ok(Rewritten { before, after: saved.version })
}

/// The outcome of undoing a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteUndone {
    /// This version has the old text.
    As(VersionNo),
    /// Not undone: the scene has a draft with a different text.
    HasDraft,
    /// Not undone: newer versions exist.
    MovedOn,
}

/// Undoes a rewrite by saving the old text as a new version, if the scene has not changed since.
///
/// # Errors
/// Unknown versions; a damaged text.
pub async fn undo_rewrite(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    rewritten: Rewritten,
) -> Result<RewriteUndone> {
    let after = scene_versions::require(conn, scene, rewritten.after).await?;
    let newest = scene_versions::branch_head(conn, scene, after.branch).await?;
    if newest.is_some_and(|newest| newest.version != after.version) {
        return Ok(RewriteUndone::MovedOn);
    }
    let on_branch = drafts::branch(conn, scene).await?.is_some();
    if let Some(draft) = drafts::get(conn, scene).await? {
        if draft.text.hash() != after.hash {
            return Ok(RewriteUndone::HasDraft);
        }
        drafts::delete(conn, scene).await?;
    }
    let version = restore_text(conn, now, after, rewritten.before).await?;
    if on_branch {
        keep_line_open(conn, now, (scene, version), &[]).await?;
    }
    Ok(RewriteUndone::As(version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Novel;

    #[tokio::test]
    async fn a_rewrite_stores_the_draft_and_can_be_undone() {
        let mut novel = Novel::with("江上有雾。").await;
        let (scene, now) = (novel.scene, novel.now());
        let draft = CanonicalText::new("江上有大雾。");
        crate::save_draft(&mut novel.tx, now, (scene, VersionNo::FIRST), draft).await.unwrap();
        let new = CanonicalText::new("江上无雾。");
        let label = Rewrite { label: Some("雾"), ..Rewrite::by_author(&new) };
        let rewritten = rewrite(&mut novel.tx, now, scene, label).await.unwrap();
        assert_eq!(novel.text(rewritten.before).await, "江上有大雾。");
        assert_eq!(novel.text(rewritten.after).await, "江上无雾。");
        let version = scene_versions::require(&mut novel.tx, scene, rewritten.after).await.unwrap();
        assert_eq!((version.created_by, version.label.as_deref()), (Author::User, Some("雾")));

        let RewriteUndone::As(undone) = undo_rewrite(&mut novel.tx, now, scene, rewritten).await.unwrap()
        else {
            panic!("nothing happened since");
        };
        assert_eq!(novel.text(undone).await, "江上有大雾。");
    }

    #[tokio::test]
    async fn a_rewrite_that_was_written_over_is_not_undone() {
        let mut novel = Novel::with("一").await;
        let (scene, now) = (novel.scene, novel.now());
        let new = CanonicalText::new("二");
        let rewritten = rewrite(&mut novel.tx, now, scene, Rewrite::by_author(&new)).await.unwrap();
        crate::save_draft(&mut novel.tx, now, (scene, rewritten.after), CanonicalText::new("二三"))
            .await
            .unwrap();
        assert_eq!(
            undo_rewrite(&mut novel.tx, now, scene, rewritten).await.unwrap(),
            RewriteUndone::HasDraft
        );
        crate::commit_draft(&mut novel.tx, now, scene).await.unwrap();
        assert_eq!(undo_rewrite(&mut novel.tx, now, scene, rewritten).await.unwrap(), RewriteUndone::MovedOn);
    }

    #[tokio::test]
    async fn a_rewrite_with_the_same_text_changes_nothing() {
        let mut novel = Novel::with("一").await;
        let (scene, now) = (novel.scene, novel.now());
        let same = CanonicalText::new("一");
        let label = Rewrite { label: Some("不该有"), ..Rewrite::by_author(&same) };
        let rewritten = rewrite(&mut novel.tx, now, scene, label).await.unwrap();
        assert_eq!(rewritten.before, rewritten.after);
        let version = scene_versions::require(&mut novel.tx, scene, rewritten.after).await.unwrap();
        assert_eq!(version.label, None);
    }
}
