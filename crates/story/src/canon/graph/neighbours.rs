//! Who is near an entity.

use serde::Serialize;

use super::index::Tie;
use super::{Assertion, Graph, Modality};
use crate::canon::holds::span;
use crate::canon::order::StoryOrder;
use crate::{EntityId, FactId, RelationId, SceneId};

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hops {
    /// Whom it meets.
    One,
    /// And whom those meet.
    Two,
}

/// What counts as a way from one entity to another.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// How far to go.
    pub hops: Hops,
    /// The scene in which the way must be there; anywhere in the book when `None`. In a scene in the bin there is none.
    pub at: Option<SceneId>,
    /// In which ways it may be so.
    pub modalities: &'a [Modality],
}

/// An entity that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Neighbour {
    /// The entity.
    pub entity: EntityId,
    /// Hops from the start: 0 for the start itself, at most 2.
    pub distance: u8,
}

/// A relation, or a fact whose object is an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// A relation.
    Relation(RelationId),
    /// A fact.
    Fact(FactId),
}

/// What is around an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Neighbourhood {
    /// The start and who was reached, by distance, then by id; empty when the graph does not have the start.
    pub entities: Vec<Neighbour>,
    /// Every edge that counts between any two of them, relations by id, then facts by id.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Who is near an entity. Edges lead both ways.
    pub fn neighbours(&self, start: EntityId, reach: &Reach, order: &StoryOrder) -> Neighbourhood {
        let Some(start) = self.place(start) else { return Neighbourhood::default() };
        let moment = Moment::new(reach.at, order);
        let counts = |tie: &&Tie| {
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
                // Each edge counts from one end: the nearer one, of equals the later one. From those reached last
                // nothing leads further.
                let leads_on = |tie: &&Tie| match distance[tie.other] {
                    None => here < hops,
                    Some(there) => there > here || (there == here && tie.other <= place),
                };
                let ties: Vec<&Tie> =
                    self.concerns[place].ties.iter().filter(leads_on).filter(counts).collect();
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

/// When something must hold.
enum Moment {
    /// In some scene.
    Ever,
    /// In the scene of this rank.
    At(usize),
    /// In a scene that is not in the book.
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
