//! What can go wrong with a project file, in the terms a caller can act on.

use std::path::PathBuf;

use wenfang_story::{CheckpointId, RunId, SceneId, VersionNo};

use crate::damage::Damage;
use crate::lock::Holder;

/// Result of work on a project file.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a file is not a project of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// It holds nothing at all.
    #[error("it is empty")]
    Empty,
    /// It is not an SQLite file.
    #[error("it is not a database")]
    NotADatabase,
    /// It is an SQLite file of another application.
    #[error("it belongs to another application")]
    OtherApplication,
    /// It says it is a project, but its schema is not the one Wenfang makes under its number.
    #[error("its tables, indexes, triggers or views are not the ones Wenfang makes")]
    ForeignSchema,
    /// It is a folder or a device.
    #[error("it is not a file")]
    NotAFile,
}

/// A failure of the project file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such file.
    #[error("{} does not exist", .0.display())]
    NotFound(PathBuf),
    /// A new project would replace a file.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// A device, a pipe, a socket or a folder stands where a file is wanted.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// A file has more bytes than are read of one of its kind.
    #[error("{} has more than {most} bytes, which is the most that is read of such a file", path.display())]
    FileTooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        most: usize,
    },
    /// The file is something else; it was left as it is.
    #[error("{} is not a Wenfang project: {foreign}", path.display())]
    NotAProject {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        foreign: Foreign,
    },
    /// The file was written by a later release and this one cannot read it.
    #[error("the project has schema {found}; this release knows {known}")]
    NewerSchema {
        /// Schema of the file.
        found: i64,
        /// The newest schema this release knows.
        known: i64,
    },
    /// The file was written by an earlier release and must be brought to the newest schema before it is read.
    #[error("the project has schema {found}, from an earlier release; this release reads {known}")]
    OlderSchema {
        /// Schema of the file.
        found: i64,
        /// The newest schema this release knows.
        known: i64,
    },
    /// A link, a folder or a device stands where a file of ours belongs; it was left as it is.
    #[error("{} is not a regular file but a link, a folder, a pipe or a device", .0.display())]
    NotRegular(PathBuf),
    /// A file is larger than anything we would read there.
    #[error("{} is larger than {limit} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// Somebody else is writing in the project.
    #[error("the project is in use by {0}")]
    Held(Holder),
    /// The project was opened for reading.
    #[error("the project is open for reading only")]
    ReadOnly,
    /// The file or its folder does not allow writing.
    #[error("{} cannot be written", .0.display())]
    NotWritable(PathBuf),
    /// The file was moved, deleted or replaced while it was open. What is open can still be copied elsewhere.
    #[error("{} was moved, removed or replaced while it was open", .0.display())]
    FileGone(PathBuf),
    /// The disk is full; nothing of the last act was stored.
    #[error("the disk is full")]
    DiskFull,
    /// SQLite took a write and did not store what it said; nothing of the last act was stored.
    #[error("the project file did not store what was written")]
    NotStored,
    /// Another connection held the file for too long; nothing of the last act was stored.
    #[error("the project file is busy")]
    Busy,
    /// The author wanted the act stopped; nothing of it was stored.
    #[error("stopped")]
    Stopped,
    /// Stored bytes are not what was written.
    #[error("the project file is damaged: {0}")]
    Damaged(Damage),
    /// A text or record takes more bytes than are stored or decoded; nothing was changed.
    #[error("a text takes {bytes} bytes; at most {most} are stored and read")]
    ContentTooLarge {
        /// Bytes that would have to be decoded, those it is stored against included.
        bytes: u64,
        /// The limit.
        most: usize,
    },
    /// The texts of the manuscript together take more bytes than an act reads; nothing was changed.
    #[error("the texts of the manuscript take {bytes} bytes; at most {most} are read together")]
    ManuscriptTooLarge {
        /// Their bytes.
        bytes: u64,
        /// The limit.
        most: usize,
    },
    /// A scene that is not in the project.
    #[error("there is no scene {0}")]
    NoScene(SceneId),
    /// A part of the manuscript that is not in the project.
    #[error("there is no {kind} {id}")]
    NoPart {
        /// `volume` or `chapter`.
        kind: &'static str,
        /// The id that was asked for.
        id: i64,
    },
    /// A version that the scene does not have.
    #[error("scene {scene} has no version {version}")]
    NoVersion {
        /// The scene.
        scene: SceneId,
        /// The version that was asked for.
        version: VersionNo,
    },
    /// An artifact was written meanwhile, or belongs to another writer; nothing was stored.
    #[error("{tag} was written by another meanwhile")]
    StaleArtifact {
        /// Its tag.
        tag: String,
    },
    /// A run of a workflow that is not in the project.
    #[error("there is no run {0}")]
    NoRun(RunId),
    /// Another process took the run over; nothing was stored.
    #[error("run {0} was taken over")]
    LeaseLost(RunId),
    /// A step of the run is done; it is never done twice. Nothing was stored.
    #[error("a step of run {0} is done already")]
    StepIsDone(RunId),
    /// A checkpoint that is not in the project.
    #[error("there is no checkpoint {0}")]
    NoCheckpoint(CheckpointId),
    /// A migrated copy did not hold what the original holds; the original is untouched.
    #[error("the project could not be brought to schema {to}: the copy differs from the original")]
    MigrationMismatch {
        /// The schema that was wanted.
        to: i64,
    },
    /// A backup did not hold what the project holds; it was thrown away and older backups stay.
    #[error("the backup differs from the project")]
    BackupMismatch,
    /// A setting SQLite did not take; going on would risk the author's words.
    #[error("SQLite did not accept {setting}")]
    Pragma {
        /// The pragma.
        setting: &'static str,
    },
    /// The disk or the system failed.
    #[error("{} could not be read or written", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// SQLite reported an input or output error.
    #[error("the project file could not be read or written")]
    DatabaseIo(#[source] sqlx::Error),
    /// Anything else SQLite refused: a fault of ours.
    #[error("the project file refused a statement")]
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

/// Primary SQLite result codes this module sorts by (sqlite.org/rescode.html).
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

/// The primary SQLite result code of an error, when it came from SQLite.
pub(crate) fn sqlite_code(error: &sqlx::Error) -> Option<i64> {
    let code = error.as_database_error()?.code()?;
    code.parse::<i64>().ok().map(|extended| extended & 0xff)
}

/// The extended code of "there is no room for the index of the log" (sqlite.org/rescode.html#ioerr_shmsize).
const IOERR_SHMSIZE: &str = "4874";

/// The extended code of a value that is not of the type of its column: an integer that grew beyond 64 bits is a real
/// (sqlite.org/rescode.html#constraint_datatype).
const CONSTRAINT_DATATYPE: &str = "3091";

/// Whether arithmetic left the range of 64 bits (sqlite.org/lang_aggfunc.html#sumunc).
fn is_overflow(error: &sqlx::Error) -> bool {
    let Some(error) = error.as_database_error() else { return false };
    error.code().is_some_and(|code| code == CONSTRAINT_DATATYPE)
        || error.code().is_some_and(|code| code == code::ERROR.to_string())
            && error.message() == "integer overflow"
}

fn is_out_of_room(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code)
        .is_some_and(|code| code == IOERR_SHMSIZE)
}

/// Whether SQLite could not open the file at all.
pub(crate) fn cannot_open(error: &sqlx::Error) -> bool {
    matches!(sqlite_code(error), Some(code::CANTOPEN | code::READONLY))
}

/// Whether the header asks for a format of the schema above all that SQLite has; it has no code of its own for that.
fn is_format(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message() == "unsupported file format")
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match sqlite_code(&error) {
            Some(code::BUSY | code::LOCKED) => Self::Busy,
            Some(code::READONLY) => Self::ReadOnly,
            Some(code::FULL) => Self::DiskFull,
            Some(code::IOERR) if is_out_of_room(&error) => Self::DiskFull,
            Some(code::CORRUPT | code::NOTADB) => Self::Damaged(Damage::Structure {
                finding: error.as_database_error().map(|e| e.message().to_owned()).unwrap_or_default(),
            }),
            Some(code::IOERR | code::CANTOPEN) => Self::DatabaseIo(error),
            // Numbers that grow by one or are summed: only a file that claims the largest ones gets here.
            Some(_) if is_overflow(&error) => {
                Self::Damaged(Damage::Structure { finding: "a number is too large".to_owned() })
            }
            Some(_) if is_format(&error) => Self::Damaged(Damage::Structure {
                finding: "the header names a format that SQLite does not know".to_owned(),
            }),
            // A value that is not of the type the schema demands was not written by us, and the one row about the
            // novel is always there.
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
