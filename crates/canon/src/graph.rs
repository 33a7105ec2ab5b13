//! The knowledge graph: queries and the author's changes.

mod acts;
mod connections;
mod views;

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use tokio::sync::Mutex;
use wenfang_project::checkpoints::ItemKind;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{
    Assertion, Edge, EdgeFilter, EntityKind, FactObject, FactRecord, Graph, Hops, Modality, holds,
};
use wenfang_story::{ChapterId, EntityId, FactId, RelationId, SceneId};
use wenfang_usecase::{Code, Error, NoParams, Result};

pub use acts::{
    AssertionRequest, EndAssertion, GraphItem, GraphItems, SaveAssertion, SaveEntity, SaveFact, SaveRelation,
    end, put_back, remove, reopen, save_entity, save_fact, save_relation,
};
pub(crate) use acts::{conflicting_facts, statements_about};
pub use connections::{ChainStep, ChainView, ConnectionView, FindConnection, connection};
use views::Viewer;
pub use views::{AssertionView, EntityView, FactView, RelationView};

use super::books::{Book, telling_order};

/// The graph, cached with the open project.
#[derive(Debug, Default)]
struct GraphCache(Mutex<Option<(i64, Arc<Graph>)>>);

const KINDS: [ItemKind; 3] = [ItemKind::Entity, ItemKind::Relation, ItemKind::Fact];

/// The current graph.
pub async fn graph(project: &Project) -> Result<Arc<Graph>> {
    let cache = project.attached::<GraphCache>();
    let mut cache = cache.0.lock().await;
    let mut tx = project.begin_read().await?;
    let revision = canon::revision(&mut tx, &KINDS).await?;
    if let Some((of, graph)) = cache.as_ref()
        && *of == revision
    {
        return Ok(Arc::clone(graph));
    }
    let entities = canon::list(&mut tx).await?;
    let relations = canon::list(&mut tx).await?;
    let facts = canon::list(&mut tx).await?;
    let graph = Arc::new(Graph::new(entities, relations, facts));
    *cache = Some((revision, Arc::clone(&graph)));
    Ok(graph)
}

/// The whole graph, with only the data that a drawing needs.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GraphView {
    /// Every entity, by id.
    pub nodes: Vec<GraphNode>,
    /// Every relation, and every fact whose object is an entity.
    pub edges: Vec<GraphEdge>,
    /// Every fact whose object is text.
    pub facts: Vec<GraphFact>,
}

/// An entity in a drawing.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GraphNode {
    pub id: EntityId,
    pub name: String,
    pub kind: EntityKind,
    /// Hops from the entity of the request; 0 in the whole graph.
    pub distance: u8,
}

/// A relation or fact in a drawing.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GraphEdge {
    pub edge: Edge,
    pub from: EntityId,
    pub to: EntityId,
    pub label: String,
    pub modality: Modality,
    /// The first scene in which it holds; from before the book if none.
    pub valid_from: Option<SceneId>,
    /// The first scene in which it no longer holds; to the end if none.
    pub valid_to: Option<SceneId>,
}

/// A fact with a text object.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GraphFact {
    pub fact: FactId,
    pub subject: EntityId,
    pub predicate: String,
    pub text: String,
    pub modality: Modality,
    /// The first scene in which it holds; from before the book if none.
    pub valid_from: Option<SceneId>,
    /// The first scene in which it no longer holds; to the end if none.
    pub valid_to: Option<SceneId>,
}

/// Returns the whole graph.
pub async fn whole(project: &Project, _: NoParams) -> Result<GraphView> {
    let graph = graph(project).await?;
    let nodes = graph.entities().iter().map(|(id, _)| node(&graph, *id, 0));
    let relations = graph.relations().iter().map(|(id, _)| Edge::Relation(*id));
    let facts = graph.facts().iter().map(|(id, _)| Edge::Fact(*id));
    let edges = relations.chain(facts).filter_map(|edge| graph_edge(&graph, edge));
    let facts = graph.facts().iter().filter_map(|(id, record)| text_fact(*id, record));
    Ok(GraphView { nodes: nodes.flatten().collect(), edges: edges.collect(), facts: facts.collect() })
}

/// The fact, if its object is text.
fn text_fact(fact: FactId, record: &FactRecord) -> Option<GraphFact> {
    let FactObject::Text(text) = &record.object else { return None };
    Some(GraphFact {
        fact,
        subject: record.subject,
        predicate: record.predicate.clone(),
        text: text.clone(),
        modality: record.assertion.modality,
        valid_from: record.assertion.valid_from,
        valid_to: record.assertion.valid_to,
    })
}

fn node(graph: &Graph, id: EntityId, distance: u8) -> Option<GraphNode> {
    let record = graph.entity(id)?;
    Some(GraphNode { id, name: record.name.clone(), kind: record.kind, distance })
}

fn graph_edge(graph: &Graph, edge: Edge) -> Option<GraphEdge> {
    Some(match edge {
        Edge::Relation(id) => {
            let relation = graph.relation(id)?;
            let Assertion { modality, valid_from, valid_to, .. } = relation.assertion;
            let (from, to, label) = (relation.from, relation.to, relation.kind.clone());
            GraphEdge { edge, from, to, label, modality, valid_from, valid_to }
        }
        Edge::Fact(id) => {
            let fact = graph.fact(id)?;
            let Assertion { modality, valid_from, valid_to, .. } = fact.assertion;
            let (from, to, label) = (fact.subject, fact.object_entity()?, fact.predicate.clone());
            GraphEdge { edge, from, to, label, modality, valid_from, valid_to }
        }
    })
}

/// Entities in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Entities {
    /// Sorted by name.
    pub entities: Vec<EntityView>,
}

/// Lists the entities.
pub async fn entities(project: &Project, _: NoParams) -> Result<Entities> {
    let graph = graph(project).await?;
    let mut entities: Vec<EntityView> =
        graph.entities().iter().map(|(id, record)| EntityView::new(*id, record)).collect();
    entities.sort_by(|a, b| a.name.cmp(&b.name).then(a.id.cmp(&b.id)));
    Ok(Entities { entities })
}

/// An entity, and the scene to view it as of.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct EntityAsOf {
    pub entity: EntityId,
    /// The scene; the last one of the book when absent.
    pub at: Option<SceneId>,
}

/// Everything known about an entity.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EntityCard {
    #[serde(flatten)]
    pub entity: EntityView,
    /// The scene that `holds` refers to; none in a book without scenes.
    pub at: Option<SceneId>,
    /// Facts about it: those that hold first, then by predicate.
    pub facts: Vec<FactView>,
    /// Facts about others that have it as their object.
    pub object_of: Vec<FactView>,
    /// Relations from it and to it.
    pub relations: Vec<RelationView>,
}

/// Returns an entity with all facts and relations, and whether each holds as of a scene.
///
/// # Errors
/// [`Code::NotFound`].
pub async fn entity(project: &Project, request: EntityAsOf) -> Result<EntityCard> {
    let graph = graph(project).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let at = last_scene(&book, request.at)?;
    let record = graph.entity(request.entity).ok_or_else(|| missing(request.entity))?;
    let viewer = Viewer { graph: &graph, book: &book, at };
    let (facts, object_of, relations) = graph.concerns_of(request.entity);
    let sorted = |mut facts: Vec<FactView>| {
        facts.sort_by(|a, b| {
            let rank = |view: &FactView| (!view.assertion.holds, view.predicate.clone(), view.id);
            rank(a).cmp(&rank(b))
        });
        facts
    };
    let mut relations: Vec<RelationView> = relations.filter_map(|id| viewer.relation(id)).collect();
    relations.sort_by_key(|view| (!view.assertion.holds, view.id));
    Ok(EntityCard {
        entity: EntityView::new(request.entity, record),
        at,
        facts: sorted(facts.filter_map(|id| viewer.fact(id)).collect()),
        object_of: sorted(object_of.filter_map(|id| viewer.fact(id)).collect()),
        relations,
    })
}

fn missing(entity: EntityId) -> Error {
    wenfang_project::Error::NoPart { kind: "entity", id: entity.get() }.into()
}

/// The requested scene, or the last one of the book.
fn last_scene(book: &Book, at: Option<SceneId>) -> Result<Option<SceneId>> {
    match at {
        Some(scene) if book.order.rank(scene).is_none() => Err(Error::new(
            Code::NotFound,
            format!("scene {scene} is not in the manuscript"),
            "Nothing was changed. Choose a scene that is not in the bin.",
        )),
        Some(scene) => Ok(Some(scene)),
        None => Ok(book.order.len().checked_sub(1).and_then(|last| book.order.scene_at(last))),
    }
}

/// The state of an entity as of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct StateAsOf {
    pub entity: EntityView,
    pub at: Option<SceneId>,
    /// What the story narrates as true.
    pub narrated: StateSide,
    /// What is claimed, rumoured, dreamt or planned.
    pub otherwise: StateSide,
}

/// The statements of one kind in a state.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct StateSide {
    /// Facts about it, by predicate.
    pub facts: Vec<FactView>,
    /// Facts about others that have it as their object.
    pub object_of: Vec<FactView>,
    /// Relations from it and to it.
    pub relations: Vec<RelationView>,
}

/// Returns the state of an entity as of a scene.
pub async fn state(project: &Project, request: EntityAsOf) -> Result<StateAsOf> {
    let graph = graph(project).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let record = graph.entity(request.entity).ok_or_else(|| missing(request.entity))?;
    let at = last_scene(&book, request.at)?;
    let entity = EntityView::new(request.entity, record);
    let state = at.and_then(|at| graph.state_as_of(request.entity, at, &book.order)).unwrap_or_default();
    let viewer = Viewer { graph: &graph, book: &book, at };
    let side = |standing: &wenfang_story::canon::CurrentStatements| StateSide {
        facts: standing
            .facts
            .iter()
            .flat_map(|stated| &stated.facts)
            .filter_map(|id| viewer.fact(*id))
            .collect(),
        object_of: standing.object_of.iter().filter_map(|id| viewer.fact(*id)).collect(),
        relations: standing.relations.iter().filter_map(|id| viewer.relation(*id)).collect(),
    };
    Ok(StateAsOf { entity, at, narrated: side(&state.narrated), otherwise: side(&state.otherwise) })
}

/// A query for the neighbours of an entity.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindNeighbours {
    pub entity: EntityId,
    /// 1 or 2; 2 when absent.
    pub hops: Option<u8>,
    /// The scene in which the edges must hold; any scene when absent.
    pub at: Option<SceneId>,
    /// Whether to follow only narrated edges.
    pub narrated_only: Option<bool>,
}

/// Returns the neighbours of an entity.
///
/// # Errors
/// [`Code::NotFound`]; [`Code::BadRequest`] for another number of hops.
pub async fn neighbours(project: &Project, request: FindNeighbours) -> Result<GraphView> {
    let hops = match request.hops.unwrap_or(2) {
        1 => Hops::One,
        2 => Hops::Two,
        other => {
            return Err(Error::bad_request(
                format!("cannot search {other} hops"),
                "Nothing was changed. Use 1 or 2.",
            ));
        }
    };
    let graph = graph(project).await?;
    graph.entity(request.entity).ok_or_else(|| missing(request.entity))?;
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    let modalities = modalities(request.narrated_only);
    let filter = EdgeFilter { at: request.at, modalities };
    let found = graph.neighbours(request.entity, hops, &filter, &order);
    let near: HashSet<EntityId> = found.entities.iter().map(|near| near.entity).collect();
    let rank = request.at.and_then(|at| order.rank(at));
    let facts = graph.facts().iter().filter_map(|(id, record)| {
        let counts = near.contains(&record.subject)
            && modalities.contains(&record.assertion.modality)
            && rank.is_none_or(|rank| holds(&record.assertion, rank, &order));
        counts.then(|| text_fact(*id, record)).flatten()
    });
    Ok(GraphView {
        nodes: found.entities.iter().filter_map(|near| node(&graph, near.entity, near.distance)).collect(),
        edges: found.edges.into_iter().filter_map(|edge| graph_edge(&graph, edge)).collect(),
        facts: facts.collect(),
    })
}

/// The modalities to follow.
fn modalities(narrated_only: Option<bool>) -> &'static [Modality] {
    if narrated_only == Some(true) { &[Modality::Narrated] } else { &Modality::ALL }
}

/// A request for a chapter.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct ChapterRequest {
    pub chapter: ChapterId,
}

/// What changes in a chapter.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterChanges {
    /// Entities that appear for the first time.
    pub entities: Vec<EntityView>,
    /// Facts that begin.
    pub facts_begun: Vec<FactView>,
    /// Facts that end.
    pub facts_ended: Vec<FactView>,
    /// Relations that begin.
    pub relations_begun: Vec<RelationView>,
    /// Relations that end.
    pub relations_ended: Vec<RelationView>,
}

/// Returns what changes in a chapter.
pub async fn changes(project: &Project, request: ChapterRequest) -> Result<ChapterChanges> {
    let graph = graph(project).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let changes = graph.changed_in(request.chapter, &book.order);
    let at = book.order.scenes_of(request.chapter).last().copied();
    let viewer = Viewer { graph: &graph, book: &book, at };
    let facts = |ids: &[FactId]| ids.iter().filter_map(|id| viewer.fact(*id)).collect();
    let relations = |ids: &[RelationId]| ids.iter().filter_map(|id| viewer.relation(*id)).collect();
    let entity = |id: &EntityId| Some(EntityView::new(*id, graph.entity(*id)?));
    Ok(ChapterChanges {
        entities: changes.entities.iter().filter_map(entity).collect(),
        facts_begun: facts(&changes.facts_begun),
        facts_ended: facts(&changes.facts_ended),
        relations_begun: relations(&changes.relations_begun),
        relations_ended: relations(&changes.relations_ended),
    })
}

/// Fails if the entity does not exist or is removed.
pub(crate) async fn require_entity(conn: &mut SqliteConnection, id: EntityId) -> Result<()> {
    canon::live(conn, id).await?;
    Ok(())
}
