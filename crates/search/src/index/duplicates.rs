//! Finds paragraphs that nearly repeat a text.

use std::collections::HashMap;

use sqlx::Row as _;

use super::{Index, json};
use crate::error::{Error, Result};
use crate::shingles::Shingles;
use crate::source::{ParagraphId, Scope};

/// Number of query terms: the rarest terms of the text.
const QUERY_TERMS: i64 = 24;

/// Maximum number of candidates to compare, from the word index and from the vectors each.
const CANDIDATES: usize = 100;

/// A text whose repetitions are searched for.
#[derive(Clone, Copy, Debug)]
pub struct Like<'l> {
    pub text: &'l str,
    /// A model, and the text's vector by it: also finds repetitions in other words.
    pub vector: Option<(&'l str, &'l [f32])>,
    /// The minimum share of the shorter text's four-character shingles, from 0 to 1.
    pub shared: f32,
    /// The minimum cosine of a repetition, if a vector is given.
    pub similarity: f32,
}

/// A paragraph that nearly repeats a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearDuplicate {
    pub paragraph: ParagraphId,
    /// The share of the shorter text's four-character shingles that both texts have.
    pub shared: f32,
    /// The cosine, if a vector was given and the paragraph is among the nearest.
    pub similarity: Option<f32>,
}

impl Index {
    /// The paragraphs of a scope that nearly repeat a text, largest share first. Very short paragraphs are never
    /// included. The paragraph from which the text was taken is included if it is in the scope.
    ///
    /// # Errors
    /// See [`Index::search_vectors`]; database errors.
    pub async fn near_duplicates(
        &self,
        like: &Like<'_>,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<NearDuplicate>> {
        let Some(shingles) = Shingles::of(like.text) else { return Ok(Vec::new()) };
        let mut near: HashMap<ParagraphId, f32> = HashMap::new();
        if let Some((model, vector)) = like.vector {
            let found = self.search_vectors(model, vector, scope, CANDIDATES).await?;
            near.extend(found.iter().map(|hit| (hit.paragraph, hit.similarity)));
        }
        let sharing = self.sharing((like.text, QUERY_TERMS), scope, CANDIDATES).await?;
        let mut candidates: Vec<i64> = sharing.iter().map(|hit| hit.paragraph.0).collect();
        candidates.extend(near.iter().filter(|(_, cosine)| **cosine >= like.similarity).map(|(id, _)| id.0));
        candidates.sort_unstable();
        candidates.dedup();
        let rows = sqlx::query(
            "select b.paragraph, b.body from json_each(?) j cross join bodies b on b.paragraph = j.value",
        )
        .bind(json(&candidates))
        .fetch_all(&self.0.readers)
        .await?;
        let (wanted, min_similarity) = (like.shared, like.similarity);
        let compared = tokio::task::spawn_blocking(move || {
            let mut found = Vec::new();
            for row in &rows {
                let paragraph = ParagraphId(row.try_get(0)?);
                let Some(other) = Shingles::of(row.try_get(1)?) else { continue };
                let shared = shingles.shared(&other);
                let similarity = near.get(&paragraph).copied();
                if shared >= wanted || similarity.is_some_and(|similarity| similarity >= min_similarity) {
                    found.push(NearDuplicate { paragraph, shared, similarity });
                }
            }
            Ok::<_, Error>(found)
        });
        let mut found = compared.await.map_err(|_| Error::Ended)??;
        found.sort_unstable_by(|one, other| {
            let nearer = |one: &NearDuplicate| one.similarity.unwrap_or(-1.0);
            let by_words = other.shared.total_cmp(&one.shared);
            by_words
                .then_with(|| nearer(other).total_cmp(&nearer(one)))
                .then_with(|| one.paragraph.cmp(&other.paragraph))
        });
        found.truncate(limit);
        Ok(found)
    }
}
