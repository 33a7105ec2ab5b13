//! What a memory is looked up with: passages of the book, the state of an entity, the timeline before the scene.

use std::collections::HashMap;

use wenfang_drafting::prompts::Language;
use wenfang_project::{Project, canon, meta, parts};
use wenfang_search::{Fused, Kind, SourceKind};
use wenfang_story::canon::{EntityRecord, Graph, StoryOrder, TimelineEventRecord, story_order};
use wenfang_story::{EntityId, Record, SceneId, SceneRecord, TimelineEventId};
use wenfang_text::ContentHash;

use super::queries::MemoryQuestion;
use super::{Degraded, DegradedWhy, EntityMemory, EventMemory, MemoryPart, TextMemory};
use crate::canon::books::{Book, telling_order};
use crate::canon::graph::graph;
use crate::drafting::Session;
use crate::drafting::teller::AssertionWriter;
use crate::error::{Code, Error, Result};
use crate::find::readable;
use crate::search::filters::{Filters, Horizon, scope};
use crate::search::held;
use crate::search::query::{Missing, Searched, recalled};
use crate::search::refresh::refresh;
use crate::search::views::Why;

/// Passages of one memory: what the vector layer of a large context holds.
const PASSAGES: usize = 24;
/// Sentences on one entity.
const SENTENCES: usize = 12;
/// Events before the scene.
const EVENTS: usize = 12;
/// Texts that are brought into the index before it is asked.
const CATCH_UP: usize = 64;

/// The scene that is to be written, where it stands.
pub(super) struct ScenePosition {
    pub(super) project_id: String,
    pub(super) scene: SceneId,
    pub(super) record: SceneRecord,
    pub(super) plan_hash: String,
    pub(super) chapter_index: usize,
    pub(super) scene_index: usize,
    /// The end of the scene told before.
    pub(super) before: String,
    order: StoryOrder,
    rank: usize,
    language: Language,
}

impl ScenePosition {
    /// Where a scene stands.
    ///
    /// # Errors
    /// An unknown scene, or one in the bin.
    pub(super) async fn of(project: &Project, scene: SceneId) -> Result<Self> {
        let mut tx = project.begin_read().await?;
        let record = parts::require(&mut tx, scene).await?.record;
        let order = telling_order(&mut tx).await?;
        let in_the_bin = || {
            let hint = "Nothing was changed. Put the scene back into the manuscript.";
            Error::new(Code::NotFound, format!("scene {scene} is not in the manuscript"), hint)
        };
        let rank = order.rank(scene).ok_or_else(in_the_bin)?;
        let chapter = order.chapter_of(scene).ok_or_else(in_the_bin)?;
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

/// Stands for the plan of a scene.
pub(super) async fn plan_hash(project: &Project, scene: SceneId) -> Result<String> {
    let mut tx = project.begin_read().await?;
    Ok(hash_of_plan(&parts::require(&mut tx, scene).await?.record))
}

/// What a memory is made from stands for the plan; how far the scene is and how long it shall be does not.
fn hash_of_plan(record: &SceneRecord) -> String {
    let SceneRecord { title, synopsis, plan, .. } = record.clone();
    SceneRecord { title, synopsis, plan, ..SceneRecord::default() }.hash().to_string()
}

/// The tools, for one scene.
pub(super) struct Tools<'a> {
    pub(super) session: &'a Session,
    pub(super) at: &'a ScenePosition,
}

impl Tools<'_> {
    /// Passages of the book that bear on the queries, in the order they are told.
    pub(super) async fn memories(
        &self,
        asked: &MemoryQuestion,
        top_k: usize,
        degraded: &mut Vec<Degraded>,
    ) -> Vec<TextMemory> {
        match self.found(asked, (top_k, degraded)).await {
            Ok(found) => found,
            Err(error) => {
                degraded.push(Degraded::failed(MemoryPart::Search, &error));
                Vec::new()
            }
        }
    }

    async fn found(
        &self,
        asked: &MemoryQuestion,
        (top_k, degraded): (usize, &mut Vec<Degraded>),
    ) -> Result<Vec<TextMemory>> {
        let index = held::index(self.session).await?;
        let left = refresh(self.session, &index, CATCH_UP).await?.left;
        if left > 0 {
            degraded
                .push(Degraded { part: MemoryPart::Search, why: DegradedWhy::NotIndexed { texts: left } });
        }
        let filters = Filters { kinds: vec![Kind::Text], ..Filters::default() };
        let keys = index.sources().await?.into_keys().filter(|key| key.kind == SourceKind::Scene);
        let scope = scope(&self.session.project, (&filters, Horizon::Before(self.at.scene)), keys).await?;
        // The sum over the queries of what each one's fusion gave: what several ask for comes first.
        let mut best: HashMap<_, (f64, usize, Fused)> = HashMap::new();
        for (number, query) in asked.queries.queries.iter().enumerate() {
            let Searched { fused, missing, .. } = recalled(self.session, &index, (query, &scope)).await?;
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
        best.truncate(PASSAGES);
        let ids: Vec<_> = best.iter().map(|(_, _, fused)| fused.paragraph).collect();
        let passages = index.paragraphs(&ids).await?;
        let mut tx = self.session.project.begin_read().await?;
        let book = Book::read(&mut tx).await?;
        let mut found = Vec::new();
        for (_, query, fused) in best {
            let Some(passage) = passages.iter().find(|passage| passage.id == fused.paragraph) else {
                continue;
            };
            let at = book.place(SceneId::from(passage.source.id));
            let Some(working) = readable(&mut tx, at.scene).await? else { continue };
            found.push(TextMemory {
                id: format!("text/{}/{}", at.scene, short(&passage.text)),
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
        found.sort_by_key(|item| (self.at.order.rank(item.scene), item.range.start()));
        found.dedup_by(|one, other| one.id == other.id);
        Ok(found)
    }

    /// What is so of who is in play, in the scene.
    pub(super) async fn entity_states(
        &self,
        asked: &MemoryQuestion,
        degraded: &mut Vec<Degraded>,
    ) -> Vec<EntityMemory> {
        match graph(&self.session.project).await {
            Ok(graph) => {
                let names = asked.queries.entities.iter();
                names.map(|name| self.entity_state(&graph, name)).collect()
            }
            Err(error) => {
                degraded.push(Degraded::failed(MemoryPart::Facts, &error));
                Vec::new()
            }
        }
    }

    /// What is so of one of them; no state where nobody entered who that is.
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
        let teller = AssertionWriter { graph, language: self.at.language };
        let mut sentences: Vec<String> = record
            .map(|record| record.description.trim().to_owned())
            .filter(|description| !description.is_empty())
            .into_iter()
            .collect();
        for side in [&state.narrated, &state.otherwise] {
            let facts = side.facts.iter().flat_map(|stated| &stated.facts);
            sentences.extend(facts.filter_map(|id| teller.fact(*id)).map(|told| told.text));
            sentences
                .extend(side.relations.iter().filter_map(|id| teller.relation(*id)).map(|told| told.text));
        }
        sentences.truncate(SENTENCES);
        Some(sentences)
    }

    /// What happened last before the scene, in the order of the story.
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
        let mut tx = self.session.project.begin_read().await?;
        let all: Vec<(TimelineEventId, TimelineEventRecord)> = canon::list(&mut tx).await?;
        let rank = |event: &TimelineEventRecord| event.scene.and_then(|scene| self.at.order.rank(scene));
        let mut known: Vec<_> =
            all.into_iter().filter_map(|(id, event)| Some((rank(&event)?, id, event))).collect();
        known.retain(|(rank, ..)| *rank < self.at.rank);
        // The newest told are the window; in it, what happened first comes first.
        known.sort_by_key(|(rank, id, _)| (*rank, *id));
        let window = known.split_off(known.len().saturating_sub(EVENTS));
        let events: Vec<_> = window.into_iter().map(|(_, id, event)| (id, event)).collect();
        // Events that would happen before themselves keep the order of the telling.
        let order = story_order(&events, &self.at.order)
            .unwrap_or_else(|_| events.iter().map(|(id, _)| *id).collect());
        let events: HashMap<_, _> = events.into_iter().collect();
        let event = |id: TimelineEventId| {
            let event = events.get(&id)?;
            let text = told(self.at.language, event);
            Some(EventMemory { id: format!("event/{id}"), event: id, time: event.time.clone(), text })
        };
        Ok(order.into_iter().filter_map(event).collect())
    }
}

/// What happened, in words.
pub(crate) fn told(language: Language, event: &TimelineEventRecord) -> String {
    let words = [event.title.as_str(), event.description.trim()];
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(match language {
        Language::Zh => "：",
        Language::En => ": ",
    })
}

/// A short name for some words.
fn short(text: &str) -> String {
    ContentHash::of(text.as_bytes()).to_string().chars().take(12).collect()
}
