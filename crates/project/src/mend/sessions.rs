//! `mend_sessions`: sessions of mending.

use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use wenfang_storage::{Outcome, new_id};
use wenfang_story::mend::{MendScope, MendStatus, QcCode, SessionRecord};
use wenfang_story::{MendSessionId, Record, RunId, Timestamp};

use super::{damaged, parsed, scenes};
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

const PART: &str = "mending";

/// A new session.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// A UUID in its usual form of 36 characters.
    pub uid: &'a str,
    pub scope: MendScope,
    /// The id of the finding, scene or chapter; `None` for the book.
    pub target: Option<i64>,
    /// The run that works on it.
    pub run: Option<RunId>,
    pub record: &'a SessionRecord,
}

/// A session.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub id: MendSessionId,
    /// Its UUID.
    pub uid: String,
    pub scope: MendScope,
    /// The id of the finding, scene or chapter; `None` for the book.
    pub target: Option<i64>,
    /// The run that works on it.
    pub run: Option<RunId>,
    pub status: MendStatus,
    /// From 1; rises with every write to the session, its scenes, rounds, issues and fixes.
    pub state_version: i64,
    pub record: SessionRecord,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl Session {
    fn guard(&self, record: &str) -> [u8; 8] {
        let [target, run, version, created, ended] = [
            self.target,
            self.run.map(RunId::get),
            Some(self.state_version),
            Some(self.created_at.get()),
            self.ended_at.map(Timestamp::get),
        ]
        .map(number);
        let [uid, scope, status, record] =
            [&self.uid, self.scope.as_str(), self.status.as_str(), record].map(str::as_bytes);
        row_hash(&[uid, scope, &target, &run, status, &version, record, &created, &ended])
    }

    /// Stores all that can change, as the next state version.
    async fn update(&mut self, conn: &mut SqliteConnection) -> Result<()> {
        self.state_version = self.state_version.saturating_add(1);
        let record = self.record.canonical();
        sqlx::query(
            "update mend_sessions set run_id = ?, status = ?, state_version = ?, record = ?, row_hash = ?, ended_at = ?
             where id = ?",
        )
        .bind(self.run.map(RunId::get))
        .bind(self.status.as_str())
        .bind(self.state_version)
        .bind(&record)
        .bind(self.guard(&record).as_slice())
        .bind(self.ended_at.map(Timestamp::get))
        .bind(self.id.get())
        .execute(conn)
        .await?
        .stored(1)?;
        Ok(())
    }
}

#[derive(FromRow)]
struct Row {
    id: i64,
    uid: String,
    scope: String,
    target_id: Option<i64>,
    run_id: Option<i64>,
    status: String,
    state_version: i64,
    record: String,
    row_hash: Vec<u8>,
    created_at: i64,
    ended_at: Option<i64>,
}

fn checked(row: Row) -> Result<Session> {
    let wrong = |_| damaged(PART, row.id);
    let session = Session {
        id: row.id.into(),
        uid: row.uid,
        scope: row.scope.parse().map_err(wrong)?,
        target: row.target_id,
        run: row.run_id.map(RunId::from),
        status: row.status.parse().map_err(wrong)?,
        state_version: row.state_version,
        record: parsed(PART, row.id, &row.record)?,
        created_at: row.created_at.into(),
        ended_at: row.ended_at.map(Timestamp::from),
    };
    if row.row_hash == session.guard(&row.record) { Ok(session) } else { Err(damaged(PART, row.id)) }
}

/// A query for all columns of sessions.
fn select(rest: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "select id, uid, scope, target_id, run_id, status, state_version, record, row_hash, created_at, ended_at
         from mend_sessions {rest}"
    ))
}

/// A new random UUID (version 4).
pub async fn new_uid(conn: &mut SqliteConnection) -> Result<String> {
    // The version is the first digit of the third group, the variant the first of the fourth: 8, 9, a or b.
    Ok(sqlx::query_scalar(
        "with random(x) as (select lower(hex(randomblob(16))))
         select substr(x, 1, 8) || '-' || substr(x, 9, 4) || '-4' || substr(x, 14, 3) || '-'
             || substr('89ab', 1 + (random() & 3), 1) || substr(x, 18, 3) || '-' || substr(x, 21, 12)
         from random",
    )
    .fetch_one(conn)
    .await?)
}

/// Opens a session, without scenes and issues. It is active.
pub async fn open(
    conn: &mut SqliteConnection,
    new: &NewSession<'_>,
    now: Timestamp,
) -> Result<MendSessionId> {
    let session = Session {
        id: 0.into(),
        uid: new.uid.to_owned(),
        scope: new.scope,
        target: new.target,
        run: new.run,
        status: MendStatus::Active,
        state_version: 1,
        record: new.record.clone(),
        created_at: now,
        ended_at: None,
    };
    let record = session.record.canonical();
    let inserted = sqlx::query_scalar(
        "insert into mend_sessions (uid, scope, target_id, run_id, status, state_version, record, row_hash, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
    )
    .bind(&session.uid)
    .bind(session.scope.as_str())
    .bind(session.target)
    .bind(session.run.map(RunId::get))
    .bind(session.status.as_str())
    .bind(session.state_version)
    .bind(&record)
    .bind(session.guard(&record).as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "mend_sessions", inserted).await?.into())
}

/// Reads a session.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`].
pub async fn require(conn: &mut SqliteConnection, id: MendSessionId) -> Result<Session> {
    let row: Option<Row> = sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(conn).await?;
    checked(row.ok_or(Error::NoPart { kind: PART, id: id.get() })?)
}

/// Reads a session that must not have ended.
///
/// # Errors
/// Those of [`require`]; [`Error::MendingEnded`].
pub(super) async fn require_open(conn: &mut SqliteConnection, id: MendSessionId) -> Result<Session> {
    let session = require(conn, id).await?;
    if session.status.has_ended() { Err(Error::MendingEnded(id)) } else { Ok(session) }
}

/// Sessions older than `before`, newest first, at most `limit`.
pub async fn list(
    conn: &mut SqliteConnection,
    before: Option<MendSessionId>,
    limit: u32,
) -> Result<Vec<Session>> {
    let rows: Vec<Row> = sqlx::query_as(select("where id < ? order by id desc limit ?"))
        .bind(before.map_or(i64::MAX, MendSessionId::get))
        .bind(limit)
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The sessions that have not ended, oldest first.
pub async fn list_open(conn: &mut SqliteConnection) -> Result<Vec<Session>> {
    let rows: Vec<Row> = sqlx::query_as(select("where ended_at is null order by id")).fetch_all(conn).await?;
    rows.into_iter().map(checked).collect()
}

/// The newest session with this scope and target that has not ended.
pub async fn newest_open(
    conn: &mut SqliteConnection,
    (scope, target): (MendScope, Option<i64>),
) -> Result<Option<Session>> {
    let row: Option<Row> = sqlx::query_as(select(
        "where scope = ? and target_id is ? and ended_at is null order by id desc limit 1",
    ))
    .bind(scope.as_str())
    .bind(target)
    .fetch_optional(conn)
    .await?;
    row.map(checked).transpose()
}

/// Changes a session that has not ended, and raises its state version. The id, the uid and the times stay as they are;
/// [`end`] ends it.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::MendingEnded`].
pub async fn change(
    conn: &mut SqliteConnection,
    id: MendSessionId,
    change: impl FnOnce(&mut SessionRecord),
) -> Result<()> {
    let mut session = require_open(conn, id).await?;
    change(&mut session.record);
    session.update(conn).await
}

/// Sets the run that works on a session.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::MendingEnded`].
pub async fn set_run(conn: &mut SqliteConnection, id: MendSessionId, run: RunId) -> Result<()> {
    let mut session = require_open(conn, id).await?;
    session.run = Some(run);
    session.update(conn).await
}

/// Says whether a session that has not ended waits for the author.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::MendingEnded`].
pub async fn set_waiting(conn: &mut SqliteConnection, id: MendSessionId, is_waiting: bool) -> Result<()> {
    let mut session = require_open(conn, id).await?;
    session.status = if is_waiting { MendStatus::Waiting } else { MendStatus::Active };
    session.update(conn).await
}

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By its policy, with every scene decided or released.
    Completed,
    /// By an error.
    Failed,
    /// By the author.
    Abandoned,
}

/// Ends a session. One that failed or was abandoned gives up its scenes; all its rows are kept.
///
/// # Errors
/// [`Error::SceneClaimed`] when it would complete and still holds a scene; [`Error::NoPart`]; [`Error::MendingEnded`].
pub async fn end(conn: &mut SqliteConnection, id: MendSessionId, end: End, now: Timestamp) -> Result<()> {
    let mut session = require_open(conn, id).await?;
    session.status = match end {
        End::Completed => MendStatus::Completed,
        End::Failed => MendStatus::Failed,
        End::Abandoned => MendStatus::Abandoned,
    };
    if end == End::Completed {
        scenes::require_none_open(conn, id).await?;
    } else {
        scenes::release_all(conn, id).await?;
    }
    session.ended_at = Some(now);
    session.update(conn).await
}

/// Ends a session with damaged rows as failed, and gives up its scenes. What a damaged row says besides is not believed.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`] for a row that says not even what the session was opened for.
pub async fn end_damaged(conn: &mut SqliteConnection, id: MendSessionId, now: Timestamp) -> Result<()> {
    scenes::release_damaged(conn, id).await?;
    let row: Option<Row> =
        sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(&mut *conn).await?;
    let row = row.ok_or(Error::NoPart { kind: PART, id: id.get() })?;
    let wrong = |_| damaged(PART, row.id);
    let record: SessionRecord = serde_json::from_str(&row.record).unwrap_or_default();
    let mut session = Session {
        id,
        scope: row.scope.parse().map_err(wrong)?,
        uid: row.uid,
        target: row.target_id,
        run: row.run_id.map(RunId::from),
        status: MendStatus::Failed,
        state_version: row.state_version,
        record: SessionRecord { qc: Some(QcCode::StorageFailure), ..record },
        created_at: row.created_at.into(),
        ended_at: Some(row.ended_at.map_or(now, Timestamp::from)),
    };
    session.update(conn).await
}

/// Raises the state version of a session that has not ended.
pub(super) async fn touch(conn: &mut SqliteConnection, id: MendSessionId) -> Result<()> {
    require_open(conn, id).await?.update(conn).await
}

/// Reads every session and returns the result for each.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as(select("order by id")).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| checked(row).map(|_| ())).collect())
}
