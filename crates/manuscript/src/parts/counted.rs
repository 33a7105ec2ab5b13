//! Scenes with the counts of their working texts: of the draft if there is one, otherwise of the newest version.
//!
//! Counts are stored with versions but not with drafts, so each draft text is counted once while the project is open.

use std::collections::HashMap;

use parking_lot::Mutex;
use sqlx::SqliteConnection;
use wenfang_project::manuscript::{self, SceneEntry, Totals};
use wenfang_project::{Project, drafts};
use wenfang_story::SceneId;
use wenfang_text::ContentHash;
use wenfang_versions as versions;

use wenfang_usecase::Result;

/// Cached counts of drafts, keyed by scene and row hash.
#[derive(Debug, Default)]
struct DraftCounts(Mutex<HashMap<SceneId, (ContentHash, Totals)>>);

impl DraftCounts {
    fn get(&self, scene: SceneId, hash: ContentHash) -> Option<Totals> {
        let counts = self.0.lock();
        counts.get(&scene).filter(|(known, _)| *known == hash).map(|(_, totals)| *totals)
    }

    fn put(&self, scene: SceneId, hash: ContentHash, totals: Totals) {
        self.0.lock().insert(scene, (hash, totals));
    }
}

/// Lists the scenes in reading order with the counts of their working texts.
///
/// # Errors
/// Damage to the manuscript. A damaged draft counts as its newest version; opening the scene reports the damage.
pub async fn scenes(project: &Project, conn: &mut SqliteConnection) -> Result<Vec<SceneEntry>> {
    let mut scenes = manuscript::scenes(conn).await?;
    let hashes: HashMap<SceneId, ContentHash> = drafts::hashes(conn).await?.into_iter().collect();
    if hashes.is_empty() {
        return Ok(scenes);
    }
    let counts = project.attached::<DraftCounts>();
    for scene in &mut scenes {
        let Some(hash) = hashes.get(&scene.id) else { continue };
        if let Some(totals) = counts.get(scene.id, *hash) {
            scene.totals = totals;
        } else if let Ok(Some(draft)) = drafts::get(conn, scene.id).await {
            scene.totals = versions::totals(&draft.text);
            counts.put(scene.id, *hash, scene.totals);
        }
    }
    Ok(scenes)
}
