//! What the use cases of this crate run over.

use wenfang_recall::{Library, Meaning};
use wenfang_usecase::ProjectGuard;

use crate::models::Models;

/// An open project with the models and the embedding model of this machine.
pub struct Session {
    pub project: ProjectGuard,
    pub models: Models,
    /// The embedding model in use.
    pub meaning: Meaning,
}

impl Session {
    /// The project with the embedding model only.
    pub fn library(&self) -> Library<'_> {
        Library { project: &self.project, meaning: &self.meaning }
    }
}
