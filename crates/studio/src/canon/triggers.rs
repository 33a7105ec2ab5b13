//! Which lore a scene brings up.

use serde::Serialize;
use wenfang_project::{Project, canon, parts};
use wenfang_story::canon::{LoreRecord, Trigger, triggered};
use wenfang_story::{LoreEntryId, SceneId};

use super::books::telling_order;
use crate::error::Result;
use crate::find::readable;
use crate::scenes::SceneRequest;

/// The lore a scene brings up.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TriggeredLore {
    /// The scene.
    pub scene: SceneId,
    /// Constant ones first, then by priority, then by hits.
    pub entries: Vec<TriggeredEntry>,
}

/// An entry that a scene brings up.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TriggeredEntry {
    /// The entry.
    pub entry: LoreEntryId,
    /// What it is called.
    pub title: String,
    /// Why.
    pub by: Trigger,
    /// How often its names and keywords stand there.
    pub hits: usize,
}

/// Lists the lore that a scene brings up: by its text, the text of the scene before, its synopsis and its plan.
pub async fn of_scene(project: &Project, request: SceneRequest) -> Result<TriggeredLore> {
    let mut tx = project.begin_read().await?;
    let scene = parts::require(&mut tx, request.scene).await?.record;
    let order = telling_order(&mut tx).await?;
    let before = order.rank(request.scene).and_then(|rank| order.scene_at(rank.checked_sub(1)?));
    let mut texts = vec![scene.synopsis, scene.plan.location, scene.plan.pov, scene.plan.conflict];
    texts.push(scene.plan.turning_point);
    texts.extend(scene.plan.characters);
    for scene in [Some(request.scene), before].into_iter().flatten() {
        texts.extend(readable(&mut tx, scene).await?.map(|working| working.text));
    }
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(&mut tx).await?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = triggered(&entries, &texts).into_iter().filter_map(|found| {
        let at = entries.binary_search_by_key(&found.entry, |(id, _)| *id).ok()?;
        let title = entries.get(at)?.1.title.clone();
        Some(TriggeredEntry { entry: found.entry, title, by: found.by, hits: found.hits })
    });
    Ok(TriggeredLore { scene: request.scene, entries: found.collect() })
}
