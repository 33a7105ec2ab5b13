//! Failures of runs, grouped by what a caller can do about them.

use wenfang_story::RunId;
use wenfang_workflow::{Fault, RunStatus};

/// The result of an operation on runs.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the engine. Failures of steps are part of the run instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A failure of the project file.
    #[error(transparent)]
    Project(#[from] wenfang_project::Error),
    /// The workflow does not exist.
    #[error("there is no workflow `{0}`")]
    NoWorkflow(String),
    /// The run has no such node.
    #[error("run {run} has no node `{node}`")]
    NoNode { run: RunId, node: String },
    /// The definition of a run is invalid in this release.
    #[error("the workflow has {} faults: {}", .0.len(), .0.first().map_or("", |fault| fault.message.as_str()))]
    Faults(Vec<Fault>),
    /// The input lacks a field that the workflow reads.
    #[error("the input of the workflow lacks `{0}`")]
    NoInput(String),
    /// The params are not a JSON object, or no node is given for them.
    #[error("params must be a JSON object and need a node")]
    BadParams,
    /// Another run with the same key is in progress.
    #[error("run {0} with the same key is still in progress")]
    Busy(RunId),
    /// The operation is not possible in the current state of the run.
    #[error("run {run} is {}", status.as_str())]
    WrongState { run: RunId, status: RunStatus },
    /// No step waits for this answer.
    #[error("run {0} is not waiting for this answer")]
    NotAsked(RunId),
    /// The stored data of the run is unreadable.
    #[error("the stored data of run {0} cannot be read")]
    Unreadable(RunId),
    /// The engine was stopped.
    #[error("the project is being closed")]
    Stopped,
}
