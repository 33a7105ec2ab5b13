//! What happened in a run, in its order.

use sqlx::{FromRow, SqliteConnection};
use wenfang_story::RunId;

use crate::error::Result;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Event {
    /// Its number in the run, from 1.
    pub seq: i64,
    /// When, UTC ms.
    pub at: i64,
    /// What.
    pub kind: String,
    /// To which node.
    pub node: Option<String>,
    /// To which item.
    pub item: Option<i64>,
    /// More of it, JSON.
    pub data: Option<String>,
}

/// What happened in a run after a cursor, in its order, at most `limit`.
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
