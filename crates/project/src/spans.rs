//! `version_spans`: the ranges of a version that were generated, with their generations. The rest is the author's
//! text.

use std::collections::HashSet;

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::generation::AiSpan;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::CharRange;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

fn guard(row: [i64; 5]) -> [u8; 8] {
    let parts = row.map(|value| number(Some(value)));
    row_hash(&parts.each_ref().map(<[u8; 8]>::as_slice))
}

fn column(offset: usize) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}

/// Stores the AI spans of a version. The spans must be in order and must not overlap.
pub async fn insert(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    spans: &[AiSpan],
) -> Result<()> {
    for span in spans {
        let (from, until) = (column(span.range.start().get()), column(span.range.end().get()));
        let generation = span.generation.get();
        sqlx::query(
            "insert into version_spans (scene_id, version, from_char, until_char, generation_id, row_hash)
             values (?, ?, ?, ?, ?, ?)",
        )
        .bind(scene.get())
        .bind(version.get())
        .bind(from)
        .bind(until)
        .bind(generation)
        .bind(guard([scene.get(), version.get(), from, until, generation]).as_slice())
        .execute(&mut *conn)
        .await?
        .stored(1)?;
    }
    Ok(())
}

/// Replaces the AI spans of a version.
pub async fn replace(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    spans: &[AiSpan],
) -> Result<()> {
    sqlx::query("delete from version_spans where scene_id = ? and version = ?")
        .bind(scene.get())
        .bind(version.get())
        .execute(&mut *conn)
        .await?;
    insert(conn, (scene, version), spans).await
}

/// Whether any version of a scene has AI spans.
pub async fn has_any(conn: &mut SqliteConnection, scene: SceneId) -> Result<bool> {
    Ok(sqlx::query_scalar("select exists (select 1 from version_spans where scene_id = ?)")
        .bind(scene.get())
        .fetch_one(conn)
        .await?)
}

/// The scenes with AI spans in any version.
pub async fn scenes(conn: &mut SqliteConnection) -> Result<HashSet<SceneId>> {
    let scenes: Vec<i64> =
        sqlx::query_scalar("select distinct scene_id from version_spans").fetch_all(conn).await?;
    Ok(scenes.into_iter().map(SceneId::from).collect())
}

type Row = (i64, i64, i64, i64, i64, Vec<u8>);

fn checked((scene, version, from, until, generation, hash): Row) -> Result<AiSpan> {
    let damaged = || Error::Damaged(Damage::Version { scene: scene.into(), version: version.into() });
    if hash != guard([scene, version, from, until, generation]) {
        return Err(damaged());
    }
    let (from, until) = (usize::try_from(from), usize::try_from(until));
    let (Ok(from), Ok(until)) = (from, until) else { return Err(damaged()) };
    Ok(AiSpan { generation: generation.into(), range: CharRange::new(from, until) })
}

/// The AI spans of a version, in order.
///
/// # Errors
/// [`Error::Damaged`] when a row fails its hash check.
pub async fn list(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
) -> Result<Vec<AiSpan>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select scene_id, version, from_char, until_char, generation_id, row_hash from version_spans
         where scene_id = ? and version = ? order by from_char",
    )
    .bind(scene.get())
    .bind(version.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// Reads every span and returns the result for each.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select scene_id, version, from_char, until_char, generation_id, row_hash from version_spans",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| checked(row).map(|_| ())).collect())
}
