//! What of the index is kept in memory: the numbers of the sources, and the vectors of one model.
//!
//! Both are read when first needed. A write of this process brings them along; when the file has another revision than
//! they have, somebody else wrote, and they are read anew.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::{Index, Writing, json, key, revision, size};
use crate::error::{Error, Result};
use crate::source::{Scope, SourceKey};
use crate::vectors::set::{Place, VectorSet};

/// Vectors from which the mean is known; they are taken from all over the book.
const SAMPLE: i64 = 4_096;

/// What is in memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    numbers: Option<Held<HashMap<SourceKey, u32>>>,
    vectors: Option<Held<Vectors>>,
}

/// Something that is as the file was at a revision.
#[derive(Debug)]
struct Held<T> {
    revision: i64,
    value: T,
}

#[derive(Debug)]
struct Vectors {
    name: String,
    model: i64,
    set: Arc<VectorSet>,
}

/// What a write changes.
#[derive(Debug, Default)]
pub(super) struct Delta {
    pub(super) everything_gone: bool,
    pub(super) new_sources: Vec<(SourceKey, i64)>,
    pub(super) gone_sources: Vec<SourceKey>,
    pub(super) new_paragraphs: Vec<i64>,
    pub(super) gone_paragraphs: Vec<i64>,
    /// Vectors of passages that were there before: the model, and the row.
    pub(super) new_vectors: Vec<(i64, i64)>,
    pub(super) gone_models: Vec<i64>,
    /// Passages whose vectors are in memory from now on.
    entries: Vec<(Place, Vec<u8>)>,
}

impl Memory {
    /// Bytes that the vectors take.
    pub(super) fn bytes(&self) -> usize {
        self.vectors.as_ref().map_or(0, |held| held.value.set.bytes())
    }

    /// Reads from the file, before it is stored, what the vectors in memory need of a write.
    pub(super) async fn complete(&self, writing: &mut Writing) -> Result<Delta> {
        let mut delta = std::mem::take(&mut writing.delta);
        let Some(held) = self.vectors.as_ref().filter(|held| held.revision + 1 == writing.revision) else {
            return Ok(delta);
        };
        let model = held.value.model;
        if !delta.new_paragraphs.is_empty() {
            let rows = sqlx::query(
                "select g.paragraph, v.id, g.start, g.chars, p.source, v.vector from json_each(?) j \
                 cross join passages g on g.paragraph = j.value join paragraphs p on p.id = g.paragraph \
                 join vectors v on v.text = g.text and v.model = ?",
            )
            .bind(json(&delta.new_paragraphs))
            .bind(model)
            .fetch_all(&mut *writing.tx)
            .await?;
            for row in &rows {
                delta.entries.push((place(row)?, row.try_get(5)?));
            }
        }
        let new: Vec<i64> =
            delta.new_vectors.iter().filter(|(of, _)| *of == model).map(|(_, vector)| *vector).collect();
        if !new.is_empty() {
            let rows = sqlx::query(
                "select g.paragraph, v.id, g.start, g.chars, p.source, v.vector from json_each(?) j \
                 cross join vectors v on v.id = j.value join passages g on g.text = v.text \
                 join paragraphs p on p.id = g.paragraph",
            )
            .bind(json(&new))
            .fetch_all(&mut *writing.tx)
            .await?;
            for row in &rows {
                delta.entries.push((place(row)?, row.try_get(5)?));
            }
        }
        Ok(delta)
    }

    /// Brings what is in memory along with a write that was stored.
    pub(super) fn apply(&mut self, revision: i64, delta: Delta) {
        self.numbers =
            self.numbers.take().filter(|held| held.revision + 1 == revision && !delta.everything_gone);
        if let Some(held) = &mut self.numbers {
            for key in &delta.gone_sources {
                held.value.remove(key);
            }
            held.value.extend(delta.new_sources.iter().filter_map(|(key, n)| Some((*key, number(*n).ok()?))));
            held.revision = revision;
        }
        self.vectors = self.vectors.take().filter(|held| {
            let is_gone = delta.everything_gone || delta.gone_models.contains(&held.value.model);
            held.revision + 1 == revision && !is_gone
        });
        let Some(held) = &mut self.vectors else { return };
        held.revision = revision;
        if delta.gone_paragraphs.is_empty() && delta.entries.is_empty() {
            return;
        }
        // A search that is on its way keeps the set it has.
        let set = Arc::make_mut(&mut held.value.set);
        // A vector may have taken the place of another.
        let changed: HashSet<i64> = delta.new_vectors.into_iter().map(|(_, vector)| vector).collect();
        if !delta.gone_paragraphs.is_empty() || !changed.is_empty() {
            set.drop_those(&delta.gone_paragraphs.into_iter().collect(), &changed);
        }
        for (place, vector) in delta.entries {
            set.add(place, &vector);
        }
        if set.has_outgrown_its_mean() {
            self.vectors = None;
        }
    }
}

impl Index {
    /// The numbers of the sources of a scope; `None` for everything.
    pub(super) async fn numbers(&self, scope: &Scope) -> Result<Option<Vec<u32>>> {
        let Scope::Sources(keys) = scope else { return Ok(None) };
        let numbers_of = |numbers: &HashMap<SourceKey, u32>| {
            keys.iter().filter_map(|key| numbers.get(key).copied()).collect::<Vec<_>>()
        };
        {
            let memory = self.0.memory.read().await;
            let now = self.revision().await?;
            if let Some(held) = memory.numbers.as_ref().filter(|held| held.revision == now) {
                return Ok(Some(numbers_of(&held.value)));
            }
        }
        let mut memory = self.0.memory.write().await;
        let mut tx = self.0.readers.begin().await?;
        let revision = revision(&mut tx).await?;
        let rows = sqlx::query("select kind, owner, number from sources").fetch_all(&mut *tx).await?;
        let read = rows.iter().map(|row| Ok((key(row)?, number(row.try_get("number")?)?)));
        let value = read.collect::<Result<HashMap<_, _>>>()?;
        let found = numbers_of(&value);
        memory.numbers = Some(Held { revision, value });
        Ok(Some(found))
    }

    /// The vectors of a model, and its number; `None` when it has none.
    pub(super) async fn vectors(&self, model: &str) -> Result<Option<(i64, Arc<VectorSet>)>> {
        let of = |held: &Held<Vectors>, now| {
            (held.revision == now && held.value.name == model)
                .then(|| (held.value.model, Arc::clone(&held.value.set)))
        };
        {
            let memory = self.0.memory.read().await;
            let now = self.revision().await?;
            if let Some(found) = memory.vectors.as_ref().and_then(|held| of(held, now)) {
                return Ok(Some(found));
            }
        }
        let mut memory = self.0.memory.write().await;
        let mut tx = self.0.readers.begin().await?;
        let revision = revision(&mut tx).await?;
        // Somebody else may have read them meanwhile.
        if let Some(found) = memory.vectors.as_ref().and_then(|held| of(held, revision)) {
            return Ok(Some(found));
        }
        let Some((number, set)) = read(&mut tx, model).await? else { return Ok(None) };
        let set = Arc::new(set);
        let value = Vectors { name: model.to_owned(), model: number, set: Arc::clone(&set) };
        memory.vectors = Some(Held { revision, value });
        Ok(Some((number, set)))
    }

    async fn revision(&self) -> Result<i64> {
        let mut conn = self.0.readers.acquire().await?;
        revision(&mut conn).await
    }
}

/// Reads the vectors of a model.
async fn read(conn: &mut SqliteConnection, model: &str) -> Result<Option<(i64, VectorSet)>> {
    let found = sqlx::query("select number, dimension from models where name = ?")
        .bind(model)
        .fetch_optional(&mut *conn)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let model: i64 = found.try_get("number")?;
    let dimension = size(&found, "dimension")?;
    let sample: Vec<Vec<u8>> = sqlx::query_scalar(
        "select vector from vectors where model = ?1 and \
         id % max(1, (select count(*) from vectors where model = ?1) / ?2) = 0 limit ?2",
    )
    .bind(model)
    .bind(SAMPLE)
    .fetch_all(&mut *conn)
    .await?;
    let mut set = VectorSet::new(dimension, sample.iter().map(Vec::as_slice));
    let mut last = 0;
    loop {
        let rows = sqlx::query(
            "select g.paragraph, v.id, g.start, g.chars, p.source, v.vector, g.id from passages g \
             join paragraphs p on p.id = g.paragraph join vectors v on v.text = g.text and v.model = ? \
             where g.id > ? order by g.id limit ?",
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
    set.is_centred();
    Ok(Some((model, set)))
}

/// The place of a passage: paragraph, vector, start, characters, source.
fn place(row: &SqliteRow) -> Result<Place> {
    Ok(Place {
        paragraph: row.try_get(0)?,
        vector: row.try_get(1)?,
        start: number(row.try_get(2)?)?,
        chars: number(row.try_get(3)?)?,
        source: number(row.try_get(4)?)?,
    })
}

/// A number as it is in memory.
fn number(number: i64) -> Result<u32> {
    u32::try_from(number).map_err(|_| Error::damaged(format!("{number} where a small number should be")))
}
