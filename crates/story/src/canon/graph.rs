//! The knowledge graph: entities, relations between them, facts about them, and the quotes that prove these.

mod changes;
mod connected;
mod index;
mod network;
mod state;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::version::named;
use crate::{EntityId, LoreEntryId, Record, SceneId, VersionNo};

pub use changes::Changes;
pub use connected::{Chain, Connection, Edge, EdgeFilter, Hops, Neighbour, Neighbourhood};
pub use index::Graph;
pub use state::{CurrentStatements, EntityState, Stated};

named! {
    /// The kind of an entity.
    EntityKind "entity kind" {
        Character = "character",
        Location = "location",
        /// A family, a sect, a state.
        Organization = "organization",
        Item = "item",
        Event = "event",
        Thread = "thread",
    }
}

/// Most named things are people.
impl Default for EntityKind {
    fn default() -> Self {
        Self::Character
    }
}

/// A person, place or thing of the story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct EntityRecord {
    /// Never empty.
    pub name: String,
    #[serde(skip_serializing_if = "is_default")]
    pub kind: EntityKind,
    #[serde(skip_serializing_if = "is_default")]
    pub aliases: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    /// The lore entry about it; the names of the entity are then also names of the entry.
    #[serde(skip_serializing_if = "is_default")]
    pub lore_entry: Option<LoreEntryId>,
}

impl Record for EntityRecord {}

impl EntityRecord {
    /// The name, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

named! {
    /// How something is asserted.
    #[derive(Default)]
    Modality "modality" {
        /// The narration states it.
        #[default]
        Narrated = "narrated",
        /// A character claims it.
        Claimed = "claimed",
        /// It is a rumour.
        Rumour = "rumour",
        /// It is dreamt or imagined.
        Dream = "dream",
        /// The author plans it.
        Planned = "planned",
    }
}

named! {
    /// The origin of a canon item.
    #[derive(Default)]
    Source "source" {
        #[default]
        Author = "author",
        /// Found in the text and accepted.
        Extraction = "extraction",
        Import = "import",
    }
}

/// A passage that proves a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Evidence {
    pub scene: SceneId,
    /// The version of the text that was read.
    pub version: VersionNo,
    /// In char offsets of that text.
    pub range: CharRange,
    /// The text of `range`, character by character.
    pub quote: String,
}

/// The validity of a statement: from when to when it holds, how it is asserted, and its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Assertion {
    /// The first scene in which it holds; `None` if it held before the book.
    #[serde(skip_serializing_if = "is_default")]
    pub valid_from: Option<SceneId>,
    /// The first scene in which it no longer holds; `None` if it holds to the end.
    #[serde(skip_serializing_if = "is_default")]
    pub valid_to: Option<SceneId>,
    #[serde(skip_serializing_if = "is_default")]
    pub modality: Modality,
    /// 0 to 1.
    #[serde(skip_serializing_if = "is_certain")]
    pub confidence: f64,
    #[serde(skip_serializing_if = "is_default")]
    pub source: Source,
    /// The passages that prove it.
    #[serde(skip_serializing_if = "is_default")]
    pub evidence: Vec<Evidence>,
}

fn is_certain(confidence: &f64) -> bool {
    *confidence >= 1.0
}

/// A statement with a validity: a relation or a fact.
pub trait Asserted: Record + Clone {
    /// The validity of the statement, for changes.
    fn assertion_mut(&mut self) -> &mut Assertion;
}

impl Assertion {
    /// Adds a passage that proves it, unless it is already present.
    pub fn prove(&mut self, proof: Evidence) {
        if !self.evidence.contains(&proof) {
            self.evidence.push(proof);
        }
    }
}

impl Default for Assertion {
    fn default() -> Self {
        Self {
            valid_from: None,
            valid_to: None,
            modality: Modality::default(),
            confidence: 1.0,
            source: Source::default(),
            evidence: Vec::new(),
        }
    }
}

/// A relation: `from` is the `kind` of `to` (贾政 —父亲→ 宝玉).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct RelationRecord {
    pub from: EntityId,
    pub to: EntityId,
    /// What `from` is to `to`. Never empty.
    pub kind: String,
    #[serde(flatten)]
    pub assertion: Assertion,
}

impl Record for RelationRecord {}

impl Asserted for RelationRecord {
    fn assertion_mut(&mut self) -> &mut Assertion {
        &mut self.assertion
    }
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FactObject {
    Text(String),
    Entity(EntityId),
}

/// A fact: `subject` · `predicate` · `object` (宝玉 · 住处 · 怡红院).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct FactRecord {
    pub subject: EntityId,
    /// Never empty.
    pub predicate: String,
    pub object: FactObject,
    #[serde(flatten)]
    pub assertion: Assertion,
}

impl Record for FactRecord {}

impl Asserted for FactRecord {
    fn assertion_mut(&mut self) -> &mut Assertion {
        &mut self.assertion
    }
}
