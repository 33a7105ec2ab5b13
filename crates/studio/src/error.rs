//! Errors as every host shows them: a code to act on, what happened, what to do.

use serde::Serialize;
use serde_json::{Value, json};
use wenfang_interchange as interchange;
use wenfang_project as project;
use wenfang_versions as versions;

/// Result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// What kind of failure it is. Hosts act on these; the words are for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// There is no such file.
    FileNotFound,
    /// Something is there already.
    FileExists,
    /// The file is not a project.
    NotAProject,
    /// The file says it is a project, and its tables are not the ones Wenfang makes.
    ForeignSchema,
    /// A later release wrote the file.
    NewerSchema,
    /// An earlier release wrote the file and it is to be read only.
    OlderSchema,
    /// Somebody else is writing in the project.
    ProjectHeld,
    /// The project is open for reading.
    ReadOnly,
    /// The file or folder does not allow writing.
    NotWritable,
    /// The file went away while it was open.
    FileGone,
    /// The folder for backups is not there or cannot be written.
    BackupFolder,
    /// The disk is full.
    DiskFull,
    /// Another connection held the file for too long.
    Busy,
    /// Stored bytes are not what was written.
    Damaged,
    /// A text, or the manuscript as a whole, is larger than is read.
    TooLarge,
    /// The disk or the system failed.
    Io,
    /// A scene, chapter, volume, version, branch or checkpoint that is not there.
    NotFound,
    /// The request does not make sense as it is.
    BadRequest,
    /// A name belongs to something else already.
    NameTaken,
    /// Events would happen before themselves.
    TimeCycle,
    /// A quote does not stand in the text.
    QuoteNotFound,
    /// Two lines changed the same place.
    MergeConflict,
    /// The file cannot be imported.
    ImportRefused,
    /// A copy did not come out equal and was thrown away.
    CopyMismatch,
    /// No project is open.
    NoProject,
    /// No model is set up for what was asked.
    NoModel,
    /// The author has not agreed yet that text is sent to this host.
    ConsentNeeded,
    /// The author has not agreed yet to what a request takes.
    AgreementNeeded,
    /// There is no keychain on this system.
    NoKeychain,
    /// The keys are locked, or the passphrase is wrong.
    KeysLocked,
    /// The key was given for another address than the provider's.
    KeyElsewhere,
    /// As much was spent as the author allows.
    CeilingReached,
    /// The model, or its server, failed.
    ModelFailed,
    /// A step of a workflow failed.
    StepFailed,
    /// The model answered, but not in the form that was asked for.
    AnswerUnusable,
    /// A prompt template cannot be used.
    PromptFaulty,
    /// The embedding model cannot be used.
    ModelUnusable,
    /// What was to be downloaded did not come, or was not what it should be.
    DownloadFailed,
    /// The author wanted it stopped.
    Stopped,
    /// A fault of ours.
    Internal,
}

/// A failure of a use case.
#[derive(Clone, Debug, Serialize, thiserror::Error, ts_rs::TS)]
#[error("{message}")]
#[ts(rename = "Failure")]
pub struct Error {
    /// What kind of failure.
    pub code: Code,
    /// What happened.
    pub message: String,
    /// What is safe and what to do.
    pub hint: String,
    /// Ids and figures that belong to it.
    #[serde(skip_serializing_if = "is_null")]
    pub details: Box<Value>,
}

fn is_null(details: &Value) -> bool {
    details.is_null()
}

impl Error {
    /// A failure with its words.
    pub fn new(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into(), details: Box::new(Value::Null) }
    }

    /// The same with ids and figures.
    #[must_use]
    pub fn with(mut self, details: Value) -> Self {
        self.details = Box::new(details);
        self
    }

    /// A request that does not make sense.
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
}

/// What is safe and what to do, where the code alone tells.
fn hint(code: Code) -> &'static str {
    match code {
        Code::FileNotFound => "Check the path.",
        Code::BackupFolder => "Plug the disk in, or choose another folder for backups.",
        Code::FileExists => "Nothing was changed. Choose another name.",
        Code::NotAProject => {
            "The file was left as it is. To bring a text in, create a project and import the text."
        }
        Code::ForeignSchema => {
            "The file was left as it is, and nothing of its own was run. It is damaged, or another program changed it. \
             The window opens what can be read of it, and `wenfang salvage` writes that into a new file."
        }
        Code::NewerSchema => "The file was left as it is. Open it with a newer release of Wenfang.",
        Code::OlderSchema => {
            "The file was left as it is. Open it once for writing: it is backed up and brought up to date."
        }
        Code::ProjectHeld => {
            "Close it there. Reading works meanwhile. A lock of a machine that is not running any more can be taken over (`--take-over`)."
        }
        Code::ReadOnly => "Nothing was changed. Open the project for writing.",
        Code::NotWritable => "Nothing was changed. Check the permissions of the file and its folder.",
        Code::FileGone => {
            "What is open is still readable: save a copy elsewhere, or put the file back and save again."
        }
        Code::DiskFull => {
            "Nothing of this act was stored and everything before it is safe. Free some space and try again."
        }
        Code::NameTaken => "Nothing was changed. Choose another name.",
        Code::TimeCycle => "Nothing was changed. Look at what the events come after.",
        Code::QuoteNotFound => "Nothing was changed. Quote the text character by character.",
        Code::Busy => "Nothing of this act was stored. Try again.",
        Code::Damaged => {
            "The file was left as it is. The window opens what can be read of it; `wenfang doctor` names what is damaged, \
             and `wenfang salvage` writes the rest into a new file. Earlier versions and backups may hold what is lost."
        }
        Code::TooLarge => {
            "Nothing was changed. Split what is too long. A file that somebody else made may be built to use up the memory."
        }
        Code::Io => "Everything saved before is safe. Check the disk and try again.",
        Code::NotFound => "Nothing was changed. List what is there and check the id.",
        Code::CopyMismatch => {
            "The project was left as it is, and so were older backups. Check the disk and try again."
        }
        Code::BadRequest | Code::MergeConflict | Code::ImportRefused => "Nothing was changed.",
        Code::Stopped => "It was stopped at your wish. Nothing of this act was stored.",
        Code::NoProject => "Open a project or create one.",
        Code::NoModel => "Nothing was sent. Set up a provider and choose a model in the settings of models.",
        Code::ConsentNeeded => "Nothing was sent. Look at what would be sent, and agree to this host.",
        Code::AgreementNeeded => {
            "Nothing was sent. Look at what would be sent and what it takes, and agree to it."
        }
        Code::NoKeychain => "Nothing was stored. Keep keys in memory, or in a file under a passphrase.",
        Code::KeysLocked => "Nothing was sent. Unlock the keys in the settings of models.",
        Code::KeyElsewhere => "Nothing was sent. Enter the key again in the settings of models.",
        Code::CeilingReached => {
            "Nothing was sent. Raise the ceiling in the settings of models, or go on later."
        }
        Code::ModelFailed => {
            "Nothing was changed. Try again, or look at the provider in the settings of models."
        }
        Code::StepFailed => "What the finished steps did stands. Look at the steps, and resume the run.",
        Code::AnswerUnusable => {
            "Nothing was changed. Choose another model for it, or have it done on this machine."
        }
        Code::ModelUnusable => {
            "Searching goes on without it. Choose another folder with a model, or download one."
        }
        Code::DownloadFailed => "What has come is kept. Try again, or choose a folder with a model.",
        Code::PromptFaulty => "Nothing was changed. Mend the prompt, or go back to the shipped one.",
        Code::Internal => "Nothing of this act was stored. Please report this.",
    }
}

impl From<project::Error> for Error {
    fn from(error: project::Error) -> Self {
        use project::Error as E;
        let (code, details) = match &error {
            E::NotFound(_) => (Code::FileNotFound, Value::Null),
            E::Exists(_) => (Code::FileExists, Value::Null),
            E::NotAFile(_) | E::FileTooLarge { .. } => (Code::BadRequest, Value::Null),
            E::NotAProject { foreign: project::Foreign::ForeignSchema, .. } => {
                (Code::ForeignSchema, Value::Null)
            }
            E::NotAProject { .. } => (Code::NotAProject, Value::Null),
            E::NewerSchema { found, known } => (Code::NewerSchema, json!({ "needs": found, "knows": known })),
            E::OlderSchema { found, known } => (Code::OlderSchema, json!({ "has": found, "needs": known })),
            E::Held(holder) => (Code::ProjectHeld, json!({ "holder": holder })),
            E::ReadOnly => (Code::ReadOnly, Value::Null),
            E::NotWritable(_) => (Code::NotWritable, Value::Null),
            E::NotRegular(_) | E::TooLarge { .. } => (Code::NotWritable, Value::Null),
            E::FileGone(_) => (Code::FileGone, Value::Null),
            E::DiskFull => (Code::DiskFull, Value::Null),
            E::Busy => (Code::Busy, Value::Null),
            E::Stopped => (Code::Stopped, Value::Null),
            E::NotStored => (Code::Damaged, Value::Null),
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
            E::NoRun(id) => (Code::NotFound, json!({ "run": id })),
            E::LeaseLost(id) => (Code::Busy, json!({ "run": id })),
            E::StepIsDone(id) => (Code::Internal, json!({ "run": id })),
            E::NoCheckpoint(id) => (Code::NotFound, json!({ "checkpoint": id })),
            E::MigrationMismatch { to } => (Code::CopyMismatch, json!({ "schema": to })),
            E::BackupMismatch => (Code::CopyMismatch, Value::Null),
            E::Io { .. } | E::DatabaseIo(_) => (Code::Io, Value::Null),
            E::Pragma { .. } | E::Sql(_) => (Code::Internal, Value::Null),
        };
        let message = match &error {
            E::Io { source, .. } => format!("{error}: {source}"),
            E::DatabaseIo(source) | E::Sql(source) => format!("{error}: {source}"),
            _ => error.to_string(),
        };
        let hint = match &error {
            E::NotStored => {
                "Nothing of this act was stored and everything before it is safe. Export the novel and run `wenfang doctor`."
            }
            E::NotRegular(_) | E::TooLarge { .. } => {
                "Nothing was changed. Remove it if you did not put it there, or copy the project to another folder."
            }
            _ => hint(code),
        };
        Self::new(code, message, hint).with(details)
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
            E::DiskFull => {
                (Code::DiskFull, "The novel is not touched by it. Free some space and search again.")
            }
            E::Busy => (Code::Busy, "The novel is not touched by it. Search again in a moment."),
            E::Foreign(_) | E::NotWritable(_) | E::Io { .. } => {
                (Code::NotWritable, "The novel is not touched by it. Check the folder of the search index.")
            }
            E::Damaged { .. } => (
                Code::Damaged,
                "The novel is not touched by it. Build the search index anew (`wenfang index FILE --rebuild`).",
            ),
            _ => (Code::Internal, "The novel is not touched by it. Please report this."),
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
                Self::bad_request(message, "Nothing was begun. Say for which part of the novel it is to run.")
                    .with(json!({ "needs": name }))
            }
            E::Busy(run) => {
                Self::new(Code::Busy, message, "Nothing was begun. Wait for that run, or end it first.")
                    .with(json!({ "run": run }))
            }
            E::WrongState { run, status } => {
                Self::bad_request(message, safe).with(json!({ "run": run, "status": status }))
            }
            E::NotAsked(run) => Self::bad_request(message, safe).with(json!({ "run": run })),
            E::Unreadable(run) => {
                Self::new(Code::Damaged, message, "What it did stands. Begin the workflow anew.")
                    .with(json!({ "run": run }))
            }
            E::Stopped => {
                Self::new(Code::NoProject, message, "What is done of it is kept. Open the project again.")
            }
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        project::Error::from(error).into()
    }
}

impl From<interchange::ImportError> for Error {
    fn from(error: interchange::ImportError) -> Self {
        crate::transfer::refused(&error)
    }
}
