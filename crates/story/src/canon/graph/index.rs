//! The complete graph, indexed for queries.
//!
//! Built once from the records. The neighbouring modules hold the queries, which are pure and whose order depends
//! only on ids. Expected sizes: 2,000 entities, 20,000 facts and relations.

use std::collections::HashMap;

use super::network::{Network, Tie};
use super::{Edge, EntityRecord, FactObject, FactRecord, RelationRecord};
use crate::canon::by_id::ById;
use crate::{EntityId, FactId, RelationId};

/// Entities, relations and facts, with their connections. Relations and facts of unknown entities are left out.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// By id.
    pub(super) entities: Vec<(EntityId, EntityRecord)>,
    /// By id.
    pub(super) relations: Vec<(RelationId, RelationRecord)>,
    /// By id.
    pub(super) facts: Vec<(FactId, FactRecord)>,
    /// What concerns each entity, parallel to `entities`.
    pub(super) concerns: Vec<Concerns>,
    pub(super) network: Network,
    places: ById<EntityId, usize>,
    names: HashMap<String, Vec<EntityId>>,
}

/// What concerns one entity: indices into the lists of the graph, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Concerns {
    /// Relations from or to it.
    pub relations: Vec<usize>,
    /// Facts about it.
    pub facts: Vec<usize>,
    /// Facts about others whose object it is.
    pub object_of: Vec<usize>,
}

impl Graph {
    /// Builds a graph from records in any order.
    pub fn new(
        mut entities: Vec<(EntityId, EntityRecord)>,
        mut relations: Vec<(RelationId, RelationRecord)>,
        mut facts: Vec<(FactId, FactRecord)>,
    ) -> Self {
        entities.sort_by_key(|(id, _)| *id);
        entities.dedup_by_key(|(id, _)| *id);
        let places: ById<EntityId, usize> =
            entities.iter().enumerate().map(|(place, (id, _))| (*id, place)).collect();
        relations
            .retain(|(_, relation)| places.contains_key(&relation.from) && places.contains_key(&relation.to));
        relations.sort_by_key(|(id, _)| *id);
        facts.retain(|(_, fact)| {
            let is_known = |id: EntityId| places.contains_key(&id);
            is_known(fact.subject) && fact.object_entity().is_none_or(is_known)
        });
        facts.sort_by_key(|(id, _)| *id);
        let mut graph = Self {
            concerns: vec![Concerns::default(); entities.len()],
            network: Network::of(entities.iter().map(|(id, _)| *id)),
            entities,
            relations,
            facts,
            places,
            names: HashMap::new(),
        };
        graph.connect();
        graph.index_names();
        graph
    }

    /// The entity with this id.
    pub fn entity(&self, id: EntityId) -> Option<&EntityRecord> {
        self.place(id).and_then(|place| self.entities.get(place)).map(|(_, entity)| entity)
    }

    /// The relation with this id.
    pub fn relation(&self, id: RelationId) -> Option<&RelationRecord> {
        let place = self.relations.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.relations.get(place).map(|(_, relation)| relation)
    }

    /// The fact with this id.
    pub fn fact(&self, id: FactId) -> Option<&FactRecord> {
        let place = self.facts.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.facts.get(place).map(|(_, fact)| fact)
    }

    /// The entities with this name or alias, compared exactly except for surrounding blanks: first those with it as
    /// name, then those with it as alias, each by id.
    pub fn find(&self, name: &str) -> &[EntityId] {
        self.names.get(name.trim()).map(Vec::as_slice).unwrap_or_default()
    }

    /// Every entity, by id.
    pub fn entities(&self) -> &[(EntityId, EntityRecord)] {
        &self.entities
    }

    /// Every relation, by id.
    pub fn relations(&self) -> &[(RelationId, RelationRecord)] {
        &self.relations
    }

    /// Every fact, by id.
    pub fn facts(&self) -> &[(FactId, FactRecord)] {
        &self.facts
    }

    /// What concerns an entity: facts about it, facts about others whose object it is, and relations; each by id.
    pub fn concerns_of(
        &self,
        id: EntityId,
    ) -> (
        impl Iterator<Item = FactId> + '_,
        impl Iterator<Item = FactId> + '_,
        impl Iterator<Item = RelationId> + '_,
    ) {
        let concerns = self.place(id).and_then(|place| self.concerns.get(place));
        let fact = |at: &usize| self.facts.get(*at).map(|(id, _)| *id);
        let relation = |at: &usize| self.relations.get(*at).map(|(id, _)| *id);
        (
            concerns.into_iter().flat_map(|concerns| &concerns.facts).filter_map(fact),
            concerns.into_iter().flat_map(|concerns| &concerns.object_of).filter_map(fact),
            concerns.into_iter().flat_map(|concerns| &concerns.relations).filter_map(relation),
        )
    }

    pub(super) fn place(&self, id: EntityId) -> Option<usize> {
        self.places.get(&id).copied()
    }

    fn connect(&mut self) {
        for (at, (id, relation)) in self.relations.iter().enumerate() {
            let ends = [relation.from, relation.to].map(|id| self.places.get(&id));
            let [Some(&from), Some(&to)] = ends else { continue };
            self.concerns[from].relations.push(at);
            if from != to {
                self.concerns[to].relations.push(at);
            }
            self.network.tie(relation.from, relation.to, Tie { edge: Edge::Relation(*id), at });
        }
        for (at, (id, fact)) in self.facts.iter().enumerate() {
            let Some(&subject) = self.places.get(&fact.subject) else { continue };
            self.concerns[subject].facts.push(at);
            let Some(entity) = fact.object_entity() else { continue };
            let Some(&object) = self.places.get(&entity) else { continue };
            if object != subject {
                self.concerns[object].object_of.push(at);
            }
            self.network.tie(fact.subject, entity, Tie { edge: Edge::Fact(*id), at });
        }
    }

    fn index_names(&mut self) {
        for (id, entity) in &self.entities {
            self.names.entry(entity.name.trim().to_owned()).or_default().push(*id);
        }
        for (id, entity) in &self.entities {
            for alias in entity.aliases.iter().map(|alias| alias.trim()) {
                let called = self.names.entry(alias.to_owned()).or_default();
                if !called.contains(id) {
                    called.push(*id);
                }
            }
        }
        self.names.remove("");
    }
}

impl FactRecord {
    /// The object, if it is an entity.
    pub fn object_entity(&self) -> Option<EntityId> {
        match self.object {
            FactObject::Entity(id) => Some(id),
            FactObject::Text(_) => None,
        }
    }
}
