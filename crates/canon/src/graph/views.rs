//! Entities, relations and facts as shown by hosts, with the names of what they refer to.

use serde::Serialize;
use wenfang_story::canon::{
    Assertion, EntityKind, EntityRecord, Evidence, FactObject, Graph, Modality, Source, holds,
};
use wenfang_story::{EntityId, FactId, LoreEntryId, RelationId, SceneId};

use crate::books::{Book, SceneRef};

/// An entity.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EntityView {
    pub id: EntityId,
    pub name: String,
    pub kind: EntityKind,
    /// Its other names.
    pub aliases: Vec<String>,
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

/// The validity, modality and evidence of a statement.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AssertionView {
    /// The first scene in which it holds; from before the book if none.
    pub valid_from: Option<SceneRef>,
    /// The first scene in which it no longer holds; to the end if none.
    pub valid_to: Option<SceneRef>,
    /// Whether it holds in the scene of the request.
    pub holds: bool,
    pub modality: Modality,
    /// Its certainty, 0 to 1.
    pub confidence: f64,
    pub source: Source,
    pub evidence: Vec<Evidence>,
}

/// A relation: `from` is the `kind` of `to`.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RelationView {
    pub id: RelationId,
    pub from: EntityId,
    pub from_name: String,
    pub to: EntityId,
    pub to_name: String,
    pub kind: String,
    #[serde(flatten)]
    pub assertion: AssertionView,
}

/// A fact.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FactView {
    pub id: FactId,
    pub subject: EntityId,
    pub subject_name: String,
    pub predicate: String,
    pub object: FactObject,
    /// Its value as text.
    pub object_name: String,
    #[serde(flatten)]
    pub assertion: AssertionView,
}

/// Builds views of relations and facts as of a scene.
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
