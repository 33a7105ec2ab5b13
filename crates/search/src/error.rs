//! Failures of an index, grouped by what a caller can do about them.

use std::path::PathBuf;

use wenfang_storage::{Error as FileError, Noun};

/// The result of an operation on an index.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the index. It never affects the novel.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file belongs to another application; it was not changed.
    #[error("{} belongs to another application", .0.display())]
    Foreign(PathBuf),
    /// The file or its folder cannot be created or written.
    #[error("the search index cannot be written")]
    NotWritable(#[source] FileError),
    /// The folder of the file, or a damaged file in it, could not be changed.
    #[error("{} could not be changed", path.display())]
    Io {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// A failure of the file, whatever it contains.
    #[error("{}", .0.message(NOUN))]
    File(#[source] FileError),
    /// The file is damaged. Opening it again rebuilds it.
    #[error("the search index is damaged: {finding}")]
    Damaged { finding: String },
    /// The dimension of a vector differs from that of its model.
    #[error("expected a vector of {wanted} dimensions, got {found}")]
    Dimension {
        /// Dimensions of the model.
        wanted: usize,
        /// Dimensions of the vector.
        found: usize,
    },
    /// A component of a vector is not a finite number.
    #[error("a vector has a component that is not finite")]
    NotFinite,
    /// SQLite did not accept sqlite-vec; it has no memory left.
    #[error("SQLite rejected the extension sqlite-vec with code {code}")]
    NoExtension { code: i32 },
    /// A task ended without a result, for example because the program is shutting down.
    #[error("the search index task ended unexpectedly")]
    Ended,
}

/// What messages call the file.
const NOUN: Noun = Noun { whole: "search index", file: "search index" };

impl Error {
    pub(crate) fn damaged(finding: impl Into<String>) -> Self {
        Self::Damaged { finding: finding.into() }
    }

    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Damaged { finding } => Self::Damaged { finding },
            FileError::ReadOnly | FileError::DatabaseIo(_) => Self::NotWritable(error),
            error => Self::File(error),
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        FileError::from(error).into()
    }
}
