use super::*;
use crate::testing::{Novel, count};
use crate::{DraftFate, working_text};

#[tokio::test]
async fn restoring_a_version_adds_one_and_removes_none() {
    let mut novel = Novel::with("一").await;
    novel.save(None, "一二", DraftFate::Superseded).await;
    let (scene, now) = (novel.scene, novel.now());
    let (_, restored) = restore_version(&mut novel.tx, now, scene, VersionNo::FIRST).await.unwrap();
    assert_eq!(novel.text(restored).await, "一");
    assert_eq!(count(&mut novel.tx, scene).await, 3);
    let version = scene_versions::require(&mut novel.tx, scene, restored).await.unwrap();
    assert_eq!(version.created_by, Author::Restore);
}

#[tokio::test]
async fn the_checkpoint_before_a_restore_undoes_it() {
    let mut novel = Novel::with("一").await;
    let (scene, now) = (novel.scene, novel.now());
    let new = NewCheckpoint { name: "初稿", note: "", reason: Reason::Author };
    let then = checkpoint(&mut novel.tx, now, new).await.unwrap();
    novel.save(None, "一二", DraftFate::Superseded).await;
    let added = novel.add("后来的").await;
    let watch = Watch::silent();
    let restored = restore(&mut novel.tx, now, (then, "恢复前"), Scope::Project, &watch).await.unwrap();
    assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "一");
    assert!(parts::require(&mut novel.tx, added).await.unwrap().binned_at.is_some());
    restore(&mut novel.tx, now, (restored.before, "再恢复"), Scope::Project, &watch).await.unwrap();
    assert_eq!(working_text(&mut novel.tx, scene).await.unwrap().text, "一二");
    assert!(parts::require(&mut novel.tx, added).await.unwrap().binned_at.is_none());
}

#[tokio::test]
async fn a_scene_that_a_checkpoint_lacks_is_refused() {
    let mut novel = Novel::with("一").await;
    let now = novel.now();
    let new = NewCheckpoint { name: "初稿", note: "", reason: Reason::Author };
    let then = checkpoint(&mut novel.tx, now, new).await.unwrap();
    let added = novel.add("后来的").await;
    let refused = restore_preview(&mut novel.tx, then, Scope::Scene(added)).await;
    assert!(matches!(refused, Err(Error::NotInCheckpoint { .. })), "{refused:?}");
}
