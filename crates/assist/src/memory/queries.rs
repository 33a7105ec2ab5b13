//! The queries of a memory that the plan of its scene gives.

use std::sync::Arc;

use wenfang_canon::names::names;
use wenfang_project::Project;

use super::tools::ScenePosition;
use super::{Degraded, MAX_NAMES, MAX_QUERIES, MemoryPart, MemoryQueries};

/// Characters of the preceding text that replace a missing plan.
const TAIL_CHARS: usize = 200;

/// Queries from the plan: its sentences, and its characters with their aliases.
pub(super) async fn planned(
    project: &Project,
    at: &ScenePosition,
    degraded: &mut Vec<Degraded>,
) -> MemoryQueries {
    let names = names(project).await.unwrap_or_else(|error| {
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
