//! Backups: complete copies in another folder. Each copy is verified before an older backup is removed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection};
use wenfang_story::Timestamp;

use crate::checkpoints::Item;
use crate::connect::{self, Access};
use crate::damage::Damage;
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::open::{Project, sibling};
use crate::verify::{Depth, verify};
use crate::watch::Watch;
use crate::{current, meta};

/// How many backups to keep: the newest ones, plus the newest of each of the given number of days, weeks and
/// months.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Number of newest backups.
    pub recent: usize,
    /// Number of days with a backup.
    pub days: usize,
    /// Number of weeks with a backup.
    pub weeks: usize,
    /// Number of months (of 30 days) with a backup.
    pub months: usize,
}

impl Default for Keep {
    fn default() -> Self {
        Self { recent: 10, days: 14, weeks: 8, months: 12 }
    }
}

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Selects the backups to keep from those made at `times`.
fn to_keep(times: &[Timestamp], keep: Keep) -> BTreeSet<Timestamp> {
    let mut newest_first = times.to_vec();
    newest_first.sort_unstable_by(|a, b| b.cmp(a));
    let mut kept: BTreeSet<Timestamp> = newest_first.iter().take(keep.recent).copied().collect();
    for (length, periods) in [(DAY, keep.days), (7 * DAY, keep.weeks), (30 * DAY, keep.months)] {
        let mut seen = BTreeSet::new();
        for time in &newest_first {
            if seen.len() < periods && seen.insert(time.get().div_euclid(length)) {
                kept.insert(*time);
            }
        }
    }
    kept
}

/// A completed and verified backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    pub path: PathBuf,
    pub bytes: u64,
    /// When the copy was verified as readable and equal.
    pub proved_at: Timestamp,
    pub removed: Vec<PathBuf>,
}

/// Copies the project into `folder`, verifies the copy, and removes older backups of the same novel that are no
/// longer needed.
///
/// The copy is opened, fully verified, and its texts are compared with the project's by hash. Only then does the
/// copy get its final name, and only then may an older backup be removed.
///
/// # Errors
/// I/O errors, and [`Error::Damaged`] when the copy differs from the project or the open project was salvaged from
/// a damaged file. Older backups are kept in that case.
pub async fn backup(project: &Project, folder: &Path, keep: Keep, watch: &Watch) -> Result<Backup> {
    if project.salvaged().is_some() {
        let finding = "the open project was salvaged from a damaged file".to_owned();
        return Err(Error::Damaged(Damage::Structure { finding }));
    }
    std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    let uid = meta::uid(&mut *project.reader_connection().await?).await?;
    let stem = project.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let made_at = free_moment(folder, (&stem, &uid), project.now());
    let path = folder.join(file_name(&stem, &uid, made_at));
    let aside = sibling(&path, "backup");
    let scratch = Scratch::at(&aside);
    let original = match project.is_writable() {
        // The writer connection is locked, so nothing changes between the copy and the listing.
        true => copy_into(&mut *project.writer_connection().await?, &aside, watch).await?,
        false => copy_into(&mut *project.reader_connection().await?, &aside, watch).await?,
    };
    let mut copy = connect::connection(&aside, Access::Read).await?;
    let verified = verify(&mut copy, Depth::Everything, watch).await?;
    let copied = current::items(&mut copy).await?;
    copy.close().await?;
    if let Some(damage) = verified.damage.into_iter().next() {
        return Err(Error::Damaged(damage));
    }
    if project.is_writable() && copied != original {
        return Err(Error::BackupMismatch);
    }
    crate::step("backup.proved");
    disk::publish(&aside, &path)?;
    drop(scratch);
    crate::step("backup.published");
    let bytes = std::fs::metadata(&path).map_err(Error::io(&path))?.len();
    let removed = thin(folder, (&stem, &uid), keep)?;
    Ok(Backup { path, bytes, proved_at: project.now(), removed })
}

/// Copies the database as the connection sees it, and returns the items it contains.
async fn copy_into(conn: &mut SqliteConnection, aside: &Path, watch: &Watch) -> Result<Vec<Item>> {
    watch.report("copy", 0, 1)?;
    vacuum_into(conn, aside).await?;
    crate::step("backup.copied");
    watch.report("copy", 1, 1)?;
    current::items(conn).await
}

fn file_name(stem: &str, uid: &str, at: Timestamp) -> String {
    format!("{stem}.{uid}.{:013}.wenfang", at.get())
}

/// Gives two backups in the same millisecond different names.
fn free_moment(folder: &Path, (stem, uid): (&str, &str), now: Timestamp) -> Timestamp {
    let mut at = now;
    while folder.join(file_name(stem, uid, at)).exists() {
        at = Timestamp::from(at.get() + 1);
    }
    at
}

fn files(folder: &Path, (stem, uid): (&str, &str)) -> Vec<(Timestamp, PathBuf)> {
    let prefix = format!("{stem}.{uid}.");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_str()?.to_owned();
            let at: i64 = name.strip_prefix(&prefix)?.strip_suffix(".wenfang")?.parse().ok()?;
            Some((Timestamp::from(at), entry.path()))
        })
        .collect();
    files.sort();
    files
}

/// Returns the newest intact backup in `folder` of the project at `path`, with its time.
///
/// If the project is too damaged to read its id, all backups with the same file stem count.
pub async fn newest(folder: &Path, path: &Path) -> Option<(Timestamp, PathBuf)> {
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let uid = match connect::connection(path, Access::ReadFrozen).await {
        Ok(mut conn) => {
            let uid = meta::uid(&mut conn).await.ok();
            let _ = conn.close().await;
            uid
        }
        Err(_) => None,
    };
    let mut backups: Vec<_> = match uid {
        Some(uid) => files(folder, (&stem, &uid)),
        None => uids(folder, &stem).iter().flat_map(|uid| files(folder, (&stem, uid))).collect(),
    };
    backups.sort();
    for (at, backup) in backups.into_iter().rev() {
        if is_whole(&backup).await {
            return Some((at, backup));
        }
    }
    None
}

/// The ids of novels with a backup under this file stem.
fn uids(folder: &Path, stem: &str) -> BTreeSet<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return BTreeSet::new() };
    let prefix = format!("{stem}.");
    let uid = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_str()?.strip_prefix(&prefix)?.to_owned();
        Some(name.split_once('.')?.0.to_owned())
    };
    entries.flatten().filter_map(uid).collect()
}

/// Whether the manuscript of a backup is undamaged.
async fn is_whole(backup: &Path) -> bool {
    let Ok(mut conn) = connect::connection(backup, Access::ReadFrozen).await else { return false };
    let verified = verify(&mut conn, Depth::Manuscript, &Watch::silent()).await;
    let _ = conn.close().await;
    verified.is_ok_and(|verified| verified.damage.is_empty())
}

/// Copies a backup to `to`, which must not exist. The copy is atomic.
///
/// # Errors
/// [`Error::Exists`]; I/O errors.
pub fn copy_out(backup: &Path, to: &Path) -> Result<()> {
    let aside = sibling(to, "copy");
    let scratch = Scratch::at(&aside);
    std::fs::copy(backup, &aside).map_err(Error::io(to))?;
    disk::publish(&aside, to)?;
    drop(scratch);
    Ok(())
}

fn thin(folder: &Path, of: (&str, &str), keep: Keep) -> Result<Vec<PathBuf>> {
    let files = files(folder, of);
    let times: Vec<Timestamp> = files.iter().map(|(at, _)| *at).collect();
    let kept = to_keep(&times, keep);
    let mut removed = Vec::new();
    for (at, path) in files {
        if !kept.contains(&at) {
            std::fs::remove_file(&path).map_err(Error::io(&path))?;
            removed.push(path);
        }
    }
    Ok(removed)
}

/// `VACUUM INTO`: a complete, compact copy of one moment.
pub(crate) async fn vacuum_into(conn: &mut SqliteConnection, to: &Path) -> Result<()> {
    // `query_only` also forbids writing the copy.
    let query_only: i64 = sqlx::query_scalar("pragma query_only").fetch_one(&mut *conn).await?;
    sqlx::raw_sql("pragma query_only = off").execute(&mut *conn).await?;
    let copied =
        sqlx::query("vacuum into ?").bind(to.to_string_lossy().into_owned()).execute(&mut *conn).await;
    if query_only != 0 {
        sqlx::raw_sql("pragma query_only = on").execute(conn).await?;
    }
    copied?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(day: i64, hour: i64) -> Timestamp {
        Timestamp::from(day * DAY + hour * 60 * 60 * 1000)
    }

    #[test]
    fn each_day_keeps_its_newest_backup() {
        let keep = Keep { recent: 1, days: 2, weeks: 0, months: 0 };
        let times = [at(700, 1), at(700, 5), at(701, 2), at(702, 1), at(702, 3)];
        assert_eq!(to_keep(&times, keep), BTreeSet::from([at(701, 2), at(702, 3)]));
    }

    proptest! {
        #[test]
        fn the_newest_is_kept_and_the_count_is_bounded(hours in prop::collection::vec(0i64..20_000, 1..200)) {
            let times: Vec<Timestamp> = hours.iter().map(|hour| at(0, *hour)).collect();
            let kept = to_keep(&times, Keep::default());
            prop_assert!(kept.contains(times.iter().max().unwrap()));
            prop_assert!(kept.len() <= 10 + 14 + 8 + 12);
        }
    }
}
