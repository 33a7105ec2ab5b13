//! `audit_log` and `audit_archives`: what was done in sessions, in order, as a chain of hashes.
//!
//! The hash of an entry is the SHA-256 of the hash before it and its own bytes, so a changed, removed, added or moved
//! entry breaks the chain. Ids count from 1 without gaps, and SQLite keeps the last one, so a missing newest entry
//! shows too. The chain has no secret: it finds damage and careless changes, not somebody who computes all of it again.

mod archive;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::mend::{Actor, AuditAction, QcCode, Tool};
use wenfang_story::{IssueId, MendSessionId, Timestamp};

use super::damaged;
use crate::error::Result;

pub use archive::{Archive, Archived, archive_old, archived, archives};
pub(crate) use archive::{remove_unsound, seal_again};

/// The name of an entry in reports of damage.
pub(crate) const ENTRY: &str = "audit entry";
/// The name of an archive in reports of damage.
pub(crate) const ARCHIVE: &str = "audit archive";

/// A hash of the chain.
type Link = [u8; 32];

/// The hash before the first entry.
const START: Link = [0; 32];

/// The hash of an entry that follows `before`.
fn link(before: &[u8], entry: &str) -> Link {
    Sha256::new().chain_update(before).chain_update(entry).finalize().into()
}

/// An entry: who did what, when, to what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditEntry {
    pub at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<MendSessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<IssueId>,
    pub action: AuditAction,
    pub actor: Actor,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Tool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qc: Option<QcCode>,
    /// Ids and figures; never words of the novel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Value>,
}

impl AuditEntry {
    /// An entry about no session in particular.
    pub fn new(action: AuditAction, actor: Actor, at: Timestamp) -> Self {
        Self { at, session: None, issue: None, action, actor, tool: None, qc: None, metadata: None }
    }
}

/// An entry with its id.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// Rises with the order of entries.
    pub id: i64,
    pub entry: AuditEntry,
}

/// The hash before the entry with this id, as SQL.
macro_rules! hash_before {
    ($id:literal) => {
        concat!(
            "coalesce(
                 (select p.hash from audit_log p where p.id < ",
            $id,
            " order by p.id desc limit 1),
                 (select last_hash from audit_archives order by first_id desc limit 1),
                 zeroblob(32))"
        )
    };
}

/// Appends an entry. Returns its id.
pub async fn append(conn: &mut SqliteConnection, entry: &AuditEntry) -> Result<i64> {
    let (before, last): (Vec<u8>, i64) = sqlx::query_as(concat!(
        "select ",
        hash_before!("9223372036854775807"),
        ", max(
             coalesce((select seq from sqlite_sequence where name = 'audit_log'), 0),
             coalesce((select max(id) from audit_log), 0), coalesce((select max(last_id) from audit_archives), 0))"
    ))
    .fetch_one(&mut *conn)
    .await?;
    // After a lost entry its id stays a gap.
    let id = last.checked_add(1).ok_or_else(|| damaged(ENTRY, last))?;
    // An entry of ids, names and figures always has a JSON form.
    let form = serde_json::to_string(entry).unwrap_or_default();
    sqlx::query("insert into audit_log (id, entry, hash) values (?, ?, ?)")
        .bind(id)
        .bind(&form)
        .bind(link(&before, &form).as_slice())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(id)
}

#[derive(FromRow)]
struct Row {
    id: i64,
    entry: String,
    hash: Vec<u8>,
}

impl Row {
    fn follows(&self, before: &[u8]) -> bool {
        self.hash == link(before, &self.entry)
    }
}

fn parsed(id: i64, entry: &str) -> Result<AuditEntry> {
    serde_json::from_str(entry).map_err(|_| damaged(ENTRY, id))
}

/// The entries of a session after an id, oldest first, at most `limit`; those in archives are left out.
///
/// # Errors
/// [`Error::Damaged`](crate::Error::Damaged) for an entry that does not follow the one before it.
pub async fn list(
    conn: &mut SqliteConnection,
    session: MendSessionId,
    (after, limit): (i64, u32),
) -> Result<Vec<Logged>> {
    let rows: Vec<(i64, String, Vec<u8>, Vec<u8>)> = sqlx::query_as(concat!(
        "select a.id, a.entry, a.hash, ",
        hash_before!("a.id"),
        " from audit_log a where a.session_id = ? and a.id > ? order by a.id limit ?"
    ))
    .bind(session.get())
    .bind(after)
    .bind(limit)
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|(id, entry, hash, before)| {
            let row = Row { id, entry, hash };
            if !row.follows(&before) {
                return Err(damaged(ENTRY, id));
            }
            Ok(Logged { id, entry: parsed(id, &row.entry)? })
        })
        .collect()
}

/// Entries checked per query.
const PAGE_SIZE: i64 = 5_000;

/// Consecutive entries in one row: reading a row for each would take ten times as long as checking it.
#[derive(FromRow)]
struct Page {
    count: i64,
    first: i64,
    last: i64,
    /// The entries, one a line.
    entries: String,
    /// Their hashes in upper-case hex.
    hashes: String,
}

impl Page {
    async fn after(conn: &mut SqliteConnection, id: i64) -> Result<Self> {
        Ok(sqlx::query_as(
            "select count(*) as count, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last,
                 coalesce(group_concat(entry, char(10)), '') as entries,
                 coalesce(group_concat(hex(hash), ''), '') as hashes
             from (select id, entry, hash from audit_log where id > ? order by id limit ?)",
        )
        .bind(id)
        .bind(PAGE_SIZE)
        .fetch_one(conn)
        .await?)
    }

    /// Whether its entries follow the one with this id and hash, without a gap. Returns the last hash if so.
    fn follow(&self, id: i64, before: &[u8]) -> Option<Link> {
        let mut hashes = self.hashes.as_bytes().chunks_exact(64);
        let mut hash: Link = before.try_into().ok()?;
        for entry in self.entries.split('\n') {
            hash = link(&hash, entry);
            hashes.next().filter(|stored| *stored == hex(&hash))?;
        }
        let is_dense = self.first == id + 1 && self.last == id + self.count && hashes.next().is_none();
        is_dense.then_some(hash)
    }
}

fn hex(hash: &Link) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    std::array::from_fn(|at| DIGITS[usize::from(hash[at / 2] >> (4 * (1 - at % 2)) & 15)])
}

/// Follows the chain through the archives and the log. Returns an error for each place where it breaks.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let mut results = Vec::new();
    let (mut before, mut last) = archive::check_all(conn, &mut results).await?;
    loop {
        let page = Page::after(conn, last).await?;
        if page.last <= last {
            break;
        }
        match page.follow(last, &before) {
            Some(hash) => (before, last) = (hash.to_vec(), page.last),
            None => (before, last) = check_each(conn, (last, page.last), before, &mut results).await?,
        }
    }
    results.extend(check_ends(conn, last).await?);
    Ok(results)
}

/// Checks the entries after one id, up to another one, each by itself. Returns the hash and the id of the last.
async fn check_each(
    conn: &mut SqliteConnection,
    (mut last, until): (i64, i64),
    mut before: Vec<u8>,
    results: &mut Vec<Result<()>>,
) -> Result<(Vec<u8>, i64)> {
    let rows: Vec<Row> =
        sqlx::query_as("select id, entry, hash from audit_log where id > ? and id <= ? order by id")
            .bind(last)
            .bind(until)
            .fetch_all(conn)
            .await?;
    for row in rows {
        if row.id != last + 1 || !row.follows(&before) {
            results.push(Err(damaged(ENTRY, row.id)));
        }
        (before, last) = (row.hash, row.id);
    }
    Ok((before, until))
}

/// Finds entries that are older than the archives, and a missing newest entry.
async fn check_ends(conn: &mut SqliteConnection, last: i64) -> Result<Vec<Result<()>>> {
    let misplaced: Vec<i64> = sqlx::query_scalar(
        "select id from audit_log where id <= (select max(last_id) from audit_archives) order by id",
    )
    .fetch_all(&mut *conn)
    .await?;
    let given: i64 =
        sqlx::query_scalar("select coalesce(max(seq), 0) from sqlite_sequence where name = 'audit_log'")
            .fetch_one(conn)
            .await?;
    let missing = (given > last).then_some(given);
    Ok(misplaced.into_iter().chain(missing).map(|id| Err(damaged(ENTRY, id))).collect())
}
