//! The index: what is in it, what goes in and out, and what it answers.
//!
//! Many may read while one writes; each write is one transaction. Other processes may use the same file: what is in
//! memory is held against the file's revision before it is used.

mod align;
mod duplicates;
mod meaning;
mod memory;
mod put;
mod recall;
mod repetitions;
mod vectors;
mod words;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row as _, Sqlite, SqliteConnection, Transaction};
use tokio::sync::RwLock;
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

/// An open index. Cheap to clone; the clones are one index.
#[derive(Clone, Debug)]
pub struct Index(Arc<Open>);

#[derive(Debug)]
struct Open {
    path: PathBuf,
    writer: SqlitePool,
    readers: SqlitePool,
    memory: RwLock<Memory>,
}

/// A paragraph with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The paragraph.
    pub id: ParagraphId,
    /// The source it stands in.
    pub source: SourceKey,
    /// Paragraphs before it in that source.
    pub idx: usize,
    /// Where in the text of that source.
    pub range: CharRange,
    /// Its text.
    pub text: String,
}

/// How much is in an index. `model` is the one that was asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexState {
    /// Texts.
    pub sources: usize,
    /// Their paragraphs.
    pub paragraphs: usize,
    /// Different texts of passages that may have a vector.
    pub texts: usize,
    /// Those that have a vector of the model.
    pub embedded: usize,
    /// Those that have none.
    pub pending: usize,
    /// Size of the file.
    pub bytes: u64,
    /// Bytes of memory that vectors take now; zero before the first search by meaning.
    pub memory: usize,
}

/// A write that is on its way.
struct Writing {
    tx: Transaction<'static, Sqlite>,
    revision: i64,
    next_paragraph: i64,
    next_passage: i64,
    delta: Delta,
}

impl Index {
    /// Opens the index at `file`, or makes it; its folder too. A file of another release, or one that is damaged, is
    /// thrown away and made anew, which is said.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a database of another application; [`Error::NotWritable`], [`Error::Io`] where there is no
    /// place for the file; [`Error::Busy`].
    pub async fn open(file: &Path) -> Result<Opened> {
        file::open(file).await
    }

    pub(crate) fn new(path: PathBuf, writer: SqlitePool, readers: SqlitePool) -> Self {
        Self(Arc::new(Open { path, writer, readers, memory: RwLock::default() }))
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Closes the index for all its clones, so that its folder holds one file.
    pub async fn close(self) {
        self.0.readers.close().await;
        self.0.writer.close().await;
    }

    /// What is indexed, by the stamp it came with.
    ///
    /// # Errors
    /// Those of reading.
    pub async fn sources(&self) -> Result<HashMap<SourceKey, ContentHash>> {
        let rows = sqlx::query("select kind, owner, stamp from sources").fetch_all(&self.0.readers).await?;
        rows.iter().map(|row| Ok((key(row)?, hash(row, "stamp")?))).collect()
    }

    /// Takes sources out. Those that are not in are passed over.
    ///
    /// # Errors
    /// Those of writing; nothing was taken out then.
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

    /// Takes everything out, vectors too.
    ///
    /// # Errors
    /// Those of writing; nothing was taken out then.
    pub async fn clear(&self) -> Result<()> {
        let mut writing = self.begin().await?;
        sqlx::raw_sql(
            "insert into words (words) values ('delete-all'); delete from bodies; delete from passages; \
             delete from paragraphs; delete from sources; delete from vectors; delete from texts; delete from models",
        )
        .execute(&mut *writing.tx)
        .await?;
        writing.delta.everything_gone = true;
        self.commit(writing).await?;
        // Room on the disk is given back where nobody else reads just now.
        if let Err(error) = sqlx::raw_sql("vacuum").execute(&self.0.writer).await {
            tracing::debug!(%error, "the emptied index keeps its room");
        }
        Ok(())
    }

    /// The paragraphs of some ids with their texts, in the order of the ids; those that are gone are left out.
    ///
    /// # Errors
    /// Those of reading.
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

    /// How much is in the index, and how much of it has a vector of a model.
    ///
    /// # Errors
    /// Those of reading.
    pub async fn state(&self, model: &str) -> Result<IndexState> {
        let row = sqlx::query(
            "select (select count(*) from sources) sources, (select count(*) from paragraphs) paragraphs, \
             (select count(distinct text) from passages) texts, \
             (select count(distinct g.text) from passages g join vectors v on v.text = g.text \
              where v.model = (select number from models where name = ?)) embedded",
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

    /// Brings the word index into its quickest shape and the log into the file; for idle moments.
    ///
    /// # Errors
    /// Those of writing; the index is as good as before then.
    pub async fn settle(&self) -> Result<()> {
        sqlx::raw_sql("insert into words (words) values ('optimize')").execute(&self.0.writer).await?;
        sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&self.0.writer).await?;
        Ok(())
    }

    /// Holds every paragraph against its hash, and asks SQLite what it finds wrong; for a background moment.
    ///
    /// # Errors
    /// [`Error::Damaged`] when something is not what was written: the index must be closed and thrown away.
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
                    return Err(Error::damaged(format!("paragraph {last} is not what was written")));
                }
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// Throws the file of a closed index away.
    ///
    /// # Errors
    /// [`Error::Foreign`] when the file belongs to another application, which is left as it is; [`Error::Io`].
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

    /// Stores a write and brings what is in memory up to it.
    async fn commit(&self, mut writing: Writing) -> Result<()> {
        sqlx::query("update meta set next_paragraph = ?, next_passage = ?")
            .bind(writing.next_paragraph)
            .bind(writing.next_passage)
            .execute(&mut *writing.tx)
            .await?;
        // Who searches sees the file and the memory before this write or after it.
        let mut memory = self.0.memory.write().await;
        let delta = memory.complete(&mut writing).await?;
        writing.tx.commit().await?;
        memory.apply(writing.revision, delta);
        Ok(())
    }
}

/// The revision of the file as a connection sees it.
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
        SourceKind::from_code(code).ok_or_else(|| Error::damaged(format!("a source of kind {code}")))?;
    Ok(SourceKey { kind, id: row.try_get("owner")? })
}

fn hash(row: &SqliteRow, column: &str) -> Result<ContentHash> {
    let bytes: &[u8] = row.try_get(column)?;
    ContentHash::from_bytes(bytes).ok_or_else(|| Error::damaged("a hash of another length"))
}

fn size(row: &SqliteRow, column: &str) -> Result<usize> {
    let number: i64 = row.try_get(column)?;
    usize::try_from(number).map_err(|_| Error::damaged("a negative size"))
}

/// A list as JSON, the way lists are handed to SQL.
fn json<T: serde::Serialize>(list: &[T]) -> String {
    // Lists of numbers and strings always have a form in JSON.
    serde_json::to_string(list).unwrap_or_default()
}

/// The stretch of a text that a passage covers.
fn piece(text: &str, start: usize, chars: usize) -> String {
    TextIndex::new(text).slice(CharRange::new(start, start + chars)).to_owned()
}
