//! Faults on purpose: power cuts, kills, failing disks.
//!
//! [`watch`] sees every write, sync and deletion that SQLite makes in a folder and lets chosen ones fail; [`image`]
//! makes of such a record what a disk may hold after a power cut; [`workload`] is an author's day in a project, always
//! the same for a seed; [`state`] says what a project holds, so that two can be held to be equal; [`child`] is this
//! test binary as another process, to be killed.

pub mod child;
pub mod image;
pub mod state;
mod vfs;
pub mod watch;
pub mod workload;

use std::path::Path;

use anyhow::Result;
use tempfile::TempDir;

/// A fresh folder for files that live for moments: in memory where the system offers that.
pub fn scratch() -> Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let builder = tempfile::Builder::new();
    Ok(if memory.is_dir() {
        builder.tempdir_in(memory).or_else(|_| tempfile::tempdir())?
    } else {
        tempfile::tempdir()?
    })
}
