//! Recreates scenes, chapters and volumes that are referenced but missing: they go to the end, under a title that
//! marks them as recovered.

use sqlx::SqliteConnection;
use wenfang_story::{ChapterRecord, SceneRecord, Timestamp, VolumeRecord};

use super::repair::{MAIN, stored};
use crate::error::Result;
use crate::parts;

/// The title of recreated parts.
pub(super) const TITLE: &str = "找回的文字 · Recovered";

/// A position after all others; the order is made dense afterwards.
const LAST: i64 = 1 << 40;

/// Recreates scenes that have texts but no row, in a chapter of their own.
pub(super) async fn missing_scenes(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    let missing: Vec<i64> = sqlx::query_scalar(
        "select scene_id from scene_text_versions union select scene_id from scene_drafts
         except select id from scenes order by 1",
    )
    .fetch_all(&mut *conn)
    .await?;
    if missing.is_empty() {
        return Ok(());
    }
    let chapter = recovered_chapter(conn, now).await?;
    let (record, hash) = stored(&SceneRecord::default());
    for scene in missing {
        sqlx::query(
            "insert into scenes (id, chapter_id, position, record, row_hash, main_branch, head_version, created_at)
             values (?, ?, ?, ?, ?, ?, 1, ?)",
        )
        .bind(scene)
        .bind(chapter)
        .bind(LAST)
        .bind(&record)
        .bind(&hash)
        .bind(MAIN.get())
        .bind(now.get())
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// The chapter for scenes without a known place.
pub(super) async fn recovered_chapter(conn: &mut SqliteConnection, now: Timestamp) -> Result<i64> {
    let record = ChapterRecord { title: TITLE.to_owned(), ..ChapterRecord::default() };
    let known: Option<i64> =
        sqlx::query_scalar("select id from chapters where record = ? and position is not null limit 1")
            .bind(stored(&record).0)
            .fetch_optional(&mut *conn)
            .await?;
    match known {
        Some(chapter) => Ok(chapter),
        None => {
            let volume = last_volume(conn, now).await?;
            Ok(parts::insert_chapter(conn, volume.into(), &record, now).await?.get())
        }
    }
}

/// Recreates chapters that have scenes but no row.
pub(super) async fn missing_chapters(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    let missing: Vec<i64> =
        sqlx::query_scalar("select chapter_id from scenes except select id from chapters order by 1")
            .fetch_all(&mut *conn)
            .await?;
    if missing.is_empty() {
        return Ok(());
    }
    let volume = last_volume(conn, now).await?;
    let (record, hash) = stored(&ChapterRecord { title: TITLE.to_owned(), ..ChapterRecord::default() });
    for chapter in missing {
        sqlx::query(
            "insert into chapters (id, volume_id, position, record, row_hash, created_at) values (?, ?, ?, ?, ?, ?)",
        )
        .bind(chapter)
        .bind(volume)
        .bind(LAST)
        .bind(&record)
        .bind(&hash)
        .bind(now.get())
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Recreates volumes that have chapters but no row.
pub(super) async fn missing_volumes(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    let missing: Vec<i64> =
        sqlx::query_scalar("select volume_id from chapters except select id from volumes order by 1")
            .fetch_all(&mut *conn)
            .await?;
    let (record, hash) = stored(&VolumeRecord { title: TITLE.to_owned(), ..VolumeRecord::default() });
    for volume in missing {
        sqlx::query(
            "insert into volumes (id, position, record, row_hash, created_at) values (?, ?, ?, ?, ?)",
        )
        .bind(volume)
        .bind(LAST)
        .bind(&record)
        .bind(&hash)
        .bind(now.get())
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// The last volume of the manuscript; created if there is none.
async fn last_volume(conn: &mut SqliteConnection, now: Timestamp) -> Result<i64> {
    let known: Option<i64> = sqlx::query_scalar(
        "select id from volumes where position is not null order by position desc, id desc limit 1",
    )
    .fetch_optional(&mut *conn)
    .await?;
    match known {
        Some(volume) => Ok(volume),
        None => Ok(parts::insert_volume(conn, &VolumeRecord::default(), now).await?.get()),
    }
}
