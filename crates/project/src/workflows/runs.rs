//! The rows of workflow runs.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::{Outcome, new_id};
use wenfang_story::{RunId, Timestamp};

use super::values::put_value;
use crate::error::{Error, Result};

/// The step of another run that started a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// The parent run.
    pub run: RunId,
    /// The node of the parent run.
    pub node: String,
    /// The item of the node, if any.
    pub item: Option<i64>,
}

/// A new run.
#[derive(Clone, Debug)]
pub struct NewRun<'a> {
    pub workflow: &'a str,
    /// The workflow definition as JSON.
    pub definition: &'a str,
    /// The input as JSON.
    pub input: &'a str,
    /// Parameters changed by the author, as JSON by node.
    pub changed_params: Option<&'a str>,
    /// The trigger that started it.
    pub trigger: &'a str,
    pub key: Option<&'a str>,
    /// The initial state: `queued` or `running`.
    pub status: &'a str,
    /// The parent step, if any.
    pub parent: Option<&'a Parent>,
    /// The run that this one repeats, if any.
    pub again_of: Option<RunId>,
}

/// A stored run.
#[derive(Clone, Debug, FromRow)]
pub struct Run {
    #[sqlx(try_from = "i64")]
    pub id: RunId,
    pub workflow: String,
    /// The id of its stored definition.
    pub definition_id: i64,
    /// The id of its stored input.
    pub input_id: i64,
    /// Parameters changed by the author, as JSON by node.
    pub changed_params: Option<String>,
    /// The trigger that started it.
    pub trigger: String,
    pub concurrency_key: Option<String>,
    pub status: String,
    /// The parent run, if any.
    pub parent_run: Option<i64>,
    /// The node of the parent run.
    pub parent_node: Option<String>,
    /// The item of that node.
    pub parent_item: Option<i64>,
    /// The run that this one repeats, if any.
    pub again_of: Option<i64>,
    /// The failure as JSON.
    pub trouble: Option<String>,
    /// Number of times it was leased.
    pub lease_epoch: i64,
    /// The number of its newest event.
    pub last_event: i64,
    /// When it was requested, UTC ms.
    pub created_at: i64,
    /// When it started, UTC ms.
    pub started_at: Option<i64>,
    /// When it ended, UTC ms.
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
/// When another run with the same key is running, or queued if this one is queued: see [`busy`].
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

/// Reads a run.
pub async fn get(conn: &mut SqliteConnection, id: RunId) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(conn).await?)
}

/// Reads a run that must exist.
///
/// # Errors
/// [`Error::NoRun`].
pub async fn require(conn: &mut SqliteConnection, id: RunId) -> Result<Run> {
    get(conn, id).await?.ok_or(Error::NoRun(id))
}

/// The workflow of a generation with steps.
const GENERATION: &str = "generation";
/// How the workflows after an acceptance begin.
const SETTLING: &str = "settle.";

impl Run {
    /// Whether it writes a text, or follows its acceptance. Such runs are shown where the text is.
    pub fn is_of_text(&self) -> bool {
        self.writes_text() || self.follows_acceptance()
    }

    /// Whether it writes a text, with the steps around it.
    pub fn writes_text(&self) -> bool {
        self.workflow == GENERATION
    }

    /// Whether it follows the acceptance of a text.
    pub fn follows_acceptance(&self) -> bool {
        self.workflow.starts_with(SETTLING)
    }
}

/// Top-level runs older than `before`, newest first, at most `limit`. Those of texts only on request, or while they wait
/// for the author.
pub async fn list(
    conn: &mut SqliteConnection,
    before: Option<RunId>,
    (limit, with_texts): (u32, bool),
) -> Result<Vec<Run>> {
    Ok(sqlx::query_as(select(
        "where parent_run is null and id < ?
         and (? or status = 'waiting' or workflow <> ? and workflow not like ? || '%')
         order by id desc limit ?",
    ))
    .bind(before.map_or(i64::MAX, RunId::get))
    .bind(with_texts)
    .bind(GENERATION)
    .bind(SETTLING)
    .bind(limit)
    .fetch_all(conn)
    .await?)
}

/// Top-level runs that have not ended, oldest first.
pub async fn open(conn: &mut SqliteConnection) -> Result<Vec<Run>> {
    Ok(sqlx::query_as(select(
        "where status in ('queued', 'running', 'waiting', 'interrupted') and parent_run is null order by id",
    ))
    .fetch_all(conn)
    .await?)
}

/// Runs that were given up before they asked for their text, newest first.
pub async fn unwritten(conn: &mut SqliteConnection) -> Result<Vec<Run>> {
    Ok(sqlx::query_as(select(
        "where workflow = ? and status = 'failed' and json_extract(trouble, '$.class') = 'lost'
         and not exists (select 1 from generations where generations.run = workflow_runs.id) order by id desc",
    ))
    .bind(GENERATION)
    .fetch_all(conn)
    .await?)
}

/// The newest run started by a step of another run.
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

/// The running or waiting run with a key; otherwise the queued one.
pub async fn busy(conn: &mut SqliteConnection, key: &str) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select(
        "where concurrency_key = ? and status in ('running', 'waiting', 'queued') order by status = 'queued' limit 1",
    ))
    .bind(key)
    .fetch_optional(conn)
    .await?)
}

/// The newest run with a key, whatever its state.
pub async fn newest_with(conn: &mut SqliteConnection, key: &str) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select("where concurrency_key = ? order by id desc limit 1"))
        .bind(key)
        .fetch_optional(conn)
        .await?)
}

/// The queued run with a key.
pub async fn next_queued(conn: &mut SqliteConnection, key: &str) -> Result<Option<Run>> {
    Ok(sqlx::query_as(select("where concurrency_key = ? and status = 'queued'"))
        .bind(key)
        .fetch_optional(conn)
        .await?)
}

/// Leases a run: from now on, only writes with the returned epoch are accepted.
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

/// Sets the state of a run that no process is running.
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
    .stored(1)?;
    Ok(())
}

/// Cancels a run that no process is running, together with its child runs.
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

/// Ends a run that no process is running and that does not go on: with this state, and with this failure as JSON unless
/// it has one.
pub async fn give_up(
    conn: &mut SqliteConnection,
    id: RunId,
    (status, trouble): (&str, &str),
    now: Timestamp,
) -> Result<()> {
    sqlx::query(
        "update workflow_runs set status = ?2, trouble = coalesce(trouble, ?3), ended_at = ?4,
             lease_epoch = lease_epoch + 1
         where id = ?1 and status in ('waiting', 'interrupted')",
    )
    .bind(id.get())
    .bind(status)
    .bind(trouble)
    .bind(now.get())
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks every running or queued run as interrupted, because its process is gone. Returns their number.
pub async fn interrupt_all(conn: &mut SqliteConnection) -> Result<u64> {
    let interrupted = sqlx::query(
        "update workflow_runs set status = 'interrupted', lease_epoch = lease_epoch + 1
         where status in ('running', 'queued')",
    )
    .execute(conn)
    .await?;
    Ok(interrupted.rows_affected())
}
