//! Identifiers, one newtype each, so that a scene id cannot be used as a chapter id.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// The stored value.
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
    /// A comment (批注) on a passage. Never reused, never changed.
    CommentId;
    /// A timeline event (时间线事件). Never reused, never changed.
    TimelineEventId;
    /// A proposal (待确认). Never reused, never changed.
    ProposalId;
    /// A batch of proposals that belong together. Never reused, never changed.
    BatchId;
    /// A generation (生成): one text by a model. Never reused, never changed.
    GenerationId;
    /// A saved version of a prompt template (提示词). Never reused, never changed.
    PromptId;
    /// A profile of generation (生成方案). Never reused, never changed.
    PipelineProfileId;
    /// An artifact (产物). Never reused, never changed.
    ArtifactId;
    /// A finding (问题) of a check. Never reused, never changed.
    FindingId;
    /// A waiver (放行): the author's decision on a finding. Never reused, never changed.
    WaiverId;
    /// A run of a workflow (流程). Never reused, never changed.
    RunId;
    /// A session of mending (修订). Never reused, never changed.
    MendSessionId;
    /// An issue (待修): a finding that a session works on. Never reused, never changed.
    IssueId;
    /// A checkpoint (存档点). Ids ascend in order of creation.
    CheckpointId;
    /// A version (版本) of one scene: 1, 2, 3 … in the order of saving, on any branch.
    VersionNo;
    /// A branch (分支) of one scene: 0 is the original line.
    BranchNo;
    /// Milliseconds since 1970-01-01 UTC. For display only: ids and version numbers define the order.
    Timestamp;
}

impl VersionNo {
    /// The first version of every scene.
    pub const FIRST: Self = Self(1);

    /// The next version number; `None` after the largest number, which occurs only in a damaged file.
    pub const fn next(self) -> Option<Self> {
        match self.0.checked_add(1) {
            Some(next) => Some(Self(next)),
            None => None,
        }
    }
}

impl BranchNo {
    /// The original line of a scene.
    pub const FIRST: Self = Self(0);
}
