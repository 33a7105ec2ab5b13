//! Verifies artifacts, and removes what is damaged of them.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;
use wenfang_story::Timestamp;

use super::pruned::{TraceRow, note_lost, trace_rows};
use super::rows::{HEADER, Header, VERSION, VersionRow};
use crate::damage::Damage;
use crate::error::{Error, Result};

/// The versions and the traces of an artifact that pass their hash checks, and whether all do.
struct Found {
    versions: BTreeSet<i64>,
    /// From, until.
    traces: Vec<(i64, i64)>,
    is_sound: bool,
}

impl Found {
    async fn of(conn: &mut SqliteConnection, id: i64) -> Result<Self> {
        let sql = format!("{VERSION} where v.artifact_id = ?");
        let versions: Vec<VersionRow> =
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_all(&mut *conn).await?;
        let traces = trace_rows(conn, id).await?;
        let is_sound = versions.iter().all(VersionRow::is_sound) && traces.iter().all(TraceRow::is_sound);
        let versions =
            versions.into_iter().filter(VersionRow::is_sound).map(|version| version.version).collect();
        let traces = traces.into_iter().filter(TraceRow::is_sound);
        let traces = traces.map(|trace| (trace.from_version, trace.until_version)).collect();
        Ok(Self { versions, traces, is_sound })
    }

    /// The ranges up to `newest` that neither a version nor a trace accounts for; `None` if a number has several.
    fn gaps(&self, newest: i64) -> Option<Vec<(i64, i64)>> {
        let versions = self.versions.iter().map(|version| (*version, version + 1));
        let mut known: Vec<(i64, i64)> = versions.chain(self.traces.iter().copied()).collect();
        known.sort_unstable();
        let (mut next, mut gaps) = (1, Vec::new());
        for (from, until) in known {
            if from < next {
                return None;
            }
            if from > next {
                gaps.push((next, from));
            }
            next = until;
        }
        match newest.checked_add(1)? {
            end if next < end => gaps.push((next, end)),
            end if next > end => return None,
            _ => {}
        }
        Some(gaps)
    }
}

/// Checks the row of every tag, its values, and that each version up to the newest exists or left a trace.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let sql = format!("{HEADER} order by id");
    let headers: Vec<Header> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    let mut results = Vec::new();
    for header in headers {
        let found = Found::of(conn, header.id).await?;
        let is_complete = found.gaps(header.newest).is_some_and(|gaps| gaps.is_empty());
        let is_whole = header.is_sound() && found.is_sound && is_complete;
        let damage = Damage::Record { part: "artifact", id: header.id };
        results.push(if is_whole { Ok(()) } else { Err(Error::Damaged(damage)) });
    }
    Ok(results)
}

/// Deletes what is damaged of an artifact and leaves traces of it, or deletes all of it when its row is damaged or no
/// value is intact.
pub(crate) async fn remove_damaged(conn: &mut SqliteConnection, id: i64, now: Timestamp) -> Result<()> {
    let sql = format!("{HEADER} where id = ?");
    let header: Option<Header> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *conn).await?;
    let mut found = Found::of(conn, id).await?;
    let newest = header.as_ref().map_or(0, |header| header.newest);
    if found.gaps(newest).is_none() {
        // The versions tell more than the traces.
        found.traces.clear();
    }
    let gaps = found.gaps(newest).filter(|_| !found.versions.is_empty());
    let Some((gaps, _)) = gaps.zip(header.filter(Header::is_sound)) else {
        found = Found { versions: BTreeSet::new(), traces: Vec::new(), is_sound: false };
        delete_others(conn, id, &found).await?;
        sqlx::query("delete from artifacts where id = ?").bind(id).execute(conn).await?;
        return Ok(());
    };
    delete_others(conn, id, &found).await?;
    for (from, until) in gaps {
        note_lost(conn, (id, from, until), now).await?;
    }
    Ok(())
}

/// Deletes the versions and traces of an artifact that are not among those found.
async fn delete_others(conn: &mut SqliteConnection, id: i64, found: &Found) -> Result<()> {
    let traces: Vec<i64> = found.traces.iter().map(|(from, _)| *from).collect();
    let versions: Vec<i64> = found.versions.iter().copied().collect();
    for (sql, kept) in [
        (
            "delete from artifact_versions
             where artifact_id = ? and version not in (select value from json_each(?))",
            versions,
        ),
        (
            "delete from artifact_pruned
             where artifact_id = ? and from_version not in (select value from json_each(?))",
            traces,
        ),
    ] {
        sqlx::query(sql)
            .bind(id)
            .bind(serde_json::to_string(&kept).unwrap_or_default())
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
