//! What was found in the book for a scene, as candidates of its context: passages, events, who is in play.
//!
//! It is the memory the author looked at, while it fits the plan; without one the plan is asked now, and what was dropped
//! stays so. What cannot be looked up
//! is left out: drafting goes on.

use wenfang_drafting::context::{Candidate, Cut, Layer, Source, Standing};
use wenfang_drafting::prompts::Language;
use wenfang_story::canon::{StoryOrder, TimelineEventRecord};
use wenfang_story::generation::Act;
use wenfang_story::{EntityId, SceneId, TimelineEventId};
use wenfang_text::{CharRange, TextIndex};

use super::Session;
use super::gather::{labelled, position};
use crate::error::Result;
use crate::find::readable;
use crate::search::memory::{self, QuestionSource, SceneMemory, TextMemory};

/// Passages that each query brings when nobody retrieved a memory: what fits into the share of a usual window.
const TOP_K: usize = 6;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct RecalledMemory {
    /// Who is in play beside those the texts name.
    pub(super) entities: Vec<EntityId>,
    /// Who the author does not want to be told of.
    pub(super) dropped_entities: Vec<EntityId>,
    /// What the author does not want to be sent.
    pub(super) dropped: Vec<Source>,
    found: Vec<(SceneId, Candidate)>,
}

impl RecalledMemory {
    /// The candidates, each at its place in the telling.
    pub(super) fn candidates(&self, order: &StoryOrder) -> Vec<Candidate> {
        let placed = self.found.iter().filter_map(|(scene, candidate)| {
            let at = position(order, *scene, order.rank(*scene)?);
            Some(Candidate { at: Some(at), ..candidate.clone() })
        });
        placed.collect()
    }
}

/// What was found for a scene, or is found now. Nothing for an act that needs no memory.
pub(super) async fn recalled(
    session: &Session,
    (scene, act): (SceneId, Act),
    language: Language,
) -> RecalledMemory {
    if matches!(act, Act::Titles | Act::Memory) {
        return RecalledMemory::default();
    }
    let found = match found(session, scene).await {
        Ok(memory) => of_memory(session, &memory, language).await,
        Err(error) => Err(error),
    };
    found.unwrap_or_else(|error| {
        tracing::warn!(code = ?error.code, "no memory for a scene");
        RecalledMemory::default()
    })
}

async fn found(session: &Session, scene: SceneId) -> Result<SceneMemory> {
    let kept = memory::kept(&session.project, scene).await?;
    if let Some((memory, true)) = kept {
        return Ok(memory);
    }
    // A memory may ask a model, which drafts, which asks for memories: the compiler wants the circle cut.
    let mut memory = Box::pin(memory::gathered(session, (scene, QuestionSource::Plan, TOP_K))).await?;
    if let Some((before, _)) = kept {
        memory.drop_as(&before);
    }
    Ok(memory)
}

async fn of_memory(session: &Session, memory: &SceneMemory, language: Language) -> Result<RecalledMemory> {
    let mut recalled = RecalledMemory::default();
    for item in &memory.entity_states {
        let Some(entity) = item.entity else { continue };
        if memory.keeps(item) { &mut recalled.entities } else { &mut recalled.dropped_entities }.push(entity);
    }
    let mut tx = session.project.begin_read().await?;
    // The nearest first: that is the order in which there is room for them.
    let mut passages: Vec<(u32, &TextMemory)> = Vec::new();
    let mut by_rank: Vec<&TextMemory> = memory.relevant_memories.iter().collect();
    by_rank.sort_by_key(|item| item.why.best());
    passages.extend((0..).zip(by_rank));
    for (rank, item) in passages {
        let Some(working) = readable(&mut tx, item.scene).await? else { continue };
        let Some(range) = standing_at(&working.text, item) else { continue };
        let source = Source::Passage { scene: item.scene, version: working.version.version, range };
        if !memory.keeps(item) {
            recalled.dropped.push(source.clone());
        }
        let mut candidate = Candidate::new(Layer::Vector, source, Standing::CurrentText, item.text.trim());
        (candidate.rank, candidate.cut) = (rank, Cut::KeepStart);
        recalled.found.push((item.scene, candidate));
    }
    for (rank, item) in (0..).zip(memory.timeline_context.iter().rev()) {
        let Some(event) = event(&mut tx, item.event).await? else { continue };
        let told = memory::told(language, &event);
        let source = Source::Event { id: item.event, title: event.title };
        if !memory.keeps(item) {
            recalled.dropped.push(source.clone());
        }
        let text = if event.time.is_empty() { told } else { labelled(language, &event.time, &told) };
        let mut candidate = Candidate::new(Layer::LongTerm, source, Standing::ApprovedFact, text);
        (candidate.rank, candidate.cut) = (rank, Cut::KeepStart);
        if let Some(scene) = event.scene {
            recalled.found.push((scene, candidate));
        }
    }
    Ok(recalled)
}

/// An event as it is now; none when the author took it out meanwhile.
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

/// Where a passage stands in a text; none when it was changed since it was found.
fn standing_at(text: &str, item: &TextMemory) -> Option<CharRange> {
    let index = TextIndex::new(text);
    if item.range.end().get() <= index.len() && index.slice(item.range) == item.text {
        return Some(item.range);
    }
    let (before, _) = text.split_once(item.text.as_str())?;
    let start = before.chars().count();
    Some(CharRange::new(start, start + item.text.chars().count()))
}
