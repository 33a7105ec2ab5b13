//! Errors as every host shows them: a code for programs, a message, and a hint.

mod import;

use serde::Serialize;
use serde_json::{Value, json};
use wenfang_project::{self as project, FileError};
use wenfang_versions as versions;

/// Result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// The kind of failure. Hosts act on the code; message and hint are for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The file does not exist.
    FileNotFound,
    /// A file already exists at the path.
    FileExists,
    NotAProject,
    /// The file is marked as a project, but its schema is not one that Wenfang creates.
    ForeignSchema,
    /// A later release wrote the file.
    NewerSchema,
    /// An earlier release wrote the file, and it is open read-only, so it cannot be migrated.
    OlderSchema,
    /// Another process has the project open for writing.
    ProjectHeld,
    /// The project is open read-only.
    ReadOnly,
    /// The file or folder is not writable.
    NotWritable,
    /// The file disappeared while it was open.
    FileGone,
    /// The backup folder is missing or not writable.
    BackupFolder,
    DiskFull,
    /// Another connection held the file for too long.
    Busy,
    /// Stored bytes differ from what was written.
    Damaged,
    /// A text, or the whole manuscript, exceeds the size limit.
    TooLarge,
    /// The disk or the system failed.
    Io,
    /// A scene, chapter, volume, version, branch, checkpoint or other item does not exist.
    NotFound,
    /// The request is invalid.
    BadRequest,
    /// The name is already in use.
    NameTaken,
    /// What is to be removed is used somewhere.
    InUse,
    /// The order of events has a cycle.
    TimeCycle,
    /// A quote does not occur in the text.
    QuoteNotFound,
    /// Two lines changed the same place.
    MergeConflict,
    /// The file cannot be imported.
    ImportRefused,
    /// A copy differed from its source and was discarded.
    CopyMismatch,
    NoProject,
    /// No model is set up for the task.
    NoModel,
    /// The author has not agreed to sending text to this host.
    ConsentNeeded,
    /// The author has not agreed to the cost and size of a request.
    AgreementNeeded,
    /// The system has no keychain.
    NoKeychain,
    /// The keys are locked, or the passphrase is wrong.
    KeysLocked,
    /// The key belongs to another address than the provider's.
    KeyElsewhere,
    /// The spending ceiling is reached.
    CeilingReached,
    /// The model or its server failed.
    ModelFailed,
    /// The same generation is running already.
    AlreadyRunning,
    /// A step before a generation did not let it begin.
    StepRefused,
    /// A step of a workflow failed.
    StepFailed,
    /// The model's answer does not have the requested form.
    AnswerUnusable,
    /// A prompt template cannot be used.
    PromptFaulty,
    /// The embedding model cannot be used.
    ModelUnusable,
    /// A download failed or its content did not match.
    DownloadFailed,
    /// The program that lays out PDF files is not installed.
    NoPdfProgram,
    /// No font on this machine has the letters of the novel.
    NoFont,
    /// Everything that was to be exported or printed is marked not for print.
    NothingForPrint,
    /// Laying out a PDF needs more memory than allowed.
    PdfTooLarge,
    /// The author stopped the command.
    Stopped,
    /// A bug in the program.
    Internal,
}

/// A failure of a use case.
#[derive(Clone, Debug, Serialize, thiserror::Error, ts_rs::TS)]
#[error("{message}")]
#[ts(rename = "Failure")]
pub struct Error {
    pub code: Code,
    /// What happened, in one sentence.
    pub message: String,
    /// What is safe, and what to do next.
    pub hint: String,
    /// Ids and figures.
    #[serde(skip_serializing_if = "is_null")]
    pub details: Box<Value>,
}

fn is_null(details: &Value) -> bool {
    details.is_null()
}

impl Error {
    /// An error without details.
    pub fn new(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into(), details: Box::new(Value::Null) }
    }

    /// Adds ids and figures.
    #[must_use]
    pub fn with(mut self, details: Value) -> Self {
        self.details = Box::new(details);
        self
    }

    /// A [`Code::BadRequest`] error.
    pub fn bad_request(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Code::BadRequest, message, hint)
    }

    /// A failure of the disk at `path`.
    pub fn io(path: &std::path::Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let code = match error.kind() {
            ErrorKind::NotFound => Code::FileNotFound,
            ErrorKind::AlreadyExists => Code::FileExists,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Code::NotWritable,
            ErrorKind::StorageFull | ErrorKind::FileTooLarge => Code::DiskFull,
            _ => Code::Io,
        };
        Self::new(code, format!("{}: {error}", path.display()), hint(code))
    }

    /// A failure to write a file at `path`. A folder that is not there cannot be written to.
    pub fn unwritten(path: &std::path::Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let is_place = matches!(
            error.kind(),
            ErrorKind::NotFound
                | ErrorKind::NotADirectory
                | ErrorKind::PermissionDenied
                | ErrorKind::ReadOnlyFilesystem
        );
        if !is_place {
            return Self::io(path, error);
        }
        Self::new(
            Code::NotWritable,
            format!("{} could not be written: {error}", path.display()),
            "Nothing was written. Choose another folder.",
        )
    }
}

/// The default hint of a code.
fn hint(code: Code) -> &'static str {
    match code {
        Code::FileNotFound => "Check the path.",
        Code::BackupFolder => "Plug the disk in, or choose another folder for backups.",
        Code::FileExists => "Nothing was changed. Choose another name.",
        Code::NotAProject => {
            "The file was left as it is. To use a text file, create a project and import it."
        }
        Code::ForeignSchema => {
            "The file was left as it is, and no code in it was run. It is damaged, or another program changed it. \
             The window opens the readable part, and `wenfang salvage` writes it to a new file."
        }
        Code::NewerSchema => "The file was left as it is. Open it with a newer release of Wenfang.",
        Code::OlderSchema => {
            "The file was left as it is. Open it once for writing: it is backed up and migrated."
        }
        Code::ProjectHeld => {
            "Close it there; reading works meanwhile. If that machine is no longer running, take over its lock (`--take-over`)."
        }
        Code::ReadOnly => "Nothing was changed. Open the project for writing.",
        Code::NotWritable => "Nothing was changed. Check the permissions of the file and its folder.",
        Code::FileGone => {
            "The open project is still readable: save a copy elsewhere, or restore the file and save again."
        }
        Code::DiskFull => {
            "Nothing from this command was stored and everything before it is safe. Free some space and try again."
        }
        Code::NameTaken => "Nothing was changed. Choose another name.",
        Code::InUse => "Nothing was changed. Choose something else where it is used, or insist.",
        Code::TimeCycle => "Nothing was changed. Check which events come before which.",
        Code::QuoteNotFound => "Nothing was changed. Quote the text character by character.",
        Code::Busy => "Nothing from this command was stored. Try again.",
        Code::Damaged => {
            "The file was left as it is. The window opens the readable part; `wenfang doctor` lists the damage, \
             and `wenfang salvage` writes the rest to a new file. Earlier versions and backups may contain the lost text."
        }
        Code::TooLarge => {
            "Nothing was changed. Split texts that are too long. A file from someone else may be built to exhaust memory."
        }
        Code::Io => "Everything saved before is safe. Check the disk and try again.",
        Code::NotFound => "Nothing was changed. List the existing items and check the id.",
        Code::CopyMismatch => {
            "The project was left as it is, and so were older backups. Check the disk and try again."
        }
        Code::BadRequest | Code::MergeConflict | Code::ImportRefused => "Nothing was changed.",
        Code::Stopped => "You stopped it. Nothing from this command was stored.",
        Code::NoProject => "Open a project or create one.",
        Code::NoModel => "Nothing was sent. Set up a provider and choose a model in the settings of models.",
        Code::ConsentNeeded => "Nothing was sent. Review what would be sent, and agree to this host.",
        Code::AgreementNeeded => "Nothing was sent. Review what would be sent and its cost, and agree to it.",
        Code::NoKeychain => "Nothing was stored. Keep keys in memory, or in a file under a passphrase.",
        Code::KeysLocked => "Nothing was sent. Unlock the keys in the settings of models.",
        Code::KeyElsewhere => "Nothing was sent. Enter the key again in the settings of models.",
        Code::CeilingReached => {
            "Nothing was sent. Raise the ceiling in the settings of models, or continue later."
        }
        Code::ModelFailed => {
            "Nothing was changed. Try again, or check the provider in the settings of models."
        }
        Code::AlreadyRunning => "Nothing was sent. Wait for it to end, or stop it first.",
        Code::StepRefused => "Nothing was sent. Supply what is missing, or leave the step out this time.",
        Code::StepFailed => "The results of finished steps are kept. Check the steps, and resume the run.",
        Code::AnswerUnusable => {
            "Nothing was changed. Choose another model for this task, or run it on this machine."
        }
        Code::ModelUnusable => {
            "Search continues without it. Choose another model folder, or download a model."
        }
        Code::NoPdfProgram => "Nothing was written. Print from the window, or print another format.",
        Code::NoFont => "Nothing was written. Install a font for the language of the novel.",
        Code::NothingForPrint => {
            "Nothing was written. Mark a scene or a paragraph of it for print again, or choose another part of the book."
        }
        Code::PdfTooLarge => "Nothing was written. Split the longest chapter, or print another format.",
        Code::DownloadFailed => "The downloaded part is kept. Try again, or choose a model folder.",
        Code::PromptFaulty => "Nothing was changed. Fix the prompt, or return to the shipped one.",
        Code::Internal => "Nothing from this command was stored. Please report this.",
    }
}

impl From<project::Error> for Error {
    fn from(error: project::Error) -> Self {
        use project::Error as E;
        let (code, details) = match &error {
            E::File(file) => of_file(file),
            E::Stopped => (Code::Stopped, Value::Null),
            E::Damaged(damage) => (Code::Damaged, json!({ "damage": damage })),
            E::ContentTooLarge { bytes, most } | E::ManuscriptTooLarge { bytes, most } => {
                (Code::TooLarge, json!({ "bytes": bytes, "most": most }))
            }
            E::NoScene(id) => (Code::NotFound, json!({ "scene": id })),
            E::NoPart { kind, id } => (Code::NotFound, json!({ *kind: id })),
            E::NoVersion { scene, version } => {
                (Code::NotFound, json!({ "scene": scene, "version": version }))
            }
            E::StaleArtifact { tag } => (Code::Busy, json!({ "artifact": tag })),
            E::ArtifactOfOther { name, writer } => {
                (Code::BadRequest, json!({ "artifact": name, "writer": writer }))
            }
            E::SceneClaimed { scene, session } => (Code::Busy, json!({ "scene": scene, "mending": session })),
            E::ClaimLost(session) => (Code::Busy, json!({ "mending": session })),
            E::StaleIssue { issue, revision, .. } => {
                (Code::Busy, json!({ "issue": issue, "revision": revision }))
            }
            E::IllegalStep { issue, .. } => (Code::BadRequest, json!({ "issue": issue })),
            E::MendingEnded(session) => (Code::BadRequest, json!({ "mending": session })),
            E::NoRun(id) => (Code::NotFound, json!({ "run": id })),
            E::LeaseLost(id) => (Code::Busy, json!({ "run": id })),
            E::StepIsDone(id) => (Code::Internal, json!({ "run": id })),
            E::NoCheckpoint(id) => (Code::NotFound, json!({ "checkpoint": id })),
        };
        let message = match &error {
            E::File(FileError::Io { source, .. }) => format!("{error}: {source}"),
            E::File(FileError::DatabaseIo(source) | FileError::Sql(source)) => format!("{error}: {source}"),
            _ => error.to_string(),
        };
        let hint = match &error {
            E::File(FileError::NotStored) => {
                "Nothing from this command was stored and everything before it is safe. Export the novel and run `wenfang doctor`."
            }
            // Locks of this machine end with their processes; there is nothing to take over.
            E::File(FileError::Held(holder)) if holder.is_here() => {
                "Nothing was changed. Do it in the window that has the novel open, or close that window and try again; reading works meanwhile."
            }
            E::File(FileError::NotRegular(_)) => {
                "Nothing was changed. Remove that file if it is not yours, or copy the project to another folder."
            }
            _ => hint(code),
        };
        Self::new(code, message, hint).with(details)
    }
}

/// The code and the details of a failure of the project file.
fn of_file(error: &FileError) -> (Code, Value) {
    use FileError as E;
    match error {
        E::NotFound(_) => (Code::FileNotFound, Value::Null),
        E::Exists(_) => (Code::FileExists, Value::Null),
        E::NotAFile(_) | E::FileTooLarge { .. } => (Code::BadRequest, Value::Null),
        E::Foreign { foreign: project::Foreign::ForeignSchema, .. } => (Code::ForeignSchema, Value::Null),
        E::Foreign { .. } => (Code::NotAProject, Value::Null),
        E::NewerSchema { found, known } => (Code::NewerSchema, json!({ "needs": found, "knows": known })),
        E::OlderSchema { found, known } => (Code::OlderSchema, json!({ "has": found, "needs": known })),
        E::Held(holder) => (Code::ProjectHeld, json!({ "holder": holder, "here": holder.is_here() })),
        E::ReadOnly => (Code::ReadOnly, Value::Null),
        E::NotWritable(_) | E::NotRegular(_) => (Code::NotWritable, Value::Null),
        E::FileGone(_) => (Code::FileGone, Value::Null),
        E::DiskFull => (Code::DiskFull, Value::Null),
        E::Busy => (Code::Busy, Value::Null),
        E::NotStored | E::Damaged { .. } => (Code::Damaged, Value::Null),
        E::MigrationMismatch { to } => (Code::CopyMismatch, json!({ "schema": to })),
        E::BackupMismatch => (Code::CopyMismatch, Value::Null),
        E::Io { .. } | E::DatabaseIo(_) => (Code::Io, Value::Null),
        E::Pragma { .. } | E::Sql(_) => (Code::Internal, Value::Null),
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        project::Error::from(error).into()
    }
}

impl From<versions::Error> for Error {
    fn from(error: versions::Error) -> Self {
        use versions::Error as E;
        let message = error.to_string();
        match error {
            E::Project(error) => error.into(),
            E::NoBranch { scene, branch } => Self::new(Code::NotFound, message, hint(Code::NotFound))
                .with(json!({ "scene": scene, "branch": branch })),
            E::NotInCheckpoint { checkpoint, kind, id } => {
                Self::new(Code::NotFound, message, hint(Code::NotFound))
                    .with(json!({ "checkpoint": checkpoint, kind: id }))
            }
            E::IsMainLine { .. } => Self::bad_request(message, "Nothing was changed. Name another branch."),
            E::SplitOutside { length, .. } => {
                Self::bad_request(message, "Nothing was changed. Choose a position inside the text.")
                    .with(json!({ "length": length }))
            }
            E::OnBranch { scene, branch } => {
                Self::bad_request(message, "Nothing was changed. Open the main line of the scene first.")
                    .with(json!({ "scene": scene, "branch": branch }))
            }
            E::MergeWithItself(_) => Self::bad_request(message, "Nothing was changed. Name two scenes."),
        }
    }
}

impl From<wenfang_search::Error> for Error {
    fn from(error: wenfang_search::Error) -> Self {
        use wenfang_search::Error as E;
        let (code, hint) = match &error {
            E::File(FileError::DiskFull) => {
                (Code::DiskFull, "The novel is not affected. Free some space and search again.")
            }
            E::File(FileError::Busy) => (Code::Busy, "The novel is not affected. Search again in a moment."),
            E::Foreign(_) | E::NotWritable(_) | E::Io { .. } => {
                (Code::NotWritable, "The novel is not affected. Check the folder of the search index.")
            }
            E::Damaged { .. } => (
                Code::Damaged,
                "The novel is not affected. Rebuild the search index (`wenfang index FILE --rebuild`).",
            ),
            _ => (Code::Internal, "The novel is not affected. Please report this."),
        };
        Self::new(code, error.to_string(), hint)
    }
}

impl From<wenfang_engine::Error> for Error {
    fn from(error: wenfang_engine::Error) -> Self {
        use wenfang_engine::Error as E;
        let message = error.to_string();
        let safe = "Nothing was changed.";
        match error {
            E::Project(error) => error.into(),
            E::NoWorkflow(_) | E::NoNode { .. } => Self::new(Code::NotFound, message, hint(Code::NotFound)),
            E::Faults(faults) => Self::bad_request(message, safe).with(json!({ "faults": faults })),
            E::BadParams => Self::bad_request(message, safe),
            E::NoInput(name) => {
                Self::bad_request(message, "Nothing was started. Choose the part of the novel to run it on.")
                    .with(json!({ "needs": name }))
            }
            E::Busy(run) => {
                Self::new(Code::Busy, message, "Nothing was started. Wait for that run, or end it first.")
                    .with(json!({ "run": run }))
            }
            E::WrongState { run, status } => {
                Self::bad_request(message, safe).with(json!({ "run": run, "status": status }))
            }
            E::NotAsked(run) => Self::bad_request(message, safe).with(json!({ "run": run })),
            E::Unreadable(run) => {
                Self::new(Code::Damaged, message, "Its results are kept. Start the workflow again.")
                    .with(json!({ "run": run }))
            }
            E::Stopped => {
                Self::new(Code::NoProject, message, "Its finished steps are kept. Open the project again.")
            }
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        project::Error::from(error).into()
    }
}
