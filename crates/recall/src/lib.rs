//! Use cases of finding passages by words and by meaning, and of the embedding model that knows the meaning.
//!
//! Asks no language model and drafts nothing.

pub mod meaning;
pub mod reanchor;
pub mod search;
pub mod summaries;

use wenfang_project::Project;

pub use meaning::Meaning;

/// An open project with the embedding model of this machine.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    pub project: &'a Project,
    /// The embedding model in use.
    pub meaning: &'a Meaning,
}
