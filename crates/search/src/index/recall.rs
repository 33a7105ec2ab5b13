//! Searching by the words of a text, whichever of them a paragraph holds: what a question in whole sentences is asked with.

use sqlx::Row as _;

use super::words::TextHit;
use super::{Index, json};
use crate::error::Result;
use crate::source::Scope;
use crate::terms::terms;

/// Terms of the text that are asked for: the rarest of it. A question has fewer; of a page the common ones say nothing.
const ASKED: i64 = 64;

impl Index {
    /// The paragraphs of a scope that share terms with a text, by BM25 over pairs of characters and over words, the best
    /// first.
    ///
    /// # Errors
    /// Those of reading.
    pub async fn recall(&self, text: &str, scope: &Scope, limit: usize) -> Result<Vec<TextHit>> {
        self.sharing((text, ASKED), scope, limit).await
    }

    /// The paragraphs of a scope that share the `rarest` terms of a text, the best first.
    pub(super) async fn sharing(
        &self,
        (text, rarest): (&str, i64),
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<TextHit>> {
        let terms = terms(text);
        let mut terms: Vec<&str> = terms.split(' ').filter(|term| !term.is_empty()).collect();
        terms.sort_unstable();
        terms.dedup();
        let counted = sqlx::query(
            "select j.value from json_each(?) j cross join vocabulary v on v.term = j.value order by v.doc, 1 limit ?",
        )
        .bind(json(&terms))
        .bind(rarest)
        .fetch_all(&self.0.readers)
        .await?;
        let mut asked = Vec::with_capacity(counted.len());
        for row in &counted {
            asked.push(format!("\"{}\"", row.try_get::<&str, _>(0)?));
        }
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let sources = self.numbers(scope).await?.map(|numbers| json(&numbers));
        Ok(self.matched((&asked.join(" OR "), sources), limit).await?.hits)
    }
}
