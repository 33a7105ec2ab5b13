//! `generations`: texts written by models.
//!
//! Text is stored as it arrives, so that a crash keeps it. Rows are never deleted: versions refer to them.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;
use wenfang_storage::new_id;
use wenfang_story::generation::GenerationRecord;
use wenfang_story::{GenerationId, Record, RunId, SceneId, Timestamp};

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::row_hash;

const KIND: &str = "generation";

/// A generation with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    pub id: GenerationId,
    pub record: GenerationRecord,
    /// The generated text.
    pub text: String,
    /// The text beyond the length limit.
    pub overflow: String,
    pub created_at: Timestamp,
}

fn guard(record: &str, text: &str, overflow: &str) -> [u8; 8] {
    row_hash(&[record.as_bytes(), text.as_bytes(), overflow.as_bytes()])
}

fn select(rest: &str) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(format!(
        "select id, record, text, overflow, row_hash, created_at from generations {rest}"
    ))
}

/// Inserts a generation without text.
pub async fn insert(
    conn: &mut SqliteConnection,
    record: &GenerationRecord,
    now: Timestamp,
) -> Result<GenerationId> {
    let record = record.canonical();
    let inserted = sqlx::query_scalar(
        "insert into generations (record, text, overflow, row_hash, created_at) values (?, '', '', ?, ?) returning id",
    )
    .bind(&record)
    .bind(guard(&record, "", "").as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "generations", inserted).await?.into())
}

/// The generations that are marked as running, in the order in which they began.
///
/// # Errors
/// [`Error::Damaged`] when one of them fails its hash check.
pub async fn running(conn: &mut SqliteConnection) -> Result<Vec<Generation>> {
    let rows: Vec<Row> =
        sqlx::query_as(select("where status = 'running' order by id")).fetch_all(conn).await?;
    rows.into_iter().map(checked).collect()
}

/// The generations that belong to a run, in the order in which they began.
///
/// # Errors
/// [`Error::Damaged`] when one of them fails its hash check.
pub async fn list_of_run(conn: &mut SqliteConnection, run: RunId) -> Result<Vec<Generation>> {
    let rows: Vec<Row> =
        sqlx::query_as(select("where run = ? order by id")).bind(run.get()).fetch_all(conn).await?;
    rows.into_iter().map(checked).collect()
}

/// The generations in a scene that the steps of a run asked for, in the order in which they began.
///
/// # Errors
/// [`Error::Damaged`] when one of them fails its hash check.
pub async fn list_asked_by(
    conn: &mut SqliteConnection,
    (scene, run): (SceneId, RunId),
) -> Result<Vec<Generation>> {
    let rows: Vec<Row> = sqlx::query_as(select(
        "where scene_id = ? and json_extract(record, '$.asked_by.run') = ? order by id",
    ))
    .bind(scene.get())
    .bind(run.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// What the generations of a run cost, and those in a scene that its steps asked for, in micros of a currency; without
/// one of them.
pub async fn cost_of_run(
    conn: &mut SqliteConnection,
    (scene, run): (SceneId, RunId),
    currency: &str,
    without: Option<GenerationId>,
) -> Result<u64> {
    let micros: i64 = sqlx::query_scalar(
        "select coalesce(sum(json_extract(record, '$.cost.micros')), 0) from generations
         where id in (select id from generations where run = ?1
                      union select id from generations
                      where scene_id = ?2 and json_extract(record, '$.asked_by.run') = ?1)
           and json_extract(record, '$.cost.currency') = ?3 and id is not ?4",
    )
    .bind(run.get())
    .bind(scene.get())
    .bind(currency)
    .bind(without.map(GenerationId::get))
    .fetch_one(conn)
    .await?;
    Ok(u64::try_from(micros).unwrap_or(0))
}

/// Stores the current state of a generation.
///
/// # Errors
/// [`Error::NoPart`] for an unknown id.
pub async fn update(conn: &mut SqliteConnection, generation: &Generation) -> Result<()> {
    let record = generation.record.canonical();
    let done =
        sqlx::query("update generations set record = ?, text = ?, overflow = ?, row_hash = ? where id = ?")
            .bind(&record)
            .bind(&generation.text)
            .bind(&generation.overflow)
            .bind(guard(&record, &generation.text, &generation.overflow).as_slice())
            .bind(generation.id.get())
            .execute(conn)
            .await?;
    if done.rows_affected() == 0 { Err(missing(generation.id)) } else { Ok(()) }
}

fn missing(id: GenerationId) -> Error {
    Error::NoPart { kind: KIND, id: id.get() }
}

type Row = (i64, String, String, String, Vec<u8>, i64);

fn checked((id, record, text, overflow, hash, created_at): Row) -> Result<Generation> {
    let damaged = || Error::Damaged(Damage::Record { part: KIND, id });
    if hash != guard(&record, &text, &overflow) {
        return Err(damaged());
    }
    let record = serde_json::from_str(&record).map_err(|_| damaged())?;
    Ok(Generation { id: id.into(), record, text, overflow, created_at: created_at.into() })
}

/// Reads a generation.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`] when the row fails its hash check.
pub async fn require(conn: &mut SqliteConnection, id: GenerationId) -> Result<Generation> {
    let row: Option<Row> = sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(conn).await?;
    checked(row.ok_or_else(|| missing(id))?)
}

/// Returns which of these generations exist.
pub async fn known(
    conn: &mut SqliteConnection,
    ids: &BTreeSet<GenerationId>,
) -> Result<BTreeSet<GenerationId>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let known: Vec<i64> =
        sqlx::query_scalar("select id from generations where id in (select value from json_each(?))")
            .bind(serde_json::to_string(&ids).unwrap_or_default())
            .fetch_all(conn)
            .await?;
    Ok(known.into_iter().map(GenerationId::from).collect())
}

/// The generations of a scene, or of all, newest first.
pub async fn list(conn: &mut SqliteConnection, scene: Option<SceneId>) -> Result<Vec<Generation>> {
    let rows: Vec<Row> = sqlx::query_as(select("where ?1 is null or scene_id = ?1 order by id desc"))
        .bind(scene.map(SceneId::get))
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The generations whose overflow (余稿) is not empty, newest first.
pub async fn with_overflow(conn: &mut SqliteConnection) -> Result<Vec<Generation>> {
    let rows: Vec<Row> =
        sqlx::query_as(select("where overflow <> '' order by id desc")).fetch_all(conn).await?;
    rows.into_iter().map(checked).collect()
}

/// Reads every generation, and returns the result for each.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as(select("order by id")).fetch_all(&mut *conn).await?;
    Ok(rows.into_iter().map(|row| checked(row).map(|_| ())).collect())
}
