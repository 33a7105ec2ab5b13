//! Failures of a project file, grouped by what a caller can do about them.

use wenfang_storage::{Error as FileError, Noun};
use wenfang_story::mend::IllegalStep;
use wenfang_story::{CheckpointId, IssueId, MendSessionId, RunId, SceneId, VersionNo};

use crate::damage::Damage;

/// The result of an operation on a project file.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of an operation on the project file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A failure of the file, whatever it contains.
    #[error("{}", .0.message(NOUN))]
    File(#[source] FileError),
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
    /// The artifact was changed in the meantime; nothing was stored.
    #[error("artifact {tag} was changed in the meantime")]
    StaleArtifact { tag: String },
    /// Another step writes artifacts of this name; nothing was stored.
    #[error("artifacts named {name} are written by {writer}")]
    ArtifactOfOther { name: String, writer: String },
    /// Another session of mending holds the scene, or the session itself still does; nothing was stored.
    #[error("mending {session} holds scene {scene}")]
    SceneClaimed {
        scene: SceneId,
        /// The session that holds it.
        session: MendSessionId,
    },
    /// Another worker took over the scenes of the session, or they were given up; nothing was stored.
    #[error("the scenes of mending {0} are no longer held by this worker")]
    ClaimLost(MendSessionId),
    /// The issue was changed since it was read; nothing was stored.
    #[error("issue {issue} was changed in the meantime: revision {revision}, not {seen}")]
    StaleIssue {
        issue: IssueId,
        /// The revision that the change was made on.
        seen: i64,
        /// Its revision now.
        revision: i64,
    },
    /// The event cannot happen to the issue; nothing was stored.
    #[error("issue {issue}: {step}")]
    IllegalStep {
        issue: IssueId,
        #[source]
        step: IllegalStep,
    },
    /// The session of mending has ended; nothing was stored.
    #[error("mending {0} has ended")]
    MendingEnded(MendSessionId),
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
}

/// What messages call the file.
pub(crate) const NOUN: Noun = Noun { whole: "project", file: "project file" };

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Damaged { finding } => Self::Damaged(Damage::Structure { finding }),
            error => Self::File(error),
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        FileError::from(error).into()
    }
}
