//! Errors of this crate, in terms a caller can act on.

use wenfang_project::Error as ProjectError;
use wenfang_story::{BranchNo, CheckpointId, SceneId};
use wenfang_text::CharOffset;

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An error of the project file.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// The scene does not have this branch.
    #[error("scene {scene} has no branch {branch}")]
    NoBranch { scene: SceneId, branch: BranchNo },
    /// The branch is the main line, and a branch cannot be merged into itself.
    #[error("branch {branch} is the main line of scene {scene}")]
    IsMainLine { scene: SceneId, branch: BranchNo },
    /// Scenes can only be split and merged while their main line is open.
    #[error("scene {scene} is open on branch {branch}")]
    OnBranch {
        scene: SceneId,
        /// The open branch.
        branch: BranchNo,
    },
    /// The position lies outside the scene's text.
    #[error("scene {scene} has {length} characters and cannot be split at {at}")]
    SplitOutside {
        scene: SceneId,
        at: CharOffset,
        /// Length of its text in Unicode scalar values.
        length: usize,
    },
    #[error("scene {0} cannot be merged with itself")]
    MergeWithItself(SceneId),
    /// The checkpoint does not contain the part to restore.
    #[error("checkpoint {checkpoint} does not contain {kind} {id}")]
    NotInCheckpoint {
        checkpoint: CheckpointId,
        /// `scene` or `chapter`.
        kind: &'static str,
        id: i64,
    },
}
