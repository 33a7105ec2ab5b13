//! Definitions and outputs by content.

use sqlx::SqliteConnection;
use wenfang_text::ContentHash;

use crate::damage::Damage;
use crate::error::{Error, Result};

/// Stores a JSON text unless it is there, and answers where.
pub async fn put_value(conn: &mut SqliteConnection, value: &str) -> Result<i64> {
    // Setting the hash to itself makes the row that is there answer.
    Ok(sqlx::query_scalar(
        "insert into workflow_values (hash, value) values (?, ?)
         on conflict (hash) do update set hash = excluded.hash returning id",
    )
    .bind(ContentHash::of(value.as_bytes()).as_bytes().as_slice())
    .bind(value)
    .fetch_one(conn)
    .await?)
}

/// A stored JSON text.
///
/// # Errors
/// [`Error::Damaged`] when it is not what was written.
pub async fn value(conn: &mut SqliteConnection, id: i64) -> Result<String> {
    let (hash, value): (Vec<u8>, String) =
        sqlx::query_as("select hash, value from workflow_values where id = ?")
            .bind(id)
            .fetch_one(conn)
            .await?;
    sound(id, &hash, value)
}

/// A value, if it is what was written.
pub(super) fn sound(id: i64, hash: &[u8], value: String) -> Result<String> {
    if hash == ContentHash::of(value.as_bytes()).as_bytes() {
        Ok(value)
    } else {
        Err(Error::Damaged(Damage::Record { part: "workflow value", id }))
    }
}
