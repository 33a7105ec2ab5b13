//! Plot threads (伏笔): promises to the reader, and their passages in the text.

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::version::named;
use crate::{Record, SceneId, ThreadId, VersionNo};

named! {
    /// The progress of a thread.
    #[derive(Default)]
    ThreadStatus "thread status" {
        /// Planted, with no payoff yet.
        #[default]
        Open = "open",
        /// Paid off in part.
        Partial = "partial",
        /// Paid off.
        Resolved = "resolved",
        /// Given up by the author.
        Abandoned = "abandoned",
    }
}

impl ThreadStatus {
    /// Whether the reader is still waiting.
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::Open | Self::Partial)
    }
}

/// A promise to the reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ThreadRecord {
    /// Never empty.
    pub title: String,
    /// What the reader is promised, and what must come of it.
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    #[serde(skip_serializing_if = "is_default")]
    pub status: ThreadStatus,
    /// The number of chapters without a payoff after which it is overdue; `None` for never.
    #[serde(skip_serializing_if = "is_default")]
    pub due_after: Option<u32>,
    /// Why it was abandoned.
    #[serde(skip_serializing_if = "is_default")]
    pub reason: String,
}

impl Record for ThreadRecord {}

named! {
    /// The role of a passage in its thread.
    AnchorRole "anchor role" {
        /// Plants the thread.
        Plant = "plant",
        /// Reminds the reader of it.
        Reminder = "reminder",
        /// Pays it off, wholly or in part.
        Payoff = "payoff",
    }
}

/// A passage of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ThreadAnchorRecord {
    pub thread: ThreadId,
    pub role: AnchorRole,
    pub scene: SceneId,
    /// The version whose text `range` refers to.
    pub version: VersionNo,
    /// In char offsets.
    pub range: CharRange,
    /// The text of the passage, or its former text if it is gone.
    pub quote: String,
    /// Whether the passage was deleted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    /// The author's note.
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: String,
}

impl Record for ThreadAnchorRecord {}
