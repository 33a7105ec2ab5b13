//! Backups of a project. Each copy is verified before an older backup is removed.

use std::path::{Path, PathBuf};

use sqlx::Connection;
use wenfang_storage::connect::{self, Access};
use wenfang_story::Timestamp;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::open::Project;
use crate::schema::{MIGRATIONS, NOVEL, Novel};
use crate::verify::{Depth, verify};
use crate::watch::Watch;

pub use wenfang_storage::backup::{Backup, Keep, copy_out};

/// Copies the project into `folder`, verifies the copy, and removes older backups of the same novel that are no
/// longer needed.
///
/// # Errors
/// I/O errors, and [`Error::Damaged`] when the copy is damaged or the open project was salvaged from a damaged file.
/// Older backups are kept in that case.
pub async fn backup(project: &Project, folder: &Path, keep: Keep, watch: &Watch) -> Result<Backup> {
    if project.salvaged().is_some() {
        let finding = "the open project was salvaged from a damaged file".to_owned();
        return Err(Error::Damaged(Damage::Structure { finding }));
    }
    watch.report("copy", 0, 1)?;
    let novel = Novel { migrations: MIGRATIONS, watch };
    wenfang_storage::backup::backup(project.file(), &novel, (folder, keep), project.now().get()).await
}

/// Returns the newest intact backup in `folder` of the project at `path`, with its time.
///
/// If the project is too damaged to read its id, all backups with the same file stem count.
pub async fn newest(folder: &Path, path: &Path) -> Option<(Timestamp, PathBuf)> {
    for (at, backup) in wenfang_storage::backup::list(folder, path, &NOVEL).await {
        if is_whole(&backup).await {
            return Some((Timestamp::from(at), backup));
        }
    }
    None
}

/// Whether the manuscript of a backup is undamaged.
async fn is_whole(backup: &Path) -> bool {
    let Ok(mut conn) = connect::connection(backup, Access::ReadFrozen).await else { return false };
    let verified = verify(&mut conn, Depth::Manuscript, &Watch::silent()).await;
    let _ = conn.close().await;
    verified.is_ok_and(|verified| verified.damage.is_empty())
}
