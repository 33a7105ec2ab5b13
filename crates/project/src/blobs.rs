//! `blobs`: texts and records by content.
//!
//! A content is stored once, whoever refers to it. A text that follows another is stored as zstd with the earlier one
//! as prefix, which leaves about what the author changed; after at most [`LONGEST_CHAIN`] such steps a text stands on
//! its own again. Every read decodes the chain and checks the SHA-256 of the result.

use serde::{Deserialize, Serialize};
use sqlx::{FromRow, SqliteConnection};
use wenfang_text::ContentHash;

use crate::codec::{self, Encoded};
use crate::damage::Damage;
use crate::error::{Error, Result};

/// Texts between two that stand on their own. Measured on simulated editing of real chapters: longer chains save
/// little and cost reading time (docs/benchmarks.md).
const LONGEST_CHAIN: i64 = 19;

/// Bytes that may be decoded to read one text: a chain of huge texts is kept short.
const CHAIN_BYTES: usize = 8 << 20;

/// Steps after which a chain is taken for a circle: compaction can make chains a little longer than
/// [`LONGEST_CHAIN`], damage can bend them.
const ENDLESS: i64 = 500;

/// The largest content, in bytes: a size beyond it was not written by us.
const LARGEST: usize = 512 << 20;

/// A row of `blobs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type)]
#[sqlx(transparent)]
#[serde(transparent)]
pub struct BlobId(i64);

impl BlobId {
    /// The value as it is stored.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl From<i64> for BlobId {
    fn from(row: i64) -> Self {
        Self(row)
    }
}

/// The blob that holds the content with this hash.
pub async fn find(conn: &mut SqliteConnection, hash: &ContentHash) -> Result<Option<BlobId>> {
    Ok(sqlx::query_scalar("select id from blobs where hash = ?")
        .bind(hash.as_bytes().as_slice())
        .fetch_optional(conn)
        .await?)
}

/// The hash of a blob's content.
pub async fn hash(conn: &mut SqliteConnection, id: BlobId) -> Result<ContentHash> {
    let hash: Option<Vec<u8>> =
        sqlx::query_scalar("select hash from blobs where id = ?").bind(id.0).fetch_optional(conn).await?;
    hash.and_then(|hash| ContentHash::from_bytes(&hash)).ok_or_else(|| damaged(id))
}

/// Stores `content`, near `earlier` when that is given, unless it is there already.
pub async fn insert(conn: &mut SqliteConnection, content: &[u8], earlier: Option<BlobId>) -> Result<BlobId> {
    let hash = ContentHash::of(content);
    if let Some(id) = find(conn, &hash).await? {
        return Ok(id);
    }
    let base = match earlier {
        Some(earlier) => prefix(conn, earlier, content.len()).await?,
        None => None,
    };
    let encoded = encode(content, base.as_ref());
    let id: i64 = sqlx::query_scalar(
        "insert into blobs (hash, codec, size, base, depth, data) values (?, ?, ?, ?, ?, ?) returning id",
    )
    .bind(hash.as_bytes().as_slice())
    .bind(encoded.codec)
    .bind(i64::try_from(content.len()).unwrap_or(i64::MAX))
    .bind(encoded.base)
    .bind(encoded.depth)
    .bind(encoded.data)
    .fetch_one(conn)
    .await?;
    Ok(BlobId(id))
}

/// A text that another one is stored against.
struct Prefix {
    id: i64,
    depth: i64,
    content: Vec<u8>,
}

/// `earlier` as a prefix for a content of `size` bytes, unless the chain would grow too long. A base that cannot be
/// read is no base: new words must not stand on damaged ground.
async fn prefix(conn: &mut SqliteConnection, earlier: BlobId, size: usize) -> Result<Option<Prefix>> {
    let chain = chain(conn, earlier).await?;
    let Some(depth) = chain.last().map(|link| link.depth) else { return Ok(None) };
    let bytes: usize = chain.iter().map(|link| usize::try_from(link.size).unwrap_or(0)).sum();
    if depth >= LONGEST_CHAIN || bytes + size > CHAIN_BYTES {
        return Ok(None);
    }
    Ok(decode(earlier, &chain).ok().map(|content| Prefix { id: earlier.0, depth, content }))
}

struct Stored {
    codec: i64,
    base: Option<i64>,
    depth: i64,
    data: Vec<u8>,
}

fn encode(content: &[u8], base: Option<&Prefix>) -> Stored {
    let encoded = codec::encode(content, base.map(|base| base.content.as_slice()));
    let (codec, data) = match encoded {
        Encoded::Plain(data) => (0, data),
        Encoded::Alone(data) => (1, data),
        Encoded::After(data) => (2, data),
    };
    let base = base.filter(|_| codec == 2);
    Stored { codec, base: base.map(|base| base.id), depth: base.map_or(0, |base| base.depth + 1), data }
}

#[derive(FromRow)]
struct Link {
    hash: Vec<u8>,
    codec: i64,
    size: i64,
    depth: i64,
    data: Vec<u8>,
}

/// The rows needed to read a blob, the one that stands on its own first.
async fn chain(conn: &mut SqliteConnection, id: BlobId) -> Result<Vec<Link>> {
    Ok(sqlx::query_as(
        "with recursive chain (id, base, step) as (
             select id, base, 0 from blobs where id = ?1
             union all
             select b.id, b.base, chain.step + 1 from chain join blobs b on b.id = chain.base
             where chain.step < ?2
         )
         select b.hash, b.codec, b.size, b.depth, b.data
         from chain join blobs b on b.id = chain.id order by chain.step desc",
    )
    .bind(id.0)
    .bind(ENDLESS)
    .fetch_all(conn)
    .await?)
}

fn decode(id: BlobId, chain: &[Link]) -> Result<Vec<u8>> {
    let mut content: Option<Vec<u8>> = None;
    let mut hash = None;
    for link in chain {
        let size = usize::try_from(link.size).ok().filter(|size| *size <= LARGEST);
        let size = size.ok_or_else(|| damaged(id))?;
        let encoded = Encoded::from_parts(link.codec, link.data.clone()).ok_or_else(|| damaged(id))?;
        content = Some(codec::decode(&encoded, content.as_deref(), size).ok_or_else(|| damaged(id))?);
        hash = ContentHash::from_bytes(&link.hash);
    }
    let content = content.ok_or_else(|| damaged(id))?;
    if hash == Some(ContentHash::of(&content)) { Ok(content) } else { Err(damaged(id)) }
}

/// The content of a blob.
///
/// # Errors
/// [`Error::Damaged`] when the bytes are not those that were stored.
pub async fn read(conn: &mut SqliteConnection, id: BlobId) -> Result<Vec<u8>> {
    let chain = chain(conn, id).await?;
    decode(id, &chain)
}

/// The content of a blob that holds text.
pub async fn read_text(conn: &mut SqliteConnection, id: BlobId) -> Result<String> {
    String::from_utf8(read(conn, id).await?).map_err(|_| damaged(id))
}

/// Stores the content of `id` again, near `earlier` or on its own, so that nothing it stood on is needed any more.
pub async fn rebase(conn: &mut SqliteConnection, id: BlobId, earlier: Option<BlobId>) -> Result<()> {
    let content = read(conn, id).await?;
    let base = match earlier {
        Some(earlier) => prefix(conn, earlier, content.len()).await?,
        None => None,
    };
    let encoded = encode(&content, base.as_ref());
    sqlx::query("update blobs set codec = ?, base = ?, depth = ?, data = ? where id = ?")
        .bind(encoded.codec)
        .bind(encoded.base)
        .bind(encoded.depth)
        .bind(encoded.data)
        .bind(id.0)
        .execute(conn)
        .await?;
    Ok(())
}

fn damaged(id: BlobId) -> Error {
    Error::Damaged(Damage::Blob { id: id.0 })
}
