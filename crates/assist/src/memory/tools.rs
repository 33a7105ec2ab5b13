//! The searches of a memory: passages of the book, states of entities, the timeline before the scene.

use std::collections::HashMap;

use wenfang_canon::books::{Book, telling_order};
use wenfang_canon::graph::graph;
use wenfang_drafting::prompts::Language;
use wenfang_manuscript::find::readable;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, canon, meta, parts};
use wenfang_recall::Library;
use wenfang_recall::search::filters::{Filters, Horizon, scope};
use wenfang_recall::search::open_index;
use wenfang_recall::search::query::{Missing, Searched, recalled};
use wenfang_recall::search::refresh::refresh;
use wenfang_recall::search::views::Why;
use wenfang_search::{Fused, Kind, SourceKind};
use wenfang_story::canon::{EntityRecord, Graph, StoryOrder, TimelineEventRecord, story_order};
use wenfang_story::{EntityId, Record, SceneId, SceneRecord, TimelineEventId};
use wenfang_text::ContentHash;
use wenfang_usecase::{Code, Error, Result};

use super::{Degraded, DegradedWhy, EntityMemory, EventMemory, MemoryPart, MemoryQueries, TextMemory};
use crate::assertions::AssertionWriter;

/// Maximum number of passages: what fits the vector layer of a large context.
const MAX_PASSAGES: usize = 24;
/// Maximum number of sentences per entity.
const MAX_SENTENCES: usize = 12;
/// Maximum number of events.
const MAX_EVENTS: usize = 12;
/// Texts indexed before the search.
const CATCH_UP: usize = 64;

/// The scene to write and its position.
pub(super) struct ScenePosition {
    pub(super) project_id: String,
    pub(super) scene: SceneId,
    pub(super) record: SceneRecord,
    pub(super) plan_hash: String,
    pub(super) chapter_index: usize,
    pub(super) scene_index: usize,
    /// The text of the previous scene.
    pub(super) before: String,
    order: StoryOrder,
    rank: usize,
    language: Language,
}

impl ScenePosition {
    /// Reads the position of a scene.
    ///
    /// # Errors
    /// An unknown scene, or one in the bin.
    pub(super) async fn of(project: &Project, scene: SceneId) -> Result<Self> {
        let mut tx = project.begin_read().await?;
        let record = parts::require(&mut tx, scene).await?.record;
        let order = telling_order(&mut tx).await?;
        let not_in_manuscript = || {
            let hint = "Nothing was changed. Restore the scene to the manuscript.";
            Error::new(Code::NotFound, format!("scene {scene} is not in the manuscript"), hint)
        };
        let rank = order.rank(scene).ok_or_else(not_in_manuscript)?;
        let chapter = order.chapter_of(scene).ok_or_else(not_in_manuscript)?;
        let previous = rank.checked_sub(1).and_then(|rank| order.scene_at(rank));
        let before = match previous {
            Some(previous) => {
                readable(&mut tx, previous).await?.map(|working| working.text).unwrap_or_default()
            }
            None => String::new(),
        };
        let novel = meta::require(&mut tx).await?;
        let language = Language::for_novel(novel.novel_language());
        Ok(Self {
            project_id: meta::uid(&mut tx).await?,
            scene,
            plan_hash: hash_of_plan(&record),
            record,
            chapter_index: order.chapter_index(chapter).unwrap_or_default(),
            scene_index: rank - order.ranks_of(chapter).start,
            before,
            order,
            rank,
            language,
        })
    }
}

/// The hash of a scene's plan.
pub(super) async fn plan_hash(project: &Project, scene: SceneId) -> Result<String> {
    let mut tx = project.begin_read().await?;
    Ok(hash_of_plan(&parts::require(&mut tx, scene).await?.record))
}

/// Hashes the fields a memory is based on; status and target length are not among them.
fn hash_of_plan(record: &SceneRecord) -> String {
    let SceneRecord { title, synopsis, plan, .. } = record.clone();
    SceneRecord { title, synopsis, plan, ..SceneRecord::default() }.hash().to_string()
}

/// The searches for one scene.
pub(super) struct Tools<'a> {
    pub(super) library: Library<'a>,
    pub(super) watch: &'a Watch,
    pub(super) at: &'a ScenePosition,
}

impl Tools<'_> {
    /// Finds the passages of the book that bear on the queries, in story order.
    pub(super) async fn memories(
        &self,
        asked: &MemoryQueries,
        top_k: usize,
        degraded: &mut Vec<Degraded>,
    ) -> Vec<TextMemory> {
        match self.passages(asked, (top_k, degraded)).await {
            Ok(passages) => passages,
            Err(error) => {
                degraded.push(Degraded::failed(MemoryPart::Search, &error));
                Vec::new()
            }
        }
    }

    async fn passages(
        &self,
        asked: &MemoryQueries,
        (top_k, degraded): (usize, &mut Vec<Degraded>),
    ) -> Result<Vec<TextMemory>> {
        let index = open_index::index(&self.library).await?;
        let left = refresh(&self.library, &index, CATCH_UP, self.watch).await?.left;
        if left > 0 {
            degraded
                .push(Degraded { part: MemoryPart::Search, why: DegradedWhy::NotIndexed { texts: left } });
        }
        let filters = Filters { kinds: vec![Kind::Text], ..Filters::default() };
        let keys = index.sources().await?.into_keys().filter(|key| key.kind == SourceKind::Scene);
        let horizon = Horizon::Before(self.at.scene);
        let scope = scope(self.library.project, (&filters, horizon), keys, self.watch).await?;
        // Add up the fusion scores over all queries, so that passages found by several come first.
        let mut best: HashMap<_, (f64, usize, Fused)> = HashMap::new();
        for (number, query) in asked.queries.iter().enumerate() {
            let Searched { fused, missing, .. } = recalled(&self.library, &index, (query, &scope)).await?;
            for missing in missing {
                let (part, message) = match missing {
                    Missing::Vectors { reason } => (MemoryPart::Vectors, reason),
                    Missing::Words { reason } => (MemoryPart::Search, reason),
                };
                let lost = Degraded { part, why: DegradedWhy::Failed { message } };
                if !degraded.contains(&lost) {
                    degraded.push(lost);
                }
            }
            for fused in fused.into_iter().take(top_k) {
                let place = best.entry(fused.paragraph).or_insert((0.0, number, fused));
                place.0 += fused.score;
                if fused.score > place.2.score {
                    (place.1, place.2) = (number, fused);
                }
            }
        }
        let mut best: Vec<_> = best.into_values().collect();
        best.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.2.paragraph.cmp(&other.2.paragraph)));
        best.truncate(MAX_PASSAGES);
        let ids: Vec<_> = best.iter().map(|(_, _, fused)| fused.paragraph).collect();
        let passages = index.paragraphs(&ids).await?;
        let mut tx = self.library.project.begin_read().await?;
        let book = Book::read(&mut tx).await?;
        let mut memories = Vec::new();
        for (_, query, fused) in best {
            let Some(passage) = passages.iter().find(|passage| passage.id == fused.paragraph) else {
                continue;
            };
            let at = book.place(SceneId::from(passage.source.id));
            let Some(working) = readable(&mut tx, at.scene).await? else { continue };
            memories.push(TextMemory {
                id: format!("text/{}/{}", at.scene, short_hash(&passage.text)),
                scene: at.scene,
                chapter: at.chapter,
                chapter_title: at.chapter_title,
                version: working.version.version,
                range: passage.range,
                text: passage.text.clone(),
                why: Why::of(&fused),
                query,
            });
        }
        memories.sort_by_key(|item| (self.at.order.rank(item.scene), item.range.start()));
        memories.dedup_by(|one, other| one.id == other.id);
        Ok(memories)
    }

    /// The states of the entities in play as of the scene.
    pub(super) async fn entity_states(
        &self,
        asked: &MemoryQueries,
        degraded: &mut Vec<Degraded>,
    ) -> Vec<EntityMemory> {
        match graph(self.library.project).await {
            Ok(graph) => {
                let names = asked.entities.iter();
                names.map(|name| self.entity_state(&graph, name)).collect()
            }
            Err(error) => {
                degraded.push(Degraded::failed(MemoryPart::Facts, &error));
                Vec::new()
            }
        }
    }

    /// The state of one entity; none if the canon has no entity of this name.
    fn entity_state(&self, graph: &Graph, name: &str) -> EntityMemory {
        let Some(entity) = graph.find(name).first().copied() else {
            return EntityMemory {
                id: format!("name/{name}"),
                entity: None,
                name: name.to_owned(),
                state: None,
            };
        };
        let record: Option<&EntityRecord> = graph.entity(entity);
        EntityMemory {
            id: format!("entity/{entity}"),
            entity: Some(entity),
            name: record.map_or_else(|| name.to_owned(), |record| record.name.clone()),
            state: self.sentences(graph, entity, record),
        }
    }

    fn sentences(
        &self,
        graph: &Graph,
        entity: EntityId,
        record: Option<&EntityRecord>,
    ) -> Option<Vec<String>> {
        let state = graph.state_as_of(entity, self.at.scene, &self.at.order)?;
        let writer = AssertionWriter { graph, language: self.at.language };
        let mut sentences: Vec<String> = record
            .map(|record| record.description.trim().to_owned())
            .filter(|description| !description.is_empty())
            .into_iter()
            .collect();
        for side in [&state.narrated, &state.otherwise] {
            let facts = side.facts.iter().flat_map(|stated| &stated.facts);
            sentences.extend(facts.filter_map(|id| writer.fact(*id)).map(|candidate| candidate.text));
            sentences.extend(
                side.relations.iter().filter_map(|id| writer.relation(*id)).map(|candidate| candidate.text),
            );
        }
        sentences.truncate(MAX_SENTENCES);
        Some(sentences)
    }

    /// The latest events before the scene, in chronological order.
    pub(super) async fn recent_timeline(&self, degraded: &mut Vec<Degraded>) -> Vec<EventMemory> {
        match self.events().await {
            Ok(events) => events,
            Err(error) => {
                degraded.push(Degraded::failed(MemoryPart::Timeline, &error));
                Vec::new()
            }
        }
    }

    async fn events(&self) -> Result<Vec<EventMemory>> {
        let mut tx = self.library.project.begin_read().await?;
        let all: Vec<(TimelineEventId, TimelineEventRecord)> = canon::list(&mut tx).await?;
        let rank = |event: &TimelineEventRecord| event.scene.and_then(|scene| self.at.order.rank(scene));
        let mut known: Vec<_> =
            all.into_iter().filter_map(|(id, event)| Some((rank(&event)?, id, event))).collect();
        known.retain(|(rank, ..)| *rank < self.at.rank);
        // The events told last form the window; within it they are in chronological order.
        known.sort_by_key(|(rank, id, _)| (*rank, *id));
        let window = known.split_off(known.len().saturating_sub(MAX_EVENTS));
        let events: Vec<_> = window.into_iter().map(|(_, id, event)| (id, event)).collect();
        // If the events contradict each other, they stay in narrative order.
        let order = story_order(&events, &self.at.order)
            .unwrap_or_else(|_| events.iter().map(|(id, _)| *id).collect());
        let events: HashMap<_, _> = events.into_iter().collect();
        let event = |id: TimelineEventId| {
            let event = events.get(&id)?;
            let text = describe_event(self.at.language, event);
            Some(EventMemory { id: format!("event/{id}"), event: id, time: event.time.clone(), text })
        };
        Ok(order.into_iter().filter_map(event).collect())
    }
}

/// An event in words.
pub(crate) fn describe_event(language: Language, event: &TimelineEventRecord) -> String {
    let words = [event.title.as_str(), event.description.trim()];
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(match language {
        Language::Zh => "：",
        Language::En => ": ",
    })
}

/// A short hash of a text.
fn short_hash(text: &str) -> String {
    ContentHash::of(text.as_bytes()).to_string().chars().take(12).collect()
}
