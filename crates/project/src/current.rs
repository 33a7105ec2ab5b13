//! Compares the current project with its newest checkpoint.

use std::borrow::Cow;

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_story::{CheckpointId, Record};
use wenfang_text::ContentHash;

use crate::blobs::{self, BlobId};
use crate::checkpoints::{Item, ItemKind, close_items, open_items};
use crate::error::Result;
use crate::{canon, manuscript, meta};

/// A query for the live rows of a kind with the hashes of their records.
fn live(kind: ItemKind) -> Cow<'static, str> {
    if let Some((_, table)) = canon::TABLES.iter().find(|(known, _)| *known == kind) {
        return format!("select id, row_hash, record from {table} where removed_at is null").into();
    }
    Cow::Borrowed(match kind {
        ItemKind::Volume => "select v.id, v.row_hash, v.record from volumes v where v.position is not null",
        ItemKind::Chapter => {
            "select c.id, c.row_hash, c.record from chapters c join volumes v on v.id = c.volume_id
             where c.position is not null and v.position is not null"
        }
        _ => {
            "select s.id, s.row_hash, s.record from scenes s
             join chapters c on c.id = s.chapter_id join volumes v on v.id = c.volume_id
             where s.position is not null and c.position is not null and v.position is not null"
        }
    })
}

/// Live scenes with the text of their main line.
const LIVE_TEXTS: &str = "select s.id, t.blob_id from scenes s
     join chapters c on c.id = s.chapter_id join volumes v on v.id = c.volume_id
     join scene_text_versions t on t.scene_id = s.id and t.version = s.head_version
     where s.position is not null and c.position is not null and v.position is not null";

/// The kinds of manuscript parts.
const PARTS: [ItemKind; 3] = [ItemKind::Volume, ItemKind::Chapter, ItemKind::Scene];

/// The kinds that store one record per row.
fn with_records() -> impl Iterator<Item = ItemKind> {
    PARTS.into_iter().chain(canon::TABLES.iter().map(|(kind, _)| *kind))
}

/// A query for the items of a kind in the newest checkpoint.
fn remembered(kind: ItemKind) -> String {
    let kind = kind.as_str();
    format!(
        "select item_id, hash, blob_id from checkpoint_items where kind = '{kind}' and until_checkpoint is null"
    )
}

/// Stores the current project in `checkpoint`, the newest one. Reads no scene text and writes only what changed
/// since the previous checkpoint.
pub async fn remember(conn: &mut SqliteConnection, checkpoint: CheckpointId) -> Result<()> {
    let project = meta::require(conn).await?.canonical();
    remember_single(conn, checkpoint, ItemKind::Project, &project).await?;
    let outline = manuscript::outline_form(conn).await?;
    if remember_single(conn, checkpoint, ItemKind::Outline, &outline).await? {
        // Parts can only have been removed if the order changed.
        for kind in PARTS {
            close_gone(conn, checkpoint, (kind, &live(kind))).await?;
        }
        close_gone(conn, checkpoint, (ItemKind::Text, LIVE_TEXTS)).await?;
    }
    for (kind, _) in canon::TABLES {
        close_gone(conn, checkpoint, (*kind, &live(*kind))).await?;
    }
    for kind in with_records() {
        let changed = format!(
            "select live.id, live.record from ({}) live left join ({}) known on known.item_id = live.id
             where known.hash is not live.row_hash",
            live(kind),
            remembered(kind)
        );
        let changed: Vec<(i64, String)> =
            sqlx::query_as(AssertSqlSafe(changed)).fetch_all(&mut *conn).await?;
        let mut items = Vec::with_capacity(changed.len());
        for (id, record) in changed {
            items.push((id, blobs::insert(conn, record.as_bytes(), None).await?));
        }
        replace(conn, checkpoint, kind, &items).await?;
    }
    let changed = format!(
        "select live.id, live.blob_id from ({LIVE_TEXTS}) live left join ({}) known on known.item_id = live.id
         where known.blob_id is not live.blob_id",
        remembered(ItemKind::Text)
    );
    let items: Vec<(i64, BlobId)> = sqlx::query_as(AssertSqlSafe(changed)).fetch_all(&mut *conn).await?;
    replace(conn, checkpoint, ItemKind::Text, &items).await
}

/// Closes the items of a kind that are in the checkpoint but no longer live.
async fn close_gone(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    (kind, live): (ItemKind, &str),
) -> Result<()> {
    let gone = format!(
        "select known.item_id from ({}) known where known.item_id not in (select id from ({live}))",
        remembered(kind)
    );
    let gone: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(gone)).fetch_all(&mut *conn).await?;
    close_items(conn, checkpoint, kind, &gone).await
}

/// Stores the single item of a kind; returns whether it changed.
async fn remember_single(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    kind: ItemKind,
    content: &str,
) -> Result<bool> {
    let known: Option<(i64, Vec<u8>, BlobId)> =
        sqlx::query_as(AssertSqlSafe(remembered(kind))).fetch_optional(&mut *conn).await?;
    let hash = ContentHash::of(content.as_bytes());
    if known.as_ref().is_some_and(|(_, known, _)| known == hash.as_bytes()) {
        return Ok(false);
    }
    let blob = blobs::insert(conn, content.as_bytes(), known.map(|(_, _, blob)| blob)).await?;
    replace(conn, checkpoint, kind, &[(1, blob)]).await?;
    Ok(true)
}

async fn replace(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    kind: ItemKind,
    items: &[(i64, BlobId)],
) -> Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = items.iter().map(|(id, _)| *id).collect();
    close_items(conn, checkpoint, kind, &ids).await?;
    open_items(conn, checkpoint, kind, items).await
}

/// Every current item.
pub async fn items(conn: &mut SqliteConnection) -> Result<Vec<Item>> {
    let mut items = manuscript_items(conn).await?;
    for (kind, _) in canon::TABLES {
        items.extend(record_items(conn, *kind).await?);
    }
    Ok(items)
}

/// Every current item of a kind that stores one record per row.
pub(crate) async fn record_items(conn: &mut SqliteConnection, kind: ItemKind) -> Result<Vec<Item>> {
    let rows = AssertSqlSafe(live(kind).into_owned());
    let rows: Vec<(i64, Vec<u8>, String)> = sqlx::query_as(rows).fetch_all(conn).await?;
    let item = |(id, hash, _): (i64, Vec<u8>, String)| {
        Some(Item { kind, id, hash: ContentHash::from_bytes(&hash)?, blob: None })
    };
    Ok(rows.into_iter().filter_map(item).collect())
}

/// The current manuscript: the novel, the order, the parts and their texts.
pub(crate) async fn manuscript_items(conn: &mut SqliteConnection) -> Result<Vec<Item>> {
    let project = meta::require(conn).await?.hash();
    let outline = ContentHash::of(manuscript::outline_form(conn).await?.as_bytes());
    let mut items = vec![
        Item { kind: ItemKind::Project, id: 1, hash: project, blob: None },
        Item { kind: ItemKind::Outline, id: 1, hash: outline, blob: None },
    ];
    for kind in PARTS {
        items.extend(record_items(conn, kind).await?);
    }
    let texts =
        format!("select live.id, b.hash, b.id from ({LIVE_TEXTS}) live join blobs b on b.id = live.blob_id");
    let rows: Vec<(i64, Vec<u8>, BlobId)> =
        sqlx::query_as(AssertSqlSafe(texts)).fetch_all(&mut *conn).await?;
    items.extend(rows.into_iter().filter_map(|(id, hash, blob)| {
        Some(Item { kind: ItemKind::Text, id, hash: ContentHash::from_bytes(&hash)?, blob: Some(blob) })
    }));
    Ok(items)
}
