//! Finds the neighbours of an entity.

use serde::Serialize;

use super::index::Tie;
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
pub struct Reach<'a> {
    pub hops: Hops,
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

impl Graph {
    /// The neighbours of an entity. Edges are followed in both directions.
    pub fn neighbours(&self, start: EntityId, reach: &Reach, order: &StoryOrder) -> Neighbourhood {
        let Some(start) = self.place(start) else { return Neighbourhood::default() };
        let moment = Moment::new(reach.at, order);
        let is_accepted = |tie: &&Tie| {
            let assertion = self.assertion(tie);
            reach.modalities.contains(&assertion.modality) && moment.has(assertion, order)
        };
        let hops: u8 = match reach.hops {
            Hops::One => 1,
            Hops::Two => 2,
        };
        let mut distance: Vec<Option<u8>> = vec![None; self.entities.len()];
        let mut edges = Vec::new();
        let mut ring = vec![start];
        distance[start] = Some(0);
        for here in 0..=hops {
            let mut next = Vec::new();
            for place in ring {
                // Each edge is counted from one end: the nearer one, or the later of two equally near ones. The
                // entities reached last lead no further.
                let is_followed = |tie: &&Tie| match distance[tie.other] {
                    None => here < hops,
                    Some(there) => there > here || (there == here && tie.other <= place),
                };
                let ties: Vec<&Tie> =
                    self.concerns[place].ties.iter().filter(is_followed).filter(is_accepted).collect();
                for tie in ties {
                    edges.push(tie.edge);
                    if distance[tie.other].is_none() {
                        distance[tie.other] = Some(here + 1);
                        next.push(tie.other);
                    }
                }
            }
            ring = next;
        }
        edges.sort_unstable();
        let reached = self.entities.iter().zip(distance);
        let mut entities: Vec<Neighbour> = reached
            .filter_map(|((entity, _), distance)| Some(Neighbour { entity: *entity, distance: distance? }))
            .collect();
        entities.sort_by_key(|neighbour| (neighbour.distance, neighbour.entity));
        Neighbourhood { entities, edges }
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
