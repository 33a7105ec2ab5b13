//! Pipelines (生成方案): the steps around a generation.
//!
//! A [`Profile`] lists steps before a generation, after it, and after its acceptance. [`profile`] reads one and tells
//! all its faults; [`compile`](mod@compile) turns it into a workflow.
//!
//! Always: a step says what it does by [`Effect`]s only; past text is out of its reach.

pub mod catalogue;
pub mod compile;
pub mod effect;
pub(crate) mod machine;
pub mod profile;
pub(crate) mod questions;
pub mod resolve;
mod shipped;
pub(crate) mod steps;
pub mod streams;
pub(crate) mod writing;

pub use effect::{Effect, Offer};
pub use profile::Profile;
pub use shipped::{SHIPPED, shipped};
