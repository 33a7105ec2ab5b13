//! Stored definitions and outputs, addressed by content.

use sqlx::SqliteConnection;
use wenfang_text::ContentHash;

use crate::damage::Damage;
use crate::error::{Error, Result};

/// Stores a JSON text unless it is already stored, and returns its id.
pub async fn put_value(conn: &mut SqliteConnection, value: &str) -> Result<i64> {
    // Setting the hash to itself makes `returning` work for an existing row.
    Ok(sqlx::query_scalar(
        "insert into workflow_values (hash, value) values (?, ?)
         on conflict (hash) do update set hash = excluded.hash returning id",
    )
    .bind(ContentHash::of(value.as_bytes()).as_bytes().as_slice())
    .bind(value)
    .fetch_one(conn)
    .await?)
}

/// Reads a stored JSON text.
///
/// # Errors
/// [`Error::Damaged`] when the text fails its hash check.
pub async fn value(conn: &mut SqliteConnection, id: i64) -> Result<String> {
    let (hash, value): (Vec<u8>, String) =
        sqlx::query_as("select hash, value from workflow_values where id = ?")
            .bind(id)
            .fetch_one(conn)
            .await?;
    checked(id, &hash, value)
}

/// Returns the value after checking its hash.
pub(super) fn checked(id: i64, hash: &[u8], value: String) -> Result<String> {
    if hash == ContentHash::of(value.as_bytes()).as_bytes() {
        Ok(value)
    } else {
        Err(Error::Damaged(Damage::Record { part: "workflow value", id }))
    }
}
