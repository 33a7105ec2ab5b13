//! Failures of a project file, grouped by what a caller can do about them.

use std::path::PathBuf;

use wenfang_story::{CheckpointId, RunId, SceneId, VersionNo};

use crate::damage::Damage;
use crate::lock::Holder;

/// The result of an operation on a project file.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a file is not a Wenfang project.
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
    /// Marked as a project, but its schema differs from the one Wenfang creates for that schema number.
    #[error("its tables, indexes, triggers or views differ from those Wenfang creates")]
    ForeignSchema,
    /// A folder or a device.
    #[error("it is not a file")]
    NotAFile,
}

/// A failure of an operation on the project file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file does not exist.
    #[error("{} does not exist", .0.display())]
    NotFound(PathBuf),
    /// The path of a new project is taken.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// A device, a pipe, a socket or a folder, where a file is expected.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// A file exceeds the size limit for its kind.
    #[error("{} is larger than {most} bytes, the limit for such a file", path.display())]
    FileTooLarge { path: PathBuf, most: usize },
    /// The file is something else; it was not changed.
    #[error("{} is not a Wenfang project: {foreign}", path.display())]
    NotAProject {
        path: PathBuf,
        /// What it is instead.
        foreign: Foreign,
    },
    /// The file was written by a later release and this release cannot read it.
    #[error("the project has schema {found}; this release supports {known}")]
    NewerSchema {
        /// The schema of the file.
        found: i64,
        /// The newest schema this release supports.
        known: i64,
    },
    /// The file was written by an earlier release and must be migrated before it is read.
    #[error("the project has schema {found}, from an earlier release; this release reads {known}")]
    OlderSchema {
        /// The schema of the file.
        found: i64,
        /// The newest schema this release supports.
        known: i64,
    },
    /// A link, a folder or a device has the name of one of our files; it was not changed.
    #[error("{} is not a regular file but a link, a folder, a pipe or a device", .0.display())]
    NotRegular(PathBuf),
    /// A file exceeds the limit on what we read there.
    #[error("{} is larger than {limit} bytes", path.display())]
    TooLarge {
        path: PathBuf,
        /// The limit, in bytes.
        limit: u64,
    },
    /// Another process has the project open for writing.
    #[error("the project is in use by {0}")]
    Held(Holder),
    /// The project is open for reading only.
    #[error("the project is open for reading only")]
    ReadOnly,
    /// Permissions do not allow writing the file or its folder.
    #[error("{} cannot be written", .0.display())]
    NotWritable(PathBuf),
    /// The file was moved, deleted or replaced while it was open. The open project can still be copied elsewhere.
    #[error("{} was moved, removed or replaced while it was open", .0.display())]
    FileGone(PathBuf),
    /// The disk is full; nothing of the operation was stored.
    #[error("the disk is full")]
    DiskFull,
    /// SQLite accepted a write but did not store it; nothing of the operation was stored.
    #[error("the project file did not store what was written")]
    NotStored,
    /// Another connection locked the file for too long; nothing of the operation was stored.
    #[error("the project file is busy")]
    Busy,
    /// The author stopped the operation; nothing of it was stored.
    #[error("stopped")]
    Stopped,
    /// Stored bytes differ from what was written.
    #[error("the project file is damaged: {0}")]
    Damaged(Damage),
    /// A text or record exceeds the limit for storing or decoding; nothing was changed.
    #[error("a text takes {bytes} bytes; the maximum is {most}")]
    ContentTooLarge {
        /// Bytes to decode, including the texts it is based on.
        bytes: u64,
        most: usize,
    },
    /// The texts of the manuscript together exceed the limit of the operation; nothing was changed.
    #[error("the texts of the manuscript take {bytes} bytes; the maximum for this operation is {most}")]
    ManuscriptTooLarge { bytes: u64, most: usize },
    /// The scene does not exist.
    #[error("there is no scene {0}")]
    NoScene(SceneId),
    /// The part of the manuscript or item of the canon does not exist.
    #[error("there is no {kind} {id}")]
    NoPart {
        /// The name of the kind, such as `volume` or `lore_entry`.
        kind: &'static str,
        id: i64,
    },
    /// The scene does not have this version.
    #[error("scene {scene} has no version {version}")]
    NoVersion { scene: SceneId, version: VersionNo },
    /// The artifact was changed in the meantime, or belongs to another writer; nothing was stored.
    #[error("artifact {tag} was changed in the meantime")]
    StaleArtifact { tag: String },
    /// The workflow run does not exist.
    #[error("there is no run {0}")]
    NoRun(RunId),
    /// Another process took over the run; nothing was stored.
    #[error("run {0} was taken over by another process")]
    LeaseLost(RunId),
    /// A step of the run is already done and is never run twice; nothing was stored.
    #[error("a step of run {0} is already done")]
    StepIsDone(RunId),
    /// The checkpoint does not exist.
    #[error("there is no checkpoint {0}")]
    NoCheckpoint(CheckpointId),
    /// A migrated copy differs from the original; the original was not changed.
    #[error("the project could not be migrated to schema {to}: the copy differs from the original")]
    MigrationMismatch {
        /// The target schema.
        to: i64,
    },
    /// A backup differs from the project; it was discarded and older backups were kept.
    #[error("the backup differs from the project")]
    BackupMismatch,
    /// SQLite did not accept a setting that protects the author's text.
    #[error("SQLite did not accept {setting}")]
    Pragma { setting: &'static str },
    /// An I/O error.
    #[error("{} could not be read or written", path.display())]
    Io {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// SQLite reported an I/O error.
    #[error("the project file could not be read or written")]
    DatabaseIo(#[source] sqlx::Error),
    /// Any other SQLite error: a bug in Wenfang.
    #[error("SQLite rejected a statement on the project file")]
    Sql(#[source] sqlx::Error),
}

impl Error {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
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
pub(crate) fn sqlite_code(error: &sqlx::Error) -> Option<i64> {
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
            Some(code::CORRUPT | code::NOTADB) => Self::Damaged(Damage::Structure {
                finding: error.as_database_error().map(|e| e.message().to_owned()).unwrap_or_default(),
            }),
            Some(code::IOERR | code::CANTOPEN) => Self::DatabaseIo(error),
            // These numbers grow by one or are summed; only a file with forged maximum values gets here.
            Some(_) if is_overflow(&error) => {
                Self::Damaged(Damage::Structure { finding: "a number is too large".to_owned() })
            }
            Some(_) if is_format(&error) => Self::Damaged(Damage::Structure {
                finding: "the header names an unknown schema format".to_owned(),
            }),
            // A value of the wrong type was not written by us, and the single row about the novel always exists.
            None if matches!(
                error,
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::RowNotFound
            ) =>
            {
                Self::Damaged(Damage::Structure { finding: error.to_string() })
            }
            _ => Self::Sql(error),
        }
    }
}
