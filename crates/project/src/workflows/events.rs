//! The events of a run, in order.

use sqlx::{FromRow, SqliteConnection};
use wenfang_story::RunId;

use crate::error::Result;

/// One event of a run.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Event {
    /// Its number within the run, from 1.
    pub seq: i64,
    /// The time, UTC ms.
    pub at: i64,
    pub kind: String,
    /// The node concerned, if any.
    pub node: Option<String>,
    /// The item concerned, if any.
    pub item: Option<i64>,
    /// Details as JSON.
    pub data: Option<String>,
}

/// The events of a run after a cursor, in order, at most `limit`.
pub async fn events(conn: &mut SqliteConnection, run: RunId, after: i64, limit: u32) -> Result<Vec<Event>> {
    Ok(sqlx::query_as(
        "select seq, at, kind, node, item, data from workflow_events where run_id = ? and seq > ? order by seq limit ?",
    )
    .bind(run.get())
    .bind(after)
    .bind(limit)
    .fetch_all(conn)
    .await?)
}
