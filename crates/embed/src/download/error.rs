//! Why a model could not be fetched.

use std::io;
use std::path::PathBuf;

/// Why a model could not be fetched. What had come of a file is kept and gone on with the next time, but where a
/// variant says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// No server could be reached.
    #[error("no server could be reached: {}", list(.0))]
    NoNetwork(Vec<MirrorAttempt>),
    /// Servers were reached, and none gave the file.
    #[error("{file} was not given by any server: {}", list(.tried))]
    Refused {
        /// The file.
        file: String,
        /// Who was asked, and what came of it.
        tried: Vec<MirrorAttempt>,
    },
    /// A server gave other bytes than the pinned ones; they were thrown away.
    #[error("{file} came with other bytes than it should have: {}", list(.tried))]
    WrongBytes {
        /// The file.
        file: String,
        /// Who was asked, and what came of it.
        tried: Vec<MirrorAttempt>,
    },
    /// The disk is full; what had come of the file that was being fetched was removed, to leave room for other work.
    #[error("the disk is full")]
    DiskFull,
    /// A file of the folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Disk {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another program is fetching into the same folder.
    #[error("this model is being downloaded already")]
    Running,
    /// There is no server to ask, or the model is not a sound one.
    #[error("there is nothing to fetch from")]
    Nowhere,
    /// The caller stopped it.
    #[error("the download was stopped")]
    Stopped,
}

/// A server that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirrorAttempt {
    /// Its host.
    pub host: String,
    /// What came of it.
    pub trouble: MirrorFailure,
}

/// Why one server did not give a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MirrorFailure {
    /// It could not be reached.
    #[error("not reached")]
    Unreachable,
    /// The connection broke, or nothing came for too long, again and again.
    #[error("the connection broke")]
    Broken,
    /// It answered with this status.
    #[error("status {0}")]
    Status(u16),
    /// It sent us on, too often or to where we do not go.
    #[error("sent us elsewhere")]
    Redirect,
    /// What it has is not of the size it should be.
    #[error("a file of another size")]
    Size,
    /// What it gave does not have the pinned hash.
    #[error("a file of other bytes")]
    Hash,
}

impl DownloadError {
    /// The error for a file, from what came of the servers.
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

    /// A failure of the disk.
    pub(super) fn disk(path: &std::path::Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Self::DiskFull
            }
            _ => Self::Disk { path: path.to_owned(), source },
        }
    }

    /// What is safe, and what to do.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoNetwork(_) => {
                "What has come is kept. Look at the network and try again, add a mirror that can be reached, or choose a folder with the model."
            }
            Self::Refused { .. } => {
                "What has come is kept. Try again later, add a mirror, or choose a folder with the model."
            }
            Self::WrongBytes { .. } => {
                "What came was thrown away and nothing of it is used. Try another mirror, or choose a folder with the model."
            }
            Self::DiskFull => {
                "Your work is safe, and what had come of the last file was removed again. Free some space and try again."
            }
            Self::Disk { .. } => {
                "What has come is kept. Look at the folder and its permissions, and try again."
            }
            Self::Running => "Nothing was changed. Wait for the other download to end.",
            Self::Nowhere => "Nothing was changed. Add a mirror, or choose a folder with the model.",
            Self::Stopped => "What has come is kept; the next download goes on from there.",
        }
    }
}

fn list(tried: &[MirrorAttempt]) -> String {
    let each: Vec<String> = tried.iter().map(|one| format!("{} ({})", one.host, one.trouble)).collect();
    each.join(", ")
}
