//! File operations that survive a power cut: write a temporary file, sync it, rename it, sync the folder.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::names::with_logs;

/// Replaces `to` with `from`. After a power cut, one of the two is there complete.
pub(crate) fn replace(from: &Path, to: &Path) -> Result<()> {
    sync_file(from)?;
    std::fs::rename(from, to).map_err(Error::io(to))?;
    sync_folder_of(to)
}

/// Moves `from` to `to` unless `to` exists.
pub(crate) fn publish(from: &Path, to: &Path) -> Result<()> {
    sync_file(from)?;
    // A hard link never replaces a file. Where the file system has none, fall back to a check and a rename.
    match std::fs::hard_link(from, to) {
        Ok(()) => std::fs::remove_file(from).map_err(Error::io(from))?,
        Err(source) if source.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(Error::Exists(to.to_owned()));
        }
        Err(_) if to.exists() => return Err(Error::Exists(to.to_owned())),
        Err(_) => std::fs::rename(from, to).map_err(Error::io(to))?,
    }
    sync_folder_of(to)
}

fn sync_file(path: &Path) -> Result<()> {
    File::options()
        .read(true)
        .write(true)
        .open(path)
        .and_then(|file| file.sync_all())
        .map_err(Error::io(path))
}

/// Makes the names in the folder of `path` durable, where the system supports it.
fn sync_folder_of(path: &Path) -> Result<()> {
    let Some(folder) = path.parent().filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(Error::io(folder))
}

/// A temporary file. Dropping the value removes it, with any files that SQLite left beside it.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// The temporary file at `path`. First removes what a killed process with the same pid left there.
    pub(crate) fn at(path: PathBuf) -> Self {
        remove(&path);
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

fn remove(path: &Path) {
    for file in with_logs(path) {
        // If removal fails, leave it: its name marks it as temporary.
        let _ = std::fs::remove_file(file);
    }
}
