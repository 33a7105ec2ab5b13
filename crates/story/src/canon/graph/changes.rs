//! The changes of a chapter.

use serde::Serialize;

use super::{Assertion, Graph, Modality};
use crate::canon::holds::span;
use crate::canon::order::StoryOrder;
use crate::{ChapterId, EntityId, FactId, RelationId};

/// Statements that begin or end, and entities that appear, in the scenes of one chapter; each list by id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Changes {
    /// Entities that no earlier scene mentions.
    pub entities: Vec<EntityId>,
    /// Relations that hold from one of the scenes on.
    pub relations_begun: Vec<RelationId>,
    /// Relations that hold until one of the scenes.
    pub relations_ended: Vec<RelationId>,
    /// Facts that hold from one of the scenes on.
    pub facts_begun: Vec<FactId>,
    /// Facts that hold until one of the scenes.
    pub facts_ended: Vec<FactId>,
}

impl Graph {
    /// The changes in a chapter; none for a chapter in the bin.
    ///
    /// A statement that holds nowhere neither begins nor ends. An entity appears in the first scene in which a fact
    /// or relation with it begins or that proves one, in any modality except planned. An entity known only from
    /// before the book, without evidence, appears nowhere.
    pub fn changed_in(&self, chapter: ChapterId, order: &StoryOrder) -> Changes {
        let ranks = order.ranks_of(chapter);
        let mut changes = Changes::default();
        if ranks.is_empty() {
            return changes;
        }
        let mut first: Vec<Option<usize>> = vec![None; self.entities.len()];
        let mut appear = |ids: [Option<EntityId>; 2], assertion: &Assertion| {
            let Some(rank) = first_scene(assertion, order) else { return };
            for place in ids.into_iter().flatten().filter_map(|id| self.place(id)) {
                first[place] = Some(first[place].map_or(rank, |first| first.min(rank)));
            }
        };
        let begins_and_ends = |assertion: &Assertion| {
            let span = span(assertion, order);
            let begins = span.filter(|_| assertion.valid_from.is_some()).map(|span| span.from);
            let ends = span.and_then(|span| span.until);
            [begins, ends].map(|rank| rank.is_some_and(|rank| ranks.contains(&rank)))
        };
        for (id, relation) in &self.relations {
            let [begins, ends] = begins_and_ends(&relation.assertion);
            changes.relations_begun.extend(begins.then_some(*id));
            changes.relations_ended.extend(ends.then_some(*id));
            appear([Some(relation.from), Some(relation.to)], &relation.assertion);
        }
        for (id, fact) in &self.facts {
            let [begins, ends] = begins_and_ends(&fact.assertion);
            changes.facts_begun.extend(begins.then_some(*id));
            changes.facts_ended.extend(ends.then_some(*id));
            appear([Some(fact.subject), fact.object_entity()], &fact.assertion);
        }
        let appearing = self.entities.iter().zip(first);
        changes.entities = appearing
            .filter(|(_, first)| first.is_some_and(|rank| ranks.contains(&rank)))
            .map(|((id, _), _)| *id)
            .collect();
        changes
    }
}

/// The rank of the first scene that begins or proves an assertion.
fn first_scene(assertion: &Assertion, order: &StoryOrder) -> Option<usize> {
    if assertion.modality == Modality::Planned {
        return None;
    }
    let proofs = assertion.evidence.iter().map(|evidence| evidence.scene);
    assertion.valid_from.into_iter().chain(proofs).filter_map(|scene| order.rank(scene)).min()
}
