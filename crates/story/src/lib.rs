//! The pure vocabulary of a novel: its types and rules, independent of storage.
//!
//! Values and functions of values only: no async, no SQL, no clock, no randomness.

pub mod artifact;
mod bin_place;
pub mod canon;
pub mod check;
pub mod generation;
mod ids;
pub mod mend;
mod outline;
pub mod pipeline;
mod record;
mod renumber;
mod version;

pub use bin_place::{BinPlace, order_with_binned};
pub use ids::{
    ArtifactId, BatchId, BibleFieldId, BranchNo, ChapterId, CheckpointId, CommentId, EntityId, FactId,
    FindingId, GenerationId, IssueId, LoreEntryId, LorebookId, MendSessionId, PipelineProfileId, PromptId,
    ProposalId, RelationId, RunId, SceneId, ThreadAnchorId, ThreadId, TimelineEventId, Timestamp, VersionNo,
    VolumeId, WaiverId,
};
pub use outline::{Outline, OutlineChapter, OutlineVolume};
pub use record::{
    ChapterRecord, ProjectRecord, Record, ScenePlan, SceneRecord, Status, Titled, VolumeRecord,
};
pub use renumber::{NumberedTitle, Numbering, Renumbered, next_title, renumber};
pub use version::{Author, SaveKind, UnknownName};
