//! Removing and restoring canon items: all given items, or none.

use sqlx::SqliteConnection;
use wenfang_project::canon::{self, CanonItem};
use wenfang_story::Timestamp;

use wenfang_usecase::Result;

/// Removes items.
///
/// # Errors
/// [`Code::NotFound`](wenfang_usecase::Code::NotFound) for an item that does not exist or is already removed.
pub(crate) async fn remove<I: CanonItem>(
    conn: &mut SqliteConnection,
    ids: &[I],
    now: Timestamp,
) -> Result<()> {
    for id in ids {
        canon::live(conn, *id).await?;
    }
    Ok(canon::remove(conn, ids, now).await?)
}

/// Restores removed items.
///
/// # Errors
/// [`Code::NotFound`](wenfang_usecase::Code::NotFound) for an item that never existed.
pub(crate) async fn put_back<I: CanonItem>(conn: &mut SqliteConnection, ids: &[I]) -> Result<()> {
    for id in ids {
        canon::require(conn, *id).await?;
    }
    Ok(canon::put_back(conn, ids).await?)
}
