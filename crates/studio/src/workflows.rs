//! Workflows over the open novel: the shipped ones, what their steps do, and what the author sees of their runs.
//!
//! [`Hall`] is what the engine runs in: the room with the novel and the models. A step reads, works, and hands what it writes to
//! the engine, which puts it into the transaction that ends the step. Always: a run that nobody asked for costs nothing
//! unless the author allowed it with a ceiling; a step says who did it; every step works without a model.

mod ceiling;
pub mod commands;
mod hall;
mod handlers;
mod inputs;
mod results;
mod runs;
mod shipped;
mod start;
mod switches;
mod triggers;
mod views;

pub use commands::Office;
pub use hall::{Hall, Told};
pub use handlers::registry;
pub use results::NodeResult;
pub use shipped::{SHIPPED, flows, validate_text};
pub(crate) use start::{StartWorkflow, start as begin_run};
pub use triggers::after;
pub use wenfang_workflow::definition::LONGEST_DEFINITION;

use wenfang_engine::{Engine, Limits};

use crate::drafting::Room;
use crate::error::Result;

/// Opens the office of an open novel: its runs that were going on when their program ended are marked as interrupted.
///
/// # Errors
/// Those of the project file.
pub async fn open(room: Room, tell: impl Fn(Told) + Send + Sync + 'static) -> Result<Office> {
    let registry = registry();
    let flows = flows(registry.described());
    let engine = Engine::begin(Hall::new(room, tell), registry, flows, Limits::default()).await?;
    Ok(Office { engine })
}
