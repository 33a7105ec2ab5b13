//! Reads a run from the project and restores its state.

use std::sync::Arc;

use serde_json::Value;
use sqlx::SqliteConnection;
use wenfang_project::workflows::{self as rows, Run, Step};
use wenfang_story::RunId;
use wenfang_workflow::machine::{Detail, Machine, StoredAttempt};
use wenfang_workflow::{Flow, Handlers, NodeStatus, RunStatus};

use crate::error::{Error, Result};

/// A run as it was stored, ready to continue.
pub struct Loaded {
    pub run: Run,
    pub status: RunStatus,
    pub flow: Arc<Flow>,
    pub input: Arc<Value>,
    pub steps: Vec<Step>,
    /// The current state of the run; steps that were running are ready to run again.
    pub machine: Machine,
}

/// Reads a run with its steps.
///
/// # Errors
/// [`Error::Unreadable`] for data that no release writes; [`Error::Faults`] when the definition is invalid in this
/// release, for example because a handler no longer exists.
pub async fn load(conn: &mut SqliteConnection, run: RunId, handlers: &Handlers) -> Result<Loaded> {
    let run = rows::require(conn, run).await?;
    let unreadable = || Error::Unreadable(run.id);
    let status = RunStatus::named(&run.status).ok_or_else(unreadable)?;
    let definition = rows::value(conn, run.definition_id).await?;
    let flow = Arc::new(wenfang_workflow::read(&definition, handlers).map_err(Error::Faults)?);
    let input: Value =
        serde_json::from_str(&rows::value(conn, run.input_id).await?).map_err(|_| unreadable())?;
    let input = Arc::new(input);
    let steps = rows::steps(conn, run.id).await?;
    let mut attempts = Vec::with_capacity(steps.len());
    for step in &steps {
        attempts.push(row(step).ok_or_else(unreadable)?);
    }
    let machine = Machine::restore(Arc::clone(&flow), Arc::clone(&input), attempts);
    Ok(Loaded { run, status, flow, input, steps, machine })
}

fn row(step: &Step) -> Option<StoredAttempt> {
    let status = NodeStatus::named(&step.status)?;
    let detail = match &step.detail {
        Some(detail) => serde_json::from_str(detail).ok()?,
        None => Detail::None,
    };
    let output = match &step.output {
        Some(output) => Some(Arc::new(serde_json::from_str(output).ok()?)),
        None => (status == NodeStatus::Completed).then(|| Arc::new(Value::Null)),
    };
    Some(StoredAttempt {
        node: step.node.clone(),
        item: step.item.and_then(|item| usize::try_from(item).ok()),
        attempt: step.attempt,
        status,
        detail,
        output,
    })
}
