//! Workflows: directed acyclic graphs of named handlers.
//!
//! [`read`] turns a definition into a [`Flow`], or reports all its errors with lines and columns. [`machine`] is a
//! run as a state machine: events go in, actions come out. Nothing here knows novels, files or time; the engine
//! runs the handlers and stores the steps.
//!
//! | Module | What it does |
//! |---|---|
//! | [`definition`], [`read`] | the JSON of a workflow; all errors at once, with line and column |
//! | `reference`, `condition` | `{{input.x}}`, `{{nodes.a.output.y}}`, `{{item}}` and conditions over them |
//! | `flow`, [`graph`] | a valid definition; its nodes as a graph: order, layers, what is before and after, cycles |
//! | `state`, `failure` | states of runs and nodes and their transitions; what is retried, and when |
//! | [`machine`] | a run: events in, changes out; restored from rows |
//! | `handler`, `hash` | what is known about handlers before a run; hashes of values |
//!
//! Invariants: a node starts as soon as its dependencies are complete; a completed node stays complete; the same rows
//! give the same machine.

pub mod condition;
pub mod definition;
pub mod failure;
pub mod flow;
pub mod graph;
pub mod handler;
pub mod hash;
pub mod machine;
pub mod read;
pub mod reference;
pub mod schema;
pub mod state;

pub use definition::{Definition, Node, OnError, Trigger, Words};
pub use failure::{Failure, FailureClass};
pub use flow::Flow;
pub use graph::Graph;
pub use handler::{HandlerSpec, Handlers, Kind};
pub use read::{Fault, read};
pub use state::{NodeStatus, RunStatus};
