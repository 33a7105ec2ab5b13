//! The index: its contents, changes and queries.
//!
//! Many readers may run beside one writer; each write is one transaction. Other processes may use the same file:
//! data cached in memory is checked against the file's revision before use.

mod align;
mod duplicates;
mod meaning;
mod memory;
mod put;
mod recall;
mod repetitions;
pub(crate) mod vectors;
mod words;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row as _, Sqlite, SqliteConnection, Transaction};
use tokio::sync::RwLock;
use wenfang_storage::connect::empty_log;
use wenfang_text::{CharRange, ContentHash, TextIndex};

use crate::error::{Error, Result};
use crate::file::{self, Opened};
use crate::source::{ParagraphId, SourceKey, SourceKind};
use memory::{Delta, Memory};

pub use duplicates::{Like, NearDuplicate};
pub use meaning::VectorHit;
pub use put::Put;
pub use repetitions::Repetition;
pub use vectors::{Pending, Pruned};
pub use words::{TextHit, TextHits};

/// The dimension of vectors in an empty index: that of the recommended model and of the fallback.
pub(crate) const DIMENSION: usize = 512;

/// An open index. Cheap to clone; all clones share the same index.
#[derive(Clone, Debug)]
pub struct Index(Arc<Open>);

#[derive(Debug)]
struct Open {
    path: PathBuf,
    writer: SqlitePool,
    readers: SqlitePool,
    memory: RwLock<Memory>,
    /// The largest number of passages whose vectors are all compared with a query.
    max_exact: usize,
}

/// A paragraph with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub id: ParagraphId,
    pub source: SourceKey,
    /// Number of paragraphs before it in the source.
    pub idx: usize,
    /// Its range in the text of the source.
    pub range: CharRange,
    pub text: String,
}

/// The size of an index. `model` is the model given by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexState {
    /// Number of indexed texts.
    pub sources: usize,
    /// Number of paragraphs.
    pub paragraphs: usize,
    /// Number of different passage texts that may have a vector.
    pub texts: usize,
    /// Those with a vector of the model.
    pub embedded: usize,
    /// Those without one.
    pub pending: usize,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Bytes of memory used by codes of vectors; zero unless a very large index was searched by meaning.
    pub memory: usize,
}

/// A write in progress.
struct Writing {
    tx: Transaction<'static, Sqlite>,
    revision: i64,
    next_paragraph: i64,
    next_passage: i64,
    delta: Delta,
}

impl Index {
    /// Opens the index at `file`, or creates it and its folder. A file of another release or a damaged one is
    /// discarded and rebuilt; the result says so.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a database of another application; [`Error::NotWritable`] or [`Error::Io`] when the
    /// file cannot be created; [`Error::File`] when it is busy.
    pub async fn open(file: &Path) -> Result<Opened> {
        file::open(file).await
    }

    pub(crate) fn new(path: PathBuf, writer: SqlitePool, readers: SqlitePool) -> Self {
        let memory = RwLock::default();
        Self(Arc::new(Open { path, writer, readers, memory, max_exact: meaning::MAX_EXACT }))
    }

    /// The path of the index file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Closes the index for all its clones; afterwards its folder contains a single file.
    pub async fn close(self) {
        self.0.readers.close().await;
        self.0.writer.close().await;
    }

    /// The indexed sources with their stamps.
    ///
    /// # Errors
    /// Database errors.
    pub async fn sources(&self) -> Result<HashMap<SourceKey, ContentHash>> {
        let rows = sqlx::query("select kind, owner, stamp from sources").fetch_all(&self.0.readers).await?;
        rows.iter().map(|row| Ok((key(row)?, hash(row, "stamp")?))).collect()
    }

    /// Removes sources. Unknown ones are ignored.
    ///
    /// # Errors
    /// Database errors; nothing is removed then.
    pub async fn remove(&self, keys: &[SourceKey]) -> Result<()> {
        let mut writing = self.begin().await?;
        for key in keys {
            let number: Option<i64> =
                sqlx::query_scalar("select number from sources where kind = ? and owner = ?")
                    .bind(key.kind.code())
                    .bind(key.id)
                    .fetch_optional(&mut *writing.tx)
                    .await?;
            let Some(number) = number else { continue };
            let paragraphs: Vec<i64> = sqlx::query_scalar("select id from paragraphs where source = ?")
                .bind(number)
                .fetch_all(&mut *writing.tx)
                .await?;
            writing.remove_paragraphs(&paragraphs).await?;
            sqlx::query("delete from sources where number = ?")
                .bind(number)
                .execute(&mut *writing.tx)
                .await?;
            writing.delta.gone_sources.push(*key);
        }
        self.commit(writing).await
    }

    /// Removes everything, including vectors.
    ///
    /// # Errors
    /// Database errors; nothing is removed then.
    pub async fn clear(&self) -> Result<()> {
        let mut writing = self.begin().await?;
        sqlx::raw_sql(
            "insert into words (words) values ('delete-all'); delete from bodies; delete from passages; \
             delete from paragraphs; delete from sources",
        )
        .execute(&mut *writing.tx)
        .await?;
        vectors::create_vectors(&mut writing.tx, DIMENSION).await?;
        sqlx::query("delete from texts").execute(&mut *writing.tx).await?;
        writing.delta.everything_gone = true;
        self.commit(writing).await?;
        // Free disk space, unless another connection is reading.
        if let Err(error) = sqlx::raw_sql("vacuum").execute(&self.0.writer).await {
            tracing::debug!(%error, "could not shrink the cleared index");
        }
        Ok(())
    }

    /// The paragraphs with the given ids and their texts, in order; missing ones are skipped.
    ///
    /// # Errors
    /// Database errors.
    pub async fn paragraphs(&self, ids: &[ParagraphId]) -> Result<Vec<Passage>> {
        let rows = sqlx::query(
            "select p.id, s.kind, s.owner, p.idx, p.start, p.chars, b.body from json_each(?) j \
             cross join paragraphs p on p.id = j.value join sources s on s.number = p.source \
             join bodies b on b.paragraph = p.id order by j.key",
        )
        .bind(json(&ids.iter().map(|id| id.0).collect::<Vec<_>>()))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(passage).collect()
    }

    /// The size of the index, and how much of it has a vector of `model`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn state(&self, model: &str) -> Result<IndexState> {
        let row = sqlx::query(
            "select (select count(*) from sources) sources, (select count(*) from paragraphs) paragraphs, \
             (select count(distinct text) from passages) texts, \
             (select count(distinct g.text) from passages g join embedded e on e.text = g.text \
              where e.model = (select number from models where name = ?)) embedded",
        )
        .bind(model)
        .fetch_one(&self.0.readers)
        .await?;
        let pages: i64 = sqlx::query_scalar("pragma page_count").fetch_one(&self.0.readers).await?;
        let page: i64 = sqlx::query_scalar("pragma page_size").fetch_one(&self.0.readers).await?;
        let (texts, embedded) = (size(&row, "texts")?, size(&row, "embedded")?);
        Ok(IndexState {
            sources: size(&row, "sources")?,
            paragraphs: size(&row, "paragraphs")?,
            texts,
            embedded,
            pending: texts.saturating_sub(embedded),
            bytes: (pages * page).unsigned_abs(),
            memory: self.0.memory.read().await.bytes(),
        })
    }

    /// Optimizes the word index and moves the log into the file; call when idle.
    ///
    /// # Errors
    /// Database errors; the index stays usable.
    pub async fn optimize(&self) -> Result<()> {
        sqlx::raw_sql("insert into words (words) values ('optimize')").execute(&self.0.writer).await?;
        Ok(empty_log(&mut *self.0.writer.acquire().await?).await?)
    }

    /// Checks every paragraph against its hash and runs SQLite's checks; for background use.
    ///
    /// # Errors
    /// [`Error::Damaged`] when anything is damaged: close the index and discard it.
    pub async fn verify(&self) -> Result<()> {
        let mut conn = self.0.readers.acquire().await?;
        file::check(&mut conn).await?;
        let mut last = 0;
        loop {
            let rows = sqlx::query(
                "select p.id, p.hash, b.body from paragraphs p left join bodies b on b.paragraph = p.id \
                 where p.id > ? order by p.id limit 1000",
            )
            .bind(last)
            .fetch_all(&mut *conn)
            .await?;
            for row in &rows {
                last = row.try_get("id")?;
                let body: String = row.try_get("body")?;
                if ContentHash::of(body.as_bytes()) != hash(row, "hash")? {
                    return Err(Error::damaged(format!("paragraph {last} fails its hash check")));
                }
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// Deletes the file of a closed index.
    ///
    /// # Errors
    /// [`Error::Foreign`] when the file belongs to another application, which is not changed; [`Error::Io`].
    pub async fn discard(file: &Path) -> Result<()> {
        file::discard(file).await
    }

    /// Begins a write.
    async fn begin(&self) -> Result<Writing> {
        let mut tx = self.0.writer.begin_with("begin immediate").await?;
        let row = sqlx::query(
            "update meta set revision = revision + 1 returning revision, next_paragraph, next_passage",
        )
        .fetch_one(&mut *tx)
        .await?;
        Ok(Writing {
            revision: row.try_get("revision")?,
            next_paragraph: row.try_get("next_paragraph")?,
            next_passage: row.try_get("next_passage")?,
            delta: Delta::default(),
            tx,
        })
    }

    /// Commits a write and updates the data in memory.
    async fn commit(&self, mut writing: Writing) -> Result<()> {
        sqlx::query("update meta set next_paragraph = ?, next_passage = ?")
            .bind(writing.next_paragraph)
            .bind(writing.next_passage)
            .execute(&mut *writing.tx)
            .await?;
        // A search sees both the file and the memory either before or after this write.
        let mut memory = self.0.memory.write().await;
        let delta = memory.complete(&mut writing).await?;
        writing.tx.commit().await?;
        memory.apply(writing.revision, delta);
        Ok(())
    }
}

/// The revision of the file as the connection sees it.
async fn revision(conn: &mut SqliteConnection) -> Result<i64> {
    Ok(sqlx::query_scalar("select revision from meta").fetch_one(conn).await?)
}

fn passage(row: &SqliteRow) -> Result<Passage> {
    let start = size(row, "start")?;
    Ok(Passage {
        id: ParagraphId(row.try_get("id")?),
        source: key(row)?,
        idx: size(row, "idx")?,
        range: CharRange::new(start, start + size(row, "chars")?),
        text: row.try_get("body")?,
    })
}

fn key(row: &SqliteRow) -> Result<SourceKey> {
    let code: i64 = row.try_get("kind")?;
    let kind =
        SourceKind::from_code(code).ok_or_else(|| Error::damaged(format!("unknown source kind {code}")))?;
    Ok(SourceKey { kind, id: row.try_get("owner")? })
}

fn hash(row: &SqliteRow, column: &str) -> Result<ContentHash> {
    let bytes: &[u8] = row.try_get(column)?;
    ContentHash::from_bytes(bytes).ok_or_else(|| Error::damaged("a hash has the wrong length"))
}

fn size(row: &SqliteRow, column: &str) -> Result<usize> {
    let number: i64 = row.try_get(column)?;
    usize::try_from(number).map_err(|_| Error::damaged("a negative size"))
}

/// Serializes a list as JSON, to pass it to SQL.
fn json<T: serde::Serialize>(list: &[T]) -> String {
    // Serializing a list of numbers or strings cannot fail.
    serde_json::to_string(list).unwrap_or_default()
}

/// The part of a text that a passage covers.
fn piece(text: &str, start: usize, chars: usize) -> String {
    TextIndex::new(text).slice(CharRange::new(start, start + chars)).to_owned()
}
