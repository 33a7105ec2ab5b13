//! Deletes versions that need not be kept, and leaves a trace of each.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::Timestamp;

use super::rows::{HEADER, Header};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// What is kept besides the newest version and those that are pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The number of newest versions; `None` keeps any number.
    pub versions: Option<u32>,
    /// Their greatest age; `None` keeps any age.
    pub days: Option<u32>,
}

impl Keep {
    /// All versions.
    pub const ALL: Self = Self { versions: None, days: None };

    /// The newest versions, whatever their age.
    pub const fn newest(versions: u32) -> Self {
        Self { versions: Some(versions), days: None }
    }
}

/// The trace of versions that were deleted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub from: i64,
    /// The version after the last.
    pub until: i64,
    /// `keep_versions`, `keep_days`, `author`, `damage` or `earlier_release`.
    pub why: String,
    pub at: Timestamp,
}

#[derive(sqlx::FromRow)]
pub(super) struct TraceRow {
    pub(super) artifact_id: i64,
    pub(super) from_version: i64,
    pub(super) until_version: i64,
    hashes: Option<Vec<u8>>,
    at: i64,
    why: String,
    row_hash: Option<Vec<u8>>,
}

impl TraceRow {
    fn guard(&self) -> [u8; 8] {
        let [artifact, from, until, at] =
            [self.artifact_id, self.from_version, self.until_version, self.at].map(|n| number(Some(n)));
        let hashes = self.hashes.as_deref().unwrap_or_default();
        row_hash(&[&artifact, &from, &until, hashes, &at, self.why.as_bytes()])
    }

    pub(super) fn is_sound(&self) -> bool {
        self.row_hash.as_ref().is_none_or(|hash| *hash == self.guard())
    }

    async fn insert(&self, conn: &mut SqliteConnection) -> Result<()> {
        sqlx::query(
            "insert into artifact_pruned (artifact_id, from_version, until_version, hashes, at, why, row_hash)
             values (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(self.artifact_id)
        .bind(self.from_version)
        .bind(self.until_version)
        .bind(&self.hashes)
        .bind(self.at)
        .bind(&self.why)
        .bind(self.guard().as_slice())
        .execute(conn)
        .await?
        .stored(1)?;
        Ok(())
    }
}

/// The traces of an artifact, oldest first.
pub(super) async fn trace_rows(conn: &mut SqliteConnection, id: i64) -> Result<Vec<TraceRow>> {
    Ok(sqlx::query_as(
        "select artifact_id, from_version, until_version, hashes, at, why, row_hash from artifact_pruned
         where artifact_id = ? order by from_version",
    )
    .bind(id)
    .fetch_all(conn)
    .await?)
}

/// The traces of the versions that were deleted under a tag, oldest first.
///
/// # Errors
/// [`Error::Damaged`] when a trace fails its hash check.
pub async fn traces(conn: &mut SqliteConnection, tag: &str) -> Result<Vec<Trace>> {
    let Some(header) = super::header(conn, tag).await? else { return Ok(Vec::new()) };
    let of = |row: TraceRow| {
        if !row.is_sound() {
            return Err(Error::Damaged(Damage::Record { part: "artifact", id: row.artifact_id }));
        }
        Ok(Trace { from: row.from_version, until: row.until_version, why: row.why, at: row.at.into() })
    };
    trace_rows(conn, header.id).await?.into_iter().map(of).collect()
}

/// Notes that versions are gone without a known hash.
pub(super) async fn note_lost(
    conn: &mut SqliteConnection,
    (artifact_id, from_version, until_version): (i64, i64, i64),
    now: Timestamp,
) -> Result<()> {
    let why = "damage".to_owned();
    let row = TraceRow {
        artifact_id,
        from_version,
        until_version,
        hashes: None,
        at: now.get(),
        why,
        row_hash: None,
    };
    row.insert(conn).await
}

/// Deletes what the artifact's own rules do not keep.
pub(super) async fn apply(conn: &mut SqliteConnection, header: &Header, now: Timestamp) -> Result<u64> {
    delete(conn, header, (header.keep(), ["keep_versions", "keep_days"]), now).await
}

/// Deletes what `keep` does not keep, and leaves the traces. `why` names the reasons of number and of age.
async fn delete(
    conn: &mut SqliteConnection,
    header: &Header,
    (keep, why): (Keep, [&str; 2]),
    now: Timestamp,
) -> Result<u64> {
    if keep == Keep::ALL {
        return Ok(0);
    }
    // Before this version, and before this time.
    let version = keep.versions.map_or(0, |keep| header.newest.saturating_sub(i64::from(keep)) + 1);
    let time = keep.days.map_or(i64::MIN, |days| now.get().saturating_sub(i64::from(days) * DAY));
    let old: Vec<(i64, Vec<u8>, bool)> = sqlx::query_as(
        "select version, row_hash, version < ?2 from artifact_versions
         where artifact_id = ?1 and pinned is null and (version < ?2 or created_at < ?3)
             and version < (select max(version) from artifact_versions where artifact_id = ?1)
         order by version",
    )
    .bind(header.id)
    .bind(version)
    .bind(time)
    .fetch_all(&mut *conn)
    .await?;
    let mut traces: Vec<TraceRow> = Vec::new();
    for (version, hash, is_by_number) in &old {
        let why = if *is_by_number { why[0] } else { why[1] };
        let last = traces.last_mut().filter(|last| last.until_version == *version && last.why == why);
        match last {
            Some(TraceRow { until_version, hashes: Some(hashes), .. }) => {
                *until_version += 1;
                hashes.extend(hash);
            }
            _ => traces.push(TraceRow {
                artifact_id: header.id,
                from_version: *version,
                until_version: version + 1,
                hashes: Some(hash.clone()),
                at: now.get(),
                why: why.to_owned(),
                row_hash: None,
            }),
        }
    }
    for trace in &traces {
        trace.insert(conn).await?;
        sqlx::query(
            "delete from artifact_versions
             where artifact_id = ? and version >= ? and version < ? and pinned is null",
        )
        .bind(header.id)
        .bind(trace.from_version)
        .bind(trace.until_version)
        .execute(&mut *conn)
        .await?;
    }
    Ok(u64::try_from(old.len()).unwrap_or(0))
}

/// Deletes the versions under a tag that the author does not want to keep. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn prune(conn: &mut SqliteConnection, tag: &str, keep: Keep, now: Timestamp) -> Result<u64> {
    let Some(header) = super::header(conn, tag).await? else { return Ok(0) };
    delete(conn, &header, (keep, ["author"; 2]), now).await
}

/// Deletes what the rules of each artifact do not keep by now. Returns the number of versions.
///
/// # Errors
/// Database errors.
pub async fn prune_all(conn: &mut SqliteConnection, now: Timestamp) -> Result<u64> {
    let sql = format!("{HEADER} order by id");
    let headers: Vec<Header> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    let mut versions = 0;
    for header in headers {
        versions += apply(conn, &header, now).await?;
    }
    Ok(versions)
}
