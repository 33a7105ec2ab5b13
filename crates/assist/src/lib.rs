//! Use cases around language models: providers and keys, drafting, memories of scenes, completion of chapters, checks,
//! and the workflows that run them.

mod agreement;
pub mod artifacts;
mod assertions;
pub mod checks;
pub mod commands;
pub mod completion;
pub mod drafting;
pub mod memory;
pub mod memory_queries;
pub mod mending;
pub mod models;
pub mod pipelines;
mod session;
mod spending;
pub mod workflows;

pub use session::Session;
