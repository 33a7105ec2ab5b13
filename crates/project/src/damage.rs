//! Damage: stored bytes that are not what was written.

use std::fmt;

use serde::Serialize;
use wenfang_story::{BranchNo, CheckpointId, SceneId, VersionNo};

/// One place where the file does not hold what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Damage {
    /// SQLite's own structures: pages, indexes, constraints.
    Structure {
        /// What SQLite found.
        finding: String,
    },
    /// What is said about a part of the manuscript (title, synopsis, plan).
    Record {
        /// `project`, `volume`, `chapter` or `scene`.
        part: &'static str,
        /// Its id.
        id: i64,
    },
    /// The text of a version.
    Text {
        /// The scene.
        scene: SceneId,
        /// The version that cannot be read.
        version: VersionNo,
        /// The newest version of the scene that can be read.
        last_good: Option<VersionNo>,
    },
    /// What is known about a version: its parent, author, time.
    Version {
        /// The scene.
        scene: SceneId,
        /// The version.
        version: VersionNo,
    },
    /// What is known about a branch: its name and where it starts.
    Branch {
        /// The scene.
        scene: SceneId,
        /// The branch.
        branch: BranchNo,
    },
    /// The working text of a scene.
    Draft {
        /// The scene.
        scene: SceneId,
    },
    /// A checkpoint's name and note, or something it remembers.
    Checkpoint {
        /// The checkpoint.
        checkpoint: CheckpointId,
    },
    /// A stored text that no version needs.
    Blob {
        /// Its row.
        id: i64,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Structure { finding } => write!(f, "{finding}"),
            Self::Record { part, id } => write!(f, "the record of {part} {id}"),
            Self::Text { scene, version, .. } => write!(f, "the text of scene {scene}, version {version}"),
            Self::Version { scene, version } => write!(f, "the entry of scene {scene}, version {version}"),
            Self::Branch { scene, branch } => write!(f, "branch {branch} of scene {scene}"),
            Self::Draft { scene } => write!(f, "the draft of scene {scene}"),
            Self::Checkpoint { checkpoint } => write!(f, "checkpoint {checkpoint}"),
            Self::Blob { id } => write!(f, "stored text {id}"),
        }
    }
}
