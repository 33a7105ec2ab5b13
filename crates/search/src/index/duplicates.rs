//! Paragraphs that nearly repeat a text.

use std::collections::HashMap;

use sqlx::Row as _;

use super::{Index, json};
use crate::error::{Error, Result};
use crate::shingles::Shingles;
use crate::source::{ParagraphId, Scope};

/// Terms of the text that candidates are asked for by: the rarest of it.
const ASKED: i64 = 24;

/// Candidates that are compared, and neighbours by meaning.
const CANDIDATES: usize = 100;

/// A text that may be repeated somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Like<'l> {
    /// The text.
    pub text: &'l str,
    /// A model, and the text's vector by it: repetitions in other words are found too.
    pub vector: Option<(&'l str, &'l [f32])>,
    /// The part of the shorter text's stretches of four characters that must be shared, from 0 to 1.
    pub shared: f32,
    /// The cosine that counts as a repetition where a vector is given.
    pub similarity: f32,
}

/// A paragraph that nearly repeats a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearDuplicate {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// The part of the shorter text's stretches of four characters that both have.
    pub shared: f32,
    /// The cosine, where a vector was given and the paragraph is among the nearest.
    pub similarity: Option<f32>,
}

impl Index {
    /// The paragraphs of a scope that nearly repeat a text, those that share most first. Paragraphs of few words are
    /// never among them. The paragraph the text was taken from, where it is in the scope, is.
    ///
    /// # Errors
    /// As [`Index::search_vectors`]; those of reading.
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
        let sharing = self.sharing((like.text, ASKED), scope, CANDIDATES).await?;
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
        let (wanted, nearly) = (like.shared, like.similarity);
        let compared = tokio::task::spawn_blocking(move || {
            let mut found = Vec::new();
            for row in &rows {
                let paragraph = ParagraphId(row.try_get(0)?);
                let Some(other) = Shingles::of(row.try_get(1)?) else { continue };
                let shared = shingles.shared(&other);
                let similarity = near.get(&paragraph).copied();
                if shared >= wanted || similarity.is_some_and(|similarity| similarity >= nearly) {
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
