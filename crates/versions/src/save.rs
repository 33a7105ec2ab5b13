//! Saving: every saved text becomes a version.

use sqlx::SqliteConnection;
use wenfang_project::drafts::DraftPositions;
use wenfang_project::manuscript::Totals;
use wenfang_project::scene_versions::{self, SceneState, SceneVersion};
use wenfang_project::watch::Watch;
use wenfang_project::{blobs, branches, drafts};
use wenfang_story::generation::AiSpan;
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::CanonicalText;

use crate::anchors::put_anchors;
use crate::error::Result;
use crate::line::keep_line_open;
use crate::spans::{inherit, put_spans};

/// What happens to the scene's draft when another text is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftFate {
    /// The saved text is the finished draft: the draft is deleted.
    Superseded,
    /// The saved text comes from elsewhere: the draft becomes its own version.
    Preserved,
}

/// A text to save as a version.
#[derive(Clone, Copy, Debug)]
pub struct NewText<'a> {
    pub scene: SceneId,
    /// The version it was based on; `None` means the newest of the main line.
    pub base: Option<VersionNo>,
    pub text: &'a CanonicalText,
    /// The AI spans reported by an editor; `Some(&[])` means there are none. `None` derives them by comparison
    /// with the base.
    pub spans: Option<&'a [AiSpan]>,
    pub author: Author,
    pub kind: SaveKind,
    pub draft: DraftFate,
}

/// The outcome of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The version with the saved text.
    pub version: VersionNo,
    pub branch: BranchNo,
    /// Whether newer versions of the base existed, so that the text started a branch.
    pub branched: bool,
    /// Whether the text was already stored, so that no version was created.
    pub unchanged: bool,
}

/// Saves a text as the next version.
///
/// If newer versions than the base exist, the text starts a branch: a save is never refused and never
/// overwrites. A text equal to its base creates no version. `new.draft` decides what happens to the draft.
///
/// # Errors
/// An unknown scene or base; an error of the project file.
pub async fn save(conn: &mut SqliteConnection, now: Timestamp, new: NewText<'_>) -> Result<Saved> {
    let standing = scene_versions::scene_state(conn, new.scene).await?;
    if !standing.has_draft {
        return save_text(conn, now, (new, standing)).await;
    }
    let draft = match new.draft {
        DraftFate::Superseded => None,
        DraftFate::Preserved => drafts::get(conn, new.scene).await?,
    };
    let carried = match &draft {
        None => drafts::carried(conn, new.scene, new.text).await?,
        Some(draft) => drafts::carried(conn, new.scene, &draft.text).await?,
    };
    let on_branch = drafts::branch(conn, new.scene).await?.is_some();
    drafts::delete(conn, new.scene).await?;
    let spans = carried.spans.as_deref();
    let Some(draft) = draft else {
        let new = NewText { spans: new.spans.or(spans), ..new };
        let saved = save_text(conn, now, (new, standing)).await?;
        carry_anchors(conn, new.scene, (saved, new.text), &carried).await?;
        if on_branch {
            keep_line_open(conn, now, (new.scene, saved.version), &carried.anchors).await?;
        }
        return Ok(saved);
    };
    let saved = save_text(conn, now, (new, standing)).await?;
    let standing = scene_versions::scene_state(conn, new.scene).await?;
    let preserved = NewText { spans, ..NewText::of_draft(&draft) };
    let preserved = save_text(conn, now, (preserved, standing)).await?;
    carry_anchors(conn, new.scene, (preserved, &draft.text), &carried).await?;
    if on_branch {
        // The draft had no changes of its own, so the line continues with the saved text.
        let continues = preserved.unchanged && saved.branch == preserved.branch;
        let version = if continues { saved.version } else { preserved.version };
        keep_line_open(conn, now, (new.scene, version), &carried.anchors).await?;
    }
    Ok(saved)
}

/// Stores the anchors of a draft in its version. Anchors on a branch stay where the main line has them.
async fn carry_anchors(
    conn: &mut SqliteConnection,
    scene: SceneId,
    (saved, words): (Saved, &CanonicalText),
    carried: &DraftPositions,
) -> Result<()> {
    let (main, _) = branches::main_line(conn, scene).await?;
    if carried.anchors.is_empty() || saved.branch != main {
        return Ok(());
    }
    put_anchors(conn, (scene, saved.version), words, &carried.anchors).await
}

/// Saves the draft of a scene as a version, if there is one.
pub async fn commit_draft(conn: &mut SqliteConnection, now: Timestamp, scene: SceneId) -> Result<()> {
    if let Some(draft) = drafts::get(conn, scene).await? {
        save(conn, now, NewText::of_draft(&draft)).await?;
    }
    Ok(())
}

impl<'a> NewText<'a> {
    /// The version that a draft becomes when it is saved automatically.
    pub fn of_draft(draft: &'a drafts::Draft) -> Self {
        Self {
            scene: draft.scene,
            base: Some(draft.base),
            text: &draft.text,
            spans: None,
            author: Author::User,
            kind: SaveKind::Automatic,
            draft: DraftFate::Superseded,
        }
    }
}

async fn save_text(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (new, standing): (NewText<'_>, SceneState),
) -> Result<Saved> {
    let (base, newest) = match new.base.filter(|base| *base != standing.head.version) {
        Some(version) => {
            let base = scene_versions::require(conn, new.scene, version).await?;
            let newest = scene_versions::branch_head(conn, new.scene, base.branch).await?;
            (base.clone(), newest.unwrap_or(base))
        }
        None => (standing.head.clone(), standing.head),
    };
    let hash = new.text.hash();
    for known in [&base, &newest] {
        if known.hash == hash {
            // Check that the text can be read back before reporting it as saved.
            blobs::insert(conn, new.text.as_bytes(), None).await?;
            let (version, branch) = (known.version, known.branch);
            return Ok(Saved { version, branch, branched: false, unchanged: true });
        }
    }
    let branched = newest.version != base.version;
    let branch = if branched {
        branches::insert(conn, new.scene, ("", Some(base.version)), now).await?
    } else {
        base.branch
    };
    let blob = blobs::insert(conn, new.text.as_bytes(), Some(base.blob)).await?;
    let version = SceneVersion {
        scene: new.scene,
        version: standing.next,
        branch,
        parent: Some(base.version),
        merged: None,
        blob,
        hash,
        totals: totals(new.text),
        created_by: new.author,
        kind: new.kind,
        label: None,
        created_at: now,
    };
    scene_versions::insert(conn, &version).await?;
    match new.spans {
        Some(said) => put_spans(conn, (new.scene, version.version), new.text, said).await?,
        None => inherit(conn, &version, new.text).await?,
    }
    Ok(Saved { version: version.version, branch, branched, unchanged: false })
}

/// Counts a text by the four rules.
pub fn totals(text: &str) -> Totals {
    Totals::of(text)
}

/// Stores the working text of a scene as its draft.
///
/// # Errors
/// An unknown scene or base; an error of the project file.
pub async fn save_draft(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, base): (SceneId, VersionNo),
    text: CanonicalText,
) -> Result<()> {
    scene_versions::require(conn, scene, base).await?;
    drafts::put(conn, &drafts::Draft { scene, base, text, updated_at: now }).await?;
    Ok(())
}

/// Returns the version that an editor's text continues when the editor reports `base`. A draft based on that
/// version may have been saved since (for a checkpoint, say) without the editor knowing; then it is that newer
/// version. If anything else followed, it is `base`.
///
/// # Errors
/// An unknown scene or base; an error of the project file.
pub async fn continued_version(
    conn: &mut SqliteConnection,
    scene: SceneId,
    base: VersionNo,
) -> Result<VersionNo> {
    let branch = scene_versions::require(conn, scene, base).await?.branch;
    let Some(newest) = scene_versions::branch_head(conn, scene, branch).await? else { return Ok(base) };
    let mut at = newest.clone();
    while at.version != base {
        // A draft with pasted passages becomes an imported version.
        let is_own = matches!(at.created_by, Author::User | Author::Import);
        let was_draft = at.kind == SaveKind::Automatic && is_own && at.branch == branch;
        let Some(parent) = at.parent.filter(|_| was_draft) else { return Ok(base) };
        at = scene_versions::require(conn, scene, parent).await?;
    }
    Ok(newest.version)
}

/// Returns the text of a version, or of the newest on the main line if `version` is `None`.
///
/// # Errors
/// An unknown scene or version; a damaged text, reported with the newest version that can still be read.
pub async fn text(
    conn: &mut SqliteConnection,
    scene: SceneId,
    version: Option<VersionNo>,
) -> Result<(SceneVersion, String)> {
    let version = match version {
        Some(version) => scene_versions::require(conn, scene, version).await?,
        None => scene_versions::head(conn, scene).await?,
    };
    match blobs::read_text(conn, version.blob).await {
        Ok(text) => Ok((version, text)),
        Err(wenfang_project::Error::Damaged(_)) => {
            let last_good = last_good(conn, scene).await;
            let damage = wenfang_project::Damage::Text { scene, version: version.version, last_good };
            Err(wenfang_project::Error::Damaged(damage).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the newest version whose text can be read.
pub(crate) async fn last_good(conn: &mut SqliteConnection, scene: SceneId) -> Option<VersionNo> {
    let versions = scene_versions::list_by_scene(conn, scene).await.ok()?;
    for version in versions.iter().rev() {
        if blobs::read(conn, version.blob).await.is_ok() {
            return Some(version.version);
        }
    }
    None
}

/// Recounts every version and corrects stored counts that are wrong. Returns the number corrected; texts that
/// cannot be read are skipped.
pub async fn rebuild_derived(conn: &mut SqliteConnection, watch: &Watch) -> Result<usize> {
    let mut corrected = 0;
    let scenes = wenfang_project::retention::scenes(conn).await?;
    for (done, scene) in scenes.iter().copied().enumerate() {
        watch.report("rebuild", done, scenes.len())?;
        for version in scene_versions::list_by_scene(conn, scene).await? {
            let Ok(words) = blobs::read_text(conn, version.blob).await else { continue };
            let totals = totals(&words);
            if totals != version.totals {
                scene_versions::update_totals(conn, &version, &totals).await?;
                corrected += 1;
            }
        }
    }
    Ok(corrected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Novel, count};

    #[tokio::test]
    async fn a_text_that_is_stored_already_makes_no_version() {
        let mut novel = Novel::with("江上有雾。").await;
        let saved = novel.save(None, "江上有雾。", DraftFate::Superseded).await;
        assert!(saved.unchanged && !saved.branched);
        assert_eq!(count(&mut novel.tx, novel.scene).await, 1);
    }

    #[tokio::test]
    async fn a_text_over_an_old_version_starts_a_branch() {
        let mut novel = Novel::with("一").await;
        let first = novel.save(None, "一二", DraftFate::Superseded).await;
        let other = novel.save(Some(1), "一三", DraftFate::Superseded).await;
        assert!(other.branched && other.branch != first.branch);
        assert_eq!(novel.text(first.version).await, "一二");
        assert_eq!(novel.text(other.version).await, "一三");
        // The next text over it continues that branch.
        let next = novel.save(Some(other.version.get()), "一三四", DraftFate::Superseded).await;
        assert_eq!((next.branched, next.branch), (false, other.branch));
    }

    #[tokio::test]
    async fn a_draft_is_deleted_or_becomes_its_own_version() {
        for (fate, versions) in [(DraftFate::Superseded, 2), (DraftFate::Preserved, 3)] {
            let mut novel = Novel::with("一").await;
            let (scene, now) = (novel.scene, novel.now());
            let typed = CanonicalText::new("一，正在写");
            save_draft(&mut novel.tx, now, (scene, VersionNo::FIRST), typed).await.unwrap();
            novel.save(Some(1), "别处来的", fate).await;
            assert!(drafts::get(&mut novel.tx, scene).await.unwrap().is_none());
            assert_eq!(count(&mut novel.tx, scene).await, versions, "{fate:?}");
        }
    }
}
