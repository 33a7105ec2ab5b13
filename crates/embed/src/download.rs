//! Downloads pinned files from a list of mirrors, resuming where they broke off.
//!
//! Always: a file gets its final name only when its bytes are on disk and their SHA-256 is the pinned one; bytes
//! received before an interruption stay in a `.part` file, and any mirror can resume it; requests go only to servers
//! in the list and to redirects from them, and never unencrypted except on this machine; requests contain nothing but
//! the name of the file. The caller ensures the author's consent.
//! Deliberately absent: accounts, tokens, listings of a hub, newer revisions.

mod attempt;
mod catalogue;
mod connection;
mod error;
mod mirror;
mod part;
mod progress;
#[cfg(test)]
mod tests;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub use catalogue::{Model, RemoteFile, WrittenFile, catalogue, is_sound};
pub use connection::{MAX_REDIRECTS, Patience};
pub use error::{DownloadError, MirrorAttempt, MirrorFailure};
pub use mirror::{MIRRORS, Mirror, MirrorError};
pub use progress::{Progress, WINDOW};

use attempt::FileRequest;
use connection::{Connection, ReadFailure};
use part::Part;
use progress::Meter;

/// A model to download, and how.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    pub model: &'a Model,
    /// The target folder; created if missing.
    pub folder: &'a Path,
    /// The mirrors, in the order in which they are tried.
    pub mirrors: &'a [Mirror],
    pub patience: Patience,
}

/// Downloads the missing files of a model. Existing files with the pinned hash are kept; others are downloaded again.
///
/// # Errors
/// The reason for the failure; [`DownloadError::advice`] says what is safe and what to do.
pub async fn fetch(
    order: Order<'_>,
    on: &mut (dyn FnMut(Progress) + Send),
    cancel: &CancellationToken,
) -> Result<(), DownloadError> {
    let Order { model, folder, mirrors, patience } = order;
    if mirrors.is_empty() || !is_sound(model) {
        return Err(DownloadError::Nowhere);
    }
    std::fs::create_dir_all(folder).map_err(|error| DownloadError::disk(folder, error))?;
    let _lock = lock_folder(folder)?;
    for file in &model.written {
        part::write_whole(&folder.join(&file.name), &file.text)?;
    }
    let connection = Connection::open(patience, cancel)?;
    let (total, begun) = (model.bytes(), Instant::now());
    let (mut meter, mut done, mut first) = (Meter::default(), 0, 0);
    for file in &model.files {
        let target = folder.join(&file.name);
        if !pinned(&target, file).await? {
            if let Some(inner) = target.parent() {
                std::fs::create_dir_all(inner).map_err(|error| DownloadError::disk(inner, error))?;
            }
            let mut part = Part::open(&target).await?;
            if part.len() > file.size {
                part.start_over(None).await?;
            }
            on(Progress { done: done + part.len(), total, bytes_per_second: meter.rate(begun.elapsed()) });
            let mut on_bytes = |file_bytes: u64, received: u64| {
                let at = begun.elapsed();
                meter.note(at, received);
                on(Progress { done: done + file_bytes, total, bytes_per_second: meter.rate(at) });
            };
            let mirror_list = MirrorList { connection: &connection, model, mirrors, first };
            match mirror_list.download(file, &mut part, &mut on_bytes).await {
                Ok(mirror) => first = mirror,
                Err(error) => {
                    if matches!(error, DownloadError::DiskFull) {
                        part.discard().await;
                    }
                    return Err(error);
                }
            }
            part.finish().await?;
        }
        done += file.size;
        on(Progress { done, total, bytes_per_second: meter.rate(begun.elapsed()) });
    }
    Ok(())
}

/// The mirrors to try for a file.
struct MirrorList<'a> {
    connection: &'a Connection<'a>,
    model: &'a Model,
    mirrors: &'a [Mirror],
    first: usize,
}

impl MirrorList<'_> {
    /// Tries the mirrors one after the other for a file, first the one that served the last file. Returns the index
    /// of the mirror that served it.
    async fn download(
        &self,
        file: &RemoteFile,
        part: &mut Part,
        on_bytes: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<usize, DownloadError> {
        let mut tried = Vec::new();
        let others = (0..self.mirrors.len()).filter(|at| *at != self.first);
        for at in std::iter::once(self.first).chain(others) {
            let mirror = &self.mirrors[at];
            let url = mirror.file(self.model, &file.name).map_err(|_| DownloadError::Nowhere)?;
            let wanted = FileRequest { file, mirror, url };
            match attempt::download(self.connection, &wanted, part, on_bytes).await {
                Ok(()) => return Ok(at),
                Err(ReadFailure::Ended(error)) => return Err(error),
                Err(ReadFailure::MirrorFailure(trouble)) => {
                    tracing::info!(file = file.name, ?trouble, "a mirror did not serve a file");
                    tried.push(MirrorAttempt { host: mirror.host().to_owned(), trouble });
                }
            }
        }
        Err(DownloadError::of(&file.name, tried))
    }
}

const LOCK_FILE: &str = ".download.lock";

/// Locks a folder, so that only one program downloads into it at a time. Continues without a lock if the file system
/// does not support locks.
fn lock_folder(folder: &Path) -> Result<Option<File>, DownloadError> {
    let path = folder.join(LOCK_FILE);
    let file = File::create(&path).map_err(|error| DownloadError::disk(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(DownloadError::Running),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

async fn pinned(target: &Path, file: &RemoteFile) -> Result<bool, DownloadError> {
    let (path, wanted) = (target.to_owned(), file.clone());
    let result = tokio::task::spawn_blocking(move || part::is_pinned(&path, &wanted)).await;
    result
        .unwrap_or_else(|_| Err(DownloadError::disk(target, std::io::Error::other("the reader task failed"))))
}

/// How much of a model is in a folder, judged by names and sizes only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Absent,
    /// Some of it; a download resumes from there.
    Partial {
        /// The bytes present.
        bytes: u64,
    },
    Complete,
}

/// Determines how much of a model is in a folder.
pub fn presence(folder: &Path, model: &Model) -> Presence {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let is_whole = |file: &RemoteFile| size(&folder.join(&file.name)) == file.size;
    let is_written = |file: &WrittenFile| folder.join(&file.name).is_file();
    if model.files.iter().all(is_whole) && model.written.iter().all(is_written) {
        return Presence::Complete;
    }
    let bytes = model.files.iter().map(|file| {
        let target = folder.join(&file.name);
        if is_whole(file) { file.size } else { size(&part::temporary_paths(&target)[0]).min(file.size) }
    });
    match bytes.sum() {
        0 => Presence::Absent,
        bytes => Presence::Partial { bytes },
    }
}

/// Returns the names of the files of a model that differ from the pinned ones. Reads all files: half a second for a
/// small model. `visit` is called before each file and returns whether to continue.
///
/// # Errors
/// If a file cannot be read, or `visit` returned false.
pub fn faults(
    folder: &Path,
    model: &Model,
    visit: &mut dyn FnMut(&RemoteFile) -> bool,
) -> Result<Vec<String>, DownloadError> {
    let mut faults = Vec::new();
    for file in &model.files {
        if !visit(file) {
            return Err(DownloadError::Stopped);
        }
        if !part::is_pinned(&folder.join(&file.name), file)? {
            faults.push(file.name.clone());
        }
    }
    for file in &model.written {
        let text = std::fs::read(folder.join(&file.name)).unwrap_or_default();
        if text != file.text.as_bytes() {
            faults.push(file.name.clone());
        }
    }
    Ok(faults)
}

/// Removes the downloaded files of a model, and the folder if nothing else is in it. Other files stay.
///
/// # Errors
/// [`DownloadError::Running`] during a download; [`DownloadError::Disk`] if a file cannot be removed.
pub fn remove(folder: &Path, model: &Model) -> Result<(), DownloadError> {
    if !folder.exists() {
        return Ok(());
    }
    let lock = lock_folder(folder)?;
    let fetched = model.files.iter().map(|file| folder.join(&file.name));
    let ours = fetched.chain(model.written.iter().map(|file| folder.join(&file.name)));
    let paths: Vec<PathBuf> =
        ours.flat_map(|path| [vec![path.clone()], part::temporary_paths(&path).to_vec()].concat()).collect();
    for path in &paths {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(DownloadError::disk(path, error));
            }
            _ => {}
        }
    }
    drop(lock);
    let _ = std::fs::remove_file(folder.join(LOCK_FILE));
    let inner = paths.iter().filter_map(|path| path.parent().map(Path::to_owned));
    for emptied in inner.chain(std::iter::once(folder.to_owned())) {
        // Fails, as intended, if the folder contains other files.
        let _ = std::fs::remove_dir(emptied);
    }
    Ok(())
}
