//! Drafting with a model: requests, incoming text, the author's decisions and costs.
//!
//! The commands here need a [`Session`]. A generation is packed and rendered ([`prepare`]), run under the
//! word-count gate ([`run`]), and stored as its text arrives. A generation never changes its scene: the author
//! accepts it, whole or in part, by saving a text.

pub mod commands;
mod events;
mod gather;
pub mod generations;
mod masks;
mod plan;
mod prepare;
pub mod prompts;
mod read_artifacts;
mod recalled;
pub mod request;
mod run;
mod template;
mod trouble;
pub mod usage;

pub use events::{GenerationEvent, Observer, Phase, StepEnd};
pub(crate) use gather::field_names;
pub(crate) use prepare::preview;
pub use prepare::question::StepPrompt;
pub(crate) use prepare::question::{
    Estimate, STEP_ANSWER_TOKENS, ValueQuestion, can_ask, estimate, estimate_at_most, max_text, prompt_of,
};
pub use run::run as ask;
pub(crate) use run::{Valued, account_lost, ask_passage, ask_value, check};
pub(crate) use template::acts_without_notes;
