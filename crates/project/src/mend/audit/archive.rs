//! Archives of the audit log: whole months, ninety days after they ended.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::Timestamp;
use wenfang_story::mend::{Actor, AuditAction};

use super::{ARCHIVE, AuditEntry, Chain, Link, Logged, Row, START, append, damaged, link, parsed};
use crate::codec::{self, Decoder};
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

/// Entries stay in the log for so long after the end of their month, in ms.
const LIVE: i64 = 90 * 24 * 60 * 60 * 1000;

/// The most bytes of entries in one archive. A month with more has several.
const MAX_BYTES: usize = 16 << 20;

/// What [`archive_old`] moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Archived {
    pub archives: usize,
    pub entries: usize,
}

/// An archive, without its entries.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Archive {
    /// The id of its first entry.
    pub first_id: i64,
    /// The id of its last entry.
    pub last_id: i64,
    /// The year and month of its entries in UTC: 202603.
    pub month: i64,
    /// The number of its entries.
    pub row_count: i64,
    /// When it was made, UTC ms.
    pub archived_at: i64,
}

/// Moves every whole month (UTC) that ended more than 90 days before `now` into an archive.
///
/// # Errors
/// [`Error::Damaged`] when the chain is broken there; nothing may be committed then.
pub async fn archive_old(conn: &mut SqliteConnection, now: Timestamp) -> Result<Archived> {
    let mut archived = Archived::default();
    while let Some(month) = oldest_month(conn, now).await? {
        let rows = leading(conn, month).await?;
        let Some(last) = rows.last().map(|row| row.id) else { break };
        archived.archives += 1;
        archived.entries += rows.len();
        insert(conn, (month, &rows), now).await?;
        sqlx::query("delete from audit_log where id <= ?")
            .bind(last)
            .execute(&mut *conn)
            .await?
            .stored(rows.len())?;
    }
    Ok(archived)
}

/// The year and month of a time in UTC, as SQL.
macro_rules! month_of {
    ($at:literal) => {
        concat!("cast(strftime('%Y%m', ", $at, " / 1000, 'unixepoch') as integer)")
    };
}

/// The month of the oldest entry in the log, if that month may be archived.
async fn oldest_month(conn: &mut SqliteConnection, now: Timestamp) -> Result<Option<i64>> {
    let live_since = now.get().saturating_sub(LIVE);
    let month: Option<(Option<i64>, bool)> = sqlx::query_as(concat!(
        "select ",
        month_of!("at"),
        ", coalesce(",
        month_of!("at"),
        " < ",
        month_of!("?"),
        ", 0) from audit_log order by id limit 1"
    ))
    .bind(live_since)
    .fetch_optional(conn)
    .await?;
    Ok(month.filter(|(_, is_old)| *is_old).and_then(|(month, _)| month))
}

/// The oldest entries of the log up to the first of another month, at most [`MAX_BYTES`] of them.
async fn leading(conn: &mut SqliteConnection, month: i64) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = sqlx::query_as(concat!(
        "select id, entry, hash from audit_log
         where id < coalesce((select min(id) from audit_log where ",
        month_of!("at"),
        " is not ?), 9223372036854775807) order by id"
    ))
    .bind(month)
    .fetch_all(conn)
    .await?;
    let mut bytes = 0;
    let fitting = rows.iter().take_while(|row| {
        bytes += row.entry.len() + 1;
        bytes <= MAX_BYTES
    });
    let most = fitting.count().max(1);
    rows.truncate(most);
    Ok(rows)
}

async fn insert(conn: &mut SqliteConnection, (month, rows): (i64, &[Row]), now: Timestamp) -> Result<()> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
    let before = last_hash(conn).await?;
    let mut hash = before.clone();
    for row in rows {
        if !row.follows(&hash) {
            return Err(damaged(super::ENTRY, row.id));
        }
        hash.clone_from(&row.hash);
    }
    let lines: String = rows.iter().map(|row| format!("{}\n", row.entry)).collect();
    let encoded = codec::encode(lines.as_bytes(), None);
    let archive = Stored {
        first_id: first.id,
        last_id: last.id,
        month,
        row_count: i64::try_from(rows.len()).unwrap_or(i64::MAX),
        codec: encoded.codec,
        size: i64::try_from(lines.len()).unwrap_or(i64::MAX),
        data: encoded.data,
        before_hash: before,
        last_hash: hash,
        row_hash: Vec::new(),
        archived_at: now.get(),
    };
    archive.put(conn).await
}

/// The hash of the last archived entry.
async fn last_hash(conn: &mut SqliteConnection) -> Result<Vec<u8>> {
    let last = sqlx::query_scalar("select last_hash from audit_archives order by first_id desc limit 1");
    Ok(last.fetch_optional(conn).await?.unwrap_or_else(|| START.to_vec()))
}

#[derive(FromRow)]
struct Stored {
    first_id: i64,
    last_id: i64,
    month: i64,
    row_count: i64,
    codec: i64,
    size: i64,
    data: Vec<u8>,
    before_hash: Vec<u8>,
    last_hash: Vec<u8>,
    row_hash: Vec<u8>,
    archived_at: i64,
}

impl Stored {
    fn guard(&self) -> [u8; 8] {
        let [first, last, month, count, codec, size, at] = [
            self.first_id,
            self.last_id,
            self.month,
            self.row_count,
            self.codec,
            self.size,
            self.archived_at,
        ]
        .map(|part| number(Some(part)));
        let (before, after) = (&self.before_hash, &self.last_hash);
        row_hash(&[&first, &last, &month, &count, &codec, &size, &self.data, before, after, &at])
    }

    /// Inserts it with its hash.
    async fn put(&self, conn: &mut SqliteConnection) -> Result<()> {
        sqlx::query(
            "insert into audit_archives (first_id, last_id, month, row_count, codec, size, data, before_hash, last_hash,
                 row_hash, archived_at)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(self.first_id)
        .bind(self.last_id)
        .bind(self.month)
        .bind(self.row_count)
        .bind(self.codec)
        .bind(self.size)
        .bind(&self.data)
        .bind(&self.before_hash)
        .bind(&self.last_hash)
        .bind(self.guard().as_slice())
        .bind(self.archived_at)
        .execute(conn)
        .await?
        .stored(1)?;
        Ok(())
    }

    /// Its entries, one a line; `None` when they cannot be read.
    fn lines(&self) -> Option<String> {
        let size = usize::try_from(self.size).ok().filter(|size| *size <= 2 * MAX_BYTES)?;
        let lines = Decoder::new().decode((self.codec, &self.data), &[], size)?;
        String::from_utf8(lines).ok()
    }

    /// Its entries, if the chain through them is whole.
    fn checked(&self) -> Option<String> {
        let lines = self.lines()?;
        let hash = lines.lines().fold(self.before_hash.clone(), |hash, entry| link(&hash, entry).to_vec());
        let is_whole = self.row_hash == self.guard()
            && hash == self.last_hash
            && i64::try_from(lines.lines().count()) == Ok(self.row_count)
            && self.last_id.checked_sub(self.first_id) == self.row_count.checked_sub(1);
        is_whole.then_some(lines)
    }
}

async fn stored(conn: &mut SqliteConnection, first_id: i64) -> Result<Option<Stored>> {
    Ok(sqlx::query_as("select * from audit_archives where first_id = ?")
        .bind(first_id)
        .fetch_optional(conn)
        .await?)
}

/// Every archive, oldest first.
pub async fn archives(conn: &mut SqliteConnection) -> Result<Vec<Archive>> {
    Ok(sqlx::query_as(
        "select first_id, last_id, month, row_count, archived_at from audit_archives order by first_id",
    )
    .fetch_all(conn)
    .await?)
}

/// The entries of an archive, oldest first.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`].
pub async fn archived(conn: &mut SqliteConnection, first_id: i64) -> Result<Vec<Logged>> {
    let stored = stored(conn, first_id).await?.ok_or(Error::NoPart { kind: ARCHIVE, id: first_id })?;
    let lines = stored.checked().ok_or_else(|| damaged(ARCHIVE, first_id))?;
    let ids = first_id..;
    ids.zip(lines.lines()).map(|(id, entry)| Ok(Logged { id, entry: parsed(id, entry)? })).collect()
}

/// Checks every archive by itself and against the one before. Returns the chain up to the last entry.
pub(super) async fn check_all(conn: &mut SqliteConnection, results: &mut Vec<Result<()>>) -> Result<Chain> {
    let (mut hash, mut last) = (Some(START.to_vec()), 0_i64);
    for archive in archives(conn).await? {
        let Some(stored) = stored(conn, archive.first_id).await? else { continue };
        let is_whole = stored.checked().is_some();
        let follows = hash.is_none_or(|hash| stored.before_hash == hash)
            && last.checked_add(1) == Some(archive.first_id);
        if !follows || !is_whole {
            results.push(Err(damaged(ARCHIVE, archive.first_id)));
        }
        (hash, last) = (is_whole.then_some(stored.last_hash), archive.last_id);
    }
    Ok(Chain::up_to(last, hash))
}

/// Deletes an archive unless it is whole by itself.
pub(crate) async fn remove_unsound(conn: &mut SqliteConnection, first_id: i64) -> Result<()> {
    if stored(conn, first_id).await?.is_some_and(|stored| stored.checked().is_none()) {
        delete(conn, first_id).await?;
    }
    Ok(())
}

async fn delete(conn: &mut SqliteConnection, first_id: i64) -> Result<()> {
    sqlx::query("delete from audit_archives where first_id = ?").bind(first_id).execute(conn).await?;
    Ok(())
}

/// Numbers and chains everything that is left of a damaged log again, and says so in a new entry. Only for a salvaged
/// copy.
pub(crate) async fn seal_again(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    let (mut hash, mut last) = (START, 0);
    let mut missing = Missing::default();
    for archive in archives(conn).await? {
        let Some(stored) = stored(conn, archive.first_id).await? else { continue };
        missing.note(archive.first_id, archive.last_id);
        let (before, first) = (hash, last + 1);
        let lines = stored.lines().unwrap_or_default();
        hash = lines.lines().fold(hash, |hash, entry| link(&hash, entry));
        last += stored.row_count;
        let before_hash = before.to_vec();
        let sealed =
            Stored { first_id: first, last_id: last, before_hash, last_hash: hash.to_vec(), ..stored };
        delete(conn, archive.first_id).await?;
        sealed.put(conn).await?;
    }
    seal_log(conn, (hash, last), &mut missing).await?;
    let actor = Actor::Workflow("salvage".to_owned());
    let metadata = serde_json::json!({ "missing": missing.ranges });
    let entry = AuditEntry { metadata: Some(metadata), ..AuditEntry::new(AuditAction::Salvaged, actor, now) };
    append(conn, &entry).await?;
    Ok(())
}

/// The most ranges of missing entries that are named.
const MAX_RANGES: usize = 100;

/// The ids that no entry has, by the numbers before the salvage.
#[derive(Default)]
struct Missing {
    /// The first and last id of each range.
    ranges: Vec<[i64; 2]>,
    last: i64,
}

impl Missing {
    /// Notes that there are entries from one id to another.
    fn note(&mut self, first: i64, last: i64) {
        if first > self.last.saturating_add(1) && self.ranges.len() < MAX_RANGES {
            self.ranges.push([self.last + 1, first - 1]);
        }
        self.last = self.last.max(last);
    }
}

/// Numbers and chains the entries of the log after those of the archives, in the order of their ids.
async fn seal_log(
    conn: &mut SqliteConnection,
    (mut hash, mut last): (Link, i64),
    missing: &mut Missing,
) -> Result<()> {
    let entries: Vec<(i64, String)> =
        sqlx::query_as("select id, entry from audit_log order by id").fetch_all(&mut *conn).await?;
    // A damaged id may be any number, also one that another entry is to get.
    sqlx::query("delete from audit_log").execute(&mut *conn).await?;
    for (id, entry) in entries {
        missing.note(id, id);
        hash = link(&hash, &entry);
        last += 1;
        sqlx::query("insert into audit_log (id, entry, hash) values (?, ?, ?)")
            .bind(last)
            .bind(&entry)
            .bind(hash.as_slice())
            .execute(&mut *conn)
            .await?
            .stored(1)?;
    }
    // The next entry follows without a gap.
    sqlx::query("update sqlite_sequence set seq = ? where name = 'audit_log'")
        .bind(last)
        .execute(conn)
        .await?;
    Ok(())
}
