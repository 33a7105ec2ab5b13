//! What is so of an entity in a scene.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Graph, Modality};
use crate::canon::holds::holds;
use crate::canon::order::StoryOrder;
use crate::{EntityId, FactId, RelationId, SceneId};

/// What is so of an entity in one scene: what the story tells, apart from what is only said, dreamt or planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct EntityState {
    /// What the story says is so.
    pub narrated: Standing,
    /// What is claimed, rumoured, dreamt or planned.
    pub otherwise: Standing,
}

/// Facts and relations that hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Standing {
    /// Facts about it by predicate, in the order of the predicate's characters.
    pub facts: Vec<Stated>,
    /// Facts about others whose object it is, by id.
    pub object_of: Vec<FactId>,
    /// Relations from it and to it, by id.
    pub relations: Vec<RelationId>,
}

/// The facts of one predicate. More than one: they contradict each other, or the predicate takes several values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Stated {
    /// What is said.
    pub predicate: String,
    /// The facts that say it, by id; at least one.
    pub facts: Vec<FactId>,
}

impl Graph {
    /// What holds of an entity *in* a scene: what the scene itself begins holds, what it ends does not. `None` for an
    /// entity the graph does not have and for a scene in the bin.
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
    fn side(&mut self, modality: Modality) -> &mut Standing {
        if modality == Modality::Narrated { &mut self.narrated } else { &mut self.otherwise }
    }
}
