//! Search by words and by meaning.
//!
//! The index is derived data stored beside the project
//! ([0028](../../../docs/adr/0028-index-beside-the-project.md)). [`refresh`] updates it from the texts the
//! author sees, [`embed`] computes the vectors of its passages. A search uses the index as it is and reports
//! how many texts are not indexed yet.
//!
//! Always: with an as-of scene, nothing from after it is returned; without a usable model, search works by
//! words and by a fallback, and the answer says so.

pub mod commands;
pub mod embed;
pub mod evaluate;
pub mod filters;
pub mod open_index;
pub mod query;
pub mod refresh;
pub mod similar;
pub mod sources;
pub mod state;
pub mod views;

pub use open_index::close;
pub use open_index::{index, recreate};
pub use state::previous_is_done;
