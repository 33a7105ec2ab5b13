//! Watches a folder: records every SQLite operation on its files, in order, and injects faults.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An operation on a file. Files are numbered by identity, not by name: a file that is deleted and created again gets
/// a new number.
#[derive(Clone, Debug)]
pub enum Event {
    /// The file was created.
    Create { file: usize },
    /// Bytes were written.
    Write { file: usize, offset: usize, bytes: Vec<u8> },
    /// The file was truncated or extended.
    Truncate { file: usize, size: usize },
    /// The file was synced.
    Sync {
        file: usize,
        /// Whether the folder's names were synced with it.
        with_folder: bool,
    },
    /// The name of the file was removed.
    Delete {
        file: usize,
        /// Whether the folder's names were synced with it.
        with_folder: bool,
    },
    /// The workload acknowledged this number of acts as stored.
    Acknowledged(usize),
}

/// A kind of operation that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Write,
    Sync,
    /// Truncating a file.
    Truncate,
    /// Removing a file.
    Delete,
}

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An IO error of the device.
    Io,
    /// The device is full.
    Full,
}

/// A fault: `times` operations of a kind fail, starting with number `from` (counted from 0 since it was set).
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The kind of operation.
    pub step: Step,
    /// The first one that fails.
    pub from: usize,
    /// The number of failures.
    pub times: usize,
    pub failure: Failure,
}

#[derive(Debug, Default)]
struct Inner {
    is_recording: bool,
    events: Vec<Event>,
    names: Vec<String>,
    by_name: HashMap<String, usize>,
    fault: Option<(Fault, usize)>,
    failed: usize,
}

/// A watched folder.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    inner: Mutex<Inner>,
}

static WATCHES: Mutex<Vec<Arc<Watch>>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// Watches the files in `folder` of all connections opened later.
    ///
    /// # Errors
    /// The folder has no real path.
    pub fn folder(folder: &Path) -> std::io::Result<Arc<Self>> {
        super::vfs::register();
        let watch = Arc::new(Self { folder: std::fs::canonicalize(folder)?, inner: Mutex::default() });
        locked(&WATCHES).push(watch.clone());
        Ok(watch)
    }

    /// The watch for the folder of `path`, and the file name.
    pub(super) fn over(path: &Path) -> Option<(Arc<Self>, String)> {
        let folder = path.parent()?;
        let watch = locked(&WATCHES).iter().rev().find(|watch| watch.folder == folder)?.clone();
        Some((watch, path.file_name()?.to_str()?.to_owned()))
    }

    /// Starts recording.
    pub fn record(&self) {
        locked(&self.inner).is_recording = true;
    }

    /// Takes the recorded events, with the names of the files by number.
    pub fn take(&self) -> (Vec<Event>, Vec<String>) {
        let mut inner = locked(&self.inner);
        (std::mem::take(&mut inner.events), inner.names.clone())
    }

    /// Records that `acts` acts were acknowledged.
    pub fn acknowledged(&self, acts: usize) {
        locked(&self.inner).events.push(Event::Acknowledged(acts));
    }

    /// Sets a fault.
    pub fn fail(&self, fault: Fault) {
        let mut inner = locked(&self.inner);
        inner.fault = Some((fault, 0));
        inner.failed = 0;
    }

    /// Removes the fault; returns the number of failed operations.
    pub fn heal(&self) -> usize {
        let mut inner = locked(&self.inner);
        inner.fault = None;
        inner.failed
    }

    pub(super) fn fails(&self, step: Step) -> Option<Failure> {
        let mut inner = locked(&self.inner);
        let (fault, seen) = inner.fault.as_mut().filter(|(fault, _)| fault.step == step)?;
        let index = *seen;
        *seen += 1;
        let failure = fault.failure;
        if index < fault.from || index - fault.from >= fault.times {
            return None;
        }
        inner.failed += 1;
        Some(failure)
    }

    /// The number of the file that `name` currently refers to.
    pub(super) fn opened(&self, name: &str, is_new: bool) -> usize {
        let mut inner = locked(&self.inner);
        if !is_new && let Some(file) = inner.by_name.get(name) {
            return *file;
        }
        let file = inner.names.len();
        inner.names.push(name.to_owned());
        inner.by_name.insert(name.to_owned(), file);
        if is_new && inner.is_recording {
            inner.events.push(Event::Create { file });
        }
        file
    }

    pub(super) fn deleted(&self, name: &str, with_folder: bool) {
        let mut inner = locked(&self.inner);
        if let Some(file) = inner.by_name.remove(name)
            && inner.is_recording
        {
            inner.events.push(Event::Delete { file, with_folder });
        }
    }

    pub(super) fn note(&self, event: impl FnOnce() -> Event) {
        let mut inner = locked(&self.inner);
        if inner.is_recording {
            inner.events.push(event());
        }
    }
}

impl Drop for Unwatched<'_> {
    fn drop(&mut self) {
        locked(&WATCHES).retain(|watch| !std::ptr::eq(watch.as_ref(), self.0));
    }
}

/// Ends the watch of a folder when dropped.
#[derive(Debug)]
pub struct Unwatched<'w>(pub &'w Watch);
