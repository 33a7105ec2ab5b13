//! Backups: complete copies in another folder. Each copy is verified before an older backup is removed.
//!
//! A backup is named after the file, the id of its content and the time: `NAME.UID.MILLISECONDS.EXTENSION`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection};

use crate::connect::{self, Access};
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::file::File;
use crate::kind::{Format, Kind};
use crate::names::sibling;

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

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Selects the backups to keep from those made at `times`, in milliseconds.
fn to_keep(times: &[i64], keep: Keep) -> BTreeSet<i64> {
    let mut newest_first = times.to_vec();
    newest_first.sort_unstable_by(|a, b| b.cmp(a));
    let mut kept: BTreeSet<i64> = newest_first.iter().take(keep.recent).copied().collect();
    for (length, periods) in [(DAY, keep.days), (7 * DAY, keep.weeks), (30 * DAY, keep.months)] {
        let mut seen = BTreeSet::new();
        for time in &newest_first {
            if seen.len() < periods && seen.insert(time.div_euclid(length)) {
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
    pub removed: Vec<PathBuf>,
}

/// Copies the file into `folder` at `now` (milliseconds since 1970-01-01 UTC), verifies the copy, and removes older
/// backups of the same content that are no longer needed.
///
/// The copy is opened, fully verified, and compared with the file. Only then does it get its final name, and only then
/// may an older backup be removed.
///
/// # Errors
/// I/O errors, the damage of the copy, and [`Error::BackupMismatch`] when the copy differs from the file. Older backups
/// are kept in that case.
pub async fn backup<F: Format>(
    file: &File,
    format: &F,
    (folder, keep): (&Path, Keep),
    now: i64,
) -> Result<Backup, F::Error> {
    std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    let kind = format.kind();
    let stem = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let uid = kind.uid(&mut *file.reader_connection().await?).await?;
    let series = Series { folder, stem: &stem, uid: &uid, kind: &kind };
    let path = series.free_path(now);
    let aside = Scratch::at(sibling(&path, "backup"));
    let original = copy_into(file, format, aside.path()).await?;
    let mut copy = connect::connection(aside.path(), Access::Read).await?;
    let damage = format.damage(&mut copy).await?;
    let copied = if original.is_some() { Some(format.fingerprint(&mut copy).await?) } else { None };
    copy.close().await.map_err(Error::from)?;
    if let Some(damage) = damage {
        return Err(damage);
    }
    if copied != original {
        return Err(Error::BackupMismatch.into());
    }
    crate::step("backup.proved");
    disk::publish(aside.path(), &path)?;
    drop(aside);
    crate::step("backup.published");
    let bytes = std::fs::metadata(&path).map_err(Error::io(&path))?.len();
    Ok(Backup { path, bytes, removed: series.thin(keep)? })
}

/// Copies the file as its connection sees it. Returns what the copy must equal; `None` if others may write to the file
/// meanwhile.
async fn copy_into<F: Format>(
    file: &File,
    format: &F,
    aside: &Path,
) -> Result<Option<F::Fingerprint>, F::Error> {
    if !file.is_writable() {
        vacuum_into(&mut *file.reader_connection().await?, aside).await?;
        crate::step("backup.copied");
        return Ok(None);
    }
    // The writer connection is locked, so nothing changes between the copy and the fingerprint.
    let mut conn = file.writer_connection().await?;
    vacuum_into(&mut conn, aside).await?;
    crate::step("backup.copied");
    Ok(Some(format.fingerprint(&mut conn).await?))
}

/// The backups of one content under one name.
struct Series<'s> {
    folder: &'s Path,
    stem: &'s str,
    uid: &'s str,
    kind: &'s Kind,
}

impl Series<'_> {
    /// A path for a backup made at `now`; two in the same millisecond get different names.
    fn free_path(&self, now: i64) -> PathBuf {
        let Self { folder, stem, uid, kind } = self;
        let path = |at| folder.join(format!("{stem}.{uid}.{at:013}.{}", kind.extension));
        (now..).map(path).find(|path| !path.exists()).unwrap_or_else(|| path(now))
    }

    /// The backups with their times, oldest first.
    fn files(&self) -> Vec<(i64, PathBuf)> {
        let (prefix, ending) = (format!("{}.{}.", self.stem, self.uid), format!(".{}", self.kind.extension));
        let Ok(entries) = std::fs::read_dir(self.folder) else { return Vec::new() };
        let mut files: Vec<_> = entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().to_str()?.to_owned();
                let at: i64 = name.strip_prefix(&prefix)?.strip_suffix(&ending)?.parse().ok()?;
                Some((at, entry.path()))
            })
            .collect();
        files.sort();
        files
    }

    /// Removes the backups that are no longer needed, and returns their paths.
    fn thin(&self, keep: Keep) -> Result<Vec<PathBuf>> {
        let files = self.files();
        let times: Vec<i64> = files.iter().map(|(at, _)| *at).collect();
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
}

/// The backups in `folder` of the file at `path` with their times, newest first; none of them is read.
///
/// If the file is too damaged to read its id, all backups with the same file stem count.
pub async fn list(folder: &Path, path: &Path, kind: &Kind) -> Vec<(i64, PathBuf)> {
    let Some(stem) = path.file_stem() else { return Vec::new() };
    let stem = stem.to_string_lossy();
    let uid = match connect::connection(path, Access::ReadFrozen).await {
        Ok(mut conn) => {
            let uid = kind.uid(&mut conn).await.ok();
            let _ = conn.close().await;
            uid
        }
        Err(_) => None,
    };
    let uids = uid.map_or_else(|| uids(folder, &stem), |uid| BTreeSet::from([uid]));
    let files = |uid: &String| Series { folder, stem: &stem, uid, kind }.files();
    let mut backups: Vec<_> = uids.iter().flat_map(files).collect();
    backups.sort();
    backups.reverse();
    backups
}

/// The ids of contents with a backup under this file stem.
fn uids(folder: &Path, stem: &str) -> BTreeSet<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return BTreeSet::new() };
    let prefix = format!("{stem}.");
    let uid = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_str()?.strip_prefix(&prefix)?.to_owned();
        Some(name.split_once('.')?.0.to_owned())
    };
    entries.flatten().filter_map(uid).collect()
}

/// Copies a backup to `to`, which must not exist. The copy is atomic.
///
/// # Errors
/// [`Error::Exists`]; I/O errors.
pub fn copy_out(backup: &Path, to: &Path) -> Result<()> {
    let aside = Scratch::at(sibling(to, "copy"));
    std::fs::copy(backup, aside.path()).map_err(Error::io(to))?;
    disk::publish(aside.path(), to)
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

    fn at(day: i64, hour: i64) -> i64 {
        day * DAY + hour * 60 * 60 * 1000
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
            let times: Vec<i64> = hours.iter().map(|hour| at(0, *hour)).collect();
            let kept = to_keep(&times, Keep::default());
            prop_assert!(kept.contains(times.iter().max().unwrap()));
            prop_assert!(kept.len() <= 10 + 14 + 8 + 12);
        }
    }
}
