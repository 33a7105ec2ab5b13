//! Backups of a project. Each copy is verified before an older backup is removed.

use std::path::{Path, PathBuf};

use sqlx::Connection;
use wenfang_storage::connect::{self, Access};
use wenfang_story::Timestamp;
use wenfang_text::ContentHash;

use crate::blobs;
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

/// A text that was read from a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    pub text: String,
    /// The file name of the backup.
    pub name: String,
}

/// Reads the text with this hash from the newest backup of a project that holds it, in the folder of its backups. The
/// text is checked against the hash, whatever else is damaged there.
///
/// # Errors
/// If no backup holds the text and at least one of them cannot be read: the last such failure.
pub async fn find_text(project: &Project, hash: &ContentHash) -> Result<Option<BackedUp>> {
    let Some(folder) = project.backup_folder() else { return Ok(None) };
    let mut failure = None;
    for (_, path) in wenfang_storage::backup::list(&folder, project.path(), &NOVEL).await {
        match read_text(&path, hash).await {
            Ok(Some(text)) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                return Ok(Some(BackedUp { text, name }));
            }
            Ok(None) => {}
            Err(error) => failure = Some(error),
        }
    }
    failure.map_or(Ok(None), Err)
}

async fn read_text(backup: &Path, hash: &ContentHash) -> Result<Option<String>> {
    let mut conn = connect::connection(backup, Access::ReadFrozen).await?;
    let read = async {
        match blobs::find(&mut conn, hash).await? {
            Some(blob) => Ok(Some(blobs::read_text(&mut conn, blob).await?)),
            None => Ok(None),
        }
    };
    let read = read.await;
    let _ = conn.close().await;
    read
}
