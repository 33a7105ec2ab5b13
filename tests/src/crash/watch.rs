//! Watching a folder: everything SQLite does to the files in it, in order, and faults at chosen moments.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What was done to a file. Files are numbered by their content, not by name: a file that is deleted and made again
/// gets another number.
#[derive(Clone, Debug)]
pub enum Event {
    /// The file came to be.
    Create {
        /// The file.
        file: usize,
    },
    /// Bytes were written.
    Write {
        /// The file.
        file: usize,
        /// Where.
        offset: usize,
        /// What.
        bytes: Vec<u8>,
    },
    /// The file was cut or padded to a size.
    Truncate {
        /// The file.
        file: usize,
        /// The size.
        size: usize,
    },
    /// The file was synced.
    Sync {
        /// The file.
        file: usize,
        /// The names in its folder were synced with it.
        with_folder: bool,
    },
    /// The name of the file was removed.
    Delete {
        /// The file.
        file: usize,
        /// The names in its folder were synced with that.
        with_folder: bool,
    },
    /// The workload was told that so many acts are stored.
    Acknowledged(usize),
}

/// A kind of step that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A write.
    Write,
    /// A sync.
    Sync,
    /// Cutting a file.
    Truncate,
    /// Removing a file.
    Delete,
}

/// How a step fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The device failed.
    Io,
    /// The device is full.
    Full,
}

/// A fault: from the step number `from` of its kind on (counted from 0 since it was set), `times` steps fail.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Which steps.
    pub step: Step,
    /// The first one that fails.
    pub from: usize,
    /// How many fail.
    pub times: usize,
    /// How they fail.
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
    /// Watches the files that connections opened from now on have in `folder`.
    ///
    /// # Errors
    /// When the folder has no real path.
    pub fn folder(folder: &Path) -> std::io::Result<Arc<Self>> {
        super::vfs::register();
        let watch = Arc::new(Self { folder: std::fs::canonicalize(folder)?, inner: Mutex::default() });
        locked(&WATCHES).push(watch.clone());
        Ok(watch)
    }

    /// The watch over the folder that holds `path`, and the name of the file in it.
    pub(super) fn over(path: &Path) -> Option<(Arc<Self>, String)> {
        let folder = path.parent()?;
        let watch = locked(&WATCHES).iter().rev().find(|watch| watch.folder == folder)?.clone();
        Some((watch, path.file_name()?.to_str()?.to_owned()))
    }

    /// Records from now on.
    pub fn record(&self) {
        locked(&self.inner).is_recording = true;
    }

    /// What was recorded, with the names of the files by number.
    pub fn take(&self) -> (Vec<Event>, Vec<String>) {
        let mut inner = locked(&self.inner);
        (std::mem::take(&mut inner.events), inner.names.clone())
    }

    /// Notes that `acts` acts were acknowledged.
    pub fn acknowledged(&self, acts: usize) {
        locked(&self.inner).events.push(Event::Acknowledged(acts));
    }

    /// Lets steps fail from now on.
    pub fn fail(&self, fault: Fault) {
        let mut inner = locked(&self.inner);
        inner.fault = Some((fault, 0));
        inner.failed = 0;
    }

    /// Lets everything work again; gives how many steps failed.
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

    /// The number of the file that `name` means now.
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

/// Ends a watch over a folder when it goes out of scope.
#[derive(Debug)]
pub struct Unwatched<'w>(pub &'w Watch);
