//! Passages that were cut in one scene and pasted into another take their thread anchors and comments along.
//!
//! An item is carried only while its own passage is deleted, so a passage that is pasted twice, or put back by undo
//! where it was cut, never has its comments in two places.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Error as ProjectError, scene_versions};
use wenfang_story::canon::{AnchorId, AnchorRecord};
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::marks::find_quote;
use wenfang_text::{CharRange, TextIndex};

use crate::anchors::{live, located_anchors, update};
use crate::error::{Error, Result};
use crate::save::{commit_draft, text};
use crate::undo::is_binned;

/// The passage of an item in the text into which it was pasted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
pub struct MovedPassage {
    #[serde(flatten)]
    pub id: AnchorId,
    /// In char offsets; the first occurrence of the quote when absent.
    #[ts(optional = nullable)]
    pub range: Option<CharRange>,
    /// The exact text of the passage; its last known text when absent.
    #[ts(optional = nullable)]
    pub quote: Option<String>,
}

/// The passage that an item had before it was carried to another scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct PassageOrigin {
    #[serde(flatten)]
    pub id: AnchorId,
    pub scene: SceneId,
    /// The version whose text `range` refers to.
    pub version: VersionNo,
    /// In char offsets.
    pub range: CharRange,
}

/// Moves items whose passages were deleted to passages of the working text of `scene`; a draft becomes a version
/// first. Skips items that are removed, whose own passage is still there, or whose words are not at that position.
/// Returns where the moved ones were, as the input of [`carry_back`].
///
/// # Errors
/// Unknown scenes or items; a damaged text.
pub async fn carry(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    moved: &[MovedPassage],
) -> Result<Vec<PassageOrigin>> {
    let mut records = Vec::with_capacity(moved.len());
    for passage in moved {
        if let Some(record) = live(conn, passage.id).await? {
            records.push((passage, record));
        }
    }
    let standing = in_texts(conn, records.iter().map(|(_, record)| record.scene())).await?;
    let deleted: Vec<_> =
        records.into_iter().filter(|(passage, _)| !standing.contains(&passage.id)).collect();
    if deleted.is_empty() {
        return Ok(Vec::new());
    }
    commit_draft(conn, now, scene).await?;
    let (head, words) = text(conn, scene, None).await?;
    let index = TextIndex::new(&words);
    let mut origins = Vec::with_capacity(deleted.len());
    for (MovedPassage { id, range, quote }, record) in deleted {
        let quote = quote.as_deref().unwrap_or(record.quote());
        let place = match range {
            Some(range) => Some(*range).filter(|range| !range.is_empty() && index.get(*range) == Some(quote)),
            None => find_quote(&words, quote),
        };
        let Some(range) = place else { continue };
        origins.push(PassageOrigin {
            id: *id,
            scene: record.scene(),
            version: record.version(),
            range: record.range(),
        });
        let record = record.moved_to((scene, head.version), range, index.slice(range).to_owned());
        update(conn, *id, &record).await?;
    }
    Ok(origins)
}

/// Undoes [`carry`] for items whose passage in `scene` was deleted again. Each gets its former passage back where that
/// is now; if it is in no text, it stays deleted there. Skips items that were moved elsewhere since, and those whose
/// former scene is in the bin. Returns how many went back.
///
/// # Errors
/// Unknown items; a damaged text.
pub async fn carry_back(
    conn: &mut SqliteConnection,
    scene: SceneId,
    origins: &[PassageOrigin],
) -> Result<usize> {
    let standing = in_texts(conn, [scene]).await?;
    let mut returned = Vec::with_capacity(origins.len());
    for origin in origins.iter().filter(|origin| !standing.contains(&origin.id)) {
        let Some(record) = live(conn, origin.id).await?.filter(|record| record.scene() == scene) else {
            continue;
        };
        if let Some(former) = former(conn, *origin, record).await? {
            update(conn, origin.id, &former).await?;
            returned.push((origin.id, former));
        }
    }
    let standing = in_texts(conn, returned.iter().map(|(_, former)| former.scene())).await?;
    let count = returned.len();
    for (id, former) in returned.into_iter().filter(|(id, _)| !standing.contains(id)) {
        update(conn, id, &former.without_passage()).await?;
    }
    Ok(count)
}

/// The record with its former passage; `None` if that scene is in the bin or the version was removed since.
async fn former(
    conn: &mut SqliteConnection,
    PassageOrigin { scene, version, range, .. }: PassageOrigin,
    record: AnchorRecord,
) -> Result<Option<AnchorRecord>> {
    if is_binned(conn, scene).await? {
        return Ok(None);
    }
    match scene_versions::require(conn, scene, version).await {
        Ok(_) => {}
        Err(ProjectError::NoVersion { .. }) => return Ok(None),
        Err(error) => return Err(Error::Project(error)),
    }
    let (_, words) = text(conn, scene, Some(version)).await?;
    let index = TextIndex::new(&words);
    let quote = index.get(range).filter(|quote| !quote.is_empty());
    Ok(quote.map(|quote| record.moved_to((scene, version), range, quote.to_owned())))
}

/// The items whose passage is in the working text of one of these scenes.
async fn in_texts(
    conn: &mut SqliteConnection,
    scenes: impl IntoIterator<Item = SceneId>,
) -> Result<BTreeSet<AnchorId>> {
    let mut found = BTreeSet::new();
    for scene in scenes.into_iter().collect::<BTreeSet<_>>() {
        let (_, located) = located_anchors(conn, scene, None).await?;
        found.extend(located.into_iter().filter(|anchor| anchor.now.is_some()).map(|anchor| anchor.id));
    }
    Ok(found)
}
