//! How two entities are connected: the shortest chains of statements between them, with their evidence.

use serde::{Deserialize, Serialize};
use wenfang_project::Project;
use wenfang_story::canon::{Chain, Edge, EdgeFilter, Graph};
use wenfang_story::{EntityId, SceneId};
use wenfang_usecase::{Code, Error, Result};

use super::views::{FactView, RelationView, Viewer};
use super::{EntityView, GraphNode, graph, last_scene, missing, modalities, node};
use crate::books::Book;
use crate::entities::EntityRef;

/// The number of chains shown. More of one length tell an author nothing more.
const MAX_CHAINS: usize = 20;

/// A query for the connection of two entities.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindConnection {
    /// By id, name or alias.
    pub from: EntityRef,
    /// By id, name or alias.
    pub to: EntityRef,
    /// The scene in which the statements must hold; any scene when absent.
    pub at: Option<SceneId>,
    /// Whether to follow only narrated statements.
    pub narrated_only: Option<bool>,
}

/// How two entities are connected.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ConnectionView {
    pub from: EntityView,
    pub to: EntityView,
    /// The shortest chains, all of the same length, at most 20; none if the two are not connected.
    pub chains: Vec<ChainView>,
    /// Whether there are more chains of this length.
    pub has_more: bool,
    /// The number of entities that `from` is connected with, directly or not.
    pub from_reaches: usize,
    /// The number of entities that `to` is connected with, directly or not.
    pub to_reaches: usize,
}

/// A chain of entities.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChainView {
    /// From one end to the other.
    pub nodes: Vec<GraphNode>,
    /// The statements between each node and the next one.
    pub steps: Vec<ChainStep>,
}

/// The statements that connect two adjacent entities of a chain; at least one.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct ChainStep {
    pub relations: Vec<RelationView>,
    pub facts: Vec<FactView>,
}

/// Returns the shortest chains between two entities.
///
/// # Errors
/// [`Code::NotFound`] for an unknown entity or a scene outside the manuscript; [`Code::BadRequest`] for the same
/// entity twice, or a name that several entities have.
pub async fn connection(project: &Project, request: FindConnection) -> Result<ConnectionView> {
    let graph = graph(project).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let [from, to] = [find(&graph, &request.from)?, find(&graph, &request.to)?];
    if from == to {
        return Err(Error::bad_request(
            "both names are of the same entity",
            "Nothing was changed. Choose two different entities.",
        ));
    }
    let last = last_scene(&book, request.at)?;
    let filter = EdgeFilter { at: request.at, modalities: modalities(request.narrated_only) };
    let mut found = graph.connection([from, to], &filter, &book.order, MAX_CHAINS + 1);
    let has_more = found.chains.len() > MAX_CHAINS;
    found.chains.truncate(MAX_CHAINS);
    let viewer = Viewer { graph: &graph, book: &book, at: last };
    let entity = |id: EntityId| -> Result<EntityView> {
        Ok(EntityView::new(id, graph.entity(id).ok_or_else(|| missing(id))?))
    };
    let [from_reaches, to_reaches] = found.reached;
    Ok(ConnectionView {
        from: entity(from)?,
        to: entity(to)?,
        chains: found.chains.iter().map(|chain| chain_view(&viewer, chain)).collect(),
        has_more,
        from_reaches,
        to_reaches,
    })
}

fn chain_view(viewer: &Viewer, chain: &Chain) -> ChainView {
    let distance = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
    let nodes = chain.entities.iter().enumerate();
    let nodes = nodes.filter_map(|(at, id)| node(viewer.graph, *id, distance(at)));
    ChainView { nodes: nodes.collect(), steps: chain.steps.iter().map(|edges| step(viewer, edges)).collect() }
}

fn step(viewer: &Viewer, edges: &[Edge]) -> ChainStep {
    let mut step = ChainStep::default();
    for edge in edges {
        match edge {
            Edge::Relation(id) => step.relations.extend(viewer.relation(*id)),
            Edge::Fact(id) => step.facts.extend(viewer.fact(*id)),
        }
    }
    step
}

/// The entity with an id, a name or an alias.
fn find(graph: &Graph, wanted: &EntityRef) -> Result<EntityId> {
    match wanted {
        EntityRef::Id(id) => graph.entity(*id).map(|_| *id).ok_or_else(|| missing(*id)),
        EntityRef::Name(name) => match graph.find(name) {
            [] => Err(Error::new(
                Code::NotFound,
                format!("there is no entity named {name}"),
                "Nothing was changed. `kg entities` lists the names.",
            )),
            [id] => Ok(*id),
            ids => Err(Error::bad_request(
                format!("{} entities are named {name}", ids.len()),
                "Nothing was changed. Give the id instead of the name.",
            )),
        },
    }
}
