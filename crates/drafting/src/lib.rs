//! Prompts and their records: the prompt workshop, context packs and receipts.
//!
//! Pure functions of values. [`context`] chooses what is sent from the project, [`prompts`] renders it with a
//! template, [`receipt`] records what was sent and why, [`masking`] replaces names in it, and [`digest`] summarises
//! chapters without a model. Always: text of the project is data in a prompt and never part of its instructions;
//! equal input gives equal prompts. Deliberately absent: reading the project, calling the model.

pub mod context;
pub mod digest;
pub mod masking;
pub mod pipeline;
pub mod prompts;
pub mod receipt;
