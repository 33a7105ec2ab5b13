//! Canon: what the author knows about the book besides its text.
//!
//! Every item is a [`Record`](crate::Record) with its own id: a bible field, a lore entry, an entity, a relation, a
//! fact, a plot thread, an anchor of a thread, a comment, a timeline event. The rules about them are functions of values.

mod anchor;
mod bible;
mod by_id;
pub mod cards;
mod comment;
pub mod extraction;
mod graph;
mod holds;
mod lore;
mod order;
mod proposal;
mod thread;
pub mod threads;
mod timeline;
mod triggering;

pub use anchor::{AnchorId, AnchorRecord, PlacedAnchor};
pub use bible::{BibleFieldRecord, STANDARD_FIELDS};
pub use comment::{CommentBy, CommentColour, CommentRecord, CommentReply, CommentState, CommentWho};
pub use graph::{
    Asserted, Assertion, Chain, Changes, Connection, CurrentStatements, Edge, EdgeFilter, EntityKind,
    EntityRecord, EntityState, Evidence, FactObject, FactRecord, Graph, Hops, Modality, Neighbour,
    Neighbourhood, RelationRecord, Source, Stated,
};
pub use holds::{Span, holds, span};
pub use lore::{LoreKind, LoreOrigin, LoreRecord, LorebookFormat, LorebookRecord};
pub use order::StoryOrder;
pub use proposal::{ProposalRecord, ProposalStatus, Proposed, ThreadChange, Tier};
pub use thread::{AnchorRole, ThreadAnchorRecord, ThreadRecord, ThreadStatus};
pub use timeline::{
    NoTimeKey, Telling, TimeCycle, TimeKey, TimelineEventRecord, YearlessDate, story_order, tellings,
};
pub use triggering::{LoreTriggers, Trigger, Triggered, triggered};
