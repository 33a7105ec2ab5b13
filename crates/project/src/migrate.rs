//! Migrates an older project to the newest schema.
//!
//! The original is never changed in place. A copy is created, migrated and compared with the original, and only
//! then replaces it. A failure before that leaves the original byte for byte unchanged.

use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use wenfang_text::ContentHash;

use crate::checkpoints::Item;
use crate::connect::{self, Access, Journal};
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::open::{OpenOptions, sibling};
use crate::schema;
use crate::verify::{Depth, verify};
use crate::watch::Watch;
use crate::{canon, current};

/// A completed migration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The old schema.
    pub from: i64,
    /// The new schema.
    pub to: i64,
    /// The copy of the project before the migration.
    pub backup: PathBuf,
}

/// Migrates the project at `path` to the newest of `options.migrations`. The caller holds the lock.
pub(crate) async fn migrate(path: &Path, options: &OpenOptions) -> Result<Migrated> {
    let to = schema::newest(options.migrations);
    let copy = sibling(path, "migrating");
    let scratch = Scratch::at(&copy);

    // A log left by a crash must not be applied to the new file, and no one may read the old file through the log
    // of the new one: the last connection to close copies the log into the file that it opened.
    let mut original = connect::sole(path).await?;
    sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut original).await?;
    let from = schema::version(&mut original).await?;
    let before = fingerprint(&mut original).await?;
    let backup = backup_path(path, options, from);
    copy_into(&mut original, &backup).await?;
    crate::step("migrate.backed-up");
    copy_into(&mut original, &copy).await?;
    original.close().await?;
    crate::step("migrate.copied");

    let mut conn = connect::connection(&copy, Access::Write(Journal::Wal)).await?;
    schema::apply(&mut conn, options.migrations).await?;
    crate::step("migrate.applied");
    let after = fingerprint(&mut conn).await?;
    let verified = verify(&mut conn, Depth::Everything, &Watch::silent()).await?;
    if after != before || !verified.damage.is_empty() {
        return Err(Error::MigrationMismatch { to });
    }
    sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut conn).await?;
    conn.close().await?;
    crate::step("migrate.verified");
    disk::replace(&copy, path)?;
    crate::step("migrate.swapped");
    drop(scratch);
    Ok(Migrated { from, to, backup })
}

/// Writes a complete copy to `to`; it is durable when this returns.
async fn copy_into(conn: &mut SqliteConnection, to: &Path) -> Result<()> {
    let aside = sibling(to, "copying");
    let scratch = Scratch::at(&aside);
    crate::backup::vacuum_into(conn, &aside).await?;
    disk::replace(&aside, to)?;
    drop(scratch);
    Ok(())
}

/// `江.schema-1.wenfang`, in the backup folder or beside the project. Gets a number if the name is taken, because an
/// older backup is never replaced.
fn backup_path(path: &Path, options: &OpenOptions, from: i64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = options.backups.as_deref().or(path.parent()).unwrap_or(path);
    let first = folder.join(format!("{stem}.schema-{from}.wenfang"));
    let numbered = (2..).map(|number: u32| folder.join(format!("{stem}.schema-{from}.{number}.wenfang")));
    std::iter::once(first.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(first)
}

/// What a migration must preserve: the row count of every table, every text, and the current manuscript with its
/// order and records.
#[derive(PartialEq, Eq)]
struct Fingerprint {
    counts: Vec<i64>,
    texts: ContentHash,
    items: Vec<Item>,
}

/// The tables with the author's work. A table that a schema does not have yet counts as empty.
const CANON: [&str; 27] = [
    "bible_fields",
    "lorebooks",
    "lore_entries",
    "entities",
    "relations",
    "facts",
    "plot_threads",
    "thread_anchors",
    "timeline_events",
    "kg_batches",
    "kg_proposals",
    "kg_changes",
    "findings",
    "finding_waivers",
    "prompts",
    "generations",
    "receipts",
    "version_spans",
    "volumes",
    "chapters",
    "scenes",
    "branches",
    "scene_text_versions",
    "scene_drafts",
    "checkpoints",
    "checkpoint_items",
    "settings",
];

/// The current items of the kinds that the schema has.
async fn items(conn: &mut SqliteConnection) -> Result<Vec<Item>> {
    let mut items = current::manuscript_items(conn).await?;
    for (kind, table) in canon::TABLES {
        if is_known(conn, table).await? {
            items.extend(current::record_items(conn, *kind).await?);
        }
    }
    Ok(items)
}

/// Whether the schema has this table.
async fn is_known(conn: &mut SqliteConnection, table: &str) -> Result<bool> {
    Ok(sqlx::query_scalar("select count(*) > 0 from sqlite_schema where name = ?")
        .bind(table)
        .fetch_one(conn)
        .await?)
}

async fn fingerprint(conn: &mut SqliteConnection) -> Result<Fingerprint> {
    let mut counts = Vec::new();
    for table in CANON {
        let known = is_known(conn, table).await?;
        let count = AssertSqlSafe(format!("select count(*) from {table}"));
        counts.push(if known { sqlx::query_scalar(count).fetch_one(&mut *conn).await? } else { 0 });
    }
    let texts: Vec<(i64, i64, Vec<u8>)> = sqlx::query_as(
        "select t.scene_id, t.version, b.hash from scene_text_versions t join blobs b on b.id = t.blob_id
         order by t.scene_id, t.version",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut all = Vec::new();
    for (scene, version, hash) in texts {
        all.extend(scene.to_le_bytes());
        all.extend(version.to_le_bytes());
        all.extend(hash);
    }
    Ok(Fingerprint { counts, texts: ContentHash::of(&all), items: items(conn).await? })
}
