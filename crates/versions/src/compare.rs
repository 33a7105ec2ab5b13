//! Compares two states of the project, item by item.

use std::collections::BTreeMap;

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_project::checkpoints::{self, Item, ItemKind};
use wenfang_project::{
    Damage, Error as ProjectError, blobs, canon, current, drafts, manuscript, meta, parts, scene_versions,
};
use wenfang_story::{ChapterId, CheckpointId, Outline, Record, SceneId, VolumeId};

use crate::error::Result;

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The state stored in a checkpoint.
    Checkpoint(CheckpointId),
    /// The current state, drafts included.
    Now,
}

/// How an item differs between the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Changed {
    /// Only on the second side.
    Added,
    /// On both sides, with different content.
    Changed,
    /// Only on the first side.
    Removed,
}

/// An item that differs between the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub kind: ItemKind,
    /// The item's id; 1 for the project and the outline.
    pub id: i64,
    pub before: Option<Item>,
    pub after: Option<Item>,
}

impl Change {
    /// Returns how the item differs.
    pub fn changed(&self) -> Changed {
        match (self.before, self.after) {
            (None, _) => Changed::Added,
            (_, None) => Changed::Removed,
            _ => Changed::Changed,
        }
    }
}

async fn items(conn: &mut SqliteConnection, state: State) -> Result<Vec<Item>> {
    Ok(match state {
        State::Now => current_items(conn).await?,
        State::Checkpoint(id) => {
            checkpoints::require(conn, id).await?;
            checkpoints::items(conn, id).await?
        }
    })
}

/// Lists every item as a checkpoint created now would store it, with drafts of main lines as versions.
async fn current_items(conn: &mut SqliteConnection) -> Result<Vec<Item>> {
    let mut items = current::items(conn).await?;
    for draft in drafts::list(conn).await? {
        let hash = draft.text.hash();
        let item = items.iter_mut().find(|item| item.kind == ItemKind::Text && item.id == draft.scene.get());
        if let Some(item) = item
            && item.hash != hash
            && scene_versions::head(conn, draft.scene).await?.version == draft.base
        {
            (item.hash, item.blob) = (hash, None);
        }
    }
    Ok(items)
}

/// Returns the items that differ, ordered by kind and id. Reads no texts except drafts.
pub async fn compare(conn: &mut SqliteConnection, before: State, after: State) -> Result<Vec<Change>> {
    let mut sides: BTreeMap<(ItemKind, i64), (Option<Item>, Option<Item>)> = BTreeMap::new();
    for item in items(conn, before).await? {
        sides.entry((item.kind, item.id)).or_default().0 = Some(item);
    }
    for item in items(conn, after).await? {
        sides.entry((item.kind, item.id)).or_default().1 = Some(item);
    }
    Ok(sides
        .into_iter()
        .filter(|(_, (before, after))| before.map(|item| item.hash) != after.map(|item| item.hash))
        .map(|((kind, id), (before, after))| Change { kind, id, before, after })
        .collect())
}

/// The content of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemForm {
    Outline(Outline),
    Record(String),
    Text(String),
}

impl ItemForm {
    /// Returns the display name of a record; empty for anything else.
    pub fn title(&self) -> String {
        let Self::Record(json) = self else { return String::new() };
        let record: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
        // A record is named by its title or name, a bible field by its key, a profile by its id, and relations, facts
        // and anchors by their words.
        let named = ["title", "name", "key", "profile_id", "predicate", "quote", "kind"].iter();
        named.filter_map(|field| record.get(field)?.as_str()).next().unwrap_or_default().to_owned()
    }
}

/// Reads the content of an item.
///
/// # Errors
/// Damage; an item that no longer exists.
pub async fn form(conn: &mut SqliteConnection, item: &Item) -> Result<ItemForm> {
    let content = match item.blob {
        Some(blob) => blobs::read_text(conn, blob).await?,
        None => match item.kind {
            ItemKind::Project => meta::require(conn).await?.canonical(),
            ItemKind::Outline => manuscript::outline(conn).await?.canonical(),
            ItemKind::Volume => parts::require(conn, VolumeId::from(item.id)).await?.record.canonical(),
            ItemKind::Chapter => parts::require(conn, ChapterId::from(item.id)).await?.record.canonical(),
            ItemKind::Scene => parts::require(conn, SceneId::from(item.id)).await?.record.canonical(),
            ItemKind::Text => crate::working_text(conn, item.id.into()).await?.text,
            kind => canon::form(conn, kind, item.id).await?,
        },
    };
    Ok(match item.kind {
        ItemKind::Outline => ItemForm::Outline(parsed(&content, item)?),
        ItemKind::Text => ItemForm::Text(content),
        _ => ItemForm::Record(content),
    })
}

/// Parses a stored form; malformed JSON is reported as damage.
pub(crate) fn parsed<T: serde::de::DeserializeOwned>(content: &str, item: &Item) -> Result<T> {
    let blob = item.blob.map_or(0, blobs::BlobId::get);
    serde_json::from_str(content).map_err(|_| ProjectError::Damaged(Damage::Blob { id: blob }).into())
}

#[cfg(test)]
mod tests {
    use wenfang_project::checkpoints::{NewCheckpoint, Reason};
    use wenfang_story::VersionNo;
    use wenfang_text::CanonicalText;

    use super::*;
    use crate::testing::Novel;
    use crate::{checkpoint, save_draft};

    const NEW: NewCheckpoint<'_> = NewCheckpoint { name: "初稿", note: "", reason: Reason::Author };

    #[tokio::test]
    async fn a_checkpoint_differs_by_what_was_written_since() {
        let mut novel = Novel::with("一").await;
        let (scene, now) = (novel.scene, novel.now());
        let then = checkpoint(&mut novel.tx, now, NEW).await.unwrap();
        assert_eq!(compare(&mut novel.tx, State::Checkpoint(then), State::Now).await.unwrap(), []);

        // A draft counts as what a checkpoint created now would store.
        save_draft(&mut novel.tx, now, (scene, VersionNo::FIRST), CanonicalText::new("一二")).await.unwrap();
        let added = novel.add("新的").await;
        let changes = compare(&mut novel.tx, State::Checkpoint(then), State::Now).await.unwrap();
        let texts: Vec<_> = changes.iter().filter(|change| change.kind == ItemKind::Text).collect();
        let of = |change: &&Change| (change.id, change.changed());
        assert_eq!(
            texts.iter().map(of).collect::<Vec<_>>(),
            [(scene.get(), Changed::Changed), (added.get(), Changed::Added)]
        );
        let now_has = texts[0].after.unwrap();
        assert_eq!(form(&mut novel.tx, &now_has).await.unwrap(), ItemForm::Text("一二".into()));
    }
}
