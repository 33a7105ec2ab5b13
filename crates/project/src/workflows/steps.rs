//! Attempts of steps, and the single write that stores the progress of a run.

use serde_json::{Value, json};
use sqlx::{FromRow, SqliteConnection};
use wenfang_story::{RunId, Timestamp};
use wenfang_text::ContentHash;

use super::values::checked;
use crate::error::{Error, Result};

/// A stored attempt of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub node: String,
    /// The item; `None` for the node as a whole.
    pub item: Option<i64>,
    /// The attempt, from 1; 0 before the first.
    pub attempt: u32,
    pub status: String,
    /// A hash of everything that the output depends on.
    pub input_hash: Option<ContentHash>,
    /// The output as JSON.
    pub output: Option<String>,
    /// Details as JSON.
    pub detail: Option<String>,
    /// The model used and the cost, as JSON.
    pub usage: Option<String>,
    /// When it started, UTC ms.
    pub started_at: Option<i64>,
    /// When it ended, UTC ms.
    pub ended_at: Option<i64>,
}

/// An event to be stored under the next number.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEvent {
    pub kind: &'static str,
    /// The node concerned, if any.
    pub node: Option<String>,
    /// The item concerned, if any.
    pub item: Option<i64>,
    /// Details as JSON.
    pub data: Option<Value>,
}

/// The changes of a run since the last write.
#[derive(Debug)]
pub struct RunChanges<'a> {
    pub run: RunId,
    /// The lease of the write.
    pub epoch: i64,
    /// The current state.
    pub status: &'a str,
    /// The failure as JSON.
    pub trouble: Option<String>,
    /// The changed attempts.
    pub steps: &'a [Step],
    /// The new events.
    pub events: &'a [NewEvent],
}

/// The statements of a turn, executed in one call. The single row they return tells whether the turn may be stored: it
/// is read before the writes, which the caller's transaction undoes. The values are `$1`, not `?1`: the driver counts the
/// numbers that a statement of several leaves out.
const TURN: &str = "
    select exists (select 1 from workflow_runs where id = $1 and lease_epoch = $2),
        exists (
            -- The steps of the turn come first: they are few.
            select 1 from json_each($6) s cross join workflow_node_runs d
            where d.run_id = $1 and d.node = s.value ->> 0 and d.item = s.value ->> 1 and d.status = 'completed'
        );

    update workflow_runs set last_event = last_event + json_array_length($8) where id = $1;

    -- A column that is set is an index that is written, also where it stays as it was.
    update workflow_runs set status = $3, trouble = $4, started_at = coalesce(started_at, $5),
        ended_at = case when $3 in ('completed', 'partial', 'failed', 'cancelled') then $5 end
    where id = $1 and (started_at is null or (status, trouble) is not ($3, $4));

    insert into workflow_values (hash, value)
    select unhex(v.value ->> 0), v.value ->> 1 from json_each($7) v where true
    on conflict (hash) do nothing;

    insert into workflow_node_runs
        (run_id, node, item, attempt, status, input_hash, output_id, detail, usage, started_at, ended_at)
    select $1, s.value ->> 0, s.value ->> 1, s.value ->> 2, s.value ->> 3, unhex(s.value ->> 4),
        (select v.id from workflow_values v where v.hash = unhex(s.value ->> 5)),
        s.value ->> 6, s.value ->> 7, s.value ->> 8, s.value ->> 9
    from json_each($6) s where true
    on conflict (run_id, node, item, attempt) do update set
        status = excluded.status, input_hash = coalesce(excluded.input_hash, input_hash),
        output_id = excluded.output_id, detail = excluded.detail, usage = coalesce(excluded.usage, usage),
        started_at = coalesce(excluded.started_at, started_at), ended_at = excluded.ended_at;

    insert into workflow_events (run_id, seq, at, kind, node, item, data)
    select $1, r.last_event - json_array_length($8) + e.key + 1, $5,
        e.value ->> 0, e.value ->> 1, e.value ->> 2, e.value ->> 3
    from workflow_runs r, json_each($8) e where r.id = $1;
";

/// Stores the changes of a run in a transaction. After an error the caller must roll it back: its writes are only
/// partly done.
///
/// # Errors
/// [`Error::LeaseLost`] when another process has leased the run; [`Error::StepIsDone`] when one of the steps is
/// already completed.
pub async fn keep(conn: &mut SqliteConnection, changes: &RunChanges<'_>, now: Timestamp) -> Result<()> {
    let (steps, outputs) = step_rows(changes.steps);
    // Not `fetch_one`: it stops at the row, before the writes.
    let rows: Vec<(bool, bool)> = sqlx::query_as(TURN)
        .bind(changes.run.get())
        .bind(changes.epoch)
        .bind(changes.status)
        .bind(changes.trouble.as_deref())
        .bind(now.get())
        .bind(steps)
        .bind(outputs)
        .bind(event_rows(changes.events))
        .fetch_all(conn)
        .await?;
    match rows.as_slice() {
        [(true, false)] => Ok(()),
        [(true, true)] => Err(Error::StepIsDone(changes.run)),
        _ => Err(Error::LeaseLost(changes.run)),
    }
}

/// The rows of steps and of their outputs; steps refer to outputs by hash.
fn step_rows(steps: &[Step]) -> (String, String) {
    let mut outputs = Vec::new();
    let row = |step: &Step| {
        let output = step.output.as_deref().map(|output| {
            let hash = ContentHash::of(output.as_bytes()).to_string();
            outputs.push(json!([hash, output]));
            hash
        });
        json!([
            step.node,
            step.item.unwrap_or(-1),
            step.attempt,
            step.status,
            step.input_hash.map(|hash| hash.to_string()),
            output,
            step.detail,
            step.usage,
            step.started_at,
            step.ended_at
        ])
    };
    let rows: Value = steps.iter().map(row).collect();
    (rows.to_string(), Value::Array(outputs).to_string())
}

fn event_rows(events: &[NewEvent]) -> String {
    let row = |event: &NewEvent| {
        json!([event.kind, event.node, event.item, event.data.as_ref().map(Value::to_string)])
    };
    events.iter().map(row).collect::<Value>().to_string()
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

/// Every attempt of a run, by node, item and attempt.
///
/// # Errors
/// [`Error::Damaged`] when an output fails its hash check.
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
                (Some(id), Some(hash), Some(output)) => Some(checked(id, &hash, output)?),
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

/// The newest output of a completed step with this hash, with its run; `null` if the step had no output.
///
/// # Errors
/// [`Error::Damaged`] when the output fails its hash check.
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
                (Some(id), Some(hash), Some(value)) => checked(id, &hash, value)?,
                _ => "null".to_owned(),
            };
            Ok((run.into(), output))
        })
        .transpose()
}
