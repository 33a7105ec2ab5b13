//! `checkpoints` and `checkpoint_items`: named states of the whole project.
//!
//! A checkpoint stores no copies. An item row gives the range of checkpoints in which an item had a content. A new
//! checkpoint writes only what changed since the previous one, and two checkpoints are compared by their ranges.

use sqlx::SqliteConnection;
use wenfang_storage::{Outcome, new_id};
use wenfang_story::{CheckpointId, Timestamp};
use wenfang_text::ContentHash;

use crate::blobs::BlobId;
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// The record of the novel.
    Project,
    /// The order of the parts.
    Outline,
    /// The record of a volume.
    Volume,
    /// The record of a chapter.
    Chapter,
    /// The record of a scene.
    Scene,
    /// The text of a scene's main line.
    Text,
    BibleField,
    /// A lorebook that entries were imported from.
    Lorebook,
    LoreEntry,
    Entity,
    Relation,
    Fact,
    PlotThread,
    /// An anchor of a plot thread.
    ThreadAnchor,
    TimelineEvent,
    /// A saved version of a prompt template.
    Prompt,
    /// A profile of generation.
    PipelineProfile,
    /// A comment on a passage.
    Comment,
}

impl ItemKind {
    /// Every kind.
    pub const ALL: [Self; 18] = [
        Self::Project,
        Self::Outline,
        Self::Volume,
        Self::Chapter,
        Self::Scene,
        Self::Text,
        Self::BibleField,
        Self::Lorebook,
        Self::LoreEntry,
        Self::Entity,
        Self::Relation,
        Self::Fact,
        Self::PlotThread,
        Self::ThreadAnchor,
        Self::TimelineEvent,
        Self::Prompt,
        Self::PipelineProfile,
        Self::Comment,
    ];

    /// The name in SQL and JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Outline => "outline",
            Self::Volume => "volume",
            Self::Chapter => "chapter",
            Self::Scene => "scene",
            Self::Text => "text",
            Self::BibleField => "bible_field",
            Self::Lorebook => "lorebook",
            Self::LoreEntry => "lore_entry",
            Self::Entity => "entity",
            Self::Relation => "relation",
            Self::Fact => "fact",
            Self::PlotThread => "plot_thread",
            Self::ThreadAnchor => "thread_anchor",
            Self::TimelineEvent => "timeline_event",
            Self::Prompt => "prompt",
            Self::PipelineProfile => "pipeline_profile",
            Self::Comment => "comment",
        }
    }

    /// Parses a name; `None` if it is unknown.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Why a checkpoint was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The author asked for it.
    Author,
    /// Created before a restore, so that it can be undone.
    BeforeRestore,
    /// Created before an import.
    BeforeImport,
    /// Created before history compaction.
    BeforeCompaction,
}

impl Reason {
    const ALL: [Self; 4] = [Self::Author, Self::BeforeRestore, Self::BeforeImport, Self::BeforeCompaction];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::BeforeRestore => "before_restore",
            Self::BeforeImport => "before_import",
            Self::BeforeCompaction => "before_compaction",
        }
    }
}

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub id: CheckpointId,
    pub name: String,
    /// The author's note.
    pub note: String,
    pub reason: Reason,
    pub created_at: Timestamp,
}

fn guard(name: &str, note: &str, reason: &str, created_at: i64) -> [u8; 8] {
    row_hash(&[name.as_bytes(), note.as_bytes(), reason.as_bytes(), &number(Some(created_at))])
}

/// The name, note and reason of a new checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct NewCheckpoint<'a> {
    pub name: &'a str,
    /// The author's note.
    pub note: &'a str,
    pub reason: Reason,
}

/// Adds an empty checkpoint.
pub async fn insert(
    conn: &mut SqliteConnection,
    new: NewCheckpoint<'_>,
    now: Timestamp,
) -> Result<CheckpointId> {
    let reason = new.reason.as_str();
    let inserted = sqlx::query_scalar(
        "insert into checkpoints (name, note, reason, created_at, row_hash) values (?, ?, ?, ?, ?) returning id",
    )
    .bind(new.name)
    .bind(new.note)
    .bind(reason)
    .bind(now.get())
    .bind(guard(new.name, new.note, reason, now.get()).as_slice())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "checkpoints", inserted).await?.into())
}

type Row = (i64, String, String, String, i64, Vec<u8>);

fn checked((id, name, note, reason, created_at, hash): Row) -> Result<Checkpoint> {
    let damaged = || Error::Damaged(Damage::Checkpoint { checkpoint: id.into() });
    if hash != guard(&name, &note, &reason, created_at) {
        return Err(damaged());
    }
    let reason = Reason::ALL.into_iter().find(|known| known.as_str() == reason).ok_or_else(damaged)?;
    Ok(Checkpoint { id: id.into(), name, note, reason, created_at: created_at.into() })
}

/// Reads a checkpoint.
pub async fn require(conn: &mut SqliteConnection, id: CheckpointId) -> Result<Checkpoint> {
    let row: Option<Row> =
        sqlx::query_as("select id, name, note, reason, created_at, row_hash from checkpoints where id = ?")
            .bind(id.get())
            .fetch_optional(conn)
            .await?;
    checked(row.ok_or(Error::NoCheckpoint(id))?)
}

/// Every checkpoint, oldest first.
pub async fn list(conn: &mut SqliteConnection) -> Result<Vec<Checkpoint>> {
    list_checked(conn).await?.into_iter().collect()
}

/// Every checkpoint; damaged ones as errors.
pub(crate) async fn list_checked(conn: &mut SqliteConnection) -> Result<Vec<Result<Checkpoint>>> {
    let rows: Vec<Row> =
        sqlx::query_as("select id, name, note, reason, created_at, row_hash from checkpoints order by id")
            .fetch_all(conn)
            .await?;
    Ok(rows.into_iter().map(checked).collect())
}

/// An item and its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: ItemKind,
    /// Its id; 1 for the project and the outline.
    pub id: i64,
    pub hash: ContentHash,
    /// Where its content is stored; `None` for a current record that is in no checkpoint yet.
    pub blob: Option<BlobId>,
}

/// Every item of a checkpoint.
pub async fn items(conn: &mut SqliteConnection, checkpoint: CheckpointId) -> Result<Vec<Item>> {
    let rows: Vec<ItemRow> = sqlx::query_as(
        "select kind, item_id, hash, blob_id from checkpoint_items
         where from_checkpoint <= ?1 and (until_checkpoint is null or until_checkpoint > ?1)",
    )
    .bind(checkpoint.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| checked_item(row, checkpoint)).collect()
}

/// One item of a checkpoint.
pub async fn item(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    kind: ItemKind,
    id: i64,
) -> Result<Option<Item>> {
    let row: Option<ItemRow> = sqlx::query_as(
        "select kind, item_id, hash, blob_id from checkpoint_items
         where kind = ?2 and item_id = ?3
           and from_checkpoint <= ?1 and (until_checkpoint is null or until_checkpoint > ?1)",
    )
    .bind(checkpoint.get())
    .bind(kind.as_str())
    .bind(id)
    .fetch_optional(conn)
    .await?;
    row.map(|row| checked_item(row, checkpoint)).transpose()
}

type ItemRow = (String, i64, Vec<u8>, BlobId);

fn checked_item((kind, id, hash, blob): ItemRow, checkpoint: CheckpointId) -> Result<Item> {
    let known = ItemKind::named(&kind).zip(ContentHash::from_bytes(&hash));
    let (kind, hash) = known.ok_or(Error::Damaged(Damage::Checkpoint { checkpoint }))?;
    Ok(Item { kind, id, hash, blob: Some(blob) })
}

/// Closes the rows of items that were changed or removed.
pub(crate) async fn close_items(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    kind: ItemKind,
    ids: &[i64],
) -> Result<()> {
    sqlx::query(
        "update checkpoint_items set until_checkpoint = ?1
         where kind = ?2 and until_checkpoint is null and item_id in (select value from json_each(?3))",
    )
    .bind(checkpoint.get())
    .bind(kind.as_str())
    .bind(serde_json::to_string(ids).unwrap_or_default())
    .execute(conn)
    .await?;
    Ok(())
}

/// Opens rows for items that were changed or added.
pub(crate) async fn open_items(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    kind: ItemKind,
    items: &[(i64, BlobId)],
) -> Result<()> {
    sqlx::query(
        "insert into checkpoint_items (kind, item_id, from_checkpoint, until_checkpoint, hash, blob_id)
         select ?2, new.value ->> 0, ?1, null, b.hash, b.id
         from json_each(?3) as new join blobs b on b.id = new.value ->> 1",
    )
    .bind(checkpoint.get())
    .bind(kind.as_str())
    .bind(serde_json::to_string(items).unwrap_or_default())
    .execute(conn)
    .await?
    .stored(items.len())?;
    Ok(())
}
