//! Bringing an older project to the newest schema.
//!
//! The original is never changed in place: a copy is made, migrated, compared with the original and only then put in
//! its place. Whatever fails before that leaves the original byte for byte as it was.

use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection};

use crate::connect::{self, Access, Journal};
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::open::{OpenOptions, sibling};
use crate::schema;
use crate::verify::{Depth, verify};

/// A migration that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The schema the project had.
    pub from: i64,
    /// The schema it has now.
    pub to: i64,
    /// The copy of the project as it was.
    pub backup: PathBuf,
}

/// Brings the project at `path` to the newest of `options.migrations`. The caller holds the lock.
pub(crate) async fn migrate(path: &Path, options: &OpenOptions) -> Result<Migrated> {
    let to = schema::newest(options.migrations);
    let copy = sibling(path, "migrating");
    let scratch = Scratch::at(&copy);

    // Opening for writing brings a log that a crash left into the main file: it must not meet the new file.
    let mut original = connect::connection(path, Access::Write(Journal::Wal)).await?;
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
    let verified = verify(&mut conn, Depth::Everything).await?;
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

/// A whole copy at `to`, durable when this returns.
async fn copy_into(conn: &mut SqliteConnection, to: &Path) -> Result<()> {
    let aside = sibling(to, "copying");
    let scratch = Scratch::at(&aside);
    crate::backup::vacuum_into(conn, &aside).await?;
    disk::replace(&aside, to)?;
    drop(scratch);
    Ok(())
}

/// `江.schema-1.wenfang`, in the backup folder or beside the project.
fn backup_path(path: &Path, options: &OpenOptions, from: i64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}.schema-{from}.wenfang");
    options.backups.as_deref().map_or_else(|| path.with_file_name(&name), |folder| folder.join(&name))
}

/// What must be the same before and after: how many parts and versions there are, and every text.
async fn fingerprint(conn: &mut SqliteConnection) -> Result<(Vec<i64>, String)> {
    let counts = sqlx::query_as::<_, (i64, i64, i64, i64, i64)>(
        "select (select count(*) from volumes), (select count(*) from chapters), (select count(*) from scenes),
                (select count(*) from checkpoints), (select count(*) from scene_drafts)",
    )
    .fetch_one(&mut *conn)
    .await?;
    let texts: Vec<(i64, i64, Vec<u8>)> = sqlx::query_as(
        "select t.scene_id, t.version, b.hash from scene_text_versions t join blobs b on b.id = t.blob_id
         order by t.scene_id, t.version",
    )
    .fetch_all(conn)
    .await?;
    let mut all = Vec::new();
    for (scene, version, hash) in texts {
        all.extend(scene.to_le_bytes());
        all.extend(version.to_le_bytes());
        all.extend(hash);
    }
    let (volumes, chapters, scenes, checkpoints, drafts) = counts;
    Ok((
        vec![volumes, chapters, scenes, checkpoints, drafts],
        wenfang_text::ContentHash::of(&all).to_string(),
    ))
}
