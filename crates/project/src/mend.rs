//! Mending (修订): the state store of the quality loop.
//!
//! A session works on issues of some scenes, in rounds, on copies of the text. Each table has a module with plain
//! functions over the caller's transaction; there is no store object and no state outside the file. Every write to a
//! session raises its `state_version`.
//!
//! | Operation of the loop | Here |
//! |---|---|
//! | `begin_session` | [`sessions::open`], then [`scenes::claim`], [`rounds::insert`] of round 0 and [`issues::file`] |
//! | `record_step_execution` | [`crate::workflows::keep`]: an attempt of a step is a row of its run |
//! | `record_issue` | [`issues::file`], [`issues::change`] |
//! | `record_issue_resolution` | [`fixes::insert`], [`fixes::verify`] |
//! | `append_fetch_log` | [`fetches::insert`] |
//! | `commit` | commit of the caller's transaction: all of a step or nothing of it is stored |
//! | `rollback` | dropping that transaction; [`sessions::end`] gives up the claims of a whole session |
//!
//! Three things keep writers apart. A unique index lets one session at a time hold a scene. [`scenes::require_held`]
//! refuses a worker whose claims another one took over. A change of an issue names the revision it was made on, and is
//! refused only when that issue changed since.

pub mod audit;
pub mod fetches;
pub mod fixes;
pub mod issues;
pub mod rounds;
pub mod scenes;
pub mod sessions;
#[cfg(test)]
mod tests;
pub(crate) mod traces;

use sqlx::SqliteConnection;
use wenfang_story::Record;

use crate::damage::Damage;
use crate::error::{Error, Result};

/// Damage of a row.
fn damaged(part: &'static str, id: i64) -> Error {
    Error::Damaged(Damage::Record { part, id })
}

/// Parses the record of a row whose hash was checked.
fn parsed<R: Record>(part: &'static str, id: i64, record: &str) -> Result<R> {
    serde_json::from_str(record).map_err(|_| damaged(part, id))
}

/// A number of a row that fits what is written there; any other is damage.
fn narrow(part: &'static str, id: i64, value: i64) -> Result<u32> {
    u32::try_from(value).map_err(|_| damaged(part, id))
}

/// Reads every row of mending and returns the result for each.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let mut results = sessions::check_all(conn).await?;
    results.extend(scenes::check_all(conn).await?);
    results.extend(rounds::check_all(conn).await?);
    results.extend(issues::check_all(conn).await?);
    results.extend(fixes::check_all(conn).await?);
    results.extend(fetches::check_all(conn).await?);
    results.extend(audit::check_all(conn).await?);
    Ok(results)
}
