//! Drafting with a model: the prompt, the incoming text, its acceptance, and its cost.
//!
//! [`Session`] is the open project with the models and the embedding model; the commands here need it. A generation is
//! gathered, packed and rendered ([`prepare`]), run under the word-count gate ([`run`]), and stored as its text
//! arrives. None of this changes the scene: the author accepts a generation, whole or in part, by saving a text.

pub mod commands;
mod events;
mod gather;
pub mod generations;
mod masks;
mod prepare;
pub mod prompts;
mod recalled;
pub mod request;
mod run;
pub(crate) mod teller;
mod template;
mod trouble;
pub mod usage;

use std::ops::Deref;

use wenfang_project::Project;

use crate::meaning::Meaning;
use crate::models::Models;

pub use events::{GenerationEvent, Listener, told_to};
pub(crate) use gather::field_names;
pub(crate) use prepare::question::{Estimate, ValueQuestion, can_ask, estimate, most_text};
pub(crate) use run::{ask_value, run as ask};

/// An open project with this machine's models.
pub struct Session {
    /// The project.
    pub project: Box<dyn Deref<Target = Project> + Send + Sync>,
    pub models: Models,
    /// The embedding model in use.
    pub meaning: Meaning,
}
