//! Steps on files that must survive a power cut: write aside, sync, rename, sync the folder.

use std::fs::File;
use std::path::Path;

use crate::error::{Error, Result};

/// Puts `from` in the place of `to`, replacing it, so that after a power cut one of the two is there whole.
pub(crate) fn replace(from: &Path, to: &Path) -> Result<()> {
    sync_file(from)?;
    std::fs::rename(from, to).map_err(Error::io(to))?;
    sync_folder_of(to)
}

/// Puts `from` at `to` unless something is there already.
pub(crate) fn publish(from: &Path, to: &Path) -> Result<()> {
    sync_file(from)?;
    // A hard link refuses to replace; where the file system has none, the check and the rename stand in.
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

/// Makes the names in the folder of `path` durable, where the system can.
fn sync_folder_of(path: &Path) -> Result<()> {
    let Some(folder) = path.parent().filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(Error::io(folder))
}

/// A file that is removed unless it is kept, with whatever SQLite left beside it.
pub(crate) struct Scratch<'p>(&'p Path);

impl<'p> Scratch<'p> {
    /// The scratch file at `path`. What a killed process of the same number left there goes first.
    pub(crate) fn at(path: &'p Path) -> Self {
        remove(path);
        Self(path)
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        remove(self.0);
    }
}

fn remove(path: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        // Nothing to do about a scratch file that will not go: it is named as one.
        let _ = std::fs::remove_file(Path::new(&name));
    }
}
