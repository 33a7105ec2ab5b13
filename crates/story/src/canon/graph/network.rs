//! The entities as a graph: one edge for each connected pair, with the statements that connect it.

use petgraph::graphmap::UnGraphMap;

use super::Edge;
use crate::EntityId;

/// A statement that connects two entities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub edge: Edge,
    /// The index of its record.
    pub at: usize,
}

/// The connected pairs. Statements connect both ways.
#[derive(Clone, Debug, Default)]
pub(super) struct Network(pub UnGraphMap<EntityId, Vec<Tie>>);

impl Network {
    /// The network of entities that nothing connects yet.
    pub fn of(entities: impl Iterator<Item = EntityId>) -> Self {
        let mut graph = UnGraphMap::new();
        for entity in entities {
            graph.add_node(entity);
        }
        Self(graph)
    }

    /// Adds a statement to a pair.
    pub fn tie(&mut self, from: EntityId, to: EntityId, tie: Tie) {
        match self.0.edge_weight_mut(from, to) {
            Some(ties) => ties.push(tie),
            None => {
                self.0.add_edge(from, to, vec![tie]);
            }
        }
    }
}
