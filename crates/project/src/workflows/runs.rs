//! Runs.

use sqlx::{FromRow, SqliteConnection};
use wenfang_story::{RunId, Timestamp};

use super::values::put_value;
use crate::error::{Error, Result};
use crate::stored::{Outcome, new_id};

/// The step of another run that a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// The run.
    pub run: RunId,
    /// Its node.
    pub node: String,
    /// The item of that.
    pub item: Option<i64>,
}

/// A run to begin.
#[derive(Clone, Debug)]
pub struct NewRun<'a> {
    /// The workflow's id.
    pub workflow: &'a str,
    /// Its definition, JSON.
    pub definition: &'a str,
    /// What it is given, JSON.
    pub input: &'a str,
    /// Params the author changed, JSON by node.
    pub changed_params: Option<&'a str>,
    /// What began it.
    pub trigger: &'a str,
    /// Its concurrency key.
    pub key: Option<&'a str>,
    /// Its state: `queued` or `running`.
    pub status: &'a str,
    /// The step it is.
    pub parent: Option<&'a Parent>,
    /// The run it does again.
    pub again_of: Option<RunId>,
}

/// A run as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct Run {
    /// Its id.
    #[sqlx(try_from = "i64")]
    pub id: RunId,
    /// The workflow's id.
    pub workflow: String,
    /// Where its definition is stored.
    pub definition_id: i64,
    /// Where its input is stored.
    pub input_id: i64,
    /// Params the author changed, JSON by node.
    pub changed_params: Option<String>,
    /// What began it.
    pub trigger: String,
    /// Its concurrency key.
    pub concurrency_key: Option<String>,
    /// Its state.
    pub status: String,
    /// The run it is a step of.
    pub parent_run: Option<i64>,
    /// The node of that.
    pub parent_node: Option<String>,
    /// The item of that.
    pub parent_item: Option<i64>,
    /// The run it does again.
    pub again_of: Option<i64>,
    /// What went wrong, JSON.
    pub trouble: Option<String>,
    /// How often it was taken.
    pub lease_epoch: i64,
    /// The number of its newest event.
    pub last_event: i64,
    /// When it was asked for, UTC ms.
    pub created_at: i64,
    /// When it began.
    pub started_at: Option<i64>,
    /// When it was over.
    pub ended_at: Option<i64>,
}

const COLUMNS: &str =
    "id, workflow, definition_id, input_id, changed_params, trigger, concurrency_key, status, parent_run,
    parent_node, parent_item, again_of, trouble, lease_epoch, last_event, created_at, started_at, ended_at";

fn select(rest: &str) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(format!("select {COLUMNS} from workflow_runs {rest}"))
}

/// Stores a run.
///
/// # Errors
/// When another run of its key goes on, or waits if this one is to wait: see [`busy`].
pub async fn insert(conn: &mut SqliteConnection, new: &NewRun<'_>, now: Timestamp) -> Result<RunId> {
    let definition = put_value(conn, new.definition).await?;
    let input = put_value(conn, new.input).await?;
    let inserted = sqlx::query_scalar(
        "insert into workflow_runs (workflow, definition_id, input_id, changed_params, trigger, concurrency_key, status,
             parent_run, parent_node, parent_item, again_of, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
    )
    .bind(new.workflow)
    .bind(definition)
    .bind(input)
    .bind(new.changed_params)
    .bind(new.trigger)
    .bind(new.key)
    .bind(new.status)
    .bind(new.parent.map(|parent| parent.run.get()))
    .bind(new.parent.map(|parent| parent.node.as_str()))
    .bind(new.parent.and_then(|parent| parent.item))
    .bind(new.again_of.map(RunId::get))
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "workflow_runs", inserted).await?.into())
}

/// A run.
pub async fn get(conn: &mut SqliteConnection, id: RunId) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(conn).await?)
}

/// A run that must be there.
///
/// # Errors
/// [`Error::NoRun`].
pub async fn require(conn: &mut SqliteConnection, id: RunId) -> Result<Run> {
    get(conn, id).await?.ok_or(Error::NoRun(id))
}

/// Runs that are no step of another, the newest first: older than `before`, at most `limit`.
pub async fn list(conn: &mut SqliteConnection, before: Option<RunId>, limit: u32) -> Result<Vec<Run>> {
    Ok(sqlx::query_as(select("where parent_run is null and id < ? order by id desc limit ?"))
        .bind(before.map_or(i64::MAX, RunId::get))
        .bind(limit)
        .fetch_all(conn)
        .await?)
}

/// Runs that are no step of another and not over, in the order they were asked for.
pub async fn open(conn: &mut SqliteConnection) -> Result<Vec<Run>> {
    Ok(sqlx::query_as(select(
        "where status in ('queued', 'running', 'waiting', 'interrupted') and parent_run is null order by id",
    ))
    .fetch_all(conn)
    .await?)
}

/// The newest run that is a step of another.
pub async fn child(conn: &mut SqliteConnection, parent: &Parent) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select(
        "where parent_run = ? and parent_node = ? and parent_item is ? order by id desc limit 1",
    ))
    .bind(parent.run.get())
    .bind(&parent.node)
    .bind(parent.item)
    .fetch_optional(conn)
    .await?)
}

/// The run that goes on, or else waits, under a key.
pub async fn busy(conn: &mut SqliteConnection, key: &str) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select(
        "where concurrency_key = ? and status in ('running', 'waiting', 'queued') order by status = 'queued' limit 1",
    ))
    .bind(key)
    .fetch_optional(conn)
    .await?)
}

/// The run that waits under a key.
pub async fn next_queued(conn: &mut SqliteConnection, key: &str) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select("where concurrency_key = ? and status = 'queued'"))
        .bind(key)
        .fetch_optional(conn)
        .await?)
}

/// Takes a run: from here on, only writes under the number that is answered count.
///
/// # Errors
/// [`Error::NoRun`].
pub async fn lease(conn: &mut SqliteConnection, id: RunId) -> Result<i64> {
    sqlx::query_scalar(
        "update workflow_runs set lease_epoch = lease_epoch + 1 where id = ? returning lease_epoch",
    )
    .bind(id.get())
    .fetch_optional(conn)
    .await?
    .ok_or(Error::NoRun(id))
}

/// Sets the state of a run that nobody runs.
pub async fn set_status(conn: &mut SqliteConnection, id: RunId, status: &str, now: Timestamp) -> Result<()> {
    sqlx::query(
        "update workflow_runs set status = ?2,
             ended_at = case when ?2 in ('completed', 'partial', 'failed', 'cancelled') then ?3 end,
             lease_epoch = lease_epoch + 1
         where id = ?1",
    )
    .bind(id.get())
    .bind(status)
    .bind(now.get())
    .execute(conn)
    .await?
    .stored(1)
}

/// Ends a run that nobody runs, with the runs that are steps of it.
pub async fn cancel_left(conn: &mut SqliteConnection, id: RunId, now: Timestamp) -> Result<()> {
    sqlx::query(
        "with recursive family (id) as (
             select ?1 union select r.id from workflow_runs r join family f on r.parent_run = f.id)
         update workflow_runs set status = 'cancelled', ended_at = ?2, lease_epoch = lease_epoch + 1
         where id in family and status in ('queued', 'running', 'waiting', 'interrupted')",
    )
    .bind(id.get())
    .bind(now.get())
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes of every run that was going on that nobody runs it any more: its program is gone. Answers how many.
pub async fn interrupt_all(conn: &mut SqliteConnection) -> Result<u64> {
    let interrupted = sqlx::query(
        "update workflow_runs set status = 'interrupted', lease_epoch = lease_epoch + 1
         where status in ('running', 'queued')",
    )
    .execute(conn)
    .await?;
    Ok(interrupted.rows_affected())
}
