//! Semantic search.
//!
//! sqlite-vec compares every vector of the model with the query: the result is exact. Only in an index of more than
//! [`MAX_EXACT`] passages, several times a novel, the codes in memory choose candidates first, and sqlite-vec compares
//! those (ADR 0040).

use std::collections::HashMap;

use sqlx::Row as _;
use wenfang_text::CharRange;

use super::memory::place;
use super::{Index, json, size};
use crate::error::{Error, Result};
use crate::source::{ParagraphId, Scope};
use crate::vectors::set::{Place, Sources};
use crate::vectors::{to_bytes, unit};

/// Maximum number of passages that are all compared with the query. A novel has up to 35,000.
pub(super) const MAX_EXACT: usize = 50_000;

/// Nearest texts to ask for, as a multiple of the requested hits: long paragraphs have several texts, and texts that
/// no passage of the scope uses are skipped.
const TEXTS_PER_HIT: usize = 4;
/// Minimum number of texts to ask for.
const MIN_TEXTS: usize = 64;
/// The most that sqlite-vec returns (its `SQLITE_VEC_VEC0_K_MAX`): the last of thousands of hits hardly matter.
const MAX_TEXTS: usize = 4_096;
/// Minimum number of candidates. Of 200,000 passages, the ten nearest are among the best 100 candidates in
/// 96.7–98.1 % of cases and among 300 in 99.5–100 %.
const MIN_CANDIDATES: usize = 300;

/// A semantically similar paragraph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorHit {
    pub paragraph: ParagraphId,
    /// The cosine of its nearest passage, from −1 to 1.
    pub similarity: f32,
    /// That passage, in characters of the paragraph; the whole paragraph unless it is long.
    pub range: CharRange,
}

/// A model with vectors, and the size of the index.
struct Model {
    number: i64,
    dimension: usize,
    passages: usize,
    sources: usize,
}

/// A search by one vector.
struct Search {
    model: Model,
    /// A unit vector.
    query: Vec<f32>,
    /// The numbers of the sources to search; `None` for all.
    sources: Option<Vec<u32>>,
    limit: usize,
}

/// The cosine of each text, by its id.
type Cosines = HashMap<i64, f32>;

impl Index {
    /// The paragraphs of a scope that are nearest to a vector of `model`, nearest first. Empty when the index has
    /// no vectors of the model, or the query has length zero. At most 4,096 passages are considered.
    ///
    /// # Errors
    /// [`Error::Dimension`], [`Error::NotFinite`]; database errors.
    pub async fn search_vectors(
        &self,
        model: &str,
        query: &[f32],
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<VectorHit>> {
        let query = unit(query)?;
        if limit == 0 || query.iter().all(|component| *component == 0.0) {
            return Ok(Vec::new());
        }
        let Some(found) = self.model(model).await? else { return Ok(Vec::new()) };
        if found.dimension != query.len() {
            return Err(Error::Dimension { wanted: found.dimension, found: query.len() });
        }
        let sources = self.numbers(scope).await?;
        let search = Search { model: found, query, sources, limit };
        if search.model.passages <= self.0.max_exact {
            self.nearest(&search).await
        } else {
            self.nearest_candidates(model, search).await
        }
    }

    async fn model(&self, name: &str) -> Result<Option<Model>> {
        let row = sqlx::query(
            "select m.number, t.dimension, (select count(*) from passages) passages, \
             (select count(*) from sources) sources from models m cross join meta t where m.name = ?",
        )
        .bind(name)
        .fetch_optional(&self.0.readers)
        .await?;
        let model = row.map(|row| {
            Ok(Model {
                number: row.try_get("number")?,
                dimension: size(&row, "dimension")?,
                passages: size(&row, "passages")?,
                sources: size(&row, "sources")?,
            })
        });
        model.transpose()
    }

    /// The nearest paragraphs, by comparing all vectors.
    async fn nearest(&self, search: &Search) -> Result<Vec<VectorHit>> {
        // Collecting the texts of most sources costs half as much as the search itself, so the first attempt takes the
        // nearest of all texts, most of which are in the scope.
        let is_broad = search.sources.as_ref().is_none_or(|some| some.len() * 2 >= search.model.sources);
        let mut within_scope = !is_broad;
        let mut count = search.limit.saturating_mul(TEXTS_PER_HIT).clamp(MIN_TEXTS, MAX_TEXTS);
        loop {
            let cosines = match within_scope {
                true => self.nearest_in_scope(search, count).await?,
                false => self.nearest_texts(search, count).await?,
            };
            let is_everything = cosines.len() < count;
            let hits = hits(&self.places(search, &cosines).await?, &cosines, search.limit);
            if hits.len() == search.limit || is_everything || (within_scope && count == MAX_TEXTS) {
                return Ok(hits);
            }
            if within_scope {
                count = count.saturating_mul(TEXTS_PER_HIT).min(MAX_TEXTS);
            }
            within_scope = true;
        }
    }

    /// The nearest of all texts, even of those that no passage uses any more.
    async fn nearest_texts(&self, search: &Search, count: usize) -> Result<Cosines> {
        let rows = sqlx::query(
            "select id / 1000, distance from vec_paragraphs where embedding match ?1 and k = ?2 and model = ?3",
        )
        .bind(to_bytes(&search.query))
        .bind(count as i64)
        .bind(search.model.number)
        .fetch_all(&self.0.readers)
        .await?;
        cosines(&rows)
    }

    /// The nearest of the texts that a passage of the scope uses.
    async fn nearest_in_scope(&self, search: &Search, count: usize) -> Result<Cosines> {
        let rows = sqlx::query(
            "select id / 1000, distance from vec_paragraphs where embedding match ?1 and k = ?2 and model = ?3 \
             and id in (select text * 1000 + ?3 from passages \
               where ?4 is null or source in (select value from json_each(?4)))",
        )
        .bind(to_bytes(&search.query))
        .bind(count as i64)
        .bind(search.model.number)
        .bind(search.sources.as_deref().map(json))
        .fetch_all(&self.0.readers)
        .await?;
        cosines(&rows)
    }

    /// The passages of the scope that use the given texts.
    async fn places(&self, search: &Search, texts: &Cosines) -> Result<Vec<Place>> {
        let rows = sqlx::query(
            "select g.paragraph, g.text, g.start, g.chars, g.source from json_each(?1) j \
             cross join passages g on g.text = j.value \
             where ?2 is null or g.source in (select value from json_each(?2))",
        )
        .bind(json(&texts.keys().collect::<Vec<_>>()))
        .bind(search.sources.as_deref().map(json))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(place).collect()
    }

    /// The nearest paragraphs of a very large index: the codes in memory choose the candidates by an estimate.
    async fn nearest_candidates(&self, model: &str, search: Search) -> Result<Vec<VectorHit>> {
        let Some(set) = self.codes(model).await? else { return Ok(Vec::new()) };
        let Search { model, query, sources, limit } = search;
        let bytes = to_bytes(&query);
        let count = limit.saturating_mul(TEXTS_PER_HIT).clamp(MIN_CANDIDATES, MAX_TEXTS.max(limit));
        let candidates = tokio::task::spawn_blocking(move || {
            let sources = sources.map_or(Sources::All, |numbers| Sources::these(&numbers));
            set.candidates(&query, &sources, count)
        })
        .await
        .map_err(|_| Error::Ended)?;
        // Read in storage order; passages with the same text share a vector.
        let mut texts: Vec<i64> = candidates.iter().map(|place| place.text).collect();
        texts.sort_unstable();
        texts.dedup();
        let rows = sqlx::query(
            "select j.value, vec_distance_cosine(v.embedding, ?1) from json_each(?2) j \
             cross join vec_paragraphs v on v.id = j.value * 1000 + ?3",
        )
        .bind(bytes)
        .bind(json(&texts))
        .bind(model.number)
        .fetch_all(&self.0.readers)
        .await?;
        Ok(hits(&candidates, &cosines(&rows)?, limit))
    }
}

/// Texts with their cosine distances.
fn cosines(rows: &[sqlx::sqlite::SqliteRow]) -> Result<Cosines> {
    let cosine = |row: &sqlx::sqlite::SqliteRow| {
        let distance: f64 = row.try_get(1)?;
        Ok((row.try_get(0)?, (1.0 - distance).clamp(-1.0, 1.0) as f32))
    };
    rows.iter().map(cosine).collect()
}

/// The paragraphs of the given passages, each by its nearest passage.
fn hits(places: &[Place], cosines: &Cosines, limit: usize) -> Vec<VectorHit> {
    let mut nearest: HashMap<ParagraphId, VectorHit> = HashMap::with_capacity(places.len());
    for place in places {
        // The vector may have been deleted since.
        let Some(&similarity) = cosines.get(&place.text) else { continue };
        let start = place.start as usize;
        let range = CharRange::new(start, start + place.chars as usize);
        let hit = VectorHit { paragraph: ParagraphId(place.paragraph), similarity, range };
        let best = nearest.entry(hit.paragraph).or_insert(hit);
        if (hit.similarity, best.range.start()) > (best.similarity, hit.range.start()) {
            *best = hit;
        }
    }
    let mut hits: Vec<VectorHit> = nearest.into_values().collect();
    hits.sort_unstable_by(|one, other| {
        other.similarity.total_cmp(&one.similarity).then_with(|| one.paragraph.cmp(&other.paragraph))
    });
    hits.truncate(limit);
    hits
}

#[cfg(test)]
mod tests;
