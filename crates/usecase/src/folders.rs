//! Where one user's files are on this machine.

use std::path::{Path, PathBuf};

/// The folders of one user on this machine.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Settings and the list of recent projects.
    pub config: PathBuf,
    /// Backups, sample novels, downloaded models.
    pub data: PathBuf,
    /// Derived data that may be deleted: search indexes.
    pub cache: PathBuf,
}

impl Folders {
    /// Puts all folders under one home folder.
    pub fn within(home: &Path) -> Self {
        Self { config: home.join("config"), data: home.join("data"), cache: home.join("cache") }
    }
}
