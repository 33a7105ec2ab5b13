//! Searches for paragraphs that contain any words of a text: for questions in whole sentences.

use std::collections::HashMap;

use sqlx::Row as _;

use super::words::TextHit;
use super::{Index, json};
use crate::bm25::{Grams, bm25, has_joined};
use crate::error::Result;
use crate::source::{ParagraphId, Scope};
use crate::terms::terms;

/// Number of query terms: the rarest terms of the text. A question has fewer; on a page, the common ones are
/// useless.
const QUERY_TERMS: i64 = 64;
/// Paragraphs ranked by their single characters: for 95 % of 550 questions the answer is among this many.
const RERANKED: usize = 200;

impl Index {
    /// The paragraphs of a scope that share terms with a text, by BM25 over characters, pairs of characters and
    /// words, best first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn recall(&self, text: &str, scope: &Scope, limit: usize) -> Result<Vec<TextHit>> {
        let mut found = self.sharing((text, QUERY_TERMS), scope, limit.max(RERANKED)).await?;
        if has_joined(text) {
            let rest = found.split_off(found.len().min(RERANKED));
            found = self.ranked(text, &found).await?;
            found.extend(rest);
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Ranks the same paragraphs again, with the scores of single characters added. Those are rarer among these
    /// paragraphs than in the whole book, where nearly every paragraph has them.
    async fn ranked(&self, text: &str, found: &[TextHit]) -> Result<Vec<TextHit>> {
        let ids: Vec<ParagraphId> = found.iter().map(|hit| hit.paragraph).collect();
        let passages = self.paragraphs(&ids).await?;
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
        let average: f64 = sqlx::query_scalar("select coalesce(avg(chars), 0) from paragraphs")
            .fetch_one(&self.0.readers)
            .await?;
        let singles = bm25(text, &texts, (Grams::Singles, average));
        let pairs: HashMap<ParagraphId, f64> = found.iter().map(|hit| (hit.paragraph, hit.score)).collect();
        let mut ranked: Vec<TextHit> = passages
            .iter()
            .zip(singles)
            .map(|(passage, score)| {
                let score = score + pairs.get(&passage.id).copied().unwrap_or_default();
                TextHit { paragraph: passage.id, score }
            })
            .collect();
        ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
        Ok(ranked)
    }

    /// The paragraphs of a scope that share the `rarest` terms of a text, best first.
    pub(super) async fn sharing(
        &self,
        (text, rarest): (&str, i64),
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<TextHit>> {
        let terms = terms(text);
        let mut terms: Vec<&str> = terms.split(' ').filter(|term| !term.is_empty()).collect();
        // The last character of a run is a term of its own: as such it is rare, but says nothing.
        if terms.iter().any(|term| has_several(term)) {
            terms.retain(|term| has_several(term));
        }
        terms.sort_unstable();
        terms.dedup();
        let counted = sqlx::query(
            "select j.value from json_each(?) j cross join vocabulary v on v.term = j.value order by v.doc, 1 limit ?",
        )
        .bind(json(&terms))
        .bind(rarest)
        .fetch_all(&self.0.readers)
        .await?;
        let mut phrases = Vec::with_capacity(counted.len());
        for row in &counted {
            phrases.push(format!("\"{}\"", row.try_get::<&str, _>(0)?));
        }
        if phrases.is_empty() {
            return Ok(Vec::new());
        }
        let sources = self.numbers(scope).await?.map(|numbers| json(&numbers));
        Ok(self.matched((&phrases.join(" OR "), sources), limit).await?.hits)
    }
}

/// Whether a term is a pair of characters or a word.
fn has_several(term: &str) -> bool {
    term.chars().nth(1).is_some()
}
