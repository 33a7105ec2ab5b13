//! Semantic search.

use std::collections::HashMap;

use sqlx::Row as _;
use wenfang_text::CharRange;

use super::{Index, json};
use crate::error::{Error, Result};
use crate::source::{ParagraphId, Scope};
use crate::vectors::set::Sources;
use crate::vectors::{dot, half, unit};

/// Minimum number of passages to score exactly. Of 200,000 passages, the ten nearest are among the best 100
/// candidates in 96.7–98.1 % of cases and among 300 in 99.5–100 %; most of the rest is the cost of half precision
/// (`docs/adr/0029-vectors-as-bits-in-memory.md`).
const MIN_COUNT: usize = 300;
/// Candidates per requested hit, when many are requested.
const CANDIDATES_PER_HIT: usize = 4;
/// Maximum number of candidates: the last of thousands of hits hardly matter.
const MAX_COUNT: usize = 4_000;

/// A semantically similar paragraph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorHit {
    pub paragraph: ParagraphId,
    /// The cosine of its nearest passage, from −1 to 1.
    pub similarity: f32,
    /// That passage, in characters of the paragraph; the whole paragraph unless it is long.
    pub range: CharRange,
}

impl Index {
    /// The paragraphs of a scope that are nearest to a vector of `model`, nearest first. Empty when the index has
    /// no vectors of the model, or the query has length zero.
    ///
    /// The choice of candidates is an estimate ([`crate::vectors::set`]); their cosines are exact.
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
        let Some((model, set)) = self.vectors(model).await? else { return Ok(Vec::new()) };
        if set.dimension() != query.len() {
            return Err(Error::Dimension { wanted: set.dimension(), found: query.len() });
        }
        let sources = self.numbers(scope).await?.map_or(Sources::All, |numbers| Sources::these(&numbers));
        let count = limit.saturating_mul(CANDIDATES_PER_HIT).clamp(MIN_COUNT, MAX_COUNT.max(limit));
        let (candidates, query) = tokio::task::spawn_blocking(move || {
            let candidates = set.candidates(&query, &sources, count);
            (candidates, query)
        })
        .await
        .map_err(|_| Error::Ended)?;
        // Read in storage order; passages with the same text share a vector.
        let mut wanted: Vec<i64> = candidates.iter().map(|place| place.vector).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let rows = sqlx::query(
            "select v.id, v.vector from json_each(?) j cross join vectors v on v.id = j.value and v.model = ?",
        )
        .bind(json(&wanted))
        .bind(model)
        .fetch_all(&self.0.readers)
        .await?;
        let mut cosines: HashMap<i64, f32> = HashMap::with_capacity(rows.len());
        let mut vector = Vec::with_capacity(query.len());
        for row in &rows {
            half::decode(row.try_get(1)?, &mut vector);
            cosines.insert(row.try_get(0)?, dot(&query, &vector).clamp(-1.0, 1.0));
        }
        let mut nearest: HashMap<ParagraphId, VectorHit> = HashMap::with_capacity(candidates.len());
        for place in &candidates {
            // The vector may have been deleted since.
            let Some(&similarity) = cosines.get(&place.vector) else { continue };
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
        Ok(hits)
    }
}
