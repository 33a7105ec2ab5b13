//! `settings`: the author's settings for this novel.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;

use crate::error::Result;

/// The value of a setting, if it was set.
pub async fn get(conn: &mut SqliteConnection, key: &str) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("select value from settings where key = ?").bind(key).fetch_optional(conn).await?)
}

/// Sets a setting.
pub async fn set(conn: &mut SqliteConnection, key: &str, value: &str) -> Result<()> {
    sqlx::query(
        "insert into settings (key, value) values (?1, ?2) on conflict (key) do update set value = ?2",
    )
    .bind(key)
    .bind(value)
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}
