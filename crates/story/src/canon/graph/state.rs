//! The state of an entity in a scene.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Graph, Modality};
use crate::canon::holds::holds;
use crate::canon::order::StoryOrder;
use crate::{EntityId, FactId, RelationId, SceneId};

/// The state of an entity in one scene: narrated statements, separate from those only claimed, dreamt or planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct EntityState {
    /// What the narration states.
    pub narrated: CurrentStatements,
    /// What is claimed, rumoured, dreamt or planned.
    pub otherwise: CurrentStatements,
}

/// The facts and relations that hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct CurrentStatements {
    /// Facts about it by predicate, sorted by the characters of the predicate.
    pub facts: Vec<Stated>,
    /// Facts about others whose object it is, by id.
    pub object_of: Vec<FactId>,
    /// Relations from and to it, by id.
    pub relations: Vec<RelationId>,
}

/// The facts of one predicate. More than one contradict each other, unless the predicate takes several values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Stated {
    pub predicate: String,
    /// By id; at least one.
    pub facts: Vec<FactId>,
}

impl Graph {
    /// The statements that hold for an entity *in* a scene: those that begin in the scene hold, those that end in it
    /// do not. `None` if the graph does not contain the entity, or the scene is in the bin.
    pub fn state_as_of(&self, entity: EntityId, scene: SceneId, order: &StoryOrder) -> Option<EntityState> {
        let concerns = self.concerns.get(self.place(entity)?)?;
        let at = order.rank(scene)?;
        let mut state = EntityState::default();
        let mut predicates = [BTreeMap::<&str, Vec<FactId>>::new(), BTreeMap::new()];
        for (id, fact) in concerns.facts.iter().map(|&at| &self.facts[at]) {
            if holds(&fact.assertion, at, order) {
                let side = usize::from(fact.assertion.modality != Modality::Narrated);
                predicates[side].entry(&fact.predicate).or_default().push(*id);
            }
        }
        for (id, fact) in concerns.object_of.iter().map(|&at| &self.facts[at]) {
            if holds(&fact.assertion, at, order) {
                state.side(fact.assertion.modality).object_of.push(*id);
            }
        }
        for (id, relation) in concerns.relations.iter().map(|&at| &self.relations[at]) {
            if holds(&relation.assertion, at, order) {
                state.side(relation.assertion.modality).relations.push(*id);
            }
        }
        [state.narrated.facts, state.otherwise.facts] = predicates.map(|predicates| {
            let stated = |(predicate, facts): (&str, _)| Stated { predicate: predicate.to_owned(), facts };
            predicates.into_iter().map(stated).collect()
        });
        Some(state)
    }
}

impl EntityState {
    fn side(&mut self, modality: Modality) -> &mut CurrentStatements {
        if modality == Modality::Narrated { &mut self.narrated } else { &mut self.otherwise }
    }
}
