//! Deletes old runs with everything that only they use.

use sqlx::SqliteConnection;
use wenfang_story::Timestamp;

use crate::error::Result;

/// Queries for the runs that something refers to, beside their own steps and child runs. They stay. `family` contains
/// the ids of the old runs.
const REFERRERS: &[&str] = &[
    "select again_of from workflow_runs where again_of is not null and id not in (select id from family)",
    "select run_id from mend_sessions where run_id is not null",
    // The report of a generation shows its steps.
    OF_GENERATIONS,
];

/// A query for the runs of generations.
const OF_GENERATIONS: &str = "select run from generations where run is not null";

/// Which runs may be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldRuns {
    /// Runs that ended before this time are old.
    pub before: Timestamp,
    /// The number of top-level runs that are kept at most, beside those of generations; older ones are old, whatever
    /// their age.
    pub most: u32,
    /// The number of top-level runs that one call deletes at most, so that its transaction stays short.
    pub at_once: u32,
}

/// Deletes old runs, each with its child runs, steps, events, and the values that nothing else uses. Returns the number
/// of top-level runs.
///
/// A run stays while it or a child run is not over, while anything that stays refers to it, and while it is the newest
/// of its workflow for its chapter: the page shows that one.
pub async fn prune(conn: &mut SqliteConnection, old: OldRuns) -> Result<u64> {
    let (roots, all) = families(conn, old).await?;
    if roots == 0 {
        return Ok(0);
    }
    let values = values_of(conn, &all).await?;
    for table in ["workflow_events", "workflow_node_runs"] {
        let sql = format!("delete from {table} where run_id in (select value from json_each(?))");
        sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&all).execute(&mut *conn).await?;
    }
    sqlx::query("delete from workflow_runs where id in (select value from json_each(?))")
        .bind(&all)
        .execute(&mut *conn)
        .await?;
    delete_unused(conn, &values).await?;
    Ok(u64::try_from(roots).unwrap_or(0))
}

/// Deletes the events of old runs of generations, of at most `at_once` runs. The runs and their steps stay. Returns the
/// number of events.
pub async fn thin_events(conn: &mut SqliteConnection, before: Timestamp, at_once: u32) -> Result<u64> {
    let sql = format!(
        "delete from workflow_events where run_id in (
             select r.id from workflow_runs r
             where r.ended_at < ? and r.id in ({OF_GENERATIONS})
                 and exists (select 1 from workflow_events e where e.run_id = r.id)
             limit ?)"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(before.get()).bind(at_once).execute(conn).await?;
    Ok(done.rows_affected())
}

/// The number of old top-level runs, and the ids of them and their child runs as a JSON list.
async fn families(conn: &mut SqliteConnection, old: OldRuns) -> Result<(i64, String)> {
    let sql = format!(
        "with recursive
         newest (id) as (
             select max(r.id) from workflow_runs r join workflow_values i on i.id = r.input_id
             where r.parent_run is null group by r.workflow, i.value ->> '$.chapter_id'),
         old (id) as materialized (
             select id from workflow_runs
             where parent_run is null and ended_at is not null and id not in (select id from newest)
                 and (ended_at < ?1 or id <= (
                     select id from workflow_runs where parent_run is null and id not in ({OF_GENERATIONS})
                     order by id desc limit 1 offset ?2))),
         family (root, id, is_over) as materialized (
             select r.id, r.id, 1 from workflow_runs r join old on old.id = r.id
             union all
             select f.root, r.id, r.ended_at is not null from family f join workflow_runs r on r.parent_run = f.id),
         kept (root) as (
             select f.root from family f where not f.is_over or f.id in ({})
             union
             -- What a kept family repeats is kept too.
             select earlier.root from kept k join family f on f.root = k.root
                 join workflow_runs r on r.id = f.id join family earlier on earlier.id = r.again_of),
         -- A run refers to an earlier one only: the newest first, so that no referrer is left of those that remain.
         chosen (root) as (
             select id from old where id not in (select root from kept) order by id desc limit ?3)
         select count(distinct root), json_group_array(id) from family where root in (select root from chosen)",
        REFERRERS.join(" union all ")
    );
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(old.before.get())
        .bind(old.most)
        .bind(old.at_once)
        .fetch_one(conn)
        .await?)
}

/// The ids of the values that runs use, as a JSON list.
async fn values_of(conn: &mut SqliteConnection, runs: &str) -> Result<String> {
    Ok(sqlx::query_scalar(
        "select json_group_array(id) from (
             select definition_id as id from workflow_runs where id in (select value from json_each(?1))
             union select input_id from workflow_runs where id in (select value from json_each(?1))
             union select output_id from workflow_node_runs
                 where run_id in (select value from json_each(?1)) and output_id is not null)",
    )
    .bind(runs)
    .fetch_one(conn)
    .await?)
}

/// Deletes those of the values that no run uses.
async fn delete_unused(conn: &mut SqliteConnection, values: &str) -> Result<()> {
    sqlx::query(
        "delete from workflow_values where id in (
             select value from json_each(?)
             except select definition_id from workflow_runs
             except select input_id from workflow_runs
             except select output_id from workflow_node_runs where output_id is not null)",
    )
    .bind(values)
    .execute(conn)
    .await?;
    Ok(())
}
