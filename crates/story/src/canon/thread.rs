//! Plot threads (伏笔): what was promised to the reader, and where it stands in the text.

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::version::named;
use crate::{Record, SceneId, ThreadAnchorId, ThreadId, VersionNo};

named! {
    /// How far a thread is.
    #[derive(Default)]
    ThreadStatus "thread status" {
        /// Planted, nothing paid off yet.
        #[default]
        Open = "open",
        /// Paid off in part.
        Partial = "partial",
        /// Paid off.
        Resolved = "resolved",
        /// Given up.
        Abandoned = "abandoned",
    }
}

impl ThreadStatus {
    /// Whether the reader still waits.
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::Open | Self::Partial)
    }
}

/// A plot thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ThreadRecord {
    /// What it is called. Never empty.
    pub title: String,
    /// What is promised, and what shall come of it.
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    /// How far it is.
    #[serde(skip_serializing_if = "is_default")]
    pub status: ThreadStatus,
    /// After how many chapters without a payoff it is overdue; never when `None`.
    #[serde(skip_serializing_if = "is_default")]
    pub due_after: Option<u32>,
    /// Why it was given up.
    #[serde(skip_serializing_if = "is_default")]
    pub reason: String,
}

impl Record for ThreadRecord {}

named! {
    /// What a passage does for its thread.
    AnchorRole "anchor role" {
        /// It plants the thread.
        Plant = "plant",
        /// It keeps it in mind.
        Reminder = "reminder",
        /// It pays it off, wholly or in part.
        Payoff = "payoff",
    }
}

/// A passage of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ThreadAnchorRecord {
    /// The thread.
    pub thread: ThreadId,
    /// What it does for the thread.
    pub role: AnchorRole,
    /// The scene.
    pub scene: SceneId,
    /// The version whose text `range` is in.
    pub version: VersionNo,
    /// Where, in char offsets.
    pub range: CharRange,
    /// What stands there; what stood there where the passage is gone.
    pub quote: String,
    /// Whether the passage was deleted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    /// What the author notes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: String,
}

impl Record for ThreadAnchorRecord {}

/// Where an anchor stands in one text, as an editor knows it: no guessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct PlacedAnchor {
    /// The anchor.
    pub anchor: ThreadAnchorId,
    /// Where, in char offsets; none where the passage is gone.
    pub range: Option<CharRange>,
}
