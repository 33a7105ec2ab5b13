//! Migrates an older file to the newest schema.
//!
//! The original is never changed in place. A copy is created, migrated and compared with the original, and only
//! then replaces it. A failure before that leaves the original byte for byte unchanged.

use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection};

use crate::backup::vacuum_into;
use crate::connect::{self, Access, Journal};
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::kind::{Format, Kind};
use crate::names::sibling;
use crate::schema;

/// A completed migration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The old schema.
    pub from: i64,
    /// The new schema.
    pub to: i64,
    /// The copy of the file before the migration.
    pub backup: PathBuf,
}

/// Migrates the file at `path` to the newest schema, after a copy to the folder `backups`. The caller holds the lock.
pub(crate) async fn migrate<F: Format>(
    path: &Path,
    format: &F,
    backups: Option<&Path>,
) -> Result<Migrated, F::Error> {
    let kind = format.kind();
    let to = kind.newest();
    let copy = Scratch::at(sibling(path, "migrating"));

    // A log left by a crash must not be applied to the new file, and no one may read the old file through the log
    // of the new one: the last connection to close copies the log into the file that it opened.
    let mut original = connect::sole(path).await?;
    connect::empty_log(&mut original).await?;
    let from = schema::version(&mut original).await?;
    let before = format.fingerprint(&mut original).await?;
    let backup = backup_path(path, &kind, (backups, from));
    copy_into(&mut original, &backup).await?;
    crate::step("migrate.backed-up");
    copy_into(&mut original, copy.path()).await?;
    original.close().await.map_err(Error::from)?;
    crate::step("migrate.copied");

    let mut conn = connect::connection(copy.path(), Access::Write(Journal::Wal)).await?;
    schema::apply(&mut conn, kind.migrations).await?;
    crate::step("migrate.applied");
    let after = format.fingerprint(&mut conn).await?;
    if format.damage(&mut conn).await?.is_some() || after != before {
        return Err(Error::MigrationMismatch { to }.into());
    }
    connect::empty_log(&mut conn).await?;
    conn.close().await.map_err(Error::from)?;
    crate::step("migrate.verified");
    disk::replace(copy.path(), path)?;
    crate::step("migrate.swapped");
    Ok(Migrated { from, to, backup })
}

/// Writes a complete copy to `to`; it is durable when this returns.
async fn copy_into(conn: &mut SqliteConnection, to: &Path) -> Result<()> {
    let aside = Scratch::at(sibling(to, "copying"));
    vacuum_into(conn, aside.path()).await?;
    disk::replace(aside.path(), to)
}

/// `江.schema-1.wenfang`, in the backup folder or beside the file. Gets a number if the name is taken, because an
/// older backup is never replaced.
fn backup_path(path: &Path, kind: &Kind, (backups, from): (Option<&Path>, i64)) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = backups.or(path.parent()).unwrap_or(path);
    let ending = kind.extension;
    let first = folder.join(format!("{stem}.schema-{from}.{ending}"));
    let numbered = (2..).map(|number: u32| folder.join(format!("{stem}.schema-{from}.{number}.{ending}")));
    std::iter::once(first.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(first)
}
