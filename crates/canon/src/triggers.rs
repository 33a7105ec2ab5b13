//! Lore triggered by a scene.

use serde::Serialize;
use wenfang_manuscript::find::readable;
use wenfang_manuscript::scenes::SceneRequest;
use wenfang_project::{Project, canon, parts};
use wenfang_story::canon::{LoreRecord, Trigger, triggered};
use wenfang_story::{LoreEntryId, SceneId};
use wenfang_usecase::Result;

use super::books::telling_order;

/// The lore triggered by a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TriggeredLore {
    pub scene: SceneId,
    /// Constant entries first, then by priority, then by hits.
    pub entries: Vec<TriggeredEntry>,
}

/// A triggered entry.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TriggeredEntry {
    pub entry: LoreEntryId,
    pub title: String,
    /// What triggered it.
    pub by: Trigger,
    /// The number of occurrences of its names and keywords.
    pub hits: usize,
}

/// Lists the lore triggered by a scene's text, the text of the preceding scene, its synopsis and its plan.
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
