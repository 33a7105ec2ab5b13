//! `project_meta`: the single row about the novel as a whole.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::{ProjectRecord, Record, Timestamp};

use crate::error::Result;
use crate::{records, schema};

/// The oldest schema whose readers can read files from this release.
const READABLE_BY: i64 = 1;

pub(crate) async fn insert(
    conn: &mut SqliteConnection,
    record: &ProjectRecord,
    now: Timestamp,
) -> Result<()> {
    sqlx::query(
        "insert into project_meta (id, uid, record, row_hash, readable_by, created_at)
         values (1, lower(hex(randomblob(8))), ?, ?, ?, ?)",
    )
    .bind(record.canonical())
    .bind(record.hash().as_bytes().as_slice())
    .bind(READABLE_BY)
    .bind(now.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Reads the record of the novel.
pub async fn require(conn: &mut SqliteConnection) -> Result<ProjectRecord> {
    let (record, hash): (String, Vec<u8>) =
        sqlx::query_as("select record, row_hash from project_meta where id = 1").fetch_one(conn).await?;
    records::read("project", 1, &record, &hash)
}

/// Replaces the record of the novel.
pub async fn update(conn: &mut SqliteConnection, record: &ProjectRecord) -> Result<()> {
    sqlx::query("update project_meta set record = ?, row_hash = ? where id = 1")
        .bind(record.canonical())
        .bind(record.hash().as_bytes().as_slice())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

/// The id that identifies this novel whatever its file is named: 16 lower-case hexadecimal digits.
///
/// # Errors
/// [`Error::Damaged`](crate::Error::Damaged) for anything else: the id becomes part of file names and must not contain a path.
pub async fn uid(conn: &mut SqliteConnection) -> Result<String> {
    Ok(schema::NOVEL.uid(conn).await?)
}
