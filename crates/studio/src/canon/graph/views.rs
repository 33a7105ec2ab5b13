//! Entities, relations and facts as hosts show them: with the names of what they refer to.

use serde::Serialize;
use wenfang_story::canon::{
    Assertion, EntityKind, EntityRecord, Evidence, FactObject, Graph, Modality, Source, holds,
};
use wenfang_story::{EntityId, FactId, LoreEntryId, RelationId, SceneId};

use crate::canon::books::{Book, SceneRef};

/// An entity.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EntityView {
    /// Which one.
    pub id: EntityId,
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
    /// Its other names.
    pub aliases: Vec<String>,
    /// What is said of it.
    pub description: String,
    /// The lore entry about it.
    pub lore_entry: Option<LoreEntryId>,
}

impl EntityView {
    pub(crate) fn new(id: EntityId, record: &EntityRecord) -> Self {
        Self {
            id,
            name: record.name.clone(),
            kind: record.kind,
            aliases: record.aliases.clone(),
            description: record.description.clone(),
            lore_entry: record.lore_entry,
        }
    }
}

/// From when to when something is so, in which way, and how we know.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AssertionView {
    /// The first scene in which it is so; since before the book when none.
    pub valid_from: Option<SceneRef>,
    /// The first scene in which it is no longer so; to the end when none.
    pub valid_to: Option<SceneRef>,
    /// Whether it is so in the scene that was asked about.
    pub holds: bool,
    /// In which way it is so.
    pub modality: Modality,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// Who put it here.
    pub source: Source,
    /// The passages that prove it.
    pub evidence: Vec<Evidence>,
}

/// A relation: `from` is the `kind` of `to`.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RelationView {
    /// Which one.
    pub id: RelationId,
    /// Whose relation it is.
    pub from: EntityId,
    /// What that is called.
    pub from_name: String,
    /// To whom.
    pub to: EntityId,
    /// What that is called.
    pub to_name: String,
    /// What it is.
    pub kind: String,
    /// When, in which way, and how we know.
    #[serde(flatten)]
    pub assertion: AssertionView,
}

/// A fact.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FactView {
    /// Which one.
    pub id: FactId,
    /// What it is about.
    pub subject: EntityId,
    /// What that is called.
    pub subject_name: String,
    /// What is said.
    pub predicate: String,
    /// Its value.
    pub object: FactObject,
    /// Its value in words.
    pub object_name: String,
    /// When, in which way, and how we know.
    #[serde(flatten)]
    pub assertion: AssertionView,
}

/// Shows relations and facts as of a scene.
pub(crate) struct Viewer<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) book: &'a Book,
    pub(crate) at: Option<SceneId>,
}

impl Viewer<'_> {
    fn name(&self, id: EntityId) -> String {
        self.graph.entity(id).map(|record| record.name.clone()).unwrap_or_default()
    }

    fn assertion(&self, assertion: &Assertion) -> AssertionView {
        let rank = self.at.and_then(|at| self.book.order.rank(at));
        AssertionView {
            valid_from: assertion.valid_from.map(|scene| self.book.place(scene)),
            valid_to: assertion.valid_to.map(|scene| self.book.place(scene)),
            holds: rank.is_some_and(|rank| holds(assertion, rank, &self.book.order)),
            modality: assertion.modality,
            confidence: assertion.confidence,
            source: assertion.source,
            evidence: assertion.evidence.clone(),
        }
    }

    pub(crate) fn relation(&self, id: RelationId) -> Option<RelationView> {
        let record = self.graph.relation(id)?;
        Some(RelationView {
            id,
            from: record.from,
            from_name: self.name(record.from),
            to: record.to,
            to_name: self.name(record.to),
            kind: record.kind.clone(),
            assertion: self.assertion(&record.assertion),
        })
    }

    pub(crate) fn fact(&self, id: FactId) -> Option<FactView> {
        let record = self.graph.fact(id)?;
        let object_name = match &record.object {
            FactObject::Text(words) => words.clone(),
            FactObject::Entity(id) => self.name(*id),
        };
        Some(FactView {
            id,
            subject: record.subject,
            subject_name: self.name(record.subject),
            predicate: record.predicate.clone(),
            object: record.object.clone(),
            object_name,
            assertion: self.assertion(&record.assertion),
        })
    }
}
