//! Names of things: one newtype each, so that a scene is never taken for a chapter.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// The value as it is stored.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                Self(value)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

numbers! {
    /// A volume (卷). Never reused, never changed.
    VolumeId;
    /// A chapter (章). Never reused, never changed.
    ChapterId;
    /// A scene (场景). Never reused, never changed.
    SceneId;
    /// A bible field (设定). Never reused, never changed.
    BibleFieldId;
    /// A lore entry (条目). Never reused, never changed.
    LoreEntryId;
    /// A lorebook that entries were imported from. Never reused, never changed.
    LorebookId;
    /// An entity (实体). Never reused, never changed.
    EntityId;
    /// A relation (关系) between two entities. Never reused, never changed.
    RelationId;
    /// A fact (事实) about an entity. Never reused, never changed.
    FactId;
    /// A plot thread (线索/伏笔). Never reused, never changed.
    ThreadId;
    /// An anchor of a plot thread in the text. Never reused, never changed.
    ThreadAnchorId;
    /// A timeline event (时间线事件). Never reused, never changed.
    TimelineEventId;
    /// A proposal (待确认). Never reused, never changed.
    ProposalId;
    /// A batch of proposals that came together. Never reused, never changed.
    BatchId;
    /// A generation: what a model wrote when it was asked once. Never reused, never changed.
    GenerationId;
    /// A saved version of a prompt template (提示词). Never reused, never changed.
    PromptId;
    /// A finding (问题) of a check. Never reused, never changed.
    FindingId;
    /// What the author said of a finding. Never reused, never changed.
    WaiverId;
    /// A run of a workflow (流程). Never reused, never changed.
    RunId;
    /// A checkpoint (存档点). Ids grow in the order the checkpoints were made.
    CheckpointId;
    /// A version (版本) of one scene: 1, 2, 3 … in the order of saving, whatever the branch.
    VersionNo;
    /// A branch (分支) of one scene: 0 is the line the scene was born with.
    BranchNo;
    /// Milliseconds since 1970-01-01 UTC. For people only: order comes from ids and version numbers.
    Timestamp;
}

impl VersionNo {
    /// The version every scene is born with.
    pub const FIRST: Self = Self(1);

    /// The version after this one; `None` after the largest number, which only a damaged file has.
    pub const fn next(self) -> Option<Self> {
        match self.0.checked_add(1) {
            Some(next) => Some(Self(next)),
            None => None,
        }
    }
}

impl BranchNo {
    /// The line a scene is born with.
    pub const FIRST: Self = Self(0);
}
