//! Data cached in memory: the numbers of the sources, and the codes of one model in a very large index.
//!
//! Both are loaded on first use. Writes of this process update them. If the file has another revision, another
//! process wrote to it, and they are loaded again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::{Index, Writing, json, key, revision, size};
use crate::error::{Error, Result};
use crate::source::{Scope, SourceKey};
use crate::vectors::set::{Place, VectorSet};

/// Number of vectors, taken from the whole book, from which the mean is computed.
const SAMPLE: i64 = 4_096;

/// The cached data.
#[derive(Debug, Default)]
pub(super) struct Memory {
    numbers: Option<Cached<HashMap<SourceKey, u32>>>,
    codes: Option<Cached<Codes>>,
}

/// A value as of a revision of the file.
#[derive(Debug)]
struct Cached<T> {
    revision: i64,
    value: T,
}

#[derive(Debug)]
struct Codes {
    name: String,
    model: i64,
    set: Arc<VectorSet>,
}

/// The changes of a write.
#[derive(Debug, Default)]
pub(super) struct Delta {
    pub(super) everything_gone: bool,
    pub(super) new_sources: Vec<(SourceKey, i64)>,
    pub(super) gone_sources: Vec<SourceKey>,
    pub(super) new_paragraphs: Vec<i64>,
    pub(super) gone_paragraphs: Vec<i64>,
    /// New vectors: model and text.
    pub(super) new_vectors: Vec<(i64, i64)>,
    pub(super) gone_models: Vec<i64>,
    /// Passages whose vectors are added to memory.
    entries: Vec<(Place, Vec<u8>)>,
}

impl Memory {
    /// Bytes used by the codes.
    pub(super) fn bytes(&self) -> usize {
        self.codes.as_ref().map_or(0, |cached| cached.value.set.bytes())
    }

    /// Reads, before the commit, what the cached codes need of a write.
    pub(super) async fn complete(&self, writing: &mut Writing) -> Result<Delta> {
        let mut delta = std::mem::take(&mut writing.delta);
        let Some(cached) = self.codes.as_ref().filter(|cached| cached.revision + 1 == writing.revision)
        else {
            return Ok(delta);
        };
        let model = cached.value.model;
        let new: Vec<i64> =
            delta.new_vectors.iter().filter(|(of, _)| *of == model).map(|(_, text)| *text).collect();
        for (ids, statement) in [
            (
                &delta.new_paragraphs,
                "select g.paragraph, g.text, g.start, g.chars, g.source, v.embedding from json_each(?1) j \
                 cross join passages g on g.paragraph = j.value \
                 cross join vec_paragraphs v on v.id = g.text * 1000 + ?2",
            ),
            (
                &new,
                "select g.paragraph, g.text, g.start, g.chars, g.source, v.embedding from json_each(?1) j \
                 cross join passages g on g.text = j.value \
                 cross join vec_paragraphs v on v.id = g.text * 1000 + ?2",
            ),
        ] {
            if ids.is_empty() {
                continue;
            }
            let rows = sqlx::query(statement).bind(json(ids)).bind(model).fetch_all(&mut *writing.tx).await?;
            for row in &rows {
                delta.entries.push((place(row)?, row.try_get(5)?));
            }
        }
        Ok(delta)
    }

    /// Applies a committed write to the cached data.
    pub(super) fn apply(&mut self, revision: i64, delta: Delta) {
        self.numbers =
            self.numbers.take().filter(|cached| cached.revision + 1 == revision && !delta.everything_gone);
        if let Some(cached) = &mut self.numbers {
            for key in &delta.gone_sources {
                cached.value.remove(key);
            }
            cached
                .value
                .extend(delta.new_sources.iter().filter_map(|(key, n)| Some((*key, number(*n).ok()?))));
            cached.revision = revision;
        }
        self.codes = self.codes.take().filter(|cached| {
            let is_gone = delta.everything_gone || delta.gone_models.contains(&cached.value.model);
            cached.revision + 1 == revision && !is_gone
        });
        let Some(cached) = &mut self.codes else { return };
        cached.revision = revision;
        if delta.gone_paragraphs.is_empty() && delta.entries.is_empty() {
            return;
        }
        // A running search keeps the set that it has.
        let set = Arc::make_mut(&mut cached.value.set);
        // A vector may have been replaced.
        let changed: HashSet<i64> = delta.new_vectors.into_iter().map(|(_, text)| text).collect();
        if !delta.gone_paragraphs.is_empty() || !changed.is_empty() {
            set.remove(&delta.gone_paragraphs.into_iter().collect(), &changed);
        }
        for (place, vector) in delta.entries {
            set.add(place, &vector);
        }
        if set.has_outdated_mean() {
            self.codes = None;
        }
    }
}

impl Index {
    /// The numbers of the sources in a scope; `None` for everything.
    pub(super) async fn numbers(&self, scope: &Scope) -> Result<Option<Vec<u32>>> {
        let Scope::Sources(keys) = scope else { return Ok(None) };
        let numbers_of = |numbers: &HashMap<SourceKey, u32>| {
            keys.iter().filter_map(|key| numbers.get(key).copied()).collect::<Vec<_>>()
        };
        {
            let memory = self.0.memory.read().await;
            let now = self.revision().await?;
            if let Some(cached) = memory.numbers.as_ref().filter(|cached| cached.revision == now) {
                return Ok(Some(numbers_of(&cached.value)));
            }
        }
        let mut memory = self.0.memory.write().await;
        let mut tx = self.0.readers.begin().await?;
        let revision = revision(&mut tx).await?;
        let rows = sqlx::query("select kind, owner, number from sources").fetch_all(&mut *tx).await?;
        let read = rows.iter().map(|row| Ok((key(row)?, number(row.try_get("number")?)?)));
        let value = read.collect::<Result<HashMap<_, _>>>()?;
        let found = numbers_of(&value);
        memory.numbers = Some(Cached { revision, value });
        Ok(Some(found))
    }

    /// The codes of a model; `None` if the index has no vectors of it.
    pub(super) async fn codes(&self, model: &str) -> Result<Option<Arc<VectorSet>>> {
        let of = |cached: &Cached<Codes>, now| {
            (cached.revision == now && cached.value.name == model).then(|| Arc::clone(&cached.value.set))
        };
        {
            let memory = self.0.memory.read().await;
            let now = self.revision().await?;
            if let Some(found) = memory.codes.as_ref().and_then(|cached| of(cached, now)) {
                return Ok(Some(found));
            }
        }
        let mut memory = self.0.memory.write().await;
        let mut tx = self.0.readers.begin().await?;
        let revision = revision(&mut tx).await?;
        // Another task may have loaded them in the meantime.
        if let Some(found) = memory.codes.as_ref().and_then(|cached| of(cached, revision)) {
            return Ok(Some(found));
        }
        let Some((number, set)) = read(&mut tx, model).await? else { return Ok(None) };
        let set = Arc::new(set);
        let value = Codes { name: model.to_owned(), model: number, set: Arc::clone(&set) };
        memory.codes = Some(Cached { revision, value });
        Ok(Some(set))
    }

    async fn revision(&self) -> Result<i64> {
        let mut conn = self.0.readers.acquire().await?;
        revision(&mut conn).await
    }
}

/// Encodes the vectors of a model.
async fn read(conn: &mut SqliteConnection, model: &str) -> Result<Option<(i64, VectorSet)>> {
    let found = sqlx::query("select m.number, t.dimension from models m cross join meta t where m.name = ?")
        .bind(model)
        .fetch_optional(&mut *conn)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let model: i64 = found.try_get("number")?;
    let dimension = size(&found, "dimension")?;
    let sample: Vec<Vec<u8>> = sqlx::query_scalar(
        "select v.embedding from (select text from embedded where model = ?1 and \
           text % max(1, (select count(*) from embedded where model = ?1) / ?2) = 0 limit ?2) e \
         cross join vec_paragraphs v on v.id = e.text * 1000 + ?1",
    )
    .bind(model)
    .bind(SAMPLE)
    .fetch_all(&mut *conn)
    .await?;
    let mut set = VectorSet::new(dimension, sample.iter().map(Vec::as_slice));
    let mut last = 0;
    loop {
        let rows = sqlx::query(
            "select g.paragraph, g.text, g.start, g.chars, g.source, v.embedding, g.id from \
               (select * from passages where id > ?2 order by id limit ?3) g \
             cross join vec_paragraphs v on v.id = g.text * 1000 + ?1 order by g.id",
        )
        .bind(model)
        .bind(last)
        .bind(SAMPLE)
        .fetch_all(&mut *conn)
        .await?;
        let Some(end) = rows.last() else { break };
        last = end.try_get(6)?;
        set = tokio::task::spawn_blocking(move || {
            for row in &rows {
                set.add(place(row)?, row.try_get(5)?);
            }
            Ok::<_, Error>(set)
        })
        .await
        .map_err(|_| Error::Ended)??;
    }
    set.mark_mean_current();
    Ok(Some((model, set)))
}

/// The place of a passage: paragraph, text, start, characters, source.
pub(super) fn place(row: &SqliteRow) -> Result<Place> {
    Ok(Place {
        paragraph: row.try_get(0)?,
        text: row.try_get(1)?,
        start: number(row.try_get(2)?)?,
        chars: number(row.try_get(3)?)?,
        source: number(row.try_get(4)?)?,
    })
}

/// Converts a stored number to its size in memory.
fn number(number: i64) -> Result<u32> {
    u32::try_from(number).map_err(|_| Error::damaged(format!("expected a 32-bit number, got {number}")))
}
