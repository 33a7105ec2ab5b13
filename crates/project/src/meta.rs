//! `project_meta`: the single row about the novel as a whole.

use sqlx::SqliteConnection;
use wenfang_story::{ProjectRecord, Record, Timestamp};

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::records;
use crate::stored::Outcome;

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
    .stored(1)
}

pub(crate) async fn readable_by(conn: &mut SqliteConnection) -> Result<i64> {
    Ok(sqlx::query_scalar("select readable_by from project_meta where id = 1").fetch_one(conn).await?)
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
        .stored(1)
}

/// The id that identifies this novel whatever its file is named: 16 lower-case hexadecimal digits.
///
/// # Errors
/// [`Error::Damaged`] for anything else: the id becomes part of file names and must not contain a path.
pub async fn uid(conn: &mut SqliteConnection) -> Result<String> {
    let uid: String = sqlx::query_scalar("select uid from project_meta where id = 1").fetch_one(conn).await?;
    if is_uid(&uid) {
        return Ok(uid);
    }
    let finding = "the id of the project is not 16 hexadecimal digits".to_owned();
    Err(Error::Damaged(Damage::Structure { finding }))
}

/// Whether `uid` has the form that [`insert`] creates.
fn is_uid(uid: &str) -> bool {
    uid.len() == 16 && uid.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_only_hexadecimal_digits() {
        assert!(is_uid("0123456789abcdef"));
        for other in [
            "",
            "0123456789abcde",
            "0123456789abcdef0",
            "0123456789ABCDEF",
            "/elsewhere/xxxxx",
            "../../../../../x",
        ] {
            assert!(!is_uid(other), "{other}");
        }
    }
}
