//! Workflows over the open novel: the shipped definitions, the handlers of their steps, and the views of their
//! runs.
//!
//! [`EngineHost`] gives the engine the session. A handler reads, works, and returns its writes to the engine,
//! which executes them in the transaction that completes the step. Always: a run started by a trigger costs
//! nothing unless the author allowed it with a ceiling; a step names its source; every step works without a
//! model.

mod ceiling;
pub mod commands;
mod engine_host;
mod handlers;
mod inputs;
mod left_turns;
mod mendings;
pub mod profile_commands;
mod profile_preview;
mod profiles;
mod report;
mod results;
mod runs;
mod settling;
mod shipped;
mod start;
mod switches;
mod triggers;
pub mod turn_commands;
mod turns;
mod views;

pub use commands::WorkflowService;
pub use engine_host::{EngineHost, HostEvent};
pub use handlers::registry;
pub use results::NodeResult;
pub use shipped::{SHIPPED, flows, validate_text};
pub use start::{StartWorkflow, start as begin_run};
pub use triggers::{Occasion, occasion, start_triggered};
pub use wenfang_workflow::definition::MAX_DEFINITION_LEN;

use wenfang_engine::{Engine, Limits};
use wenfang_usecase::Result;

use crate::Session;
use crate::drafting::account_lost;

/// Opens the workflow service of a novel. Runs left active by an earlier process are marked as interrupted, and those
/// that write a text are ended; of a text that is written, the steps after it go on if they ask no model.
///
/// # Errors
/// Those of the project file.
pub async fn open(
    session: Session,
    tell: impl Fn(HostEvent) + Send + Sync + 'static,
) -> Result<WorkflowService> {
    let registry = registry();
    let flows = flows(registry.described());
    let engine = Engine::begin(EngineHost::new(session, tell), registry, flows, Limits::default()).await?;
    let service = WorkflowService { engine };
    if let Err(error) = account_lost(service.session()).await {
        tracing::warn!(code = ?error.code, "the requests of an earlier process were not counted");
    }
    left_turns::settle_left(&service).await;
    Ok(service)
}
