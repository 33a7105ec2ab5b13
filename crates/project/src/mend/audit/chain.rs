//! The chain of hashes through the entries of the log, and the places where it breaks.

use sqlx::{FromRow, SqliteConnection};

use super::{Link, Row, link};
use crate::error::Result;

/// What is wrong at a place of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The entry is missing, and those after it up to the next one. The next one cannot be checked, because its hash
    /// depends on what is missing.
    Missing,
    /// The entry is whole, as the hash of a later one shows; its own hash is damaged.
    Hash,
    /// The entry does not follow the one before it.
    Entry,
}

/// A place where the chain breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Break {
    pub(super) id: i64,
    pub(super) fault: Fault,
}

/// The chain up to an entry.
#[derive(Default)]
pub(super) struct Chain {
    /// The id of the last entry.
    pub(super) last: i64,
    /// The hash stored with it; `None` if it is missing or damaged.
    pub(super) hash: Option<Vec<u8>>,
    pub(super) breaks: Vec<Break>,
    /// The hash that follows from the entries since the chain last was whole, and the number of breaks up to then.
    computed: Option<(Link, usize)>,
}

impl Chain {
    /// The chain up to an entry of an archive.
    pub(super) fn up_to(last: i64, hash: Option<Vec<u8>>) -> Self {
        Self { last, hash, ..Self::default() }
    }

    /// Follows the entries of the log to its end.
    pub(super) async fn follow(conn: &mut SqliteConnection, start: Self) -> Result<Self> {
        let mut chain = start;
        loop {
            let page = Page::after(conn, chain.last).await?;
            if page.last <= chain.last {
                return Ok(chain);
            }
            let is_whole = chain.computed.is_none();
            match chain.hash.as_ref().filter(|_| is_whole).and_then(|hash| page.follow(chain.last, hash)) {
                Some(hash) => (chain.hash, chain.last) = (Some(hash.to_vec()), page.last),
                None => chain.follow_each(conn, page.last).await?,
            }
        }
    }

    /// Follows the entries up to an id, each by itself.
    async fn follow_each(&mut self, conn: &mut SqliteConnection, until: i64) -> Result<()> {
        let rows: Vec<Row> =
            sqlx::query_as("select id, entry, hash from audit_log where id > ? and id <= ? order by id")
                .bind(self.last)
                .bind(until)
                .fetch_all(conn)
                .await?;
        for row in rows {
            self.push(row);
        }
        self.last = until;
        Ok(())
    }

    fn push(&mut self, row: Row) {
        let next = self.last.saturating_add(1);
        if row.id != next {
            self.breaks.push(Break { id: next, fault: Fault::Missing });
            self.computed = None;
        } else if let Some(hash) = self.hash.take() {
            self.check(&row, &hash);
        }
        (self.last, self.hash) = (row.id, Some(row.hash));
    }

    /// Checks an entry after the one with this stored hash.
    fn check(&mut self, row: &Row, hash: &[u8]) {
        let computed = self.computed.take();
        if row.follows(hash) {
            return;
        }
        let (before, whole) =
            computed.map_or((hash.to_vec(), self.breaks.len()), |(link, whole)| (link.to_vec(), whole));
        if row.follows(&before) {
            self.breaks.iter_mut().skip(whole).for_each(|broken| broken.fault = Fault::Hash);
            return;
        }
        self.computed = Some((link(&before, &row.entry), whole));
        self.breaks.push(Break { id: row.id, fault: Fault::Entry });
    }
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
