//! The engine: runs workflows and keeps every step in the project file.
//!
//! A run is one task around a [`wenfang_workflow::machine::Machine`]. What handlers write to the project, the end of their step and
//! what may begin next are one transaction, several steps together when they end together. It knows no novels: handlers
//! and the host come from outside.
//!
//! Always: nothing is told that is not committed; a step that is completed is never run again; a step in flight when the
//! program dies runs again under the same key; a run that another took over does nothing more.

mod again;
mod attempt;
mod child;
mod engine;
mod error;
mod estimate;
mod handler;
mod keeping;
mod limits;
mod live;
mod load;
mod task;

pub use again::{Again, Plan, Upgrade};
pub use engine::{Engine, Start, Started, WhenBusy};
pub use error::{Error, Result};
pub use estimate::{Asked, Asks, Estimate};
pub use handler::{Context, Cost, Done, Handler, Registry, Stop, Teller, Usage, Write};
pub use limits::Limits;
pub use live::Progress;
pub use load::{Loaded, load};

use wenfang_project::Project;
use wenfang_story::RunId;

/// What the engine runs in.
pub trait Host: Send + Sync + 'static {
    /// The open project.
    fn project(&self) -> &Project;

    /// Something of a run changed; after its commit, or in what only lives in memory.
    fn changed(&self, run: RunId);

    /// A step of a run wrote to the project; after its commit.
    fn wrote(&self, _run: RunId) {}
}
