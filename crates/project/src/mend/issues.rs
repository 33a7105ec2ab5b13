//! `issues`: the findings that sessions work on. Every change names the revision that it was made on.

use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use wenfang_storage::{Outcome, new_id};
use wenfang_story::mend::{IssueEvent, IssueRecord, IssueState, next};
use wenfang_story::{FindingId, IssueId, MendSessionId, Record, SceneId, Timestamp};

use super::{damaged, parsed, sessions};
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

const PART: &str = "issue";

/// A new issue.
#[derive(Clone, Copy, Debug)]
pub struct NewIssue<'a> {
    /// A scene of the session.
    pub scene: SceneId,
    /// The finding; `None` if it was found in the text of a round only.
    pub finding: Option<FindingId>,
    pub record: &'a IssueRecord,
}

/// An issue.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    pub id: IssueId,
    pub session: MendSessionId,
    pub scene: SceneId,
    /// The finding; `None` if it was found in the text of a round only.
    pub finding: Option<FindingId>,
    pub state: IssueState,
    /// From 1; rises with every change.
    pub revision: i64,
    pub record: IssueRecord,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

impl Issue {
    fn guard(&self, record: &str) -> [u8; 8] {
        let [session, scene, finding, revision, created, changed] = [
            Some(self.session.get()),
            Some(self.scene.get()),
            self.finding.map(FindingId::get),
            Some(self.revision),
            Some(self.created_at.get()),
            Some(self.changed_at.get()),
        ]
        .map(number);
        let [state, record] = [self.state.as_str(), record].map(str::as_bytes);
        row_hash(&[&session, &scene, &finding, state, &revision, record, &created, &changed])
    }
}

#[derive(FromRow)]
struct Row {
    id: i64,
    session_id: i64,
    scene_id: i64,
    finding_id: Option<i64>,
    state: String,
    revision: i64,
    record: String,
    row_hash: Vec<u8>,
    created_at: i64,
    changed_at: i64,
}

fn checked(row: Row) -> Result<Issue> {
    let issue = Issue {
        id: row.id.into(),
        session: row.session_id.into(),
        scene: row.scene_id.into(),
        finding: row.finding_id.map(FindingId::from),
        state: row.state.parse().map_err(|_| damaged(PART, row.id))?,
        revision: row.revision,
        record: parsed(PART, row.id, &row.record)?,
        created_at: row.created_at.into(),
        changed_at: row.changed_at.into(),
    };
    if row.row_hash == issue.guard(&row.record) { Ok(issue) } else { Err(damaged(PART, row.id)) }
}

/// A query for all columns of issues.
fn select(rest: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "select id, session_id, scene_id, finding_id, state, revision, record, row_hash, created_at, changed_at
         from issues {rest}"
    ))
}

/// Files issues in a session, in order. They are new.
///
/// # Errors
/// A database error when the session has not claimed a scene, or has an issue of a finding already;
/// [`Error::MendingEnded`].
pub async fn file(
    conn: &mut SqliteConnection,
    session: MendSessionId,
    issues: &[NewIssue<'_>],
    now: Timestamp,
) -> Result<Vec<IssueId>> {
    let mut ids = Vec::with_capacity(issues.len());
    for new in issues {
        ids.push(insert(conn, session, new, now).await?);
    }
    sessions::touch(conn, session).await?;
    Ok(ids)
}

async fn insert(
    conn: &mut SqliteConnection,
    session: MendSessionId,
    new: &NewIssue<'_>,
    now: Timestamp,
) -> Result<IssueId> {
    let issue = Issue {
        id: 0.into(),
        session,
        scene: new.scene,
        finding: new.finding,
        state: IssueState::New,
        revision: 1,
        record: new.record.clone(),
        created_at: now,
        changed_at: now,
    };
    let record = issue.record.canonical();
    let inserted = sqlx::query_scalar(
        "insert into issues (session_id, scene_id, finding_id, state, revision, record, row_hash, created_at,
             changed_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
    )
    .bind(issue.session.get())
    .bind(issue.scene.get())
    .bind(issue.finding.map(FindingId::get))
    .bind(issue.state.as_str())
    .bind(issue.revision)
    .bind(&record)
    .bind(issue.guard(&record).as_slice())
    .bind(now.get())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "issues", inserted).await?.into())
}

/// Reads an issue.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`].
pub async fn require(conn: &mut SqliteConnection, id: IssueId) -> Result<Issue> {
    let row: Option<Row> = sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(conn).await?;
    checked(row.ok_or(Error::NoPart { kind: PART, id: id.get() })?)
}

/// The issues of a session, by id.
pub async fn list(conn: &mut SqliteConnection, session: MendSessionId) -> Result<Vec<Issue>> {
    let rows: Vec<Row> = sqlx::query_as(select("where session_id = ? order by id"))
        .bind(session.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The issues of a scene in a session, by id.
pub async fn list_by_scene(
    conn: &mut SqliteConnection,
    (session, scene): (MendSessionId, SceneId),
) -> Result<Vec<Issue>> {
    let rows: Vec<Row> = sqlx::query_as(select("where session_id = ? and scene_id = ? order by id"))
        .bind(session.get())
        .bind(scene.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The issues of a finding in all sessions, oldest first: what was done about it so far.
pub async fn list_by_finding(conn: &mut SqliteConnection, finding: FindingId) -> Result<Vec<Issue>> {
    let rows: Vec<Row> = sqlx::query_as(select("where finding_id = ? order by id"))
        .bind(finding.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// A change of an issue.
#[derive(Clone, Copy, Debug)]
pub struct IssueChange<'a> {
    pub issue: IssueId,
    /// The revision that the change was made on.
    pub seen: i64,
    /// What happened to it; `None` changes the record only.
    pub event: Option<IssueEvent>,
    /// The new record, if it changes.
    pub record: Option<&'a IssueRecord>,
}

/// Changes an issue.
///
/// # Errors
/// [`Error::StaleIssue`] when it was changed since `seen`; [`Error::IllegalStep`] when the event cannot happen in its
/// state; [`Error::NoPart`]; [`Error::MendingEnded`]. Nothing is stored then.
pub async fn change(conn: &mut SqliteConnection, change: &IssueChange<'_>, now: Timestamp) -> Result<Issue> {
    let mut issue = require(conn, change.issue).await?;
    if issue.revision != change.seen {
        return Err(Error::StaleIssue { issue: issue.id, seen: change.seen, revision: issue.revision });
    }
    if let Some(event) = change.event {
        issue.state =
            next(issue.state, event).map_err(|step| Error::IllegalStep { issue: issue.id, step })?;
    }
    if let Some(record) = change.record {
        issue.record = record.clone();
    }
    sessions::touch(conn, issue.session).await?;
    store(conn, &mut issue, now).await?;
    Ok(issue)
}

/// Stores an issue as its next revision.
async fn store(conn: &mut SqliteConnection, issue: &mut Issue, now: Timestamp) -> Result<()> {
    issue.revision = issue.revision.saturating_add(1);
    issue.changed_at = now;
    let record = issue.record.canonical();
    sqlx::query(
        "update issues set state = ?, revision = ?, record = ?, row_hash = ?, changed_at = ? where id = ?",
    )
    .bind(issue.state.as_str())
    .bind(issue.revision)
    .bind(&record)
    .bind(issue.guard(&record).as_slice())
    .bind(now.get())
    .bind(issue.id.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Makes the issues of a session new whose fix was begun and never verified, after a crash or a stop. Returns them.
///
/// # Errors
/// [`Error::MendingEnded`].
pub async fn leave_in_flight(
    conn: &mut SqliteConnection,
    session: MendSessionId,
    now: Timestamp,
) -> Result<Vec<IssueId>> {
    let mut left = Vec::new();
    for mut issue in list(conn, session).await? {
        if let Ok(state) = next(issue.state, IssueEvent::LeftInFlight) {
            issue.state = state;
            store(conn, &mut issue, now).await?;
            left.push(issue.id);
        }
    }
    if !left.is_empty() {
        sessions::touch(conn, session).await?;
    }
    Ok(left)
}

/// Reads every issue and returns the result for each.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as(select("order by id")).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| checked(row).map(|_| ())).collect())
}
