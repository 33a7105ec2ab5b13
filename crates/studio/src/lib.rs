//! Use cases of the studio, without a window.
//!
//! Each is an async function from a request struct to an answer struct over an open [`Project`]: it reads, decides,
//! writes in one transaction and commits. [`commands`] lists them once, for every host. Depends on no window toolkit
//! and contains no domain rules.

pub mod branches;
pub mod canon;
pub mod checkpoints;
pub mod checks;
pub mod commands;
pub mod completion;
pub mod desk;
pub mod drafting;
mod error;
mod files;
pub mod find;
pub mod health;
mod language;
pub mod manuscript;
pub mod meaning;
pub mod models;
mod parse;
pub mod plans;
pub mod projects;
pub mod prose;
pub mod replace;
pub mod sample;
pub mod scenes;
pub mod search;
pub mod spelling;
pub mod statistics;
pub mod transfer;
pub mod typescript;
pub mod workflows;

pub use error::{Code, Error, Result};
pub use wenfang_project::{Clock, Mode, Project, watch};
