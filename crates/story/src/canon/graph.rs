//! The knowledge graph: entities, relations between them, facts about them, and the quotes that prove those.

mod changes;
mod index;
mod neighbours;
mod state;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::version::named;
use crate::{EntityId, LoreEntryId, Record, SceneId, VersionNo};

pub use changes::Changes;
pub use index::Graph;
pub use neighbours::{Edge, Hops, Neighbour, Neighbourhood, Reach};
pub use state::{EntityState, Standing, Stated};

named! {
    /// What an entity is.
    EntityKind "entity kind" {
        /// A person.
        Character = "character",
        /// A place.
        Location = "location",
        /// A family, a sect, a state.
        Organization = "organization",
        /// A thing.
        Item = "item",
        /// Something that happened.
        Event = "event",
        /// A thread of the plot.
        Thread = "thread",
    }
}

/// Most that is named is somebody.
impl Default for EntityKind {
    fn default() -> Self {
        Self::Character
    }
}

/// An entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct EntityRecord {
    /// What it is called. Never empty.
    pub name: String,
    /// What it is.
    #[serde(skip_serializing_if = "is_default")]
    pub kind: EntityKind,
    /// Its other names.
    #[serde(skip_serializing_if = "is_default")]
    pub aliases: Vec<String>,
    /// What is said of it.
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    /// The lore entry about it; its names are then names of the entry too.
    #[serde(skip_serializing_if = "is_default")]
    pub lore_entry: Option<LoreEntryId>,
}

impl Record for EntityRecord {}

impl EntityRecord {
    /// Its names: the first one, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

named! {
    /// In which way something is so.
    #[derive(Default)]
    Modality "modality" {
        /// The story says so.
        #[default]
        Narrated = "narrated",
        /// Somebody in it says so.
        Claimed = "claimed",
        /// It is told about.
        Rumour = "rumour",
        /// It is dreamt or imagined.
        Dream = "dream",
        /// The author means it to become so.
        Planned = "planned",
    }
}

named! {
    /// Who put something into the canon.
    #[derive(Default)]
    Source "source" {
        /// The author wrote it.
        #[default]
        Author = "author",
        /// It was found in the text and accepted.
        Extraction = "extraction",
        /// It was imported.
        Import = "import",
    }
}

/// A passage that proves something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Evidence {
    /// The scene.
    pub scene: SceneId,
    /// The version of its text that was read.
    pub version: VersionNo,
    /// Where in that text, in char offsets.
    pub range: CharRange,
    /// What stands there, character by character.
    pub quote: String,
}

/// From when to when something is so, in which way, and how we know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Assertion {
    /// The first scene in which it is so; since before the book when `None`.
    #[serde(skip_serializing_if = "is_default")]
    pub valid_from: Option<SceneId>,
    /// The first scene in which it is no longer so; to the end when `None`.
    #[serde(skip_serializing_if = "is_default")]
    pub valid_to: Option<SceneId>,
    /// In which way it is so.
    #[serde(skip_serializing_if = "is_default")]
    pub modality: Modality,
    /// How sure it is, 0 to 1.
    #[serde(skip_serializing_if = "is_certain")]
    pub confidence: f64,
    /// Who put it here.
    #[serde(skip_serializing_if = "is_default")]
    pub source: Source,
    /// The passages that prove it.
    #[serde(skip_serializing_if = "is_default")]
    pub evidence: Vec<Evidence>,
}

fn is_certain(confidence: &f64) -> bool {
    *confidence >= 1.0
}

/// What holds from when to when: a relation or a fact.
pub trait Asserted: Record + Clone {
    /// When, in which way, and how we know.
    fn assertion_mut(&mut self) -> &mut Assertion;
}

impl Assertion {
    /// Adds a passage that proves it, unless it is known.
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
    /// Whose relation it is.
    pub from: EntityId,
    /// To whom.
    pub to: EntityId,
    /// What it is. Never empty.
    pub kind: String,
    /// When, in which way, and how we know.
    #[serde(flatten)]
    pub assertion: Assertion,
}

impl Record for RelationRecord {}

impl Asserted for RelationRecord {
    fn assertion_mut(&mut self) -> &mut Assertion {
        &mut self.assertion
    }
}

/// What a fact says of its subject.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FactObject {
    /// In words.
    Text(String),
    /// Another entity.
    Entity(EntityId),
}

/// A fact: `subject` · `predicate` · `object` (宝玉 · 住处 · 怡红院).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct FactRecord {
    /// What it is about.
    pub subject: EntityId,
    /// What is said. Never empty.
    pub predicate: String,
    /// Its value.
    pub object: FactObject,
    /// When, in which way, and how we know.
    #[serde(flatten)]
    pub assertion: Assertion,
}

impl Record for FactRecord {}

impl Asserted for FactRecord {
    fn assertion_mut(&mut self) -> &mut Assertion {
        &mut self.assertion
    }
}
