//! Finds what is connected: the neighbours of an entity, and the shortest chains between two entities.

use std::collections::HashMap;
use std::hash::RandomState;

use petgraph::algo::{all_simple_paths, dijkstra};
use petgraph::graphmap::DiGraphMap;
use petgraph::visit::EdgeFiltered;
use serde::Serialize;

use super::network::Tie;
use super::{Assertion, Graph, Modality};
use crate::canon::holds::span;
use crate::canon::order::StoryOrder;
use crate::{EntityId, FactId, RelationId, SceneId};

/// How many edges to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hops {
    /// The direct neighbours.
    One,
    /// The direct neighbours and their neighbours.
    Two,
}

/// Which edges to follow.
#[derive(Clone, Copy, Debug)]
pub struct EdgeFilter<'a> {
    /// The scene in which an edge must hold; `None` for anywhere in the book. In a scene in the bin, no edge holds.
    pub at: Option<SceneId>,
    /// The accepted modalities.
    pub modalities: &'a [Modality],
}

/// An entity that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Neighbour {
    pub entity: EntityId,
    /// The number of hops from the start: 0 for the start itself, at most 2.
    pub distance: u8,
}

/// A relation, or a fact whose object is an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    Relation(RelationId),
    Fact(FactId),
}

/// The surroundings of an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Neighbourhood {
    /// The start and the entities reached, by distance, then by id; empty if the graph does not contain the start.
    pub entities: Vec<Neighbour>,
    /// Every accepted edge between any two of them: relations by id, then facts by id.
    pub edges: Vec<Edge>,
}

/// A chain of connected entities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// From one end to the other; at least two, none of them twice.
    pub entities: Vec<EntityId>,
    /// The accepted edges between each entity and the next one, relations by id, then facts by id.
    pub steps: Vec<Vec<Edge>>,
}

/// How two entities are connected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connection {
    /// The shortest chains, all of the same length; none if the entities are not connected.
    pub chains: Vec<Chain>,
    /// The numbers of entities that the first and the second one are connected with, directly or not.
    pub reached: [usize; 2],
}

impl Graph {
    /// The neighbours of an entity. Edges are followed in both directions.
    pub fn neighbours(
        &self,
        start: EntityId,
        hops: Hops,
        filter: &EdgeFilter,
        order: &StoryOrder,
    ) -> Neighbourhood {
        if !self.network.0.contains_node(start) {
            return Neighbourhood::default();
        }
        let hops: u8 = match hops {
            Hops::One => 1,
            Hops::Two => 2,
        };
        let accepts = self.accepts(filter, order);
        let mut near = HashMap::from([(start, 0)]);
        let mut ring = vec![start];
        for distance in 1..=hops {
            let mut next = Vec::new();
            for (_, other, ties) in ring.iter().flat_map(|entity| self.network.0.edges(*entity)) {
                if !near.contains_key(&other) && ties.iter().any(&accepts) {
                    near.insert(other, distance);
                    next.push(other);
                }
            }
            ring = next;
        }
        let pairs = near.keys().flat_map(|entity| self.network.0.edges(*entity));
        let among = pairs.filter(|(from, to, _)| from <= to && near.contains_key(to));
        let ties = among.flat_map(|(_, _, ties)| ties).filter(|tie| accepts(tie));
        let mut edges: Vec<Edge> = ties.map(|tie| tie.edge).collect();
        edges.sort_unstable();
        let mut entities: Vec<Neighbour> =
            near.into_iter().map(|(entity, distance)| Neighbour { entity, distance }).collect();
        entities.sort_by_key(|neighbour| (neighbour.distance, neighbour.entity));
        Neighbourhood { entities, edges }
    }

    /// The shortest chains between two entities, at most `most` of them. Edges are followed in both directions. An
    /// entity is not connected with itself.
    pub fn connection(
        &self,
        ends: [EntityId; 2],
        filter: &EdgeFilter,
        order: &StoryOrder,
        most: usize,
    ) -> Connection {
        let [from, to] = ends;
        let accepts = self.accepts(filter, order);
        let accepted = EdgeFiltered::from_fn(&self.network.0, |(_, _, ties): (_, _, &Vec<Tie>)| {
            ties.iter().any(&accepts)
        });
        let [ahead, behind] = ends.map(|end| dijkstra(&accepted, end, None, |_| 1_usize));
        let reached = [ahead.len() - 1, behind.len() - 1];
        let Some(&length) = ahead.get(&to).filter(|length| **length > 0) else {
            return Connection { chains: Vec::new(), reached };
        };
        // Only steps on a shortest chain: each of them leads on to the other end.
        let mut steps = DiGraphMap::<EntityId, ()>::new();
        for (one, other, ties) in self.network.0.all_edges() {
            for (here, there) in [(one, other), (other, one)] {
                let (Some(before), Some(after)) = (ahead.get(&here), behind.get(&there)) else { continue };
                if before + 1 + after == length && ties.iter().any(&accepts) {
                    steps.add_edge(here, there, ());
                }
            }
        }
        let paths = all_simple_paths::<Vec<EntityId>, _, RandomState>(&steps, from, to, 0, Some(length - 1));
        let edges = |pair: &[EntityId]| {
            let ties = self.network.0.edge_weight(pair[0], pair[1]);
            let mut edges: Vec<Edge> =
                ties.into_iter().flatten().filter(|tie| accepts(tie)).map(|tie| tie.edge).collect();
            edges.sort_unstable();
            edges
        };
        let chains = paths
            .take(most)
            .map(|entities| Chain { steps: entities.windows(2).map(edges).collect(), entities })
            .collect();
        Connection { chains, reached }
    }

    /// Whether a statement passes a filter.
    fn accepts<'a>(&'a self, filter: &'a EdgeFilter, order: &'a StoryOrder) -> impl Fn(&Tie) -> bool + 'a {
        let moment = Moment::new(filter.at, order);
        move |tie| {
            let assertion = self.assertion(tie);
            filter.modalities.contains(&assertion.modality) && moment.has(assertion, order)
        }
    }

    fn assertion(&self, tie: &Tie) -> &Assertion {
        match tie.edge {
            Edge::Relation(_) => &self.relations[tie.at].1.assertion,
            Edge::Fact(_) => &self.facts[tie.at].1.assertion,
        }
    }
}

/// The time at which a statement must hold.
enum Moment {
    /// In any scene.
    Ever,
    /// In the scene of this rank.
    At(usize),
    /// In a scene outside the book.
    Never,
}

impl Moment {
    fn new(at: Option<SceneId>, order: &StoryOrder) -> Self {
        match at {
            None => Self::Ever,
            Some(scene) => order.rank(scene).map_or(Self::Never, Self::At),
        }
    }

    fn has(&self, assertion: &Assertion, order: &StoryOrder) -> bool {
        match self {
            Self::Ever => span(assertion, order).is_some(),
            Self::At(rank) => span(assertion, order).is_some_and(|span| span.contains(*rank)),
            Self::Never => false,
        }
    }
}
