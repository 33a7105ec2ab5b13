//! The memory a scene needs: what the model that writes it must know of what came before.
//!
//! First it is decided what to ask ([`queries`]): by a model, or from the plan, its names and their aliases. Then the tools
//! run ([`tools`]): passages, states of entities, the timeline before the scene. What comes is stored as an artifact; the
//! author looks at it and drops what is not wanted, and drafting sends the rest.
//!
//! Always: of this project alone, and nothing told in the scene or after it; a part that fails is named in the result and the
//! rest goes on.

mod kept;
mod queries;
mod record;
mod tools;

use serde::{Deserialize, Serialize};
use wenfang_drafting::context::Source;
use wenfang_project::watch;
use wenfang_story::SceneId;

pub(crate) use kept::kept;
pub use record::{
    Degraded, DegradedWhy, EntityMemory, EventMemory, MemoryItem, MemoryPart, MemoryQueries, QueriesFrom,
    SceneMemory, TextMemory,
};
pub(crate) use tools::told;

use crate::drafting::Session;
use crate::error::{Error, Result};
use crate::scenes::SceneRequest;

/// Most passages of one memory.
const MAX: usize = 40;

/// Of which scene, and how.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct RetrieveMemory {
    /// The scene.
    pub scene: SceneId,
    /// Who says what to look for; the plan when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub queries_from: QueriesFrom,
    /// Passages that each query brings; 10 when absent, at most 40.
    pub top_k: Option<usize>,
    /// Sources that shall not be sent to the model that is asked.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub excluded: Vec<Source>,
}

/// A scene's memory, where there is one.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MemoryOfScene {
    /// What was found; none where nobody has asked for it yet.
    pub memory: Option<SceneMemory>,
    /// Whether the plan of the scene has changed since.
    pub is_stale: bool,
}

/// Retrieves the memory of a scene and keeps it; what the author dropped before stays dropped.
///
/// # Errors
/// An unknown scene, or one in the bin; [`Code::Stopped`](crate::Code::Stopped). What could not be looked up is part of the
/// answer.
pub async fn retrieve(session: &Session, request: RetrieveMemory) -> Result<SceneMemory> {
    let top_k = match request.top_k.unwrap_or(record::TOP_K) {
        top_k @ 1..=MAX => top_k,
        top_k => {
            return Err(Error::bad_request(
                format!("{top_k} passages"),
                format!("Nothing was changed. Ask for 1 to {MAX}."),
            ));
        }
    };
    let from = match request.queries_from {
        QueriesFrom::Plan => QuestionSource::Plan,
        QueriesFrom::Model => QuestionSource::Model { excluded: request.excluded },
    };
    let mut memory = gathered(session, (request.scene, from, top_k)).await?;
    let before = kept::read(&session.project, request.scene).await?;
    if let Some(before) = &before {
        memory.drop_as(&before.memory);
    }
    if session.project.is_writable() {
        kept::write(&session.project, (request.scene, before.map(|kept| kept.version)), &memory).await?;
    }
    Ok(memory)
}

/// Whom to ask what to look for.
pub(crate) enum QuestionSource {
    /// The plan.
    Plan,
    /// A model, which is not shown some sources.
    Model {
        /// Those.
        excluded: Vec<Source>,
    },
}

/// Retrieves a memory without keeping it.
///
/// # Errors
/// An unknown scene, or one in the bin; [`Code::Stopped`](crate::Code::Stopped).
pub(crate) async fn gathered(
    session: &Session,
    (scene, from, top_k): (SceneId, QuestionSource, usize),
) -> Result<SceneMemory> {
    // A part that is stopped fails as others do; the next step ends the whole, so that nothing of it is kept.
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

/// Shows the memory of a scene as it was retrieved last.
pub async fn get(session: &Session, request: SceneRequest) -> Result<MemoryOfScene> {
    let plan = tools::plan_hash(&session.project, request.scene).await?;
    let memory = kept::read(&session.project, request.scene).await?.map(|kept| kept.memory);
    let is_stale = memory.as_ref().is_some_and(|memory| memory.plan_hash != plan);
    Ok(MemoryOfScene { memory, is_stale })
}

/// Which items of a scene's memory are not to be sent.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct DropMemory {
    /// The scene.
    pub scene: SceneId,
    /// The items that are dropped; all others are sent.
    pub dropped: Vec<String>,
}

/// Drops items of a scene's memory, and takes back those dropped before that are not among them.
///
/// # Errors
/// [`Code::NotFound`](crate::Code::NotFound) where no memory was retrieved, or for an item that is not in it.
pub async fn drop_items(session: &Session, request: DropMemory) -> Result<SceneMemory> {
    let missing = |what: String| {
        Error::new(crate::Code::NotFound, what, "Nothing was changed. Retrieve the memory of the scene anew.")
    };
    let kept = kept::read(&session.project, request.scene).await?;
    let kept = kept.ok_or_else(|| missing(format!("scene {} has no memory yet", request.scene)))?;
    let mut memory = kept.memory;
    if let Some(unknown) = request.dropped.iter().find(|id| !memory.has(id)) {
        return Err(missing(format!("the memory has no item {unknown}")));
    }
    memory.dropped = request.dropped;
    memory.dropped.sort();
    memory.dropped.dedup();
    kept::write(&session.project, (request.scene, Some(kept.version)), &memory).await?;
    Ok(memory)
}
