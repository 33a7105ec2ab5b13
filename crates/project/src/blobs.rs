//! `blobs`: texts and records, addressed by content.
//!
//! Each content is stored once, however many rows refer to it. A text that follows another is stored as zstd with
//! the earlier text as prefix, which costs about as much as the author changed. Such texts form runs of [`RUN`];
//! the first of a run is based on the first of the previous run, so that a text late in a long history is read in
//! few steps. After [`MAX_LEN`] texts the next one is stored on its own again. Every read decodes the chain and
//! checks the SHA-256 of the result.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::{Error as FileError, Outcome};
use wenfang_text::ContentHash;

use crate::codec::{self, Decoder, Encoded};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

/// Number of texts in a run: each is based on the one before it.
const RUN: i64 = 20;

/// Number of texts after one stored on its own: at most [`RUN`] runs, so that a read takes at most 2 × 19 steps.
const MAX_LEN: i64 = RUN * RUN;

/// Maximum bytes to decode when reading one text; a text that would need more is stored on its own. Compaction can
/// lengthen a chain by changing the base of a text, so reads allow more: [`MAX_CONTENT_BYTES`].
const MAX_CHAIN_BYTES: usize = 8 << 20;

/// Maximum number of steps in a chain. A longer chain is a cycle caused by damage.
const MAX_CHAIN_STEPS: i64 = 500;

/// The maximum size of a scene text or a record, and the maximum decoded to read one: 64 MiB. A scene of a million
/// characters, which must stay smooth, has 3 MB; the longest novels as a whole have about 100 MB. A few kilobytes
/// of zstd can decode to any size, so this also bounds the cost of one read.
pub const MAX_CONTENT_BYTES: usize = 64 << 20;

/// The id of a row of `blobs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type)]
#[sqlx(transparent)]
#[serde(transparent)]
pub struct BlobId(i64);

impl BlobId {
    /// The raw row id.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl From<i64> for BlobId {
    fn from(row: i64) -> Self {
        Self(row)
    }
}

/// Finds the blob that holds the content with this hash.
pub async fn find(conn: &mut SqliteConnection, hash: &ContentHash) -> Result<Option<BlobId>> {
    Ok(sqlx::query_scalar("select id from blobs where hash = ?")
        .bind(hash.as_bytes().as_slice())
        .fetch_optional(conn)
        .await?)
}

/// The hash of the content that a blob holds, or held before it was damaged.
///
/// # Errors
/// [`Error::Damaged`] for a blob that is gone or has no hash.
pub async fn hash(conn: &mut SqliteConnection, id: BlobId) -> Result<ContentHash> {
    let hash: Option<Vec<u8>> =
        sqlx::query_scalar("select hash from blobs where id = ?").bind(id).fetch_optional(conn).await?;
    hash.as_deref().and_then(ContentHash::from_bytes).ok_or_else(|| damaged(id))
}

/// The number of bytes of the content that a blob holds, or held before it was damaged.
pub async fn size(conn: &mut SqliteConnection, id: BlobId) -> Result<usize> {
    let size: i64 =
        sqlx::query_scalar("select size from blobs where id = ?").bind(id).fetch_one(conn).await?;
    usize::try_from(size).map_err(|_| damaged(id))
}

/// Stores `content`, based on `earlier` if given, unless it is already stored. A stored copy that is damaged is
/// written again, which repairs every use of it.
///
/// # Errors
/// [`Error::ContentTooLarge`]: everything stored must be readable.
pub async fn insert(conn: &mut SqliteConnection, content: &[u8], earlier: Option<BlobId>) -> Result<BlobId> {
    if content.len() > MAX_CONTENT_BYTES {
        return Err(too_large(content.len() as u64));
    }
    let hash = ContentHash::of(content);
    // A text based on another is rarely stored already; other contents often are.
    if earlier.is_none()
        && let Some(id) = find(conn, &hash).await?
    {
        return repair_if_damaged(conn, id, content).await;
    }
    let base = match earlier {
        Some(earlier) => base(conn, earlier, content.len()).await?,
        None => None,
    };
    let stored = Stored::new(content, base);
    let inserted: Option<BlobId> = sqlx::query_scalar(
        "insert into blobs (hash, codec, size, base, depth, data, row_hash) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (hash) do nothing returning id",
    )
    .bind(hash.as_bytes().as_slice())
    .bind(stored.encoded.codec)
    .bind(stored.size)
    .bind(stored.base)
    .bind(stored.depth)
    .bind(&stored.encoded.data)
    .bind(stored.row_hash(&hash).as_slice())
    .fetch_optional(&mut *conn)
    .await?;
    match inserted {
        Some(id) => Ok(id),
        None => {
            let id = find(conn, &hash).await?.ok_or(FileError::NotStored)?;
            repair_if_damaged(conn, id, content).await
        }
    }
}

/// Makes sure that the stored row is readable: rewrites it from `content` if it is damaged.
async fn repair_if_damaged(conn: &mut SqliteConnection, id: BlobId, content: &[u8]) -> Result<BlobId> {
    match read(conn, id).await {
        Err(Error::Damaged(_) | Error::ContentTooLarge { .. }) => {
            replace(conn, id, &Stored::new(content, None), content).await?;
        }
        read => drop(read?),
    }
    Ok(id)
}

/// Replaces the stored form of a content.
async fn replace(conn: &mut SqliteConnection, id: BlobId, stored: &Stored, content: &[u8]) -> Result<()> {
    let hash = ContentHash::of(content);
    sqlx::query(
        "update blobs set codec = ?, size = ?, base = ?, depth = ?, data = ?, row_hash = ? where id = ?",
    )
    .bind(stored.encoded.codec)
    .bind(stored.size)
    .bind(stored.base)
    .bind(stored.depth)
    .bind(&stored.encoded.data)
    .bind(stored.row_hash(&hash).as_slice())
    .bind(id.0)
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// The text that another text is stored against.
struct Base {
    id: i64,
    /// The depth of a text based on this one.
    next_depth: i64,
    content: Vec<u8>,
}

/// The base for a content of `size` bytes that follows `earlier`; `None` when it must be stored on its own. An
/// unreadable text is no base: a new text must not depend on damaged data.
async fn base(conn: &mut SqliteConnection, earlier: BlobId, size: usize) -> Result<Option<Base>> {
    let mut chain = chain(conn, earlier).await?;
    // Do not trust the depth and size in the file.
    let next_depth = chain.last().map_or(0, |link| link.depth.saturating_add(1));
    if next_depth % RUN == 0 {
        // The first of a run is based on the first of the previous run.
        chain.retain(|link| link.depth <= next_depth - RUN);
    }
    let sizes = chain.iter().map(|link| usize::try_from(link.size).unwrap_or(0));
    let bytes = sizes.fold(size, usize::saturating_add);
    let Some(last) = chain.last().filter(|_| next_depth < MAX_LEN && bytes <= MAX_CHAIN_BYTES) else {
        return Ok(None);
    };
    let content = decode(last.id.into(), &chain).ok();
    Ok(content.map(|content| Base { id: last.id, next_depth, content }))
}

/// A content in the form in which its row stores it.
struct Stored {
    encoded: Encoded,
    size: i64,
    base: Option<i64>,
    depth: i64,
}

impl Stored {
    fn new(content: &[u8], base: Option<Base>) -> Self {
        let encoded = codec::encode(content, base.as_ref().map(|base| base.content.as_slice()));
        let base = base.filter(|_| encoded.needs_earlier());
        Self {
            size: i64::try_from(content.len()).unwrap_or(i64::MAX),
            depth: base.as_ref().map_or(0, |base| base.next_depth),
            base: base.map(|base| base.id),
            encoded,
        }
    }

    fn row_hash(&self, hash: &ContentHash) -> [u8; 8] {
        let numbers = [Some(self.encoded.codec), Some(self.size), self.base, Some(self.depth)];
        guard(hash.as_bytes(), numbers, &self.encoded.data)
    }
}

/// The hash of a stored row, which detects damage without decoding.
fn guard(hash: &[u8], [codec, size, base, depth]: [Option<i64>; 4], data: &[u8]) -> [u8; 8] {
    row_hash(&[hash, &number(codec), &number(size), &number(base), &number(depth), data])
}

#[derive(FromRow)]
struct Link {
    id: i64,
    hash: Vec<u8>,
    codec: i64,
    size: i64,
    depth: i64,
    data: Vec<u8>,
}

/// The rows needed to read a blob, starting with the one stored on its own.
async fn chain(conn: &mut SqliteConnection, id: BlobId) -> Result<Vec<Link>> {
    Ok(sqlx::query_as(
        "with recursive chain (id, base, step) as (
             select id, base, 0 from blobs where id = ?1
             union all
             select b.id, b.base, chain.step + 1 from chain join blobs b on b.id = chain.base
             where chain.step < ?2
         )
         select b.id, b.hash, b.codec, b.size, b.depth, b.data
         from chain join blobs b on b.id = chain.id order by chain.step desc",
    )
    .bind(id.0)
    .bind(MAX_CHAIN_STEPS)
    .fetch_all(conn)
    .await?)
}

fn decode(id: BlobId, chain: &[Link]) -> Result<Vec<u8>> {
    let needed = chain.iter().fold(0, |sum: u64, link| sum.saturating_add(link.size.max(0).unsigned_abs()));
    if needed > MAX_CONTENT_BYTES as u64 {
        return Err(too_large(needed));
    }
    let mut decoder = Decoder::new();
    let mut content = Vec::new();
    let mut hash = None;
    for link in chain {
        let size = usize::try_from(link.size).ok();
        let decoded = size.and_then(|size| decoder.decode((link.codec, &link.data), &content, size));
        content = decoded.ok_or_else(|| damaged(id))?;
        hash = ContentHash::from_bytes(&link.hash);
    }
    if hash == Some(ContentHash::of(&content)) { Ok(content) } else { Err(damaged(id)) }
}

/// Reads the content of a blob.
///
/// # Errors
/// [`Error::Damaged`] when the content fails its hash check; [`Error::ContentTooLarge`] when more than
/// [`MAX_CONTENT_BYTES`] bytes would have to be decoded.
pub async fn read(conn: &mut SqliteConnection, id: BlobId) -> Result<Vec<u8>> {
    let chain = chain(conn, id).await?;
    decode(id, &chain)
}

/// Reads the content of a blob that holds text.
pub async fn read_text(conn: &mut SqliteConnection, id: BlobId) -> Result<String> {
    String::from_utf8(read(conn, id).await?).map_err(|_| damaged(id))
}

#[derive(FromRow)]
struct StoredRow {
    id: i64,
    hash: Vec<u8>,
    codec: i64,
    size: i64,
    base: Option<i64>,
    depth: i64,
    data: Vec<u8>,
    row_hash: Vec<u8>,
}

impl StoredRow {
    fn is_sound(&self) -> bool {
        let numbers = [Some(self.codec), Some(self.size), self.base, Some(self.depth)];
        self.row_hash == guard(&self.hash, numbers, &self.data)
    }
}

/// Checks that these blobs hold these contents and that every row they depend on is intact, without decoding
/// anything.
///
/// # Errors
/// [`Error::Damaged`] for the first row that fails.
pub async fn check(conn: &mut SqliteConnection, wanted: &HashMap<BlobId, ContentHash>) -> Result<()> {
    let ids: Vec<BlobId> = wanted.keys().copied().collect();
    let rows: Vec<StoredRow> = sqlx::query_as(
        "with recursive needed (id, base) as (
             select id, base from blobs where id in (select value from json_each(?))
             union
             select b.id, b.base from needed join blobs b on b.id = needed.base
         )
         select id, hash, codec, size, base, depth, data, row_hash from blobs
         where id in (select id from needed)",
    )
    .bind(serde_json::to_string(&ids).unwrap_or_default())
    .fetch_all(conn)
    .await?;
    for row in rows {
        let id = BlobId(row.id);
        let is_wanted = wanted.get(&id).is_none_or(|hash| row.hash == hash.as_bytes());
        if !is_wanted || !row.is_sound() {
            return Err(damaged(id));
        }
    }
    Ok(())
}

/// Rows read per query when all rows are checked.
const PAGE_SIZE: i64 = 500;

/// Every row that fails its hash check.
pub(crate) async fn unsound(conn: &mut SqliteConnection) -> Result<Vec<BlobId>> {
    let mut unsound = Vec::new();
    let mut after = i64::MIN;
    loop {
        let rows: Vec<StoredRow> = sqlx::query_as(
            "select id, hash, codec, size, base, depth, data, row_hash from blobs where id > ? order by id limit ?",
        )
        .bind(after)
        .bind(PAGE_SIZE)
        .fetch_all(&mut *conn)
        .await?;
        unsound.extend(rows.iter().filter(|row| !row.is_sound()).map(|row| BlobId(row.id)));
        // In a damaged tree the last row may not be the largest, which would repeat the same rows forever.
        let largest = rows.iter().map(|row| row.id).max().filter(|largest| *largest > after);
        let Some(largest) = largest else { return Ok(unsound) };
        after = largest;
    }
}

/// Stores the content of `id` again, based on `earlier` or on its own, so that its previous base is no longer
/// needed.
pub async fn rebase(conn: &mut SqliteConnection, id: BlobId, earlier: Option<BlobId>) -> Result<()> {
    let content = read(conn, id).await?;
    let base = match earlier {
        Some(earlier) => base(conn, earlier, content.len()).await?,
        None => None,
    };
    replace(conn, id, &Stored::new(&content, base), &content).await
}

fn damaged(id: BlobId) -> Error {
    Error::Damaged(Damage::Blob { id: id.0 })
}

fn too_large(bytes: u64) -> Error {
    Error::ContentTooLarge { bytes, most: MAX_CONTENT_BYTES }
}

#[cfg(test)]
mod tests;
