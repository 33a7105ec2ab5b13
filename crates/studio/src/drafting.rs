//! Drafting with a model: what is sent, the text that comes in, what becomes of it, and what it cost.
//!
//! [`Room`] is the open project with the models beside it; the commands here need both. A generation is read, packed and
//! rendered ([`prepare`]), run under the word-count gate ([`run`]), and stored as its text comes in. Nothing of it changes
//! the scene: the author accepts it, whole or in part, by saving a text.

pub mod commands;
mod events;
mod gather;
pub mod generations;
mod masks;
mod prepare;
pub mod prompts;
pub mod request;
mod run;
mod template;
mod trouble;
pub mod usage;

use std::ops::Deref;

use wenfang_project::Project;

use crate::models::Models;

pub use events::{GenerationEvent, Listener, told_to};

/// An open project with the models beside it.
pub struct Room {
    /// The project.
    pub project: Box<dyn Deref<Target = Project> + Send + Sync>,
    /// The models.
    pub models: Models,
}
