//! The pure vocabulary of a novel: what the studio talks about, without saying how it is stored.
//!
//! Values and functions of values only: no async, no SQL, no clock, no randomness.

pub mod canon;
pub mod generation;
mod ids;
mod outline;
mod record;
mod renumber;
mod version;

pub use ids::{
    BatchId, BibleFieldId, BranchNo, ChapterId, CheckpointId, EntityId, FactId, GenerationId, LoreEntryId,
    LorebookId, PromptId, ProposalId, RelationId, SceneId, ThreadAnchorId, ThreadId, TimelineEventId,
    Timestamp, VersionNo, VolumeId,
};
pub use outline::{Outline, OutlineChapter, OutlineVolume};
pub use record::{
    ChapterRecord, ProjectRecord, Record, ScenePlan, SceneRecord, Status, Titled, VolumeRecord,
};
pub use renumber::{NumberedTitle, Numbering, Renumbered, renumber};
pub use version::{Author, SaveKind, UnknownName};
