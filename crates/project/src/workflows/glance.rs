//! Summaries of runs, computed by SQL without reading the output of any step.

use std::collections::HashMap;

use serde_json::Value;
use sqlx::{FromRow, SqliteConnection};
use wenfang_story::{ChapterId, RunId};

use super::runs::Run;
use crate::error::Result;

/// The summary of a run, in addition to its row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// The title of the workflow when the run was started, as JSON.
    pub title: Option<String>,
    /// The chapter in its input.
    pub chapter: Option<ChapterId>,
    /// Number of steps and items that are completed or were skipped on purpose.
    pub done: usize,
    /// Their total; for an unfinished fan-out, only items that have started are counted.
    pub total: usize,
    /// Cost by currency in millionths, largest sum first.
    pub costs: Vec<(String, u64)>,
}

#[derive(FromRow)]
struct Head {
    id: i64,
    title: Option<String>,
    nodes: i64,
    chapter: Option<i64>,
}

#[derive(FromRow)]
struct Count {
    run_id: i64,
    nodes: i64,
    done: i64,
    total: i64,
}

/// Summarizes runs, in the given order.
pub async fn glances(conn: &mut SqliteConnection, runs: &[Run]) -> Result<Vec<Glance>> {
    let ids: Vec<i64> = runs.iter().map(|run| run.id.get()).collect();
    let ids = Value::from(ids).to_string();
    let heads: Vec<Head> = sqlx::query_as(
        "select r.id, d.value -> '$.title' as title, json_array_length(d.value, '$.nodes') as nodes,
             case json_type(i.value, '$.chapter_id') when 'integer' then i.value ->> '$.chapter_id' end as chapter
         from workflow_runs r
             join workflow_values d on d.id = r.definition_id join workflow_values i on i.id = r.input_id
         where r.id in (select value from json_each(?))",
    )
    .bind(&ids)
    .fetch_all(&mut *conn)
    .await?;
    // A node has as many items as it has item rows; a node without items counts as one.
    let counts: Vec<Count> = sqlx::query_as(
        "select run_id, count(*) as nodes,
             sum(case when items = 0 then whole else done_items end) as done, sum(max(items, 1)) as total
         from (
             select run_id, node, count(distinct nullif(item, -1)) as items,
                 count(*) filter (where item >= 0 and is_done) as done_items,
                 max(item = -1 and is_done) as whole
             from (
                 select run_id, node, item, status = 'completed' or (status = 'skipped'
                     and coalesce(detail ->> '$.skipped', '') <> 'dependency') as is_done
                 from workflow_node_runs where run_id in (select value from json_each(?)))
             group by run_id, node)
         group by run_id",
    )
    .bind(&ids)
    .fetch_all(&mut *conn)
    .await?;
    let costs: Vec<(i64, String, i64)> = sqlx::query_as(
        "select run_id, usage ->> '$.cost.currency' as currency, sum(usage ->> '$.cost.micros') as micros
         from workflow_node_runs
         where run_id in (select value from json_each(?)) and usage ->> '$.cost.currency' is not null
         group by run_id, currency order by micros desc, currency",
    )
    .bind(&ids)
    .fetch_all(&mut *conn)
    .await?;
    let mut heads: HashMap<i64, Head> = heads.into_iter().map(|head| (head.id, head)).collect();
    let counts: HashMap<i64, Count> = counts.into_iter().map(|count| (count.run_id, count)).collect();
    let size = |count: i64| usize::try_from(count).unwrap_or(0);
    let glance = |run: &Run| {
        let head = heads.remove(&run.id.get());
        let nodes = head.as_ref().map_or(0, |head| head.nodes);
        let count = counts.get(&run.id.get());
        let costs = costs.iter().filter(|(of, ..)| *of == run.id.get());
        Glance {
            chapter: head.as_ref().and_then(|head| head.chapter).map(ChapterId::from),
            title: head.and_then(|head| head.title),
            done: count.map_or(0, |count| size(count.done)),
            // A node without rows counts as one, because its number of items is unknown.
            total: count.map_or(size(nodes), |count| size(count.total + nodes - count.nodes)),
            costs: costs
                .map(|(_, currency, micros)| (currency.clone(), u64::try_from(*micros).unwrap_or(0)))
                .collect(),
        }
    };
    Ok(runs.iter().map(glance).collect())
}

/// The newest top-level run of a workflow for a chapter.
pub async fn newest_of_chapter(
    conn: &mut SqliteConnection,
    workflow: &str,
    chapter: ChapterId,
) -> Result<Option<RunId>> {
    let newest: Option<i64> = sqlx::query_scalar(
        "select r.id from workflow_runs r join workflow_values i on i.id = r.input_id
         where r.workflow = ? and r.parent_run is null and i.value ->> '$.chapter_id' = ?
         order by r.id desc limit 1",
    )
    .bind(workflow)
    .bind(chapter.get())
    .fetch_optional(conn)
    .await?;
    Ok(newest.map(RunId::from))
}
