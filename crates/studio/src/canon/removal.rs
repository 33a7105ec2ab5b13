//! Removing things of the canon, and putting them back: all that are named, or none.

use sqlx::SqliteConnection;
use wenfang_project::canon::{self, CanonItem};
use wenfang_story::Timestamp;

use crate::error::Result;

/// Removes items.
///
/// # Errors
/// [`Code::NotFound`](crate::Code::NotFound) for one that is not there, or was removed before.
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

/// Puts removed items back.
///
/// # Errors
/// [`Code::NotFound`](crate::Code::NotFound) for one that never was.
pub(crate) async fn put_back<I: CanonItem>(conn: &mut SqliteConnection, ids: &[I]) -> Result<()> {
    for id in ids {
        canon::require(conn, *id).await?;
    }
    Ok(canon::put_back(conn, ids).await?)
}
