//! What can go wrong with a run, in the terms a caller can act on.

use wenfang_story::RunId;
use wenfang_workflow::{Fault, RunStatus};

/// Result of work on runs.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the engine. What goes wrong in a step is part of the run instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The project file.
    #[error(transparent)]
    Project(#[from] wenfang_project::Error),
    /// There is no such workflow.
    #[error("there is no workflow `{0}`")]
    NoWorkflow(String),
    /// There is no such node in the run.
    #[error("run {run} has no node `{node}`")]
    NoNode {
        /// The run.
        run: RunId,
        /// The node that was asked for.
        node: String,
    },
    /// The definition of a run has faults by what this release knows.
    #[error("the workflow has {} faults: {}", .0.len(), .0.first().map_or("", |fault| fault.message.as_str()))]
    Faults(Vec<Fault>),
    /// The input lacks what the workflow reads.
    #[error("the workflow needs `{0}`")]
    NoInput(String),
    /// Params that are no JSON object, or that no node is named for.
    #[error("params are a JSON object, for one node that is named")]
    BadParams,
    /// Another run of the same key goes on.
    #[error("run {0} of the same goes on")]
    Busy(RunId),
    /// The run is in a state in which this cannot be done.
    #[error("run {run} is {}", status.as_str())]
    WrongState {
        /// The run.
        run: RunId,
        /// Its state.
        status: RunStatus,
    },
    /// Nobody waits for an answer there.
    #[error("run {0} does not wait for this answer")]
    NotAsked(RunId),
    /// What is stored of the run cannot be read.
    #[error("what is stored of run {0} cannot be read")]
    Unreadable(RunId),
    /// The engine was stopped.
    #[error("the project is being closed")]
    Stopped,
}
