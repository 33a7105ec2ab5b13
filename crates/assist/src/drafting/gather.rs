//! Gathers the candidates for a prompt: every part of the project that bears on a scene, with its source.
//!
//! The only decision made here is which entities are in play: names in the plan, in the preceding text and in
//! the previous scene select entities with their state as of the scene, their neighbours within two hops, and
//! lore. [`wenfang_drafting::context`] decides which candidates are sent.

mod artifacts;
pub(super) mod chapter;
mod story;

use std::collections::BTreeMap;

use sqlx::SqliteConnection;
use wenfang_drafting::context::{Authority, Candidate, Cut, Layer, Precedence, Source, StoryPosition};
use wenfang_drafting::prompts::Language;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{
    BibleFieldRecord, EdgeFilter, Graph, Hops, LoreRecord, Modality, StoryOrder, ThreadRecord, ThreadStatus,
    triggered,
};
use wenfang_story::{
    BibleFieldId, EntityId, LoreEntryId, RunId, SceneId, SceneRecord, ThreadAnchorId, ThreadId, VersionNo,
};
use wenfang_text::{CharRange, TextIndex};

use story::story_so_far;
use wenfang_canon::books::telling_order;
use wenfang_canon::graph::graph;
use wenfang_canon::names::{Names, names};
use wenfang_manuscript::find::readable;
use wenfang_usecase::Result;

use super::plan::texts_of;
use super::recalled::RecalledMemory;
use crate::assertions::AssertionWriter;

/// The scene that candidates are gathered for.
pub(super) struct GatherScope<'a> {
    pub(super) scene: SceneId,
    pub(super) record: &'a SceneRecord,
    pub(super) version: VersionNo,
    pub(super) text: &'a str,
    /// The range to work on, in `text`.
    pub(super) range: CharRange,
    pub(super) language: Language,
    /// The memory retrieved for the scene.
    pub(super) memory: &'a RecalledMemory,
    /// The run of the generation. What its own steps wrote reaches the prompt as their offers.
    pub(super) run: Option<RunId>,
}

/// The gathered candidates.
pub(super) struct Gathered {
    pub(super) candidates: Vec<Candidate>,
    pub(super) at: StoryPosition,
}

/// Gathers the candidates for a scene.
pub(super) async fn gather(project: &Project, scope: &GatherScope<'_>) -> Result<Gathered> {
    let (graph, names) = (graph(project).await?, names(project).await?);
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    let here = order.rank(scope.scene).unwrap_or(order.len());
    let at = position(&order, scope.scene, here);
    let mut candidates = bible(&mut tx, scope.language).await?;
    let index = TextIndex::new(scope.text);
    let before = CharRange::new(0, scope.range.start().get().min(index.len()));
    let text_before = index.slice(before);
    let previous = here.checked_sub(1).and_then(|rank| order.scene_at(rank));
    let previous = match previous {
        Some(scene) => readable(&mut tx, scene).await?.map(|working| (scene, working)),
        None => None,
    };
    let mut texts = texts_of(scope.record);
    texts.push(index.text());
    if let Some((scene, working)) = &previous {
        texts.push(&working.text);
        let source = Source::PreviousScene { scene: *scene, version: working.version.version };
        let mut candidate =
            Candidate::new(Layer::Recent, source, Authority::CurrentText, working.text.trim());
        candidate.cut = Cut::KeepEnd;
        candidate.at = here.checked_sub(1).map(|rank| position(&order, *scene, rank));
        candidates.push(candidate);
    }
    let source = Source::TextBefore { scene: scope.scene, version: scope.version, range: before };
    let mut recent = Candidate::new(Layer::Recent, source, Authority::CurrentText, text_before);
    (recent.cut, recent.at, recent.priority) = (Cut::KeepEnd, Some(at), 10);
    candidates.push(recent);
    candidates.extend(lore(&mut tx, (scope.language, &texts)).await?);
    let mut in_play = entities_in_play(&names, &texts);
    let memory = scope.memory;
    in_play.extend(memory.entities.iter().filter(|entity| !in_play.contains(entity)).collect::<Vec<_>>());
    in_play.retain(|entity| !memory.dropped_entities.contains(entity));
    let entities = (in_play.as_slice(), memory.dropped_entities.as_slice());
    candidates.extend(knowledge(&graph, (&order, scope.scene), entities, scope.language));
    candidates.extend(threads(&mut tx, (&order, here), scope.language).await?);
    candidates.extend(story_so_far(&mut tx, (&order, at), scope.language).await?);
    candidates.extend(memory.candidates(&order));
    candidates.extend(artifacts::included(&mut tx, (&order, scope)).await?);
    Ok(Gathered { candidates, at })
}

pub(super) fn position(order: &StoryOrder, scene: SceneId, rank: usize) -> StoryPosition {
    StoryPosition { chapter: order.chapter_index_of(scene).unwrap_or(usize::MAX), scene: rank }
}

/// Joins a label and a text as the language does.
pub(super) fn labelled(language: Language, label: &str, text: &str) -> String {
    match language {
        Language::Zh => format!("{label}：{text}"),
        Language::En => format!("{label}: {text}"),
    }
}

/// The label of a standard field of the bible.
fn field_name(key: &str, language: Language) -> &str {
    let (zh, en) = match key {
        "genre" => ("类型", "Genre"),
        "style" => ("文风", "Style"),
        "pov" => ("视角", "Point of view"),
        "tense" => ("时态", "Tense"),
        "synopsis" => ("全书梗概", "Synopsis"),
        "characters" => ("人物", "Characters"),
        "world_rules" => ("世界规则", "Rules of the world"),
        "outline" => ("大纲", "Outline"),
        "taboo" => ("禁忌", "Taboos"),
        other => return other,
    };
    if language == Language::Zh { zh } else { en }
}

/// The labels of a field of the bible in prompts, in both languages.
pub(crate) fn field_names(key: &str) -> Vec<String> {
    [Language::Zh, Language::En].map(|language| field_name(key, language).to_owned()).to_vec()
}

async fn bible(conn: &mut SqliteConnection, language: Language) -> Result<Vec<Candidate>> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    let written = fields.into_iter().filter(|(_, field)| !field.value.trim().is_empty());
    Ok(written
        .map(|(id, field)| {
            let text = labelled(language, field_name(&field.key, language), field.value.trim());
            let source = Source::BibleField { id, key: field.key.clone() };
            let standing = if field.locked { Authority::LockedCanon } else { Authority::ApprovedFact };
            let mut candidate = Candidate::new(Layer::System, source, standing, text);
            candidate.cut = Cut::KeepStart;
            candidate.precedence = match field.key.as_str() {
                _ if field.locked => Precedence::Required,
                "style" | "pov" | "tense" | "taboo" => Precedence::Constant,
                _ => Precedence::Usual,
            };
            candidate
        })
        .collect())
}

/// Lore entries triggered by the texts; secrets are separate candidates.
async fn lore(conn: &mut SqliteConnection, (language, texts): (Language, &[&str])) -> Result<Vec<Candidate>> {
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    let mut candidates = Vec::new();
    for (rank, found) in (0..).zip(triggered(&entries, texts)) {
        let Ok(at) = entries.binary_search_by_key(&found.entry, |(id, _)| *id) else { continue };
        let Some((id, entry)) = entries.get(at) else { continue };
        let standing = if entry.locked { Authority::LockedCanon } else { Authority::ApprovedFact };
        let candidate = |text: &str, secret: bool| {
            let source = Source::LoreEntry { id: *id, title: entry.title.clone() };
            let text = labelled(language, &entry.title, text.trim());
            let mut candidate = Candidate::new(Layer::Structured, source, standing, text);
            candidate.cut = Cut::KeepStart;
            candidate.priority = i32::from(entry.priority);
            candidate.rank = rank;
            candidate.secret = secret;
            if entry.constant {
                candidate.precedence = Precedence::Constant;
            }
            candidate
        };
        if !entry.content.trim().is_empty() {
            candidates.push(candidate(&entry.content, false));
        }
        if !entry.secrets.trim().is_empty() {
            candidates.push(candidate(&entry.secrets, true));
        }
    }
    Ok(candidates)
}

/// Entities named in the texts, most frequent first.
fn entities_in_play(names: &Names, texts: &[&str]) -> Vec<EntityId> {
    let mut hits: BTreeMap<EntityId, usize> = BTreeMap::new();
    for text in texts {
        for (owner, count) in names.lexicon.count_by_owner(text) {
            if let Some(entity) = names.bearer(owner).and_then(|bearer| bearer.entity) {
                *hits.entry(entity).or_default() += count;
            }
        }
    }
    let mut entities: Vec<(EntityId, usize)> = hits.into_iter().collect();
    entities.sort_by_key(|(id, hits)| (std::cmp::Reverse(*hits), *id));
    entities.into_iter().map(|(id, _)| id).collect()
}

/// Facts and relations of the entities in play and their neighbours as of the scene, without the dropped
/// entities.
fn knowledge(
    graph: &Graph,
    (order, scene): (&StoryOrder, SceneId),
    (in_play, dropped): (&[EntityId], &[EntityId]),
    language: Language,
) -> Vec<Candidate> {
    let mut nearness: BTreeMap<EntityId, (u8, u32)> = BTreeMap::new();
    for (rank, entity) in (0..).zip(in_play) {
        nearness.insert(*entity, (0, rank));
    }
    for (rank, entity) in (0..).zip(in_play) {
        let filter = EdgeFilter { at: Some(scene), modalities: &Modality::ALL };
        for near in graph.neighbours(*entity, Hops::Two, &filter, order).entities {
            let nearest = nearness.entry(near.entity).or_insert((near.distance, rank));
            *nearest = (*nearest).min((near.distance, rank));
        }
    }
    let writer = AssertionWriter { graph, language };
    let mut candidates = Vec::new();
    for (entity, (distance, rank)) in nearness {
        let Some(record) = graph.entity(entity).filter(|_| !dropped.contains(&entity)) else { continue };
        let ranked = |mut candidate: Candidate| {
            candidate.priority = 6 - 2 * i32::from(distance.min(2));
            candidate.rank = rank;
            candidate
        };
        if !record.description.trim().is_empty() {
            let source = Source::EntityState { id: entity, name: record.name.clone() };
            let text = labelled(language, &record.name, record.description.trim());
            let mut candidate = Candidate::new(Layer::Structured, source, Authority::ApprovedFact, text);
            candidate.cut = Cut::KeepStart;
            candidates.push(ranked(candidate));
        }
        // For neighbours two hops away, who they are is enough.
        if distance > 1 {
            continue;
        }
        let Some(state) = graph.state_as_of(entity, scene, order) else { continue };
        for side in [&state.narrated, &state.otherwise] {
            let facts = side.facts.iter().flat_map(|stated| &stated.facts).copied();
            candidates.extend(facts.filter_map(|id| writer.fact(id)).map(ranked));
            if distance == 0 {
                candidates.extend(side.relations.iter().filter_map(|id| writer.relation(*id)).map(ranked));
            }
        }
    }
    candidates
}

/// Threads that are open when the scene begins.
async fn threads(
    conn: &mut SqliteConnection,
    (order, here): (&StoryOrder, usize),
    language: Language,
) -> Result<Vec<Candidate>> {
    let threads: Vec<(ThreadId, ThreadRecord)> = canon::list(conn).await?;
    let anchors = canon::list::<ThreadAnchorId>(conn).await?;
    let mut candidates = Vec::new();
    for (id, thread) in threads {
        if !matches!(thread.status, ThreadStatus::Open | ThreadStatus::Partial) {
            continue;
        }
        let own = anchors.iter().filter(|(_, anchor)| anchor.thread == id && !anchor.gone);
        let ranks: Vec<usize> = own.filter_map(|(_, anchor)| order.rank(anchor.scene)).collect();
        // A thread first planted later is not known yet; one without a passage always counts.
        let Some(newest) = ranks
            .iter()
            .filter(|rank| **rank <= here)
            .max()
            .copied()
            .or_else(|| ranks.is_empty().then_some(0))
        else {
            continue;
        };
        let sentence = match language {
            Language::Zh => format!("伏笔「{}」：{}", thread.title, thread.description.trim()),
            Language::En => format!("Thread “{}”: {}", thread.title, thread.description.trim()),
        };
        let source = Source::Thread { id, title: thread.title };
        let mut candidate = Candidate::new(Layer::LongTerm, source, Authority::ApprovedFact, sentence);
        candidate.cut = Cut::KeepStart;
        candidate.rank = u32::try_from(here - newest).unwrap_or(u32::MAX);
        candidates.push(candidate);
    }
    Ok(candidates)
}
