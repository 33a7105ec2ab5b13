//! Undo of splits and merges. Text written since is never lost: undoing a split keeps it in the joined text,
//! and a merged scene that has changed is left as it is.

use sqlx::SqliteConnection;
use wenfang_project::{parts, scene_versions};
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharRange};

use crate::anchors::{LocatedAnchor, located_anchors};
use crate::error::Result;
use crate::restore::restore_text;
use crate::save::{commit_draft, text};
use crate::scenes::{
    CutAnchor, SceneSplit, ScenesMerged, SplitText, join, joined_anchors, put_joined_anchors, split_anchors,
};

/// Joins the two scenes of a split and moves the scene that the split created to the bin. If neither text has
/// changed, the result is exactly the text before the split, with its spans and anchors. Otherwise the result
/// includes the new text, and spans and anchors move with their words. Returns the new version, or `None`, with
/// nothing changed, if one of the scenes is in the bin.
///
/// # Errors
/// Unknown scenes or versions; a damaged text.
pub async fn undo_split(
    conn: &mut SqliteConnection,
    now: Timestamp,
    split: &SceneSplit,
) -> Result<Option<VersionNo>> {
    let (scene, created) = (split.scene, split.created);
    if scene == created || is_binned(conn, scene).await? || is_binned(conn, created).await? {
        return Ok(None);
    }
    commit_draft(conn, now, scene).await?;
    commit_draft(conn, now, created).await?;
    let (_, first) = text(conn, scene, None).await?;
    let (_, second) = text(conn, created, None).await?;
    let (_, whole) = text(conn, scene, Some(split.before)).await?;
    let (border, gap) = (first.chars().count(), gap(&whole, split.gap));
    let joined = CanonicalText::new(format!("{first}{gap}{second}"));
    let offset = border + gap.len();
    let version = if *joined == *whole {
        let mut anchors = joined_anchors(conn, (scene, created), offset).await?;
        restore_cut_ranges(&mut anchors, (border, &split.cut));
        let head = scene_versions::head(conn, scene).await?;
        let version = restore_text(conn, now, head, split.before).await?;
        put_joined_anchors(conn, anchors, (scene, version, &joined)).await?;
        version
    } else {
        join(conn, now, (scene, created), (offset, &joined)).await?
    };
    parts::bin(conn, &[created], now).await?;
    Ok(Some(version))
}

/// The line breaks between the parts of a split; never more than the whole text has.
fn gap(whole: &str, length: usize) -> String {
    "\n".repeat(length.min(whole.matches('\n').count()))
}

/// Restores the full range of anchors that a split shortened, unless they have moved since.
fn restore_cut_ranges(anchors: &mut [(LocatedAnchor, CharRange)], (border, cut): (usize, &[CutAnchor])) {
    for (anchor, range) in anchors {
        let Some(cut) = cut.iter().find(|cut| cut.id == anchor.id) else { continue };
        if range.start() == cut.range.start() && range.end().get() == border {
            *range = cut.range;
        }
    }
}

/// Gives both scenes of a merge their own texts back and takes the second scene, and its chapter if needed, out
/// of the bin. Returns the new version of the first scene, or `None`, with nothing changed, if the first scene
/// has changed since or the second cannot be restored.
///
/// # Errors
/// Unknown scenes or versions; a damaged text.
pub async fn undo_merge(
    conn: &mut SqliteConnection,
    now: Timestamp,
    merged: ScenesMerged,
) -> Result<Option<VersionNo>> {
    let (first, second) = (merged.scene, merged.binned);
    let (_, both) = text(conn, first, Some(merged.version)).await?;
    let (working, anchors) = located_anchors(conn, first, None).await?;
    let (rest_version, rest) = text(conn, second, None).await?;
    if *working.text != *both || !both.ends_with(&rest) || !can_restore(conn, second).await? {
        return Ok(None);
    }
    commit_draft(conn, now, first).await?;
    let head = scene_versions::head(conn, first).await?;
    let version = restore_text(conn, now, head, merged.before).await?;
    let (_, words) = text(conn, first, Some(version)).await?;
    let from = both.chars().count() - rest.chars().count();
    let split =
        SplitText { first: (first, version, &words), second: (second, rest_version.version, &rest), from };
    split_anchors(conn, anchors, split).await?;
    let chapter = parts::require(conn, second).await?.parent;
    parts::put_back(conn, chapter).await?;
    parts::put_back(conn, second).await?;
    Ok(Some(version))
}

/// Whether a scene is in the bin.
pub(crate) async fn is_binned(conn: &mut SqliteConnection, scene: SceneId) -> Result<bool> {
    Ok(parts::require(conn, scene).await?.binned_at.is_some())
}

/// Whether a scene is in the bin and its volume is not.
async fn can_restore(conn: &mut SqliteConnection, scene: SceneId) -> Result<bool> {
    let row = parts::require(conn, scene).await?;
    let volume = parts::require(conn, row.parent).await?.parent;
    Ok(row.binned_at.is_some() && parts::require(conn, volume).await?.binned_at.is_none())
}

#[cfg(test)]
mod tests {
    use wenfang_text::CharOffset;

    use super::*;
    use crate::testing::Novel;
    use crate::{merge_scenes, split_scene, working_text};

    #[tokio::test]
    async fn a_split_is_undone_with_what_was_written_since() {
        for (since, whole) in [("", "前半。后半。"), ("新。", "前半。后半。新。")] {
            let mut novel = Novel::with("前半。后半。").await;
            let (scene, now) = (novel.scene, novel.now());
            let split = split_scene(&mut novel.tx, now, scene, CharOffset::new(3)).await.unwrap();
            assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "前半。");
            let text = CanonicalText::new(format!("后半。{since}"));
            crate::save_draft(&mut novel.tx, now, (split.created, VersionNo::FIRST), text).await.unwrap();
            let version = undo_split(&mut novel.tx, now, &split).await.unwrap().unwrap();
            assert_eq!(novel.text(version).await, whole);
            assert_eq!(undo_split(&mut novel.tx, now, &split).await.unwrap(), None, "only once");
        }
    }

    #[tokio::test]
    async fn a_scene_ends_with_its_last_paragraph() {
        for (whole, at, first) in
            [("前半。\n后半。", 4, "前半。"), ("前半。\n\n后半。", 5, "前半。"), ("\n后半。", 1, "\n")]
        {
            let mut novel = Novel::with(whole).await;
            let (scene, now) = (novel.scene, novel.now());
            let split = split_scene(&mut novel.tx, now, scene, CharOffset::new(at)).await.unwrap();
            assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, first);
            assert_eq!(working_text(&mut novel.tx, split.created).await.unwrap().text, "后半。");
            let version = undo_split(&mut novel.tx, now, &split).await.unwrap().unwrap();
            assert_eq!(novel.text(version).await, whole);
        }
    }

    #[tokio::test]
    async fn a_merge_after_a_split_gives_the_text_back() {
        for (whole, at) in [("前半。\n后半。", 4), ("前半。\n\n\n后半。", 6)] {
            let mut novel = Novel::with(whole).await;
            let (scene, now) = (novel.scene, novel.now());
            let split = split_scene(&mut novel.tx, now, scene, CharOffset::new(at)).await.unwrap();
            let merged = merge_scenes(&mut novel.tx, now, scene, split.created).await.unwrap();
            assert_eq!(novel.text(merged.version).await, whole);
        }
        let mut novel = Novel::with("前半。\n\n后半。").await;
        let (scene, now) = (novel.scene, novel.now());
        let split = split_scene(&mut novel.tx, now, scene, CharOffset::new(5)).await.unwrap();
        let text = CanonicalText::new("后半改。");
        crate::save_draft(&mut novel.tx, now, (split.created, VersionNo::FIRST), text).await.unwrap();
        let merged = merge_scenes(&mut novel.tx, now, scene, split.created).await.unwrap();
        assert_eq!(novel.text(merged.version).await, "前半。\n后半改。", "another text has no blank line");
    }

    #[tokio::test]
    async fn a_merge_is_undone_unless_the_text_has_changed() {
        for is_changed in [false, true] {
            let mut novel = Novel::with("前半。").await;
            let (scene, now) = (novel.scene, novel.now());
            let second = novel.add("后半。").await;
            let merged = merge_scenes(&mut novel.tx, now, scene, second).await.unwrap();
            assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "前半。\n后半。");
            if is_changed {
                let text = CanonicalText::new("前半。\n后半。改");
                crate::save_draft(&mut novel.tx, now, (scene, merged.version), text).await.unwrap();
            }
            let undone = undo_merge(&mut novel.tx, now, merged).await.unwrap();
            assert_eq!(undone.is_none(), is_changed);
            let is_binned = parts::require(&mut novel.tx, second).await.unwrap().binned_at.is_some();
            assert_eq!(is_binned, is_changed);
        }
    }
}
