//! One writer per file, guarded by a lock file beside it.
//!
//! The operating system locks `NAME-lock` while its holder lives, so a dead process never blocks, even if
//! its pid is reused. The lock file must be a regular file. Its content (host, pid, time) is for people, and for
//! other machines that see the folder through a sync service, where operating system locks do not work. A clean
//! close removes the file; an unlocked file is the sign of an unclean close.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::names::beside;
use crate::regular::open_regular;

/// The process that has a file open for writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Holder {
    /// The name of the machine.
    pub host: String,
    /// The process id on that machine.
    pub pid: u32,
    /// When it opened the file, in milliseconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub since: i64,
}

impl Holder {
    /// This process.
    pub fn this_process(since: i64) -> Self {
        Self {
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            pid: std::process::id(),
            since,
        }
    }

    /// Whether the process runs on this machine, as far as it left a name.
    pub fn is_here(&self) -> bool {
        self.pid != 0 && self.host == gethostname::gethostname().to_string_lossy()
    }

    /// A process that left no name in the lock file.
    fn unknown() -> Self {
        Self { host: String::new(), pid: 0, since: 0 }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pid == 0 {
            return f.write_str("another process");
        }
        write!(f, "process {} on {}", self.pid, self.host)
    }
}

/// How to treat a lock left by another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherMachine {
    /// Refuse to open.
    Respect,
    /// Take the lock: the author says that it is stale.
    TakeOver,
}

/// The lock, held until it is dropped or released.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
    /// The previous holder, if it did not close the file.
    pub(crate) left_by: Option<Holder>,
}

/// The suffix of a lock file.
pub(crate) const LOCK: &str = "-lock";

impl Lock {
    /// Acquires the lock of `of`.
    ///
    /// # Errors
    /// [`Error::Held`] when a living process or another machine has the lock; [`Error::NotWritable`] when the
    /// folder does not allow a lock file; [`Error::NotRegular`] when a link or a device has its name.
    pub(crate) fn acquire(of: &Path, me: &Holder, other_machine: OtherMachine) -> Result<Self> {
        let path = beside(of, LOCK);
        let mut file = lock_file(&path)?;
        let left_by = read_holder(&mut file);
        if let Some(other) = &left_by
            && other.host != me.host
            && other_machine == OtherMachine::Respect
        {
            return Err(Error::Held(other.clone()));
        }
        let line = serde_json::to_string(me).unwrap_or_default();
        let written =
            file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(line.as_bytes()));
        let lock = Self { file, path, left_by };
        match written {
            Ok(()) => Ok(lock),
            Err(source) => {
                let error = Error::io(&lock.path)(source);
                lock.release();
                Err(error)
            }
        }
    }

    /// Releases the lock and removes its file after a clean close.
    pub(crate) fn release(self) {
        // A leftover lock file only causes a needless check at the next open.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// Maximum bytes to read from a lock file: a host name has at most 255.
const MAX_LOCK_FILE: u64 = 4096;

/// How often to retry a taken lock, and the delay between tries: a command that is just closing, or one that only
/// reads the holder, releases it soon.
const TRIES: u32 = 10;
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// The process that left the lock of `of` behind without closing it; `None` when there is none, or the lock is
/// held.
pub(crate) fn left_behind(of: &Path) -> Option<Holder> {
    let mut file = open_regular(&beside(of, LOCK), OpenOptions::new().read(true)).ok()?;
    file.try_lock_shared().ok()?;
    let holder = read_holder(&mut file);
    file.unlock().ok()?;
    holder.filter(|holder| holder.pid != 0)
}

/// Opens and locks the lock file, and makes sure that the path still names the locked file: its last holder may have
/// removed it in between.
fn lock_file(path: &Path) -> Result<File> {
    let mut tries = 0;
    loop {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open_regular(path, &mut options)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if tries < TRIES => {
                tries += 1;
                std::thread::sleep(RETRY_DELAY);
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Held(read_holder(&mut file).unwrap_or_else(Holder::unknown)));
            }
            Err(TryLockError::Error(source)) => return Err(Error::io(path)(source)),
        }
        if identity(&file.metadata().map_err(Error::io(path))?) == path_identity(path) {
            return Ok(file);
        }
    }
}

/// The holder named in the lock file; `None` when it names none, or is larger than any lock file we write.
fn read_holder(file: &mut File) -> Option<Holder> {
    let mut content = Vec::new();
    file.take(MAX_LOCK_FILE + 1).read_to_end(&mut content).ok()?;
    if content.len() as u64 > MAX_LOCK_FILE {
        return None;
    }
    serde_json::from_slice(&content).ok()
}

/// Identifies a file on this machine, where the system supports it.
pub(crate) fn path_identity(path: &Path) -> Option<(u64, u64)> {
    std::fs::metadata(path).ok().and_then(|metadata| identity(&metadata))
}

#[cfg(unix)]
fn identity(metadata: &std::fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_metadata: &std::fs::Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(host: &str) -> Holder {
        Holder { host: host.into(), pid: 7, since: 1 }
    }

    #[test]
    fn a_second_writer_learns_who_has_the_lock() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.note");
        let first = Lock::acquire(&file, &holder("here"), OtherMachine::Respect).unwrap();
        let second = Lock::acquire(&file, &holder("here"), OtherMachine::Respect);
        assert!(matches!(second, Err(Error::Held(who)) if who == holder("here")));
        first.release();
        assert!(!beside(&file, LOCK).exists());
        let third = Lock::acquire(&file, &holder("here"), OtherMachine::Respect).unwrap();
        assert_eq!(third.left_by, None);
    }

    #[test]
    fn a_dead_holder_is_reported_and_does_not_block() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.note");
        drop(Lock::acquire(&file, &holder("here"), OtherMachine::Respect).unwrap());
        let next = Lock::acquire(&file, &holder("here"), OtherMachine::Respect).unwrap();
        assert_eq!(next.left_by, Some(holder("here")));
    }

    #[test]
    fn a_foreign_lock_blocks_until_taken_over() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.note");
        drop(Lock::acquire(&file, &holder("there"), OtherMachine::Respect).unwrap());
        assert!(Lock::acquire(&file, &holder("here"), OtherMachine::Respect).is_err());
        assert!(Lock::acquire(&file, &holder("here"), OtherMachine::TakeOver).is_ok());
    }
}
