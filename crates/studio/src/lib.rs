//! The studio without a window: the desk around one project, the sample novel, and the list of every command.
//!
//! The use cases themselves are in the domain crates, which are re-exported here for the hosts. [`commands`] lists their
//! commands once, for every host. Depends on no window toolkit and contains no domain rules.

pub mod commands;
pub mod desk;
pub mod diagnostics;
mod domains;
pub mod sample;
pub mod typescript;

pub use wenfang_assist::Session;
pub use wenfang_assist::{checks, completion, drafting, memory, memory_queries, models, workflows};
pub use wenfang_canon as canon;
pub use wenfang_canon::spelling;
pub use wenfang_manuscript::{
    branches, checkpoints, export, find, health, parts, plans, projects, prose, replace, scenes, statistics,
    transfer,
};
pub use wenfang_project::{Clock, Mode, Project, watch};
pub use wenfang_recall::{Library, meaning, reanchor, search};
pub use wenfang_usecase::{Code, Error, Folders, NoParams, Result};
