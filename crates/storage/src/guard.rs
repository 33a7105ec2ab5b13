//! Locks on an open file that another `close` in this process does not release (Linux).
//!
//! SQLite's locks belong to the process, and the system drops them all when the process closes *any* of its descriptors
//! of the file (fcntl(2), sqlite.org/howtocorrupt.html, 2.2). GTK's file dialogs read the files that they show, and run
//! in our process. Another program that reads the novel then takes itself for the only one, and removes the log at its
//! end: what is saved after that is lost.
//!
//! The guard locks the same bytes a second time, by locks that belong to its own descriptor. Other systems show their
//! dialogs from another process, or do not drop locks.

use std::path::Path;

#[cfg(target_os = "linux")]
use crate::{names::beside, regular::open_regular};

/// Holds the locks until it is dropped, which also drops SQLite's own. It must be dropped before the last connection
/// closes, which could not remove the log otherwise, and after the log was emptied.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The file, and the index of its log.
    #[cfg(target_os = "linux")]
    _held: [std::fs::File; 2],
}

impl Guard {
    /// Guards a file that is open with a write-ahead log. `None` where the folder has no such locks.
    #[cfg(target_os = "linux")]
    pub(crate) fn of(path: &Path) -> Option<Self> {
        /// The bytes that each open connection locks: `SHARED_FIRST` and `SHARED_SIZE` in SQLite's `os.h`.
        const SHARED: (libc::off_t, libc::off_t) = (0x4000_0002, 510);
        /// The byte that says that the index is in use: `UNIX_SHM_DMS` in SQLite's `os_unix.c`.
        const IN_USE: (libc::off_t, libc::off_t) = (128, 1);
        Some(Self { _held: [locked(path, SHARED)?, locked(&beside(path, "-shm"), IN_USE)?] })
    }

    /// No guard is needed: see the module.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of(_: &Path) -> Option<Self> {
        None
    }
}

/// Opens a file and locks some of its bytes against exclusive locks.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the standard library locks whole files only")]
fn locked(path: &Path, (start, length): (libc::off_t, libc::off_t)) -> Option<std::fs::File> {
    use std::os::fd::AsRawFd;

    let file = open_regular(path, std::fs::OpenOptions::new().read(true)).ok()?;
    let lock = libc::flock {
        l_type: libc::F_RDLCK as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: start,
        l_len: length,
        // Required for locks that belong to a descriptor.
        l_pid: 0,
    };
    // SAFETY: the descriptor is open, and the lock is valid for the call, which stores no pointer.
    let code = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) };
    (code == 0).then_some(file)
}
