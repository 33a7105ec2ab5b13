//! Search by words and by meaning, and the memory for a scene.
//!
//! The index is stored beside the project ([0028](../../../docs/adr/0028-index-beside-the-project.md)) and is derived:
//! [`refresh`] updates it to the working texts, [`embed`] computes the vectors of its passages. A search uses the
//! index as it is; the answer reports what is not indexed yet.
//!
//! Always: with an as-of scene, nothing after it is returned; without a model, or when the model fails, search
//! continues by words and with a fallback, and the answer says so.

pub mod commands;
pub mod embed;
pub mod evaluate;
pub mod filters;
mod held;
pub mod memory;
pub mod query;
pub mod refresh;
pub mod similar;
mod sources;
pub mod state;
mod views;

pub use held::close;
pub(crate) use held::{anew, index};
pub(crate) use state::previous_is_done;
