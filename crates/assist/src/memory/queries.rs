//! Chooses the queries of a memory, with a model or from the plan.

use std::sync::Arc;

use wenfang_canon::names::names;
use wenfang_drafting::context::Source;
use wenfang_drafting::prompts::SceneQueries;
use wenfang_story::generation::{Act, GenerationStatus};

use super::tools::ScenePosition;
use super::{Degraded, DegradedWhy, MemoryPart, MemoryQueries, QueriesFrom, QuestionSource};
use crate::Session;
use crate::drafting::ask;
use crate::drafting::request::Generate;

/// Maximum number of names.
const MAX_NAMES: usize = 12;
/// Maximum number of queries.
const MAX_QUERIES: usize = 12;
/// Characters of the preceding text that replace a missing plan.
const TAIL_CHARS: usize = 200;

/// The queries of a memory and who chose them.
pub(super) struct MemoryQuestion {
    pub(super) from: QueriesFrom,
    pub(super) queries: MemoryQueries,
}

/// Chooses the queries. If the model cannot be called or names nothing, the failure is recorded and the plan is
/// used.
pub(super) async fn of(
    session: &Session,
    at: &ScenePosition,
    (from, degraded): (QuestionSource, &mut Vec<Degraded>),
) -> MemoryQuestion {
    let planned = planned(session, at, degraded).await;
    let QuestionSource::Model { excluded } = from else {
        return MemoryQuestion { from: QueriesFrom::Plan, queries: planned };
    };
    match by_model(session, at, excluded).await {
        Ok(mut queries) => {
            // Characters of the author's plan are always in play.
            for name in planned.entities {
                if queries.entities.len() < MAX_NAMES && !queries.entities.contains(&name) {
                    queries.entities.push(name);
                }
            }
            MemoryQuestion { from: QueriesFrom::Model, queries }
        }
        Err(why) => {
            degraded.push(Degraded { part: MemoryPart::Queries, why });
            MemoryQuestion { from: QueriesFrom::Plan, queries: planned }
        }
    }
}

/// Queries chosen by a model, or the reason why there are none.
async fn by_model(
    session: &Session,
    at: &ScenePosition,
    excluded: Vec<Source>,
) -> Result<MemoryQueries, DegradedWhy> {
    let request = Generate { excluded, ..Generate::of_scene(at.scene, Act::Memory) };
    let answer =
        ask(session, request).await.map_err(|error| Degraded::failed(MemoryPart::Queries, &error).why)?;
    let generation = answer.generations.into_iter().next().ok_or(DegradedWhy::NothingNamed)?;
    if generation.record.status != GenerationStatus::Complete {
        let trouble = generation.record.trouble.map(|trouble| trouble.message);
        return Err(trouble.map_or(DegradedWhy::Unfinished, |message| DegradedWhy::Failed { message }));
    }
    let answer: SceneQueries = serde_json::from_str(&generation.text)
        .map_err(|error| DegradedWhy::Failed { message: error.to_string() })?;
    let tidy = |words: Vec<String>, most: usize| {
        let mut seen = Vec::new();
        for word in words.into_iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()) {
            if seen.len() < most && !seen.contains(&word) {
                seen.push(word);
            }
        }
        seen
    };
    let events = answer.events.into_iter();
    let queries = MemoryQueries {
        entities: tidy(answer.entities, MAX_NAMES),
        queries: tidy(answer.queries.into_iter().chain(events).collect(), MAX_QUERIES),
    };
    if queries.queries.is_empty() { Err(DegradedWhy::NothingNamed) } else { Ok(queries) }
}

/// Queries from the plan: its sentences, and its characters with their aliases.
async fn planned(session: &Session, at: &ScenePosition, degraded: &mut Vec<Degraded>) -> MemoryQueries {
    let names = names(&session.project).await.unwrap_or_else(|error| {
        degraded.push(Degraded::failed(MemoryPart::Facts, &error));
        Arc::default()
    });
    let plan = &at.record.plan;
    let plan_texts =
        [&at.record.synopsis, &plan.conflict, &plan.turning_point, &at.record.title].map(String::as_str);
    let mut sentences: Vec<String> =
        plan_texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect();
    let tail = at.before.chars().count().saturating_sub(TAIL_CHARS);
    let before: String = at.before.chars().skip(tail).collect();
    if sentences.is_empty() && !before.trim().is_empty() {
        sentences.push(before.trim().to_owned());
    }
    let mut in_play: Vec<String> = plan.characters.iter().chain([&plan.pov]).cloned().collect();
    let texts = plan_texts.into_iter().chain([plan.location.as_str(), before.as_str()]);
    let mut mentioned = std::collections::BTreeMap::<u32, usize>::new();
    for text in texts {
        for (owner, count) in names.lexicon.count_by_owner(text) {
            *mentioned.entry(owner).or_default() += count;
        }
    }
    let mut mentioned: Vec<_> = mentioned.into_iter().collect();
    mentioned.sort_by_key(|(owner, count)| (std::cmp::Reverse(*count), *owner));
    in_play.extend(mentioned.into_iter().filter_map(|(owner, _)| Some(names.bearer(owner)?.title.clone())));
    let mut entities: Vec<String> = Vec::new();
    for name in in_play.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()) {
        if entities.len() < MAX_NAMES && !entities.contains(&name) {
            entities.push(name);
        }
    }
    let place = plan.location.trim();
    let mut queries: Vec<String> = sentences;
    if !place.is_empty() {
        queries.push(place.to_owned());
    }
    for name in &entities {
        let bearer = names.bearers.iter().find(|bearer| bearer.names.contains(name));
        // A name and its aliases are one query: a passage need not contain all of them.
        queries.push(bearer.map_or_else(|| name.clone(), |bearer| bearer.names.join(" ")));
    }
    queries.truncate(MAX_QUERIES);
    MemoryQueries { entities, queries }
}
