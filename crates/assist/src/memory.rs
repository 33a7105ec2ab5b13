//! The memory of a scene: what a model that writes it must know of earlier events.
//!
//! [`queries`] are what the plan gives, with its names and aliases; [`memory_queries`](crate::memory_queries) asks a
//! model for others. [`tools`] run the searches: passages, states of entities, the timeline before the scene. The
//! result is stored as an artifact; the author reviews it and drops items, and drafting sends the rest.
//!
//! Always: only this project, and nothing from the scene itself or after it; a part that fails is named in the
//! result and the others continue.

mod queries;
mod record;
mod store;
mod tools;

use serde::{Deserialize, Serialize};
use wenfang_manuscript::scenes::SceneRequest;
use wenfang_project::watch::Watch;
use wenfang_recall::Library;
use wenfang_story::SceneId;
use wenfang_usecase::{Code, Error, Result};

pub(crate) use record::TOP_K;
pub use record::{
    Degraded, DegradedWhy, EntityMemory, EventMemory, MemoryItem, MemoryPart, MemoryQueries, QueriesFrom,
    SceneMemory, TextMemory,
};
pub(crate) use store::{latest, read, write};
pub(crate) use tools::describe_event;

use crate::Session;

/// Maximum number of names in the queries of a memory.
pub(crate) const MAX_NAMES: usize = 12;
/// Maximum number of queries.
pub(crate) const MAX_QUERIES: usize = 12;

/// The stored memory of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MemoryOfScene {
    /// None if it was never retrieved.
    pub memory: Option<SceneMemory>,
    /// Whether the plan of the scene has changed since.
    pub is_stale: bool,
}

/// A retrieval that has chosen its queries and not searched yet.
pub(crate) struct Retrieval<'a> {
    library: Library<'a>,
    watch: &'a Watch,
    at: tools::ScenePosition,
    /// Who chose the queries.
    pub(crate) queries_from: QueriesFrom,
    /// Those of the plan, until others replace them.
    pub(crate) queries: MemoryQueries,
    pub(crate) degraded: Vec<Degraded>,
}

impl<'a> Retrieval<'a> {
    /// Begins with the queries of the scene's plan.
    ///
    /// # Errors
    /// An unknown scene, or one in the bin; [`Code::Stopped`].
    pub(crate) async fn begin(library: Library<'a>, scene: SceneId, watch: &'a Watch) -> Result<Self> {
        let at = tools::ScenePosition::of(library.project, scene).await?;
        let mut degraded = Vec::new();
        step(watch, 0)?;
        let queries = queries::planned(library.project, &at, &mut degraded).await;
        Ok(Self { library, watch, at, queries_from: QueriesFrom::Plan, queries, degraded })
    }

    /// The states of the people that the plan names, as of the scene.
    pub(crate) async fn states(&self) -> Vec<EntityMemory> {
        let tools = tools::Tools { library: self.library, watch: self.watch, at: &self.at };
        tools.entity_states(&self.queries, &mut Vec::new()).await
    }

    /// Searches. Stores nothing.
    ///
    /// # Errors
    /// [`Code::Stopped`]. Failed searches are part of the memory.
    pub(crate) async fn finish(self, top_k: usize) -> Result<SceneMemory> {
        let Self { library, watch, at, queries_from, queries, mut degraded } = self;
        step(watch, 1)?;
        let tools = tools::Tools { library, watch, at: &at };
        let entity_states = tools.entity_states(&queries, &mut degraded).await;
        step(watch, 2)?;
        let relevant_memories = tools.memories(&queries, top_k, &mut degraded).await;
        step(watch, 3)?;
        let timeline_context = tools.recent_timeline(&mut degraded).await;
        step(watch, 4)?;
        Ok(SceneMemory {
            project_id: at.project_id,
            scene: at.scene,
            chapter_index: at.chapter_index,
            scene_index: at.scene_index,
            plan_hash: at.plan_hash,
            queries_from,
            queries,
            entity_states,
            relevant_memories,
            timeline_context,
            degraded,
            dropped: Vec::new(),
            retrieved_at: library.project.now(),
        })
    }
}

/// Reports progress. A stopped part fails like any other; the next step then ends the whole retrieval, so nothing of it
/// is stored.
fn step(watch: &Watch, done: usize) -> Result<()> {
    Ok(watch.report("memory", done, 4)?)
}

/// Returns the stored memory of a scene.
pub async fn get(session: &Session, request: SceneRequest) -> Result<MemoryOfScene> {
    let plan = tools::plan_hash(&session.project, request.scene).await?;
    let memory = read(&session.project, request.scene).await?.map(|stored| stored.memory);
    let is_stale = memory.as_ref().is_some_and(|memory| memory.plan_hash != plan);
    Ok(MemoryOfScene { memory, is_stale })
}

/// The items of a scene's memory that are not sent.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct DropMemory {
    pub scene: SceneId,
    /// Items to drop; all others are sent.
    pub dropped: Vec<String>,
}

/// Sets the dropped items of a scene's memory; items dropped earlier are restored unless listed.
///
/// # Errors
/// [`Code::NotFound`] if no memory was retrieved, or for an unknown item.
pub async fn drop_items(session: &Session, request: DropMemory) -> Result<SceneMemory> {
    let missing = |message: String| {
        Error::new(Code::NotFound, message, "Nothing was changed. Retrieve the memory of the scene again.")
    };
    let stored = read(&session.project, request.scene).await?;
    let stored = stored.ok_or_else(|| missing(format!("scene {} has no memory", request.scene)))?;
    let mut memory = stored.memory;
    if let Some(unknown) = request.dropped.iter().find(|id| !memory.has(id)) {
        return Err(missing(format!("the memory has no item {unknown}")));
    }
    memory.dropped = request.dropped;
    memory.dropped.sort();
    memory.dropped.dedup();
    write(&session.project, (request.scene, Some(stored.version)), &memory).await?;
    Ok(memory)
}
