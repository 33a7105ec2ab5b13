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
use wenfang_text::marks::{Plain, find_quote};
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
        // A quotation needs no marks; its range keeps the place in the text with them.
        let words = Plain::of(&item.text);
        let mut candidate =
            Candidate::new(Layer::Vector, source, Authority::CurrentText, words.text().trim());
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

/// Finds a passage in a text, where marks may have been added or removed since; none if its words have changed.
fn locate(text: &str, item: &TextMemory) -> Option<CharRange> {
    let index = TextIndex::new(text);
    if item.range.end().get() <= index.len() {
        let now = index.slice(item.range);
        if now == item.text || !now.is_empty() && Plain::of(now).text() == Plain::of(&item.text).text() {
            return Some(item.range);
        }
    }
    find_quote(text, &item.text).or_else(|| find_quote(text, Plain::of(&item.text).text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, passage: &str, at: usize) -> Option<String> {
        let memory: TextMemory = serde_json::from_value(serde_json::json!({
            "id": "text/1/a", "scene": 1, "chapter": null, "chapter_title": "", "version": 1, "query": 0,
            "range": { "start": at, "end": at + passage.chars().count() }, "text": passage, "why": {},
        }))
        .unwrap();
        locate(text, &memory).map(|range| TextIndex::new(text).slice(range).to_owned())
    }

    #[test]
    fn a_passage_is_found_where_it_is_now() {
        assert_eq!(found("雨停了。他走了。", "他走了。", 4).as_deref(), Some("他走了。"));
        assert_eq!(found("夜里。雨停了。他走了。", "他走了。", 4).as_deref(), Some("他走了。"));
        assert_eq!(found("雨停了。他来了。", "他走了。", 4), None);
        assert_eq!(found("雨", "他走了。", 4), None);
    }

    #[test]
    fn marks_do_not_hide_a_passage() {
        assert_eq!(found("雨停了。他**走**了。", "他走了。", 4).as_deref(), Some("他**走**了。"));
        assert_eq!(found("夜里。他走了。", "他*走*了。", 0).as_deref(), Some("他走了。"));
        assert_eq!(found("夜。｜他《た》走了^[注]。", "他走了。", 9).as_deref(), Some("他《た》走了^[注]。"));
    }
}
