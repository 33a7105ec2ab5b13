//! What can go wrong with versions, in the terms a caller can act on.

use wenfang_project::Error as ProjectError;
use wenfang_story::{BranchNo, CheckpointId, SceneId};
use wenfang_text::CharOffset;

/// Result of work on versions.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of work on versions.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The project file.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// A branch that the scene does not have.
    #[error("scene {scene} has no branch {branch}")]
    NoBranch {
        /// The scene.
        scene: SceneId,
        /// The branch that was asked for.
        branch: BranchNo,
    },
    /// A branch cannot be merged into itself.
    #[error("branch {branch} is the main line of scene {scene}")]
    IsMainLine {
        /// The scene.
        scene: SceneId,
        /// The branch.
        branch: BranchNo,
    },
    /// Scenes are split and merged on their main line.
    #[error("scene {scene} is open on branch {branch}")]
    OnBranch {
        /// The scene.
        scene: SceneId,
        /// The branch that is open.
        branch: BranchNo,
    },
    /// A scene is split inside its text.
    #[error("scene {scene} has {length} characters and cannot be split at {at}")]
    SplitOutside {
        /// The scene.
        scene: SceneId,
        /// Where it should be split.
        at: CharOffset,
        /// Length of its text in Unicode scalar values.
        length: usize,
    },
    /// A scene cannot be merged with itself.
    #[error("scene {0} cannot be merged with itself")]
    MergeWithItself(SceneId),
    /// A checkpoint does not know the part that should come back.
    #[error("checkpoint {checkpoint} does not hold {kind} {id}")]
    NotInCheckpoint {
        /// The checkpoint.
        checkpoint: CheckpointId,
        /// `scene` or `chapter`.
        kind: &'static str,
        /// Its id.
        id: i64,
    },
}
