//! Queries for history compaction: which versions and contents are in use.

use std::collections::HashSet;

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::{SceneId, VersionNo};

use crate::blobs::{self, BlobId};
use crate::error::{Error, Result};

/// Contents used by a version or a checkpoint.
const USED: &str = "select blob_id from scene_text_versions union select blob_id from checkpoint_items";

/// Every scene, in the bin or not.
pub async fn scenes(conn: &mut SqliteConnection) -> Result<Vec<SceneId>> {
    let ids: Vec<i64> = sqlx::query_scalar("select id from scenes order by id").fetch_all(conn).await?;
    Ok(ids.into_iter().map(SceneId::from).collect())
}

/// Total bytes of the stored contents.
pub async fn stored_bytes(conn: &mut SqliteConnection) -> Result<u64> {
    let bytes: i64 =
        sqlx::query_scalar("select coalesce(sum(length(data)), 0) from blobs").fetch_one(conn).await?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

/// Texts of a scene that are in checkpoints.
pub async fn remembered_blobs(conn: &mut SqliteConnection, scene: SceneId) -> Result<HashSet<BlobId>> {
    let blobs: Vec<BlobId> =
        sqlx::query_scalar("select blob_id from checkpoint_items where kind = 'text' and item_id = ?")
            .bind(scene.get())
            .fetch_all(conn)
            .await?;
    Ok(blobs.into_iter().collect())
}

/// Versions of a scene that are the base of a branch, the head, the base of a draft, the place of a thread anchor,
/// or the base of a generation.
pub async fn referenced_versions(conn: &mut SqliteConnection, scene: SceneId) -> Result<HashSet<VersionNo>> {
    let versions: Vec<i64> = sqlx::query_scalar(
        "select base_version from branches where scene_id = ?1 and base_version is not null
         union select head_version from scenes where id = ?1
         union select base_version from scene_drafts where scene_id = ?1
         union select version from thread_anchors where scene_id = ?1
         union select record ->> '$.base' from generations where scene_id = ?1",
    )
    .bind(scene.get())
    .fetch_all(conn)
    .await?;
    Ok(versions.into_iter().map(VersionNo::from).collect())
}

/// Versions whose text is quoted as evidence.
pub async fn quoted_versions(conn: &mut SqliteConnection) -> Result<HashSet<(SceneId, VersionNo)>> {
    let versions: Vec<(i64, i64)> = sqlx::query_as(
        "select e.value ->> 'scene', e.value ->> 'version' from facts f, json_each(f.record, '$.evidence') e
         union select e.value ->> 'scene', e.value ->> 'version'
             from relations r, json_each(r.record, '$.evidence') e
         union select p.record ->> '$.evidence.scene', p.record ->> '$.evidence.version' from kg_proposals p
             where p.record ->> '$.evidence' is not null
         union select e.value ->> 'scene', e.value ->> 'version'
             from findings f, json_each(f.record, '$.evidence') e
             where f.state = 'open' or f.id in (select finding_id from finding_waivers)",
    )
    .fetch_all(conn)
    .await?;
    Ok(versions.into_iter().map(|(scene, version)| (scene.into(), version.into())).collect())
}

/// Versions with a passage that is stored in a checkpoint: of a thread anchor, which could not be restored without
/// it, or of evidence. Unreadable contents protect nothing.
pub async fn remembered_passages(conn: &mut SqliteConnection) -> Result<HashSet<(SceneId, VersionNo)>> {
    let blobs: Vec<BlobId> = sqlx::query_scalar(
        "select distinct blob_id from checkpoint_items where kind in ('thread_anchor', 'fact', 'relation')",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut versions = HashSet::new();
    for blob in blobs {
        let form = match blobs::read_text(conn, blob).await {
            Ok(form) => form,
            Err(Error::Damaged(_) | Error::ContentTooLarge { .. }) => continue,
            Err(error) => return Err(error),
        };
        let Ok(passages) = serde_json::from_str::<Passages>(&form) else { continue };
        versions.extend(passages.own.map(|own| (own.scene, own.version)));
        versions.extend(passages.evidence.iter().map(|proof| (proof.scene, proof.version)));
    }
    Ok(versions)
}

/// The passages of a record.
#[derive(serde::Deserialize)]
struct Passages {
    #[serde(flatten)]
    own: Option<Place>,
    #[serde(default)]
    evidence: Vec<Place>,
}

#[derive(serde::Deserialize)]
struct Place {
    scene: SceneId,
    version: VersionNo,
}

/// Used contents that are based on unused ones, each with the used content of its parent version.
pub async fn standing_on_unused(conn: &mut SqliteConnection) -> Result<Vec<(BlobId, Option<BlobId>)>> {
    let sql = format!(
        "with used (id) as ({USED})
         select b.id, (
             select p.blob_id from scene_text_versions t
             join scene_text_versions p on p.scene_id = t.scene_id and p.version = t.parent_version
             where t.blob_id = b.id and p.blob_id < b.id order by p.blob_id desc limit 1)
         from blobs b
         where b.base is not null and b.id in (select id from used) and b.base not in (select id from used)
         order by b.id"
    );
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(conn).await?)
}

/// Deletes every content that nothing refers to or is based on.
pub async fn delete_unused(conn: &mut SqliteConnection) -> Result<()> {
    // Newest first, because a content is based on an earlier one.
    let sql = format!("select id from blobs where id not in ({USED}) order by id desc");
    let unused: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    for id in unused {
        sqlx::query("delete from blobs where id = ?").bind(id).execute(&mut *conn).await?.stored(1)?;
    }
    Ok(())
}
