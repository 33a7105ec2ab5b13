//! Fault injection: power cuts, kills, failing disks.
//!
//! [`watch`] records every write, sync and deletion by SQLite in a folder and can make chosen ones fail; [`image`]
//! derives from such a record what a disk may hold after a power cut; [`workload`] simulates an author's day in a
//! project, deterministic for a seed; [`state`] hashes the content of a project for comparison; [`child`] runs this
//! test binary as another process that a test can kill.

pub mod child;
pub mod image;
pub mod state;
mod vfs;
pub mod watch;
pub mod workload;

use std::path::Path;

use anyhow::Result;
use tempfile::TempDir;

/// Creates a temporary folder, in memory if the system supports it.
pub fn scratch() -> Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let builder = tempfile::Builder::new();
    Ok(if memory.is_dir() {
        builder.tempdir_in(memory).or_else(|_| tempfile::tempdir())?
    } else {
        tempfile::tempdir()?
    })
}
