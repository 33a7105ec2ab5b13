//! Drafting with a model: what is sent, the text that comes in, what becomes of it, and what it cost.
//!
//! [`Session`] is the open project with the models and the meaning of words beside it; the commands here need them. A generation is read, packed and
//! rendered ([`prepare`]), run under the word-count gate ([`run`]), and stored as its text comes in. Nothing of it changes
//! the scene: the author accepts it, whole or in part, by saving a text.

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

/// An open project with what this machine has for it.
pub struct Session {
    /// The project.
    pub project: Box<dyn Deref<Target = Project> + Send + Sync>,
    /// The models.
    pub models: Models,
    /// By what meaning is known.
    pub meaning: Meaning,
}
