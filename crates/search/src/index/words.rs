//! Word search.

use sqlx::Row as _;

use super::{Index, Passage, json};
use crate::error::{Error, Result};
use crate::query::{Lookup, Query};
use crate::source::{ParagraphId, Scope};

/// Paragraphs read at a time when the word index alone cannot decide.
const CHUNK: i64 = 2_000;

/// A paragraph that contains the words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextHit {
    pub paragraph: ParagraphId,
    /// The BM25 score: higher is better, comparable within one search. Zero when the word index cannot evaluate the
    /// query.
    pub score: f64,
}

/// The result of a word search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextHits {
    /// The hits, best first; equal scores by id.
    pub hits: Vec<TextHit>,
    /// Number of matching paragraphs, regardless of the limit.
    pub total: usize,
}

impl Index {
    /// The paragraphs of a scope that [`Query::matches`], best first. An empty query has no results.
    ///
    /// # Errors
    /// Database errors.
    pub async fn search_text(&self, query: &Query, scope: &Scope, limit: usize) -> Result<TextHits> {
        let lookup = query.lookup();
        if lookup == Lookup::Nothing {
            return Ok(TextHits::default());
        }
        let sources = self.numbers(scope).await?.map(|numbers| json(&numbers));
        match lookup {
            Lookup::Nothing => Ok(TextHits::default()),
            Lookup::Match { expression, is_exact: true } => self.matched((&expression, sources), limit).await,
            Lookup::Match { expression, is_exact: false } => {
                let found = self.matched((&expression, sources), usize::MAX).await?;
                self.filter_by_reading(query, found.hits, limit).await
            }
            Lookup::Scan => {
                let all = self.all(sources).await?;
                self.filter_by_reading(query, all, limit).await
            }
        }
    }

    /// Every paragraph of a scope with its text, by id.
    ///
    /// # Errors
    /// Database errors.
    pub async fn all_paragraphs(&self, scope: &Scope) -> Result<Vec<Passage>> {
        let sources = self.numbers(scope).await?.map(|numbers| json(&numbers));
        let ids: Vec<ParagraphId> = self.all(sources).await?.iter().map(|hit| hit.paragraph).collect();
        self.paragraphs(&ids).await
    }

    /// The paragraphs that the word index finds.
    pub(super) async fn matched(
        &self,
        (expression, sources): (&str, Option<String>),
        limit: usize,
    ) -> Result<TextHits> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let found = match sources {
            None => {
                sqlx::query(
                    "select rowid, rank, count(*) over () from words where words match ? order by 2, 1 limit ?",
                )
                .bind(expression)
                .bind(limit)
                .fetch_all(&self.0.readers)
                .await?
            }
            Some(sources) => {
                sqlx::query(
                    "select w.rowid, w.rank, count(*) over () from words w cross join paragraphs p on p.id = w.rowid \
                     where w.words match ? and p.source in (select value from json_each(?)) order by 2, 1 limit ?",
                )
                .bind(expression)
                .bind(sources)
                .bind(limit)
                .fetch_all(&self.0.readers)
                .await?
            }
        };
        let mut hits = TextHits::default();
        for row in &found {
            let rank: f64 = row.try_get(1)?;
            hits.hits.push(TextHit { paragraph: ParagraphId(row.try_get(0)?), score: -rank });
            let total: i64 = row.try_get(2)?;
            hits.total = usize::try_from(total).unwrap_or_default();
        }
        Ok(hits)
    }

    /// Every paragraph, by id.
    async fn all(&self, sources: Option<String>) -> Result<Vec<TextHit>> {
        let everything = sources.is_none();
        let ids: Vec<i64> = sqlx::query_scalar(
            "select id from paragraphs where ?1 or source in (select value from json_each(?2)) order by id",
        )
        .bind(everything)
        .bind(sources.unwrap_or_else(|| "[]".to_owned()))
        .fetch_all(&self.0.readers)
        .await?;
        Ok(ids.into_iter().map(|id| TextHit { paragraph: ParagraphId(id), score: 0.0 }).collect())
    }

    /// Reads candidates and keeps those that the query matches.
    async fn filter_by_reading(
        &self,
        query: &Query,
        candidates: Vec<TextHit>,
        limit: usize,
    ) -> Result<TextHits> {
        let mut found = TextHits::default();
        for some in candidates.chunks(CHUNK as usize) {
            let ids: Vec<i64> = some.iter().map(|hit| hit.paragraph.0).collect();
            let rows = sqlx::query(
                "select j.key, b.body from json_each(?) j cross join bodies b on b.paragraph = j.value order by j.key",
            )
            .bind(json(&ids))
            .fetch_all(&self.0.readers)
            .await?;
            let query = query.clone();
            let matching = tokio::task::spawn_blocking(move || {
                let mut matching = Vec::new();
                for row in &rows {
                    let (at, body): (i64, &str) = (row.try_get(0)?, row.try_get(1)?);
                    if query.matches(body) {
                        matching.push(usize::try_from(at).unwrap_or_default());
                    }
                }
                Ok::<_, Error>(matching)
            });
            let matching = matching.await.map_err(|_| Error::Ended)??;
            found.total += matching.len();
            let room = limit.saturating_sub(found.hits.len());
            found.hits.extend(matching.into_iter().take(room).filter_map(|at| some.get(at).copied()));
        }
        Ok(found)
    }
}
