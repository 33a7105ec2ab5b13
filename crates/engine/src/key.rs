//! Concurrency keys: of the runs with one key, only one is in progress.

use serde_json::Value;
use sqlx::SqliteConnection;
use wenfang_project::workflows as rows;
use wenfang_story::RunId;
use wenfang_workflow::Flow;
use wenfang_workflow::reference::Scope;

use crate::error::Result;

/// The concurrency key of a run; `None` if the workflow has none.
pub(crate) fn key(flow: &Flow, input: &Value) -> Option<String> {
    let scope = Scope { input, output: &|_| None, item: None };
    let key = flow.key.as_ref()?.fill(&scope).ok()?;
    Some(key.as_str().map_or_else(|| key.to_string(), str::to_owned))
}

/// Whether a run, or one of those that it is a step of, has a key.
pub(crate) async fn is_held_above(conn: &mut SqliteConnection, run: RunId, key: &str) -> Result<bool> {
    let mut above = Some(run);
    while let Some(run) = above {
        let row = rows::require(conn, run).await?;
        if row.concurrency_key.as_deref() == Some(key) {
            return Ok(true);
        }
        above = row.parent_run.map(RunId::from);
    }
    Ok(false)
}
