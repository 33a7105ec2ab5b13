//! Background maintenance of the open project: a check for damage after opening, deleting old logs and merging the
//! write-ahead log into the file when idle, and hourly backups while there are changes.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;
use wenfang_project::backup::{self, Keep};
use wenfang_project::mend::audit;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, logs, verify};
use wenfang_usecase::Result;

use super::events::Event;
use super::{Desk, backup_folder, damaged};

/// Time without a change after which the project counts as idle.
const IDLE_AFTER: Duration = Duration::from_secs(30);
/// Interval between backups.
const BACKUP_INTERVAL: Duration = Duration::from_secs(60 * 60);
/// Interval between deletions of old logs; the first follows the first idle time after opening.
const PRUNE_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// The maintenance task of the open project; aborted when dropped.
pub(super) struct MaintenanceTask(JoinHandle<()>);

impl MaintenanceTask {
    /// Starts maintenance of the project of `desk`.
    pub(super) fn begin(desk: &Desk, unclean: bool) -> Self {
        Self(tokio::spawn(maintain(desk.clone(), unclean)))
    }
}

impl Drop for MaintenanceTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn maintain(desk: Desk, unclean: bool) {
    match check(&desk).await {
        Ok(None) => {}
        Ok(Some(damage)) => {
            let sound_backup_at = desk.inner.condition.lock().backup;
            if damage > 0 || unclean {
                desk.tell(Event::Verified { damage, unclean, sound_backup_at });
            }
        }
        Err(error) => return tracing::warn!(code = ?error.code, "a project could not be verified"),
    }
    let mut events = desk.inner.events.subscribe();
    let mut last_backup = Instant::now();
    let mut last_prune: Option<Instant> = None;
    let (mut tidy_due, mut backup_due) = (false, false);
    loop {
        let changed = match tokio::time::timeout(IDLE_AFTER, events.recv()).await {
            Ok(Ok(Event::Changed { .. })) => true,
            Ok(Ok(_)) => continue,
            Ok(Err(tokio::sync::broadcast::error::RecvError::Lagged(_))) => true,
            Ok(Err(tokio::sync::broadcast::error::RecvError::Closed)) => return,
            Err(_idle) => false,
        };
        if changed {
            (tidy_due, backup_due) = (true, true);
        }
        let Ok(project) = desk.open_project().await else { return };
        if !project.is_writable() {
            continue;
        }
        if !changed && last_prune.is_none_or(|last| last.elapsed() >= PRUNE_INTERVAL) {
            last_prune = Some(Instant::now());
            prune(&desk, &project).await;
        }
        if !changed
            && std::mem::take(&mut tidy_due)
            && let Err(error) = project.tidy().await
        {
            tracing::warn!(%error, "the log could not be merged into the file");
        }
        let wanted = desk.inner.settings.lock().settings().hourly_backups;
        if wanted && backup_due && last_backup.elapsed() >= BACKUP_INTERVAL {
            (backup_due, last_backup) = (false, Instant::now());
            desk.tell(match back_up(&desk, &project, &Watch::silent()).await {
                Ok(at) => Event::BackedUp { at },
                Err(error) => Event::BackupFailed { error },
            });
        }
    }
}

/// Deletes logs that are older than the author wants to keep them, and archives the audit log. A failure of one does
/// not prevent the other; the next time is tomorrow.
async fn prune(desk: &Desk, project: &Project) {
    let days = desk.inner.settings.lock().settings().keep_logs_days;
    let pruned = async {
        let mut tx = project.begin_write().await?;
        let pruned = logs::prune(&mut tx, days, project.now()).await?;
        tx.commit().await?;
        wenfang_project::Result::Ok(pruned)
    };
    match pruned.await {
        Ok(pruned) if pruned != logs::Pruned::default() => tracing::info!(?pruned, "old logs were deleted"),
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "old logs could not be deleted"),
    }
    let archived = async {
        let mut tx = project.begin_write().await?;
        audit::archive_old(&mut tx, project.now()).await?;
        wenfang_project::Result::Ok(tx.commit().await?)
    };
    if let Err(error) = archived.await {
        tracing::warn!(%error, "the audit log could not be archived");
    }
}

/// Checks for damage on a separate connection, so that saving never waits for it. Returns the number of damaged
/// places; none for a salvaged project, whose damage is already reported.
async fn check(desk: &Desk) -> Result<Option<usize>> {
    let project = desk.open_project().await?;
    if project.salvaged().is_some() {
        return Ok(None);
    }
    let found = verify::quick(&mut *project.begin_read().await?).await;
    let damage = match found {
        Ok(verified) => verified.damage.len(),
        Err(wenfang_project::Error::Damaged(_)) => 1,
        Err(error) => return Err(error.into()),
    };
    damaged::note(desk, project.path(), damage).await;
    Ok(Some(damage))
}

/// Creates a backup in the author's backup folder.
///
/// # Errors
/// [`Code::BackupFolder`](wenfang_usecase::Code::BackupFolder) if the folder is the cause; errors of reading and verifying.
pub(super) async fn back_up(
    desk: &Desk,
    project: &Project,
    watch: &Watch,
) -> Result<wenfang_story::Timestamp> {
    let folder = backup_folder::ready(desk)?;
    backup::backup(project, &folder, Keep::default(), watch)
        .await
        .map_err(|error| backup_folder::with_folder(error.into(), &folder))?;
    let proved_at = project.now();
    desk.inner.recent.lock().backed_up(project.path(), proved_at);
    Ok(proved_at)
}
