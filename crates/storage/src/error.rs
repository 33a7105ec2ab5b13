//! Failures of a file, grouped by what a caller can do about them.

use std::fmt;
use std::path::PathBuf;

use crate::lock::Holder;

/// The result of an operation on a file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a file is not of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    #[error("it is empty")]
    Empty,
    /// Not an SQLite file.
    #[error("it is not a database")]
    NotADatabase,
    /// An SQLite file of another application.
    #[error("it belongs to another application")]
    OtherApplication,
    /// Marked as a file of the kind, but its schema differs from the one Wenfang creates for that schema number.
    #[error("its tables, indexes, triggers or views differ from those Wenfang creates")]
    ForeignSchema,
    /// A folder or a device.
    #[error("it is not a file")]
    NotAFile,
}

/// What messages call a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun {
    /// What is in the file, such as `project`.
    pub whole: &'static str,
    /// The file itself, such as `project file`.
    pub file: &'static str,
}

/// A failure of an operation on a file.
#[derive(Debug)]
pub enum Error {
    /// The file does not exist.
    NotFound(PathBuf),
    /// The path of a new file is taken.
    Exists(PathBuf),
    /// A device, a pipe, a socket or a folder, where a file is expected.
    NotAFile(PathBuf),
    /// A file exceeds the size limit for its kind.
    FileTooLarge { path: PathBuf, most: usize },
    /// The file is of another kind; it was not changed.
    Foreign {
        path: PathBuf,
        /// What it is instead.
        foreign: Foreign,
    },
    /// The file was written by a later release and this release cannot read it.
    NewerSchema {
        /// The schema of the file.
        found: i64,
        /// The newest schema this release supports.
        known: i64,
    },
    /// The file was written by an earlier release and must be migrated before it is read.
    OlderSchema {
        /// The schema of the file.
        found: i64,
        /// The newest schema this release supports.
        known: i64,
    },
    /// A link, a folder or a device has the name of one of our files; it was not changed.
    NotRegular(PathBuf),
    /// Another process has the file open for writing.
    Held(Holder),
    /// The file is open for reading only.
    ReadOnly,
    /// Permissions do not allow writing the file or its folder.
    NotWritable(PathBuf),
    /// The file was moved, deleted or replaced while it was open. The open file can still be copied elsewhere.
    FileGone(PathBuf),
    /// The disk is full; nothing of the operation was stored.
    DiskFull,
    /// SQLite accepted a write but did not store it; nothing of the operation was stored.
    NotStored,
    /// Another connection locked the file for too long; nothing of the operation was stored.
    Busy,
    /// SQLite's structures, or values that only Wenfang writes, differ from what was written.
    Damaged { finding: String },
    /// A migrated copy differs from the original; the original was not changed.
    MigrationMismatch {
        /// The target schema.
        to: i64,
    },
    /// A backup differs from the original; it was discarded and older backups were kept.
    BackupMismatch,
    /// SQLite did not accept a setting that protects the author's text.
    Pragma { setting: &'static str },
    /// An I/O error.
    Io { path: PathBuf, source: std::io::Error },
    /// SQLite reported an I/O error.
    DatabaseIo(sqlx::Error),
    /// Any other SQLite error: a bug in Wenfang.
    Sql(sqlx::Error),
}

impl Error {
    /// Damage, described by `finding`.
    pub fn damaged(finding: impl Into<String>) -> Self {
        Self::Damaged { finding: finding.into() }
    }

    /// Turns an I/O error at `path` into an error.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::FileTooLarge => Self::DiskFull,
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                Self::NotWritable(path)
            }
            std::io::ErrorKind::NotFound => Self::NotFound(path),
            _ => Self::Io { path, source },
        }
    }

    /// The message about a file that is called `noun`.
    pub fn message(&self, Noun { whole, file }: Noun) -> String {
        match self {
            Self::NotFound(path) => format!("{} does not exist", path.display()),
            Self::Exists(path) => format!("{} already exists", path.display()),
            Self::NotAFile(path) => format!("{} is not a regular file", path.display()),
            Self::FileTooLarge { path, most } => {
                format!("{} is larger than {most} bytes, the limit for such a file", path.display())
            }
            Self::Foreign { path, foreign } => {
                format!("{} is not a Wenfang {whole}: {foreign}", path.display())
            }
            Self::NewerSchema { found, known } => {
                format!("the {whole} has schema {found}; this release supports {known}")
            }
            Self::OlderSchema { found, known } => {
                format!("the {whole} has schema {found}, from an earlier release; this release reads {known}")
            }
            Self::NotRegular(path) => {
                format!("{} is not a regular file but a link, a folder, a pipe or a device", path.display())
            }
            Self::Held(holder) => format!("the {whole} is in use by {holder}"),
            Self::ReadOnly => format!("the {whole} is open for reading only"),
            Self::NotWritable(path) => format!("{} cannot be written", path.display()),
            Self::FileGone(path) => {
                format!("{} was moved, removed or replaced while it was open", path.display())
            }
            Self::DiskFull => "the disk is full".to_owned(),
            Self::NotStored => format!("the {file} did not store what was written"),
            Self::Busy => format!("the {file} is busy"),
            Self::Damaged { finding } => format!("the {file} is damaged: {finding}"),
            Self::MigrationMismatch { to } => format!(
                "the {whole} could not be migrated to schema {to}: the copy differs from the original"
            ),
            Self::BackupMismatch => format!("the backup differs from the {whole}"),
            Self::Pragma { setting } => format!("SQLite did not accept {setting}"),
            Self::Io { path, .. } => format!("{} could not be read or written", path.display()),
            Self::DatabaseIo(_) => format!("the {file} could not be read or written"),
            Self::Sql(_) => format!("SQLite rejected a statement on the {file}"),
        }
    }
}

/// The message about a file of any kind.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Noun { whole: "file", file: "file" }))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::DatabaseIo(source) | Self::Sql(source) => Some(source),
            _ => None,
        }
    }
}

/// The primary SQLite result codes that this module distinguishes (sqlite.org/rescode.html).
mod code {
    pub(super) const ERROR: i64 = 1;
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

/// The extended code for "no space for the index of the log" (sqlite.org/rescode.html#ioerr_shmsize).
const IOERR_SHMSIZE: &str = "4874";

/// The extended code for a value of the wrong column type: an integer that overflows 64 bits becomes a real
/// (sqlite.org/rescode.html#constraint_datatype).
const CONSTRAINT_DATATYPE: &str = "3091";

/// Whether arithmetic overflowed 64 bits (sqlite.org/lang_aggfunc.html#sumunc).
fn is_overflow(error: &sqlx::Error) -> bool {
    let Some(error) = error.as_database_error() else { return false };
    error.code().is_some_and(|code| code == CONSTRAINT_DATATYPE)
        || error.code().is_some_and(|code| code == code::ERROR.to_string())
            && error.message() == "integer overflow"
}

fn is_out_of_space(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code)
        .is_some_and(|code| code == IOERR_SHMSIZE)
}

/// Whether SQLite could not open the file at all.
pub(crate) fn cannot_open(error: &sqlx::Error) -> bool {
    matches!(sqlite_code(error), Some(code::CANTOPEN | code::READONLY))
}

/// Whether the header requires a schema format newer than any SQLite supports; there is no result code for that.
fn is_format(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message() == "unsupported file format")
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match sqlite_code(&error) {
            Some(code::BUSY | code::LOCKED) => Self::Busy,
            Some(code::READONLY) => Self::ReadOnly,
            Some(code::FULL) => Self::DiskFull,
            Some(code::IOERR) if is_out_of_space(&error) => Self::DiskFull,
            Some(code::CORRUPT | code::NOTADB) => {
                Self::damaged(error.as_database_error().map(|e| e.message().to_owned()).unwrap_or_default())
            }
            Some(code::IOERR | code::CANTOPEN) => Self::DatabaseIo(error),
            // These numbers grow by one or are summed; only a file with forged maximum values gets here.
            Some(_) if is_overflow(&error) => Self::damaged("a number is too large"),
            Some(_) if is_format(&error) => Self::damaged("the header names an unknown schema format"),
            // A value of the wrong type was not written by us, and the single row about the file always exists.
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
