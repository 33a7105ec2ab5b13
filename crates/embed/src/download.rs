//! Fetching a model: pinned files from a list of mirrors, gone on with where it broke.
//!
//! Always: a file has its name in the folder only when its bytes are on the disk and their SHA-256 is the pinned one; what
//! has come before a break stays in a `.part` file and is gone on with, from any mirror; nothing is asked of a server that is
//! not in the list or that one of them sends us to, never without encryption but on this machine; nothing is sent but
//! the name of the file. That the author agreed is the caller's to know.
//! Deliberately absent: accounts, tokens, lists of what a hub has, newer revisions.

mod attempt;
mod catalogue;
mod error;
mod line;
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
pub use error::{DownloadError, MirrorAttempt, MirrorFailure};
pub use line::{MAX_REDIRECTS, Patience};
pub use mirror::{MIRRORS, Mirror, MirrorError};
pub use progress::{Progress, WINDOW};

use attempt::FileRequest;
use line::{Line, ReadFailure};
use part::Part;
use progress::Meter;

/// What is to be fetched.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The model.
    pub model: &'a Model,
    /// The folder that it goes into; made where it is not there.
    pub folder: &'a Path,
    /// Who is asked, in order.
    pub mirrors: &'a [Mirror],
    /// How long each is waited for.
    pub patience: Patience,
}

/// Fetches what is missing of a model. Files that are there and are the pinned ones stay; others are fetched anew.
///
/// # Errors
/// Why it is not there, and what is safe: [`DownloadError::advice`].
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
    let _held = hold(folder)?;
    for file in &model.written {
        part::write_whole(&folder.join(&file.name), &file.text)?;
    }
    let line = Line::open(patience, cancel)?;
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
            let mut told = |here: u64, came: u64| {
                let at = begun.elapsed();
                meter.note(at, came);
                on(Progress { done: done + here, total, bytes_per_second: meter.rate(at) });
            };
            let asked = Asked { line: &line, model, mirrors, first };
            match asked.bring(file, &mut part, &mut told).await {
                Ok(gave) => first = gave,
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

/// The mirrors, and which of them gave the file before.
struct Asked<'a> {
    line: &'a Line<'a>,
    model: &'a Model,
    mirrors: &'a [Mirror],
    first: usize,
}

impl Asked<'_> {
    /// Asks one mirror after the other for a file, the one that gave the last file first. Says which one gave it.
    async fn bring(
        &self,
        file: &RemoteFile,
        part: &mut Part,
        told: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<usize, DownloadError> {
        let mut tried = Vec::new();
        let others = (0..self.mirrors.len()).filter(|at| *at != self.first);
        for at in std::iter::once(self.first).chain(others) {
            let mirror = &self.mirrors[at];
            let url = mirror.file(self.model, &file.name).map_err(|_| DownloadError::Nowhere)?;
            let wanted = FileRequest { file, mirror, url };
            match attempt::bring(self.line, &wanted, part, told).await {
                Ok(()) => return Ok(at),
                Err(ReadFailure::Ended(error)) => return Err(error),
                Err(ReadFailure::MirrorFailure(trouble)) => {
                    tracing::info!(file = file.name, ?trouble, "a mirror did not give a file");
                    tried.push(MirrorAttempt { host: mirror.host().to_owned(), trouble });
                }
            }
        }
        Err(DownloadError::of(&file.name, tried))
    }
}

const LOCK: &str = ".download.lock";

/// Holds a folder, so that one program fetches into it at a time. Where the file system knows no locks it goes without.
fn hold(folder: &Path) -> Result<Option<File>, DownloadError> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(|error| DownloadError::disk(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(DownloadError::Running),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

async fn pinned(target: &Path, file: &RemoteFile) -> Result<bool, DownloadError> {
    let (path, wanted) = (target.to_owned(), file.clone());
    let looked = tokio::task::spawn_blocking(move || part::is_pinned(&path, &wanted)).await;
    looked.unwrap_or_else(|_| Err(DownloadError::disk(target, std::io::Error::other("the reading ended"))))
}

/// How much of a model is in a folder, by names and sizes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Nothing.
    Absent,
    /// Some of it; a download goes on from there.
    Partial {
        /// Bytes that are there.
        bytes: u64,
    },
    /// Everything.
    Complete,
}

/// How much of a model is in a folder.
pub fn presence(folder: &Path, model: &Model) -> Presence {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let is_whole = |file: &RemoteFile| size(&folder.join(&file.name)) == file.size;
    let is_written = |file: &WrittenFile| folder.join(&file.name).is_file();
    if model.files.iter().all(is_whole) && model.written.iter().all(is_written) {
        return Presence::Complete;
    }
    let bytes = model.files.iter().map(|file| {
        let target = folder.join(&file.name);
        if is_whole(file) { file.size } else { size(&part::traces(&target)[0]).min(file.size) }
    });
    match bytes.sum() {
        0 => Presence::Absent,
        bytes => Presence::Partial { bytes },
    }
}

/// The files of a model that are not what was pinned, by name. Reads all of them: half a second for a small model.
/// `told` hears of each file before it is read, and answers whether to go on.
///
/// # Errors
/// When a file cannot be read, or `told` wanted it stopped.
pub fn faults(
    folder: &Path,
    model: &Model,
    told: &mut dyn FnMut(&RemoteFile) -> bool,
) -> Result<Vec<String>, DownloadError> {
    let mut faults = Vec::new();
    for file in &model.files {
        if !told(file) {
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

/// Removes what a download put into a folder, and the folder when nothing else is in it. Files of others stay.
///
/// # Errors
/// [`DownloadError::Running`] while it is being fetched; [`DownloadError::Disk`] when a file cannot be removed.
pub fn remove(folder: &Path, model: &Model) -> Result<(), DownloadError> {
    if !folder.exists() {
        return Ok(());
    }
    let held = hold(folder)?;
    let fetched = model.files.iter().map(|file| folder.join(&file.name));
    let ours = fetched.chain(model.written.iter().map(|file| folder.join(&file.name)));
    let paths: Vec<PathBuf> =
        ours.flat_map(|path| [vec![path.clone()], part::traces(&path).to_vec()].concat()).collect();
    for path in &paths {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(DownloadError::disk(path, error));
            }
            _ => {}
        }
    }
    drop(held);
    let _ = std::fs::remove_file(folder.join(LOCK));
    let inner = paths.iter().filter_map(|path| path.parent().map(Path::to_owned));
    for emptied in inner.chain(std::iter::once(folder.to_owned())) {
        // One that something else lies in stays.
        let _ = std::fs::remove_dir(emptied);
    }
    Ok(())
}
