//! Search by words and by meaning, and the memory a scene needs.
//!
//! The index lies beside the project ([0028](../../../docs/adr/0028-index-beside-the-project.md)) and is derived: [`refresh`]
//! brings it up to date with what the author sees, [`embed`] gives its passages their vectors. A search looks at the index
//! as it is; what is not in it yet is said with the answer.
//!
//! Always: with an as-of scene nothing from after it is answered; without a model, or with one that fails, search goes on
//! by words and by a fallback, and the answer says so.

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
