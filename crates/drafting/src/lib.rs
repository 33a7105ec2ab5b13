//! What a model is asked, and the record of it: the prompt workshop, context packs and receipts.
//!
//! Pure functions of values. [`context`] chooses what of the project is sent, [`prompts`] puts it into the words of a
//! template, [`receipt`] keeps what was sent and why, [`masking`] takes names out of it. Always: text of the project is data in a prompt and never part of its
//! rules; the same input gives the same prompt. Deliberately absent: reading the project, asking the model.

pub mod context;
pub mod digest;
pub mod masking;
pub mod prompts;
pub mod receipt;
