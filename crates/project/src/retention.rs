//! Queries for history compaction: which versions and contents are in use.
//!
//! Everything that refers to a content or a version is named here and nowhere else: in [`CONTENTS`], [`VERSIONS`] or,
//! for passages inside records, [`quoted_versions`]. A referrer that is not named loses its text at the next
//! compaction; a test compares the lists with the foreign keys of the schema.

use std::collections::HashSet;

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::{SceneId, VersionNo};

use crate::blobs::{self, BlobId};
use crate::error::{Error, Result};

/// The columns that refer to stored contents: table, column.
const CONTENTS: &[(&str, &str)] =
    &[("scene_text_versions", "blob_id"), ("checkpoint_items", "blob_id"), ("mend_rounds", "blob_id")];

/// The columns that refer to versions of scenes: table, scene, version. Their versions are never thinned.
const VERSIONS: &[(&str, &str, &str)] = &[
    ("branches", "scene_id", "base_version"),
    ("scenes", "id", "head_version"),
    ("scene_drafts", "scene_id", "base_version"),
    ("thread_anchors", "scene_id", "version"),
    ("comments", "scene_id", "version"),
    ("generations", "scene_id", "record ->> '$.base'"),
    ("mend_scenes", "scene_id", "version"),
    ("mend_scenes", "scene_id", "accepted_version"),
    ("mend_scenes", "scene_id", "before_version"),
    ("artifact_versions", "at_scene", "at_version"),
];

/// A query for the ids of the contents in use.
pub(crate) fn used() -> String {
    let of = |(table, column): &(&str, &str)| format!("select {column} from {table}");
    CONTENTS.iter().map(of).collect::<Vec<_>>().join(" union ")
}

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

/// Versions of a scene that a row refers to: see [`VERSIONS`].
pub async fn referenced_versions(conn: &mut SqliteConnection, scene: SceneId) -> Result<HashSet<VersionNo>> {
    let of = |(table, scene, version): &(&str, &str, &str)| {
        format!("select {version} from {table} where {scene} = ?1 and {version} is not null")
    };
    let sql = VERSIONS.iter().map(of).collect::<Vec<_>>().join(" union ");
    let versions: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(scene.get()).fetch_all(conn).await?;
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

/// Versions with a passage that is stored in a checkpoint: of a thread anchor or a comment, which could not be
/// restored without it, or of evidence. Unreadable contents protect nothing.
pub async fn remembered_passages(conn: &mut SqliteConnection) -> Result<HashSet<(SceneId, VersionNo)>> {
    let blobs: Vec<BlobId> = sqlx::query_scalar(
        "select distinct blob_id from checkpoint_items where kind in ('thread_anchor', 'comment', 'fact', 'relation')",
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
        "with used (id) as ({})
         select b.id, (
             select p.blob_id from scene_text_versions t
             join scene_text_versions p on p.scene_id = t.scene_id and p.version = t.parent_version
             where t.blob_id = b.id and p.blob_id < b.id order by p.blob_id desc limit 1)
         from blobs b
         where b.base is not null and b.id in (select id from used) and b.base not in (select id from used)
         order by b.id",
        used()
    );
    Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_all(conn).await?)
}

/// Deletes every content that nothing refers to or is based on.
pub async fn delete_unused(conn: &mut SqliteConnection) -> Result<()> {
    // Newest first, because a content is based on an earlier one.
    let sql = format!("select id from blobs where id not in ({}) order by id desc", used());
    let unused: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    for id in unused {
        sqlx::query("delete from blobs where id = ?").bind(id).execute(&mut *conn).await?.stored(1)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::Connection;
    use wenfang_storage::schema::apply;

    use super::*;
    use crate::schema::MIGRATIONS;

    /// Columns that refer to `parent` but keep nothing alive.
    const NOT_REFERRERS: &[(&str, &str)] = &[
        // The base of a text is needed only while the text is: `standing_on_unused`.
        ("blobs", "base"),
        // Deleted together with its version.
        ("version_spans", "version"),
    ];

    /// The columns with a foreign key to a column of `parent`.
    async fn foreign_keys(parent: (&str, &str)) -> BTreeSet<(String, String)> {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        apply(&mut conn, MIGRATIONS).await.unwrap();
        let keys: Vec<(String, String)> = sqlx::query_as(
            "select t.name, k.\"from\" from pragma_table_list t join pragma_foreign_key_list(t.name) k
             where t.schema = 'main' and k.\"table\" = ? and k.\"to\" = ?",
        )
        .bind(parent.0)
        .bind(parent.1)
        .fetch_all(&mut conn)
        .await
        .unwrap();
        let is_referrer =
            |(table, column): &(String, String)| !NOT_REFERRERS.contains(&(table.as_str(), column.as_str()));
        keys.into_iter().filter(is_referrer).collect()
    }

    fn owned((table, column): (&str, &str)) -> (String, String) {
        (table.to_owned(), column.to_owned())
    }

    #[tokio::test]
    async fn every_foreign_key_to_a_content_is_listed() {
        let listed: BTreeSet<_> = CONTENTS.iter().copied().map(owned).collect();
        assert_eq!(foreign_keys(("blobs", "id")).await, listed);
    }

    #[tokio::test]
    async fn every_foreign_key_to_a_version_is_listed() {
        let listed: BTreeSet<_> = VERSIONS.iter().map(|(table, _, column)| owned((table, column))).collect();
        let keys = foreign_keys(("scene_text_versions", "version")).await;
        let missing: Vec<_> = keys.difference(&listed).collect();
        assert!(missing.is_empty(), "not listed: {missing:?}");
        assert!(keys.len() >= 3, "no foreign keys are read: {keys:?}");
    }
}
