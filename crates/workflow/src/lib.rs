//! Workflows: directed acyclic graphs of named handlers.
//!
//! [`read`] makes a [`Flow`] of a definition, or says everything that is wrong with it, with lines and columns.
//! [`machine`] is a run: what happens goes in, what is to be done comes out. Nothing here knows novels, files or time; who
//! runs the handlers and keeps the steps is the engine's business.

pub mod condition;
pub mod definition;
pub mod failure;
pub mod flow;
pub mod handler;
pub mod hash;
pub mod machine;
pub mod read;
pub mod reference;
pub mod state;

pub use definition::{Definition, Node, OnError, Trigger, Words};
pub use failure::{Failure, FailureClass};
pub use flow::Flow;
pub use handler::{HandlerSpec, Handlers, Kind};
pub use read::{Fault, read};
pub use state::{NodeStatus, RunStatus};
