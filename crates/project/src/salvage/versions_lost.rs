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
use crate::mend::traces::Traces;
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

/// Recreates scenes from texts that nothing refers to and no later text replaced, in the order in which they were
/// written. For a file that has lost versions.
pub(super) async fn from_texts_alone(
    conn: &mut SqliteConnection,
    traces: &Traces,
    now: Timestamp,
) -> Result<()> {
    let sql =
        format!("select id from blobs where size > 0 and id not in ({}) order by id", retention::used());
    let unused: Vec<BlobId> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    let replaced = replaced(conn, traces).await?;
    let is_lost = |blob: &BlobId| !replaced.contains(blob) && !traces.proposed.contains(blob);
    for blob in unused.into_iter().filter(is_lost) {
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

/// The texts that a later text is based on: it is a newer form of the same scene, unless it comes from a round of
/// mending that the author did not write on. Where rounds are lost, the last text of a scene may be such a one.
async fn replaced(conn: &mut SqliteConnection, traces: &Traces) -> Result<HashSet<BlobId>> {
    // A text is based on an earlier one.
    let based: Vec<(BlobId, Option<BlobId>)> =
        sqlx::query_as("select id, base from blobs order by id desc").fetch_all(conn).await?;
    let (mut replaced, mut continued) = (HashSet::new(), HashSet::new());
    for (blob, base) in based {
        let is_proposal =
            traces.rounds.contains(&blob) || (!traces.is_complete && !continued.contains(&blob));
        let Some(base) = base else { continue };
        continued.insert(base);
        if !is_proposal || replaced.contains(&blob) {
            replaced.insert(base);
        }
    }
    Ok(replaced)
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
