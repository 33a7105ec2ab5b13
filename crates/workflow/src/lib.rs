//! Workflows: directed acyclic graphs of named handlers.
//!
//! [`read`] turns a definition into a [`Flow`], or reports all its errors with lines and columns. [`machine`] is a
//! run as a state machine: events go in, actions come out. Nothing here knows novels, files or time; the engine
//! runs the handlers and stores the steps.

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
