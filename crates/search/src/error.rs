//! Failures of an index, grouped by what a caller can do about them.

use std::path::PathBuf;

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
    NotWritable(#[source] sqlx::Error),
    /// The folder of the file, or a damaged file in it, could not be changed.
    #[error("{} could not be changed", path.display())]
    Io {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// The disk is full; nothing of the operation was stored.
    #[error("the disk is full")]
    DiskFull,
    /// Another process locked the file for too long; nothing of the operation was stored.
    #[error("the search index is busy")]
    Busy,
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
    /// Any other SQLite error: a bug in Wenfang.
    #[error("SQLite rejected a statement on the search index")]
    Sql(#[source] sqlx::Error),
}

/// The primary SQLite result codes that this module distinguishes (sqlite.org/rescode.html).
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

/// The primary SQLite result code of an error that came from SQLite.
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
