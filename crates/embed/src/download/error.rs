//! Errors of model downloads.

use std::io;
use std::path::PathBuf;

/// The reason why a model could not be downloaded. Received parts of files are kept for the next download, unless a
/// variant says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// No server could be reached.
    #[error("no server could be reached: {}", list(.0))]
    NoNetwork(Vec<MirrorAttempt>),
    /// Servers were reached, but none served the file.
    #[error("no server has {file}: {}", list(.tried))]
    Refused {
        file: String,
        /// The servers tried and their failures.
        tried: Vec<MirrorAttempt>,
    },
    /// A server sent bytes that differ from the pinned ones; they were discarded.
    #[error("{file} does not match its pinned size or hash: {}", list(.tried))]
    WrongBytes {
        file: String,
        /// The servers tried and their failures.
        tried: Vec<MirrorAttempt>,
    },
    /// The disk is full. The received part of the current file was removed to free space for other work.
    #[error("the disk is full")]
    DiskFull,
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Disk { path: PathBuf, source: io::Error },
    /// Another program is downloading into the same folder.
    #[error("this model is already being downloaded")]
    Running,
    /// There is no server to try, or the model's catalogue entry is invalid.
    #[error("there is no server to download from")]
    Nowhere,
    /// The caller stopped the download.
    #[error("the download was stopped")]
    Stopped,
}

/// A server that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirrorAttempt {
    pub host: String,
    pub trouble: MirrorFailure,
}

/// The reason why one server did not serve a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MirrorFailure {
    #[error("unreachable")]
    Unreachable,
    /// The connection repeatedly broke or stalled.
    #[error("the connection broke")]
    Broken,
    /// The server answered with this HTTP status.
    #[error("status {0}")]
    Status(u16),
    /// The server redirected too often or to a forbidden address.
    #[error("invalid redirect")]
    Redirect,
    /// The file has an unexpected size.
    #[error("unexpected size")]
    Size,
    /// The file does not have the pinned hash.
    #[error("unexpected hash")]
    Hash,
}

impl DownloadError {
    /// The error for a file, derived from the servers' failures.
    pub(super) fn of(file: &str, tried: Vec<MirrorAttempt>) -> Self {
        let any = |wanted: fn(&MirrorFailure) -> bool| tried.iter().any(|one| wanted(&one.trouble));
        let file = file.to_owned();
        if any(|trouble| matches!(trouble, MirrorFailure::Hash | MirrorFailure::Size)) {
            Self::WrongBytes { file, tried }
        } else if any(|trouble| matches!(trouble, MirrorFailure::Status(_) | MirrorFailure::Redirect)) {
            Self::Refused { file, tried }
        } else if tried.is_empty() {
            Self::Nowhere
        } else {
            Self::NoNetwork(tried)
        }
    }

    /// An error of the disk.
    pub(super) fn disk(path: &std::path::Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Self::DiskFull
            }
            _ => Self::Disk { path: path.to_owned(), source },
        }
    }

    /// Tells the author what is safe and what to do.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoNetwork(_) => {
                "The data received so far is kept. Check the network and try again, add a reachable mirror, or choose a folder with the model."
            }
            Self::Refused { .. } => {
                "The data received so far is kept. Try again later, add a mirror, or choose a folder with the model."
            }
            Self::WrongBytes { .. } => {
                "The wrong data was discarded. Try another mirror, or choose a folder with the model."
            }
            Self::DiskFull => {
                "Your work is safe, and the received part of the last file was removed. Free some space and try again."
            }
            Self::Disk { .. } => {
                "The data received so far is kept. Check the folder and its permissions, and try again."
            }
            Self::Running => "Nothing was changed. Wait for the other download to finish.",
            Self::Nowhere => "Nothing was changed. Add a mirror, or choose a folder with the model.",
            Self::Stopped => "The data received so far is kept; the next download resumes from there.",
        }
    }
}

fn list(tried: &[MirrorAttempt]) -> String {
    let each: Vec<String> = tried.iter().map(|one| format!("{} ({})", one.host, one.trouble)).collect();
    each.join(", ")
}
