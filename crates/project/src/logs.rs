//! Deletes old logs: runs of workflows, records of model calls, cached answers. The novel is complete without them.

use sqlx::SqliteConnection;
use wenfang_story::Timestamp;

use crate::error::Result;
use crate::workflows::OldRuns;
use crate::{usage, workflows};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The number of runs that are kept at most. A run of a chapter takes some 20 KB, so all of them about 40 MB.
const MAX_RUNS: u32 = 2_000;

/// The number of runs that are deleted in one transaction at most.
const RUNS_AT_ONCE: u32 = 200;

/// Single calls are kept for two years at least, so that this year can be compared with the one before. Ceilings look
/// back 30 days.
const LEAST_CALL_DAYS: u32 = 2 * 366;

/// What was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Top-level runs of workflows.
    pub runs: u64,
    /// Events of runs of generations. The runs and their steps are kept: the report of a generation shows them.
    pub events: u64,
    /// Records of model calls. Their sums by month are kept.
    pub calls: u64,
    /// Cached answers.
    pub answers: u64,
}

/// Deletes the runs and cached answers of more than `days` ago, and the oldest runs beyond 2,000, at most 200 in one
/// call. A run of a generation stays, without its events. Single calls of models are summed up by month after `days`,
/// but not within two years. 0 keeps everything.
pub async fn prune(conn: &mut SqliteConnection, days: u32, now: Timestamp) -> Result<Pruned> {
    if days == 0 {
        return Ok(Pruned::default());
    }
    let ago = |days: u32| Timestamp::from(now.get().saturating_sub(i64::from(days) * DAY));
    let old = OldRuns { before: ago(days), most: MAX_RUNS, at_once: RUNS_AT_ONCE };
    Ok(Pruned {
        runs: workflows::prune(conn, old).await?,
        events: workflows::thin_events(conn, ago(days), RUNS_AT_ONCE).await?,
        calls: usage::sum_up_before(conn, ago(days.max(LEAST_CALL_DAYS))).await?,
        answers: usage::forget_answers(conn, ago(days)).await?,
    })
}

#[cfg(test)]
mod tests;
