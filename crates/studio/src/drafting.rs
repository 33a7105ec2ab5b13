//! Drafting with a model: requests, incoming text, the author's decisions and costs.
//!
//! The commands here need a [`Session`]. A generation is packed and rendered ([`prepare`]), run under the
//! word-count gate ([`run`]), and stored as its text arrives. A generation never changes its scene: the author
//! accepts it, whole or in part, by saving a text.

pub(crate) mod assertions;
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
mod template;
mod trouble;
pub mod usage;

use std::ops::Deref;

use wenfang_project::Project;

use crate::meaning::Meaning;
use crate::models::Models;

pub use events::{GenerationEvent, Listener, told_to};
pub(crate) use gather::field_names;
pub(crate) use prepare::question::{Estimate, ValueQuestion, can_ask, estimate, max_text};
pub(crate) use run::{ask_value, run as ask};

/// An open project with the models and the embedding model of this machine.
pub struct Session {
    pub project: Box<dyn Deref<Target = Project> + Send + Sync>,
    pub models: Models,
    /// The embedding model in use.
    pub meaning: Meaning,
}
