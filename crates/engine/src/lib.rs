//! The engine: runs workflows and stores every step in the project file.
//!
//! A run is one task around a [`wenfang_workflow::machine::Machine`]. The writes of handlers, the ends of their
//! steps and the starts of the next steps are one transaction, which covers several steps if they end together. The
//! engine knows nothing about novels: handlers and the host are passed in.
//!
//! Invariants: nothing is reported before it is committed; a completed step never runs again; a step that was
//! running when the program died runs again with the same key; a run that another process took over does nothing
//! more.

mod again;
mod attempt;
mod child;
mod engine;
mod error;
mod estimate;
mod handler;
mod key;
mod limits;
mod live;
mod load;
mod recording;
mod start;
mod task;
#[cfg(test)]
mod tests;

pub use again::{Again, Plan, Upgrade};
pub use engine::{Engine, Start, Started, WhenBusy};
pub use error::{Error, Result};
pub use estimate::{Amount, Asked, Asks, Estimate};
pub use handler::{Context, Done, Handler, Registry, Stop, Teller, Usage, Write};
pub use limits::Limits;
pub use live::Progress;
pub use load::{Loaded, load};

use wenfang_project::Project;
use wenfang_story::RunId;

/// The environment of the engine.
pub trait Host: Send + Sync + 'static {
    /// The open project.
    fn project(&self) -> &Project;

    /// Called when a run changed: after the commit, or after a change that exists only in memory.
    fn changed(&self, run: RunId);

    /// Called when a step of a run wrote to the project, after the commit.
    fn wrote(&self, _run: RunId) {}
}
