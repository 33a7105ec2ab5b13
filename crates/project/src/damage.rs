//! Damage: stored bytes that differ from what was written.

use std::fmt;

use serde::Serialize;
use wenfang_story::{BranchNo, CheckpointId, SceneId, VersionNo};

/// One damaged place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Damage {
    /// SQLite's own structures: pages, indexes, constraints.
    Structure { finding: String },
    /// The record of a part of the manuscript (title, synopsis, plan).
    Record {
        /// `project`, `volume`, `chapter` or `scene`.
        part: &'static str,
        id: i64,
    },
    /// The text of a version.
    Text {
        scene: SceneId,
        /// The unreadable version.
        version: VersionNo,
        /// The newest readable version of the scene.
        last_good: Option<VersionNo>,
    },
    /// The metadata of a version: its parent, author and time.
    Version { scene: SceneId, version: VersionNo },
    /// The metadata of a branch: its name and base.
    Branch { scene: SceneId, branch: BranchNo },
    /// The draft of a scene.
    Draft { scene: SceneId },
    /// A checkpoint's name and note, or one of its items.
    Checkpoint { checkpoint: CheckpointId },
    /// A stored text that no version uses.
    Blob {
        /// Its row id.
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
