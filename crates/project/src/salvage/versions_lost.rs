//! Recreates versions whose rows are lost.

use std::collections::HashSet;

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_story::{Author, SaveKind, SceneId, SceneRecord, Timestamp, VersionNo};
use wenfang_text::CanonicalText;

use super::parts_lost::recovered_chapter;
use super::repair::MAIN;
use crate::blobs::{self, BlobId};
use crate::error::{Error, Result};
use crate::manuscript::Totals;
use crate::scene_versions::{self, SceneVersion};
use crate::{branches, parts, retention};

/// Recreates versions that are still in the index and whose texts are readable. They go to the main line; their
/// time is unknown.
pub(super) async fn from_index(
    conn: &mut SqliteConnection,
    index: &[[i64; 3]],
    now: Timestamp,
) -> Result<()> {
    for [blob, scene, version] in index {
        let (scene, version) = (SceneId::from(*scene), VersionNo::from(*version));
        let known = scene_versions::require(conn, scene, version).await;
        if !matches!(known, Err(Error::NoVersion { .. })) || version.get() < 1 {
            continue;
        }
        if let Ok(text) = blobs::read_text(conn, BlobId::from(*blob)).await {
            put(conn, (scene, version), (BlobId::from(*blob), &CanonicalText::new(text)), now).await?;
        }
    }
    Ok(())
}

/// Recreates a version from the newest readable text in checkpoints, for scenes without versions.
pub(super) async fn from_checkpoints(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    let remembered: Vec<(i64, i64)> = sqlx::query_as(
        "select item_id, blob_id from checkpoint_items
         where kind = 'text' and item_id not in (select scene_id from scene_text_versions)
         order by item_id, from_checkpoint desc",
    )
    .fetch_all(&mut *conn)
    .await?;
    let index: Vec<[i64; 3]> =
        remembered.into_iter().map(|(scene, blob)| [blob, scene, VersionNo::FIRST.get()]).collect();
    // Each scene gets only its first readable text, as its first version.
    from_index(conn, &index, now).await
}

/// The texts that mendings proposed. They are not the author's, also where a mending cannot be salvaged.
pub(super) async fn proposed_texts(conn: &mut SqliteConnection) -> Result<HashSet<BlobId>> {
    let blobs: Vec<BlobId> =
        sqlx::query_scalar("select blob_id from mend_rounds where round > 0").fetch_all(conn).await?;
    Ok(blobs.into_iter().collect())
}

/// Recreates scenes from texts that nothing refers to and no later text is based on, in the order in which they were
/// written, except `proposed` ones. For a file that has lost versions.
pub(super) async fn from_texts_alone(
    conn: &mut SqliteConnection,
    proposed: &HashSet<BlobId>,
    now: Timestamp,
) -> Result<()> {
    let sql = format!(
        "select id from blobs b where size > 0 and id not in ({})
             and not exists (select 1 from blobs later where later.base = b.id)
         order by id",
        retention::used()
    );
    let blobs: Vec<BlobId> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    for blob in blobs.into_iter().filter(|blob| !proposed.contains(blob)) {
        let Ok(text) = blobs::read_text(conn, blob).await else { continue };
        // Records in checkpoints (titles, plans) are stored as texts, too; skip them.
        if serde_json::from_str::<serde_json::Value>(&text).is_ok() {
            continue;
        }
        let chapter = recovered_chapter(conn, now).await?;
        let scene = parts::insert_scene(conn, chapter.into(), &SceneRecord::default(), now).await?;
        branches::insert(conn, scene, ("", None), now).await?;
        put(conn, (scene, VersionNo::FIRST), (blob, &CanonicalText::new(text)), now).await?;
    }
    Ok(())
}

/// Adds an empty version to scenes without any text, and returns those scenes.
pub(super) async fn empty_texts(conn: &mut SqliteConnection, now: Timestamp) -> Result<Vec<SceneId>> {
    let scenes: Vec<i64> = sqlx::query_scalar(
        "select id from scenes where not exists (select 1 from scene_text_versions t where t.scene_id = scenes.id)",
    )
    .fetch_all(&mut *conn)
    .await?;
    let text = CanonicalText::new("");
    for scene in &scenes {
        let blob = blobs::insert(conn, text.as_bytes(), None).await?;
        put(conn, ((*scene).into(), VersionNo::FIRST), (blob, &text), now).await?;
    }
    Ok(scenes.into_iter().map(SceneId::from).collect())
}

async fn put(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    (blob, text): (BlobId, &CanonicalText),
    now: Timestamp,
) -> Result<()> {
    let restored = SceneVersion {
        scene,
        version,
        branch: MAIN,
        parent: None,
        merged: None,
        blob,
        hash: text.hash(),
        totals: Totals::of(text),
        created_by: Author::Restore,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
    };
    scene_versions::insert(conn, &restored).await
}
