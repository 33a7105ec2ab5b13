//! Scenes with the counts of their working texts: of the draft where there is one, else of the newest version.
//!
//! Versions are stored with their counts, drafts are not: each text of a draft is counted once while the project is open.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sqlx::SqliteConnection;
use wenfang_project::manuscript::{self, SceneEntry, Totals};
use wenfang_project::{Project, drafts};
use wenfang_story::SceneId;
use wenfang_text::ContentHash;
use wenfang_versions as versions;

use crate::error::Result;

/// Counts of drafts, by the hash of their rows.
#[derive(Debug, Default)]
struct DraftCounts(Mutex<HashMap<SceneId, (ContentHash, Totals)>>);

impl DraftCounts {
    fn get(&self, scene: SceneId, hash: ContentHash) -> Option<Totals> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.get(&scene).filter(|(known, _)| *known == hash).map(|(_, totals)| *totals)
    }

    fn put(&self, scene: SceneId, hash: ContentHash, totals: Totals) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(scene, (hash, totals));
    }
}

/// Scenes in reading order, counted as the author sees them.
///
/// # Errors
/// Damage of the manuscript. A draft that is damaged is counted as its newest version: opening the scene names the damage.
pub(crate) async fn scenes(project: &Project, conn: &mut SqliteConnection) -> Result<Vec<SceneEntry>> {
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
