//! Workflows over the open novel: the shipped definitions, their step handlers, and the view of their runs.
//!
//! [`EngineHost`] is the context of the engine: a session with the novel and the models. A step reads, computes, and
//! passes its writes to the engine, which includes them in the transaction that ends the step. Always: an automatic
//! run costs nothing unless the author allowed it with a ceiling; a step records its source; every step works without
//! a model.

mod ceiling;
pub mod commands;
mod engine_host;
mod handlers;
mod inputs;
mod results;
mod runs;
mod shipped;
mod start;
mod switches;
mod triggers;
mod views;

pub use commands::WorkflowService;
pub use engine_host::{EngineHost, HostEvent};
pub use handlers::registry;
pub use results::NodeResult;
pub use shipped::{SHIPPED, flows, validate_text};
pub(crate) use start::{StartWorkflow, start as begin_run};
pub use triggers::{Occasion, occasion, start_triggered};
pub use wenfang_workflow::definition::MAX_DEFINITION_LEN;

use wenfang_engine::{Engine, Limits};

use crate::drafting::Session;
use crate::error::Result;

/// Starts the workflow service of an open novel; runs that were active when their program ended are marked as
/// interrupted.
///
/// # Errors
/// The errors of the project file.
pub async fn open(
    session: Session,
    tell: impl Fn(HostEvent) + Send + Sync + 'static,
) -> Result<WorkflowService> {
    let registry = registry();
    let flows = flows(registry.described());
    let engine = Engine::begin(EngineHost::new(session, tell), registry, flows, Limits::default()).await?;
    Ok(WorkflowService { engine })
}
