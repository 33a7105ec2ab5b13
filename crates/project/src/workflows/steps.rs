//! Attempts of steps, and the one write that keeps what a run did.

use futures_util::TryStreamExt;
use serde_json::{Value, json};
use sqlx::{Either, Executor, FromRow, Row as _, SqliteConnection};
use wenfang_story::{RunId, Timestamp};
use wenfang_text::ContentHash;

use super::values::{put_value, sound};
use crate::error::{Error, Result};

/// An attempt of a step, as it is stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The node.
    pub node: String,
    /// The item; none for the node as a whole.
    pub item: Option<i64>,
    /// The attempt; 0 before the first.
    pub attempt: u32,
    /// Its state.
    pub status: String,
    /// Stands for everything the output depends on.
    pub input_hash: Option<ContentHash>,
    /// What it gave, JSON.
    pub output: Option<String>,
    /// What is known beside, JSON.
    pub detail: Option<String>,
    /// Who did it and what that cost, JSON.
    pub usage: Option<String>,
    /// When it began, UTC ms.
    pub started_at: Option<i64>,
    /// When it was over.
    pub ended_at: Option<i64>,
}

/// Something that happened, to be kept under the next number.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEvent {
    /// What.
    pub kind: &'static str,
    /// To which node.
    pub node: Option<String>,
    /// To which item.
    pub item: Option<i64>,
    /// More of it, JSON.
    pub data: Option<Value>,
}

/// What a run did since it was kept last.
#[derive(Debug)]
pub struct Keep<'a> {
    /// The run.
    pub run: RunId,
    /// The lease it is made under.
    pub epoch: i64,
    /// Its state now.
    pub status: &'a str,
    /// What went wrong, JSON.
    pub trouble: Option<String>,
    /// Attempts that changed.
    pub steps: &'a [Step],
    /// What happened.
    pub events: &'a [NewEvent],
}

/// Everything of a turn at once: each statement that is sent alone costs as much as its work.
///
/// What is completed is neither begun again nor changed: such a step is left out, and missed by the count.
///
/// The parameters have names (`$1`): numbers (`?1`) that a statement leaves out shift the others.
const KEEP: &str = "
    update workflow_runs set status = $3, last_event = last_event + $4, trouble = $6,
        started_at = coalesce(started_at, $5),
        ended_at = case when $3 in ('completed', 'partial', 'failed', 'cancelled') then $5 end
    where id = $1 and lease_epoch = $2 returning last_event;

    insert into workflow_node_runs
        (run_id, node, item, attempt, status, input_hash, output_id, detail, usage, started_at, ended_at)
    select $1, s.value ->> 0, s.value ->> 1, s.value ->> 2, s.value ->> 3, unhex(s.value ->> 4), s.value ->> 5,
        s.value ->> 6, s.value ->> 7, s.value ->> 8, s.value ->> 9
    from workflow_runs r, json_each($7) s
    where r.id = $1 and r.lease_epoch = $2 and not exists (
        select 1 from workflow_node_runs d
        where d.run_id = $1 and d.node = s.value ->> 0 and d.item = s.value ->> 1 and d.status = 'completed')
    on conflict (run_id, node, item, attempt) do update set
        status = excluded.status, input_hash = coalesce(excluded.input_hash, input_hash),
        output_id = excluded.output_id, detail = excluded.detail, usage = coalesce(excluded.usage, usage),
        started_at = coalesce(excluded.started_at, started_at), ended_at = excluded.ended_at;

    insert into workflow_events (run_id, seq, at, kind, node, item, data)
    select $1, r.last_event - $4 + e.key + 1, $5, e.value ->> 0, e.value ->> 1, e.value ->> 2, e.value ->> 3
    from workflow_runs r, json_each($8) e where r.id = $1 and r.lease_epoch = $2";

/// Keeps what a run did. Answers the number of its newest event.
///
/// # Errors
/// [`Error::LeaseLost`] when somebody else took the run; [`Error::StepIsDone`] when one of the steps is completed already.
/// Nothing of it may be committed then.
pub async fn keep(conn: &mut SqliteConnection, keep: &Keep<'_>, now: Timestamp) -> Result<i64> {
    let steps = step_rows(conn, keep.steps).await?;
    let query = sqlx::query(KEEP)
        .bind(keep.run.get())
        .bind(keep.epoch)
        .bind(keep.status)
        .bind(i64::try_from(keep.events.len()).unwrap_or(0))
        .bind(now.get())
        .bind(keep.trouble.as_deref())
        .bind(steps)
        .bind(event_rows(keep.events));
    let (mut newest, mut changed) = (None, Vec::with_capacity(3));
    let mut answers = conn.fetch_many(query);
    while let Some(answer) = answers.try_next().await? {
        match answer {
            Either::Right(row) => newest = Some(row.try_get(0)?),
            Either::Left(done) => changed.push(done.rows_affected()),
        }
    }
    let newest = newest.ok_or(Error::LeaseLost(keep.run))?;
    match changed.get(1) {
        Some(kept) if *kept == keep.steps.len() as u64 => Ok(newest),
        _ => Err(Error::StepIsDone(keep.run)),
    }
}

async fn step_rows(conn: &mut SqliteConnection, steps: &[Step]) -> Result<String> {
    let mut rows = Vec::with_capacity(steps.len());
    for step in steps {
        let output = match &step.output {
            Some(output) => Some(put_value(conn, output).await?),
            None => None,
        };
        let hash = step.input_hash.map(|hash| hash.to_string());
        rows.push(json!([
            step.node,
            step.item.unwrap_or(-1),
            step.attempt,
            step.status,
            hash,
            output,
            step.detail,
            step.usage,
            step.started_at,
            step.ended_at
        ]));
    }
    Ok(Value::Array(rows).to_string())
}

fn event_rows(events: &[NewEvent]) -> String {
    let row = |event: &NewEvent| {
        json!([event.kind, event.node, event.item, event.data.as_ref().map(Value::to_string)])
    };
    Value::Array(events.iter().map(row).collect()).to_string()
}

#[derive(FromRow)]
struct Row {
    node: String,
    item: i64,
    attempt: u32,
    status: String,
    input_hash: Option<Vec<u8>>,
    output_id: Option<i64>,
    hash: Option<Vec<u8>>,
    output: Option<String>,
    detail: Option<String>,
    usage: Option<String>,
    started_at: Option<i64>,
    ended_at: Option<i64>,
}

/// Every attempt of a run: by node and item, in the order of attempts.
///
/// # Errors
/// [`Error::Damaged`] when an output is not what was written.
pub async fn steps(conn: &mut SqliteConnection, run: RunId) -> Result<Vec<Step>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select s.node, s.item, s.attempt, s.status, s.input_hash, s.output_id, v.hash, v.value as output, s.detail,
             s.usage, s.started_at, s.ended_at
         from workflow_node_runs s left join workflow_values v on v.id = s.output_id
         where s.run_id = ? order by s.node, s.item, s.attempt",
    )
    .bind(run.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|row| {
            let output = match (row.output_id, row.hash, row.output) {
                (Some(id), Some(hash), Some(output)) => Some(sound(id, &hash, output)?),
                _ => None,
            };
            Ok(Step {
                node: row.node,
                item: (row.item >= 0).then_some(row.item),
                attempt: row.attempt,
                status: row.status,
                input_hash: row.input_hash.as_deref().and_then(ContentHash::from_bytes),
                output,
                detail: row.detail,
                usage: row.usage,
                started_at: row.started_at,
                ended_at: row.ended_at,
            })
        })
        .collect()
}

/// The newest output of a completed step with this hash, and the run it is of; `null` where it gave nothing.
///
/// # Errors
/// [`Error::Damaged`] when it is not what was written.
pub async fn reusable(conn: &mut SqliteConnection, hash: &ContentHash) -> Result<Option<(RunId, String)>> {
    type Found = (i64, Option<i64>, Option<Vec<u8>>, Option<String>);
    let found: Option<Found> = sqlx::query_as(
        "select s.run_id, s.output_id, v.hash, v.value
         from workflow_node_runs s left join workflow_values v on v.id = s.output_id
         where s.input_hash = ? and s.status = 'completed' order by s.run_id desc limit 1",
    )
    .bind(hash.as_bytes().as_slice())
    .fetch_optional(conn)
    .await?;
    found
        .map(|(run, id, hash, value)| {
            let output = match (id, hash, value) {
                (Some(id), Some(hash), Some(value)) => sound(id, &hash, value)?,
                _ => "null".to_owned(),
            };
            Ok((run.into(), output))
        })
        .transpose()
}
