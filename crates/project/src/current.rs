//! The project as it stands now, set beside what the newest checkpoint remembers.

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_story::{CheckpointId, Record};
use wenfang_text::ContentHash;

use crate::blobs::{self, BlobId};
use crate::checkpoints::{Item, ItemKind, close_items, open_items, set_item};
use crate::error::Result;
use crate::{manuscript, meta};

/// Live rows of a part with the hash of what is said about them.
fn live(kind: ItemKind) -> &'static str {
    match kind {
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
    }
}

/// Live scenes with the text of their main line.
const LIVE_TEXTS: &str = "select s.id, t.blob_id from scenes s
     join chapters c on c.id = s.chapter_id join volumes v on v.id = c.volume_id
     join scene_text_versions t on t.scene_id = s.id and t.version = s.head_version
     where s.position is not null and c.position is not null and v.position is not null";

/// The kinds that have one record a row.
const PARTS: [ItemKind; 3] = [ItemKind::Volume, ItemKind::Chapter, ItemKind::Scene];

/// Makes `checkpoint`, the newest one, remember the project as it stands. Reads no text of any scene and writes only
/// what changed since the checkpoint before it.
pub async fn remember(conn: &mut SqliteConnection, checkpoint: CheckpointId) -> Result<()> {
    let open = |kind: ItemKind| {
        format!(
            "select item_id, blob_id from checkpoint_items where until_checkpoint is null and kind = '{}'",
            kind.as_str()
        )
    };
    let single = [
        (ItemKind::Project, meta::require(conn).await?.canonical()),
        (ItemKind::Outline, manuscript::outline(conn).await?.canonical()),
    ];
    for (kind, content) in single {
        let remembered: Option<(i64, BlobId)> =
            sqlx::query_as(AssertSqlSafe(open(kind))).fetch_optional(&mut *conn).await?;
        let earlier = remembered.map(|(_, blob)| blob);
        let blob = blobs::insert(conn, content.as_bytes(), earlier).await?;
        if earlier != Some(blob) {
            set_item(conn, checkpoint, (kind, 1), Some(blob)).await?;
        }
    }
    for kind in PARTS {
        let changed = format!(
            "select live.id, live.record from ({}) live
             left join ({}) known on known.item_id = live.id left join blobs b on b.id = known.blob_id
             where b.hash is not live.row_hash",
            live(kind),
            open(kind)
        );
        let changed: Vec<(i64, String)> =
            sqlx::query_as(AssertSqlSafe(changed)).fetch_all(&mut *conn).await?;
        let gone = format!(
            "select known.item_id from ({}) known where known.item_id not in (select id from ({}))",
            open(kind),
            live(kind)
        );
        let mut closed: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(gone)).fetch_all(&mut *conn).await?;
        closed.extend(changed.iter().map(|(id, _)| id));
        let mut opened = Vec::with_capacity(changed.len());
        for (id, record) in changed {
            opened.push((id, blobs::insert(conn, record.as_bytes(), None).await?));
        }
        replace(conn, checkpoint, kind, (&closed, &opened)).await?;
    }
    let open = open(ItemKind::Text);
    let changed = format!(
        "select live.id, live.blob_id from ({LIVE_TEXTS}) live left join ({open}) known on known.item_id = live.id
         where known.blob_id is not live.blob_id"
    );
    let opened: Vec<(i64, BlobId)> = sqlx::query_as(AssertSqlSafe(changed)).fetch_all(&mut *conn).await?;
    let gone = format!(
        "select known.item_id from ({open}) known where known.item_id not in (select id from ({LIVE_TEXTS}))"
    );
    let mut closed: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(gone)).fetch_all(&mut *conn).await?;
    closed.extend(opened.iter().map(|(id, _)| id));
    replace(conn, checkpoint, ItemKind::Text, (&closed, &opened)).await
}

async fn replace(
    conn: &mut SqliteConnection,
    checkpoint: CheckpointId,
    kind: ItemKind,
    (closed, opened): (&[i64], &[(i64, BlobId)]),
) -> Result<()> {
    if !closed.is_empty() {
        close_items(conn, checkpoint, kind, closed).await?;
    }
    if !opened.is_empty() {
        open_items(conn, checkpoint, kind, opened).await?;
    }
    Ok(())
}

/// Every item as it stands.
pub async fn items(conn: &mut SqliteConnection) -> Result<Vec<Item>> {
    let project = meta::require(conn).await?.hash();
    let outline = manuscript::outline(conn).await?.hash();
    let mut items = vec![
        Item { kind: ItemKind::Project, id: 1, hash: project, blob: None },
        Item { kind: ItemKind::Outline, id: 1, hash: outline, blob: None },
    ];
    for kind in PARTS {
        let rows: Vec<(i64, Vec<u8>, String)> = sqlx::query_as(live(kind)).fetch_all(&mut *conn).await?;
        items.extend(rows.into_iter().filter_map(|(id, hash, _)| {
            Some(Item { kind, id, hash: ContentHash::from_bytes(&hash)?, blob: None })
        }));
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
