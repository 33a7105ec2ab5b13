//! `audit_log` and `audit_archives`: what was done in sessions, in order, as a chain of hashes.
//!
//! The hash of an entry is the SHA-256 of the hash before it and its own bytes, so a changed, removed, added or moved
//! entry breaks the chain. Ids count from 1 without gaps, and SQLite keeps the last one, so a missing newest entry
//! shows too. The chain has no secret: it finds damage and careless changes, not somebody who computes all of it again.

mod archive;
mod chain;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::mend::{Actor, AuditAction, QcCode, Tool};
use wenfang_story::{IssueId, MendSessionId, Timestamp};

use super::damaged;
use crate::error::Result;
use chain::{Chain, Fault};

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

/// Follows the chain through the archives and the log. Returns an error for each place where it breaks.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let mut results = Vec::new();
    let start = archive::check_all(conn, &mut results).await?;
    let chain = Chain::follow(conn, start).await?;
    results.extend(chain.breaks.iter().map(|broken| Err(damaged(ENTRY, broken.id))));
    results.extend(check_ends(conn, chain.last).await?);
    Ok(results)
}

/// Deletes every entry whose bytes are not those that were written, but none that may be whole: not one whose hash
/// alone is damaged, and not one after a missing entry. Returns their number.
pub(crate) async fn remove_damaged(conn: &mut SqliteConnection) -> Result<usize> {
    let start = archive::check_all(conn, &mut Vec::new()).await?;
    let breaks = Chain::follow(conn, start).await?.breaks;
    let damaged: Vec<i64> =
        breaks.iter().filter(|broken| broken.fault == Fault::Entry).map(|broken| broken.id).collect();
    for id in &damaged {
        sqlx::query("delete from audit_log where id = ?").bind(id).execute(&mut *conn).await?.stored(1)?;
    }
    Ok(damaged.len())
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
