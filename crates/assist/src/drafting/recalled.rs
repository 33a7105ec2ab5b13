//! Memory retrieved from the book for a scene, as prompt candidates: passages, events and entities in play.
//!
//! Uses the memory the author reviewed as long as it fits the scene's plan. Otherwise the plan is queried now,
//! and what the author dropped stays dropped. A failed lookup is skipped; drafting continues without it.

use wenfang_drafting::context::{Authority, Candidate, Cut, Layer, Source};
use wenfang_drafting::prompts::Language;
use wenfang_manuscript::find::readable;
use wenfang_project::watch::Watch;
use wenfang_story::canon::{StoryOrder, TimelineEventRecord};
use wenfang_story::generation::Act;
use wenfang_story::{EntityId, SceneId, TimelineEventId};
use wenfang_text::{CharRange, TextIndex};
use wenfang_usecase::Result;

use super::gather::{labelled, position};
use crate::memory::{Retrieval, SceneMemory, TextMemory};
use crate::{Session, memory};

/// Passages per query when no memory was retrieved: as many as fit their share of a typical context window.
const TOP_K: usize = 6;

/// The memory of a scene.
#[derive(Debug, Default)]
pub(super) struct RecalledMemory {
    /// Entities in play besides those the texts name.
    pub(super) entities: Vec<EntityId>,
    /// Entities the author dropped.
    pub(super) dropped_entities: Vec<EntityId>,
    /// Sources the author dropped.
    pub(super) dropped: Vec<Source>,
    retrieved: Vec<(SceneId, Candidate)>,
}

impl RecalledMemory {
    /// The candidates, each at its story position.
    pub(super) fn candidates(&self, order: &StoryOrder) -> Vec<Candidate> {
        let placed = self.retrieved.iter().filter_map(|(scene, candidate)| {
            let at = position(order, *scene, order.rank(*scene)?);
            Some(Candidate { at: Some(at), ..candidate.clone() })
        });
        placed.collect()
    }
}

/// Returns the stored memory of a scene, or retrieves one. Empty for acts that need no memory.
pub(super) async fn recalled(
    session: &Session,
    (scene, act): (SceneId, Act),
    language: Language,
    watch: &Watch,
) -> RecalledMemory {
    if matches!(act, Act::Titles | Act::Memory) {
        return RecalledMemory::default();
    }
    let retrieved = match retrieved(session, scene, watch).await {
        Ok(memory) => from_memory(session, &memory, language).await,
        Err(error) => Err(error),
    };
    retrieved.unwrap_or_else(|error| {
        tracing::warn!(code = ?error.code, "cannot retrieve the memory of a scene");
        RecalledMemory::default()
    })
}

async fn retrieved(session: &Session, scene: SceneId, watch: &Watch) -> Result<SceneMemory> {
    let stored = memory::latest(&session.project, scene).await?;
    if let Some((memory, true)) = stored {
        return Ok(memory);
    }
    let mut memory = Retrieval::begin(session.library(), scene, watch).await?.finish(TOP_K).await?;
    if let Some((before, _)) = stored {
        memory.drop_as(&before);
    }
    Ok(memory)
}

async fn from_memory(session: &Session, memory: &SceneMemory, language: Language) -> Result<RecalledMemory> {
    let mut recalled = RecalledMemory::default();
    for item in &memory.entity_states {
        let Some(entity) = item.entity else { continue };
        if memory.keeps(item) { &mut recalled.entities } else { &mut recalled.dropped_entities }.push(entity);
    }
    let mut tx = session.project.begin_read().await?;
    // Best rank first, because the budget is filled in that order.
    let mut passages: Vec<(u32, &TextMemory)> = Vec::new();
    let mut by_rank: Vec<&TextMemory> = memory.relevant_memories.iter().collect();
    by_rank.sort_by_key(|item| item.why.best());
    passages.extend((0..).zip(by_rank));
    for (rank, item) in passages {
        let Some(working) = readable(&mut tx, item.scene).await? else { continue };
        let Some(range) = locate(&working.text, item) else { continue };
        let source = Source::Passage { scene: item.scene, version: working.version.version, range };
        if !memory.keeps(item) {
            recalled.dropped.push(source.clone());
        }
        let mut candidate = Candidate::new(Layer::Vector, source, Authority::CurrentText, item.text.trim());
        (candidate.rank, candidate.cut) = (rank, Cut::KeepStart);
        recalled.retrieved.push((item.scene, candidate));
    }
    for (rank, item) in (0..).zip(memory.timeline_context.iter().rev()) {
        let Some(event) = event(&mut tx, item.event).await? else { continue };
        let description = memory::describe_event(language, &event);
        let source = Source::Event { id: item.event, title: event.title };
        if !memory.keeps(item) {
            recalled.dropped.push(source.clone());
        }
        let text =
            if event.time.is_empty() { description } else { labelled(language, &event.time, &description) };
        let mut candidate = Candidate::new(Layer::LongTerm, source, Authority::ApprovedFact, text);
        (candidate.rank, candidate.cut) = (rank, Cut::KeepStart);
        if let Some(scene) = event.scene {
            recalled.retrieved.push((scene, candidate));
        }
    }
    Ok(recalled)
}

/// The current state of an event; none if the author deleted it.
async fn event(
    conn: &mut sqlx::SqliteConnection,
    id: TimelineEventId,
) -> Result<Option<TimelineEventRecord>> {
    use wenfang_project::{Error, canon};
    match canon::live(conn, id).await {
        Ok(event) => Ok(Some(event)),
        Err(Error::NoPart { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Finds a passage in a text; none if it has changed.
fn locate(text: &str, item: &TextMemory) -> Option<CharRange> {
    let index = TextIndex::new(text);
    if item.range.end().get() <= index.len() && index.slice(item.range) == item.text {
        return Some(item.range);
    }
    let (before, _) = text.split_once(item.text.as_str())?;
    let start = before.chars().count();
    Some(CharRange::new(start, start + item.text.chars().count()))
}
