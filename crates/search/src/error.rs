//! What can go wrong with an index, in the terms a caller can act on.

use std::path::PathBuf;

/// Result of work on an index.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the index. The novel is never touched by one.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file belongs to another application; it was left as it is.
    #[error("{} belongs to another application", .0.display())]
    Foreign(PathBuf),
    /// The file or its folder cannot be made or written.
    #[error("the search index cannot be written")]
    NotWritable(#[source] sqlx::Error),
    /// The folder of the file, or a damaged file in it, could not be changed.
    #[error("{} could not be changed", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The disk is full; nothing of the last act was stored.
    #[error("the disk is full")]
    DiskFull,
    /// Another process held the file for too long; nothing of the last act was stored.
    #[error("the search index is busy")]
    Busy,
    /// The file is not what was written. Opening it again makes it anew.
    #[error("the search index is damaged: {finding}")]
    Damaged {
        /// What was found.
        finding: String,
    },
    /// A vector has another number of dimensions than the vectors of its model.
    #[error("a vector of {found} dimensions; the model has {wanted}")]
    Dimension {
        /// Dimensions of the model.
        wanted: usize,
        /// Dimensions of the vector.
        found: usize,
    },
    /// A vector with a component that is no finite number.
    #[error("a vector is not finite")]
    NotFinite,
    /// A piece of work ended before it had an answer, as when the program is being ended.
    #[error("the work on the search index ended unexpectedly")]
    Ended,
    /// Anything else SQLite refused: a fault of ours.
    #[error("the search index refused a statement")]
    Sql(#[source] sqlx::Error),
}

/// Primary SQLite result codes this module sorts by (sqlite.org/rescode.html).
mod code {
    pub(super) const BUSY: i64 = 5;
    pub(super) const LOCKED: i64 = 6;
    pub(super) const READONLY: i64 = 8;
    pub(super) const IOERR: i64 = 10;
    pub(super) const CORRUPT: i64 = 11;
    pub(super) const FULL: i64 = 13;
    pub(super) const CANTOPEN: i64 = 14;
    pub(super) const NOTADB: i64 = 26;
}

/// The primary SQLite result code of an error, when it came from SQLite.
fn sqlite_code(error: &sqlx::Error) -> Option<i64> {
    let code = error.as_database_error()?.code()?;
    code.parse::<i64>().ok().map(|extended| extended & 0xff)
}

impl Error {
    pub(crate) fn damaged(finding: impl Into<String>) -> Self {
        Self::Damaged { finding: finding.into() }
    }

    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match sqlite_code(&error) {
            Some(code::BUSY | code::LOCKED) => Self::Busy,
            Some(code::FULL) => Self::DiskFull,
            Some(code::READONLY | code::CANTOPEN | code::IOERR) => Self::NotWritable(error),
            Some(code::CORRUPT | code::NOTADB) => {
                Self::damaged(error.as_database_error().map(|e| e.message().to_owned()).unwrap_or_default())
            }
            // A value of a type that the schema does not allow was not written by us.
            None if matches!(
                error,
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::RowNotFound
            ) =>
            {
                Self::damaged(error.to_string())
            }
            _ => Self::Sql(error),
        }
    }
}
