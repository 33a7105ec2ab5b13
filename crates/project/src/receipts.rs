//! `receipts`: what models were sent, one JSON document for each generation, defined by the caller.
//!
//! Two receipts in a row usually share most of their text. A receipt is therefore stored as zstd with an earlier one
//! as prefix, in chains of at most [`MAX_CHAIN`].

use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::GenerationId;
use wenfang_text::ContentHash;

use crate::blobs::MAX_CONTENT_BYTES;
use crate::codec::{self, Decoder};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};
use crate::watch::Watch;

/// Most receipts that are decoded to read one.
const MAX_CHAIN: usize = 20;

/// Most bytes that are decoded to read a receipt which is stored against another.
const MAX_CHAIN_BYTES: usize = 8 << 20;

/// Number of earlier receipts among which one of the same act is looked for. Other acts have other prompts.
const NEAR: i64 = 32;

#[derive(FromRow)]
struct Row {
    generation_id: i64,
    codec: i64,
    size: i64,
    base: Option<i64>,
    data: Vec<u8>,
    hash: Vec<u8>,
    row_hash: Option<Vec<u8>>,
}

impl Row {
    /// Whether the row is as it was written; decodes nothing.
    fn is_sound(&self) -> bool {
        match &self.row_hash {
            Some(stored) => *stored == self.guard(),
            None => ContentHash::from_bytes(&self.hash) == Some(ContentHash::of(&self.data)),
        }
    }

    fn guard(&self) -> [u8; 8] {
        let [id, codec, size, base] =
            [Some(self.generation_id), Some(self.codec), Some(self.size), self.base].map(number);
        row_hash(&[&id, &codec, &size, &base, &self.hash, &self.data])
    }
}

fn damaged(id: i64) -> Error {
    Error::Damaged(Damage::Record { part: "receipt", id })
}

/// Stores the receipt of a generation, replacing the previous one.
///
/// # Errors
/// [`Error::ContentTooLarge`]: everything stored must be readable.
pub async fn put(conn: &mut SqliteConnection, id: GenerationId, receipt: &str) -> Result<()> {
    free(conn, id.get()).await?;
    let base = base(conn, id.get(), receipt.len()).await?;
    store(conn, id.get(), receipt.as_bytes(), base).await
}

/// Stores the receipts that are based on this one on their own.
async fn free(conn: &mut SqliteConnection, id: i64) -> Result<()> {
    let based: Vec<i64> = sqlx::query_scalar("select generation_id from receipts where base = ?")
        .bind(id)
        .fetch_all(&mut *conn)
        .await?;
    for other in based {
        match content(conn, other).await {
            Ok(Some(content)) => store(conn, other, &content, None).await?,
            Ok(None) | Err(Error::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The earlier receipt that a receipt is stored against: the newest of the same act among the [`NEAR`] before it,
/// else the one before it. `None` when there is none, or when too much would have to be decoded to read a receipt
/// of `size` bytes. A damaged receipt is no base.
async fn base(conn: &mut SqliteConnection, id: i64, size: usize) -> Result<Option<(i64, Vec<u8>)>> {
    let earlier: Option<i64> = sqlx::query_scalar(
        "select near.id from (
             select generation_id as id from receipts where generation_id < ?1 order by generation_id desc limit ?2
         ) near join generations g on g.id = near.id
         order by g.record ->> '$.act' is (select record ->> '$.act' from generations where id = ?1) desc, near.id desc
         limit 1",
    )
    .bind(id)
    .bind(NEAR)
    .fetch_optional(&mut *conn)
    .await?;
    let Some(earlier) = earlier else { return Ok(None) };
    let chain = chain(conn, earlier).await?;
    if chain.len() >= MAX_CHAIN || bytes(&chain).saturating_add(size) > MAX_CHAIN_BYTES {
        return Ok(None);
    }
    Ok(decode(earlier, &chain).ok().map(|content| (earlier, content)))
}

async fn store(
    conn: &mut SqliteConnection,
    id: i64,
    content: &[u8],
    base: Option<(i64, Vec<u8>)>,
) -> Result<()> {
    if content.len() > MAX_CONTENT_BYTES {
        return Err(Error::ContentTooLarge { bytes: content.len() as u64, most: MAX_CONTENT_BYTES });
    }
    let encoded = codec::encode(content, base.as_ref().map(|(_, content)| content.as_slice()));
    let mut row = Row {
        generation_id: id,
        codec: encoded.codec,
        size: i64::try_from(content.len()).unwrap_or(i64::MAX),
        base: base.filter(|_| encoded.needs_earlier()).map(|(base, _)| base),
        data: encoded.data,
        hash: ContentHash::of(content).as_bytes().to_vec(),
        row_hash: None,
    };
    row.row_hash = Some(row.guard().to_vec());
    sqlx::query(
        "insert into receipts (generation_id, codec, size, base, data, hash, row_hash)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (generation_id) do update set
             codec = ?2, size = ?3, base = ?4, data = ?5, hash = ?6, row_hash = ?7",
    )
    .bind(row.generation_id)
    .bind(row.codec)
    .bind(row.size)
    .bind(row.base)
    .bind(&row.data)
    .bind(&row.hash)
    .bind(&row.row_hash)
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// The rows needed to read a receipt, beginning with the one stored on its own; empty for a generation without one.
async fn chain(conn: &mut SqliteConnection, id: i64) -> Result<Vec<Row>> {
    Ok(sqlx::query_as(
        "with recursive chain (id, base, step) as (
             select generation_id, base, 0 from receipts where generation_id = ?1
             union all
             select r.generation_id, r.base, chain.step + 1
             from chain join receipts r on r.generation_id = chain.base where chain.step < ?2
         )
         select r.generation_id, r.codec, r.size, r.base, r.data, r.hash, r.row_hash
         from chain join receipts r on r.generation_id = chain.id order by chain.step desc",
    )
    .bind(id)
    // A longer chain is a cycle caused by damage.
    .bind(i64::try_from(MAX_CHAIN).unwrap_or(i64::MAX))
    .fetch_all(conn)
    .await?)
}

/// The bytes to decode. The sizes are those of the file and may be wrong.
fn bytes(chain: &[Row]) -> usize {
    let sizes = chain.iter().map(|row| usize::try_from(row.size).unwrap_or(0));
    sizes.fold(0, usize::saturating_add)
}

fn decode(id: i64, chain: &[Row]) -> Result<Vec<u8>> {
    // A few kilobytes of zstd can decode to any size.
    if bytes(chain) > MAX_CONTENT_BYTES {
        return Err(damaged(id));
    }
    let mut decoder = Decoder::new();
    let mut content = Vec::new();
    let mut hash = None;
    for row in chain {
        let size = usize::try_from(row.size).ok();
        let decoded = size.and_then(|size| decoder.decode((row.codec, &row.data), &content, size));
        content = decoded.ok_or_else(|| damaged(id))?;
        hash = ContentHash::from_bytes(&row.hash);
    }
    if hash == Some(ContentHash::of(&content)) { Ok(content) } else { Err(damaged(id)) }
}

async fn content(conn: &mut SqliteConnection, id: i64) -> Result<Option<Vec<u8>>> {
    let chain = chain(conn, id).await?;
    if chain.is_empty() { Ok(None) } else { decode(id, &chain).map(Some) }
}

/// The receipt of a generation, if its context was built.
///
/// # Errors
/// [`Error::Damaged`] when the receipt fails its hash check.
pub async fn get(conn: &mut SqliteConnection, id: GenerationId) -> Result<Option<String>> {
    let content = content(conn, id.get()).await?;
    content.map(|content| String::from_utf8(content).map_err(|_| damaged(id.get()))).transpose()
}

/// Compresses the receipts that an earlier release stored as they are.
///
/// # Errors
/// [`Error::Stopped`] when the author stops it.
pub async fn compress(conn: &mut SqliteConnection, watch: &Watch) -> Result<()> {
    let plain: Vec<i64> = sqlx::query_scalar(
        "select generation_id from receipts where row_hash is null order by generation_id",
    )
    .fetch_all(&mut *conn)
    .await?;
    for (done, id) in plain.iter().copied().enumerate() {
        watch.report("compress", done, plain.len())?;
        match get(conn, id.into()).await {
            Ok(Some(receipt)) => put(conn, id.into(), &receipt).await?,
            Ok(None) | Err(Error::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Total bytes of the stored receipts.
pub async fn stored_bytes(conn: &mut SqliteConnection) -> Result<u64> {
    let bytes: i64 =
        sqlx::query_scalar("select coalesce(sum(length(data)), 0) from receipts").fetch_one(conn).await?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

/// Rows read per query when all rows are checked.
const PAGE_SIZE: i64 = 500;

/// The schema since which receipts are compressed.
const COMPRESSED: i64 = 10;

/// Checks that each row is as it was written, and returns the result for each. `schema` is that of the file.
pub(crate) async fn check_all(conn: &mut SqliteConnection, schema: i64) -> Result<Vec<Result<()>>> {
    let columns = if schema < COMPRESSED {
        "generation_id, 0 as codec, 0 as size, null as base, cast(receipt as blob) as data, row_hash as hash,
             null as row_hash"
    } else {
        "generation_id, codec, size, base, data, hash, row_hash"
    };
    let sql =
        format!("select {columns} from receipts where generation_id > ? order by generation_id limit ?");
    let mut checked = Vec::new();
    let mut after = i64::MIN;
    loop {
        let rows: Vec<Row> = sqlx::query_as(AssertSqlSafe(sql.as_str()))
            .bind(after)
            .bind(PAGE_SIZE)
            .fetch_all(&mut *conn)
            .await?;
        checked.extend(
            rows.iter().map(|row| if row.is_sound() { Ok(()) } else { Err(damaged(row.generation_id)) }),
        );
        // In a damaged tree the last row may not be the largest, which would repeat the same rows forever.
        let largest = rows.iter().map(|row| row.generation_id).max().filter(|largest| *largest > after);
        let Some(largest) = largest else { return Ok(checked) };
        after = largest;
    }
}

#[cfg(test)]
mod tests;
