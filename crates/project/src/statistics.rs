//! How much there is of what.

use sqlx::SqliteConnection;

use crate::error::Result;

/// Rows and bytes of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Versions of all scenes.
    pub versions: u64,
    /// Drafts.
    pub drafts: u64,
    /// Bytes of the file, its log not counted.
    pub bytes: u64,
}

/// Counts rows and bytes.
pub async fn rows(conn: &mut SqliteConnection) -> Result<Rows> {
    let (versions, drafts): (i64, i64) = sqlx::query_as(
        "select (select count(*) from scene_text_versions), (select count(*) from scene_drafts)",
    )
    .fetch_one(&mut *conn)
    .await?;
    let pages: i64 = sqlx::query_scalar("pragma page_count").fetch_one(&mut *conn).await?;
    let size: i64 = sqlx::query_scalar("pragma page_size").fetch_one(conn).await?;
    let number = |value: i64| u64::try_from(value).unwrap_or(0);
    Ok(Rows { versions: number(versions), drafts: number(drafts), bytes: number(pages) * number(size) })
}
