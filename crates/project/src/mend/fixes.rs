//! `issue_fixes`: attempts to mend issues, and what the re-check said of them.

use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::mend::{Applied, FixRecord, Tool, Verification};
use wenfang_story::{GenerationId, IssueId, MendSessionId, Record, Timestamp};

use super::{damaged, issues, narrow, parsed, sessions};
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

const PART: &str = "fix";

/// A new attempt.
#[derive(Clone, Copy, Debug)]
pub struct NewFix<'a> {
    pub issue: IssueId,
    /// From 1.
    pub round: u32,
    pub tool: Tool,
    /// The generation, if a model was asked.
    pub generation: Option<GenerationId>,
    pub applied: Applied,
    pub record: &'a FixRecord,
}

/// An attempt to mend an issue.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    pub issue: IssueId,
    /// From 1.
    pub attempt: u32,
    /// From 1.
    pub round: u32,
    pub tool: Tool,
    /// The generation, if a model was asked.
    pub generation: Option<GenerationId>,
    pub applied: Applied,
    pub verification: Verification,
    pub record: FixRecord,
    pub created_at: Timestamp,
}

impl Fix {
    fn guard(&self, record: &str) -> [u8; 8] {
        let [issue, attempt, round, generation, at] = [
            Some(self.issue.get()),
            Some(self.attempt.into()),
            Some(self.round.into()),
            self.generation.map(GenerationId::get),
            Some(self.created_at.get()),
        ]
        .map(number);
        let [tool, applied, verification, record] =
            [self.tool.as_str(), self.applied.as_str(), self.verification.as_str(), record]
                .map(str::as_bytes);
        row_hash(&[&issue, &attempt, &round, tool, &generation, applied, verification, record, &at])
    }
}

#[derive(FromRow)]
struct Row {
    issue_id: i64,
    attempt: i64,
    round: i64,
    tool: String,
    generation_id: Option<i64>,
    applied: String,
    verification: String,
    record: String,
    row_hash: Vec<u8>,
    created_at: i64,
}

fn checked(row: Row) -> Result<Fix> {
    let wrong = |_| damaged(PART, row.issue_id);
    let fix = Fix {
        issue: row.issue_id.into(),
        attempt: narrow(PART, row.issue_id, row.attempt)?,
        round: narrow(PART, row.issue_id, row.round)?,
        tool: row.tool.parse().map_err(wrong)?,
        generation: row.generation_id.map(GenerationId::from),
        applied: row.applied.parse().map_err(wrong)?,
        verification: row.verification.parse().map_err(wrong)?,
        record: parsed(PART, row.issue_id, &row.record)?,
        created_at: row.created_at.into(),
    };
    if row.row_hash == fix.guard(&row.record) { Ok(fix) } else { Err(damaged(PART, row.issue_id)) }
}

/// A query for all columns of fixes.
fn select(rest: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "select f.issue_id, f.attempt, f.round, f.tool, f.generation_id, f.applied, f.verification, f.record,
             f.row_hash, f.created_at
         from issue_fixes f {rest}"
    ))
}

/// Stores an attempt, not verified yet. Returns its number, from 1 for each issue.
///
/// # Errors
/// [`Error::NoPart`] for an unknown issue; [`Error::MendingEnded`].
pub async fn insert(conn: &mut SqliteConnection, new: &NewFix<'_>, now: Timestamp) -> Result<u32> {
    let session = issues::require(conn, new.issue).await?.session;
    let last: i64 =
        sqlx::query_scalar("select coalesce(max(attempt), 0) from issue_fixes where issue_id = ?")
            .bind(new.issue.get())
            .fetch_one(&mut *conn)
            .await?;
    let attempt = narrow(PART, new.issue.get(), last.saturating_add(1))?;
    let fix = Fix {
        issue: new.issue,
        attempt,
        round: new.round,
        tool: new.tool,
        generation: new.generation,
        applied: new.applied,
        verification: Verification::Unverified,
        record: new.record.clone(),
        created_at: now,
    };
    put(conn, &fix).await?;
    sessions::touch(conn, session).await?;
    Ok(attempt)
}

async fn put(conn: &mut SqliteConnection, fix: &Fix) -> Result<()> {
    let record = fix.record.canonical();
    sqlx::query(
        "insert into issue_fixes (issue_id, attempt, round, tool, generation_id, applied, verification, record,
             row_hash, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (issue_id, attempt) do update set
             verification = excluded.verification, record = excluded.record, row_hash = excluded.row_hash",
    )
    .bind(fix.issue.get())
    .bind(fix.attempt)
    .bind(fix.round)
    .bind(fix.tool.as_str())
    .bind(fix.generation.map(GenerationId::get))
    .bind(fix.applied.as_str())
    .bind(fix.verification.as_str())
    .bind(&record)
    .bind(fix.guard(&record).as_slice())
    .bind(fix.created_at.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Stores what the re-check said of an attempt.
///
/// # Errors
/// [`Error::NoPart`] for an unknown issue or attempt; [`Error::MendingEnded`].
pub async fn verify(
    conn: &mut SqliteConnection,
    (issue, attempt): (IssueId, u32),
    (verification, record): (Verification, &FixRecord),
) -> Result<()> {
    let session = issues::require(conn, issue).await?.session;
    let row: Option<Row> = sqlx::query_as(select("where f.issue_id = ? and f.attempt = ?"))
        .bind(issue.get())
        .bind(attempt)
        .fetch_optional(&mut *conn)
        .await?;
    let fix = checked(row.ok_or(Error::NoPart { kind: PART, id: attempt.into() })?)?;
    put(conn, &Fix { verification, record: record.clone(), ..fix }).await?;
    sessions::touch(conn, session).await
}

/// The attempts for an issue, in order.
pub async fn list(conn: &mut SqliteConnection, issue: IssueId) -> Result<Vec<Fix>> {
    let rows: Vec<Row> = sqlx::query_as(select("where f.issue_id = ? order by f.attempt"))
        .bind(issue.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The attempts of a session, by issue.
pub async fn list_by_session(conn: &mut SqliteConnection, session: MendSessionId) -> Result<Vec<Fix>> {
    let rows: Vec<Row> = sqlx::query_as(select(
        "join issues i on i.id = f.issue_id where i.session_id = ? order by f.issue_id, f.attempt",
    ))
    .bind(session.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// Reads every attempt and returns the result for each; and finds edits of a text that none of the earlier rounds has.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> =
        sqlx::query_as(select("order by f.issue_id, f.attempt")).fetch_all(&mut *conn).await?;
    let mut results: Vec<Result<()>> = rows.into_iter().map(|row| checked(row).map(|_| ())).collect();
    let strangers: Vec<i64> = sqlx::query_scalar(
        "select f.issue_id from issue_fixes f join issues i on i.id = f.issue_id
         where f.record ->> '$.edit.before' is not null and not exists (
             select 1 from mend_rounds r join blobs b on b.id = r.blob_id
             where r.session_id = i.session_id and r.scene_id = i.scene_id and r.round < f.round
                 and lower(hex(b.hash)) = f.record ->> '$.edit.before')",
    )
    .fetch_all(conn)
    .await?;
    results.extend(strangers.into_iter().map(|issue| Err(damaged(PART, issue))));
    Ok(results)
}
