//! Finds passages that the author rewrote by their meaning, before the findings of a check are stored: the model may
//! take seconds, and while findings are stored nothing else can be saved.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sqlx::SqliteConnection;
use wenfang_canon::semantics;
use wenfang_project::{Project, findings};
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{Alignment, CharRange, ContentHash, Reanchored, SemanticSearch};
use wenfang_usecase::{Result, aside};
use wenfang_versions::WorkingText;

use super::gather::{Gathered, GatheredText};
use super::standing::old_text;

/// A passage of a version.
type Place = (SceneId, VersionNo, CharRange);

/// The positions that only the model found, each in the working text with this hash.
#[derive(Debug, Default)]
pub(crate) struct Ahead(HashMap<Place, (ContentHash, Reanchored)>);

impl Ahead {
    /// The position of a passage in the working text of its scene, unless the text was changed since.
    pub(super) fn get(&self, passage: &Evidence, now: &WorkingText) -> Option<&Reanchored> {
        let (hash, found) = self.0.get(&(passage.scene, passage.version, passage.range))?;
        (*hash == now.hash()).then_some(found)
    }
}

/// Passages of a version that is not the working text.
struct Moved {
    scene: SceneId,
    version: VersionNo,
    old: String,
    now: Arc<GatheredText>,
    ranges: Vec<CharRange>,
}

/// Finds the passages of the open findings in the wanted scenes that cannot be found without the model. Without a loaded
/// model it finds nothing.
pub(super) async fn locate_ahead(project: &Project, gathered: &Gathered) -> Result<Ahead> {
    let Some(model) = semantics::loaded(project) else { return Ok(Ahead::default()) };
    let mut tx = project.begin_read().await?;
    let mut moved = Vec::new();
    for scene in gathered.scenes.iter().filter(|scene| gathered.wanted.contains(&scene.id)) {
        moved.extend(moved_in(&mut tx, scene.id, &scene.text).await?);
    }
    drop(tx);
    aside(move || Ahead(moved.iter().flat_map(|moved| by_meaning(moved, &*model)).collect())).await
}

async fn moved_in(
    conn: &mut SqliteConnection,
    scene: SceneId,
    now: &Arc<GatheredText>,
) -> Result<Vec<Moved>> {
    let mut by_version: BTreeMap<VersionNo, Vec<CharRange>> = BTreeMap::new();
    for finding in findings::list_open_by_scene(conn, scene).await? {
        if let Some(passage) = finding.record.passage().filter(|passage| passage.scene == scene) {
            by_version.entry(passage.version).or_default().push(passage.range);
        }
    }
    let mut moved = Vec::new();
    for (version, ranges) in by_version {
        let old = old_text(conn, (scene, version)).await?.filter(|old| *old != now.words);
        moved.extend(old.map(|old| Moved { scene, version, old, now: Arc::clone(now), ranges }));
    }
    Ok(moved)
}

/// The positions that are sure with the model and not without it.
fn by_meaning(moved: &Moved, model: &dyn SemanticSearch) -> Vec<(Place, (ContentHash, Reanchored))> {
    let alignment = Alignment::new(&moved.old, &moved.now.words);
    let lost = moved.ranges.iter().filter(|range| alignment.reanchor(**range, None).sure().is_none());
    let found = lost.filter_map(|range| {
        let found = alignment.reanchor(*range, Some(model));
        found.sure().is_some().then_some(((moved.scene, moved.version, *range), (moved.now.hash, found)))
    });
    found.collect()
}
