//! The memory of a scene: what a model that writes it must know of earlier events.
//!
//! [`queries`] decides what to search for: a model does, or the plan with its names and aliases. [`tools`] run
//! the searches: passages, states of entities, the timeline before the scene. The result is stored as an
//! artifact; the author reviews it and drops items, and drafting sends the rest.
//!
//! Always: only this project, and nothing from the scene itself or after it; a part that fails is named in the
//! result and the others continue.

pub mod commands;
mod queries;
mod record;
mod store;
mod tools;

use serde::{Deserialize, Serialize};
use wenfang_drafting::context::Source;
use wenfang_manuscript::scenes::SceneRequest;
use wenfang_project::watch;
use wenfang_story::SceneId;
use wenfang_usecase::{Error, Result};

pub use record::{
    Degraded, DegradedWhy, EntityMemory, EventMemory, MemoryItem, MemoryPart, MemoryQueries, QueriesFrom,
    SceneMemory, TextMemory,
};
pub(crate) use store::latest;
pub(crate) use tools::describe_event;

use crate::Session;

/// Maximum number of passages per query.
const MAX_TOP_K: usize = 40;

/// A scene whose memory is retrieved, with options.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct RetrieveMemory {
    pub scene: SceneId,
    /// Who chooses the queries; the plan when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub queries_from: QueriesFrom,
    /// Passages per query; 10 when absent, at most 40.
    pub top_k: Option<usize>,
    /// Sources that must not be sent to the model that chooses the queries.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub excluded: Vec<Source>,
}

/// The stored memory of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MemoryOfScene {
    /// None if it was never retrieved.
    pub memory: Option<SceneMemory>,
    /// Whether the plan of the scene has changed since.
    pub is_stale: bool,
}

/// Retrieves and stores the memory of a scene. Items the author dropped earlier stay dropped.
///
/// # Errors
/// An unknown scene, or one in the bin; [`Code::Stopped`](wenfang_usecase::Code::Stopped). Failed searches are part of
/// the answer.
pub async fn retrieve(session: &Session, request: RetrieveMemory) -> Result<SceneMemory> {
    let top_k = match request.top_k.unwrap_or(record::TOP_K) {
        top_k @ 1..=MAX_TOP_K => top_k,
        top_k => {
            return Err(Error::bad_request(
                format!("cannot retrieve {top_k} passages per query; the maximum is {MAX_TOP_K}"),
                format!("Nothing was changed. Ask for 1 to {MAX_TOP_K} passages per query."),
            ));
        }
    };
    let from = match request.queries_from {
        QueriesFrom::Plan => QuestionSource::Plan,
        QueriesFrom::Model => QuestionSource::Model { excluded: request.excluded },
    };
    let mut memory = retrieve_unsaved(session, (request.scene, from, top_k)).await?;
    let before = store::read(&session.project, request.scene).await?;
    if let Some(before) = &before {
        memory.drop_as(&before.memory);
    }
    if session.project.is_writable() {
        store::write(&session.project, (request.scene, before.map(|stored| stored.version)), &memory).await?;
    }
    Ok(memory)
}

/// Who chooses the queries.
pub(crate) enum QuestionSource {
    /// The scene's plan.
    Plan,
    /// A model.
    Model {
        /// Sources that are not sent to it.
        excluded: Vec<Source>,
    },
}

/// Retrieves a memory without storing it.
///
/// # Errors
/// An unknown scene, or one in the bin; [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub(crate) async fn retrieve_unsaved(
    session: &Session,
    (scene, from, top_k): (SceneId, QuestionSource, usize),
) -> Result<SceneMemory> {
    // A stopped part fails like any other; the next step then ends the whole retrieval, so nothing of it is
    // stored.
    let step = |done| watch::report("memory", done, 4);
    let at = tools::ScenePosition::of(&session.project, scene).await?;
    let mut degraded = Vec::new();
    step(0)?;
    let asked = queries::of(session, &at, (from, &mut degraded)).await;
    step(1)?;
    let tools = tools::Tools { session, at: &at };
    let entity_states = tools.entity_states(&asked, &mut degraded).await;
    step(2)?;
    let relevant_memories = tools.memories(&asked, top_k, &mut degraded).await;
    step(3)?;
    let timeline_context = tools.recent_timeline(&mut degraded).await;
    step(4)?;
    Ok(SceneMemory {
        project_id: at.project_id,
        scene,
        chapter_index: at.chapter_index,
        scene_index: at.scene_index,
        plan_hash: at.plan_hash,
        queries_from: asked.from,
        queries: asked.queries,
        entity_states,
        relevant_memories,
        timeline_context,
        degraded,
        dropped: Vec::new(),
        retrieved_at: session.project.now(),
    })
}

/// Returns the stored memory of a scene.
pub async fn get(session: &Session, request: SceneRequest) -> Result<MemoryOfScene> {
    let plan = tools::plan_hash(&session.project, request.scene).await?;
    let memory = store::read(&session.project, request.scene).await?.map(|stored| stored.memory);
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
/// [`Code::NotFound`](wenfang_usecase::Code::NotFound) if no memory was retrieved, or for an unknown item.
pub async fn drop_items(session: &Session, request: DropMemory) -> Result<SceneMemory> {
    let missing = |message: String| {
        Error::new(
            wenfang_usecase::Code::NotFound,
            message,
            "Nothing was changed. Retrieve the memory of the scene again.",
        )
    };
    let stored = store::read(&session.project, request.scene).await?;
    let stored = stored.ok_or_else(|| missing(format!("scene {} has no memory", request.scene)))?;
    let mut memory = stored.memory;
    if let Some(unknown) = request.dropped.iter().find(|id| !memory.has(id)) {
        return Err(missing(format!("the memory has no item {unknown}")));
    }
    memory.dropped = request.dropped;
    memory.dropped.sort();
    memory.dropped.dedup();
    store::write(&session.project, (request.scene, Some(stored.version)), &memory).await?;
    Ok(memory)
}
