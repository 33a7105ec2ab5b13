//! Finds paragraphs of a book that nearly repeat each other.

use std::collections::HashMap;

use sqlx::Row as _;

use super::{Index, json};
use crate::error::{Error, Result};
use crate::shingles::{Shingle, Shingles};
use crate::source::{ParagraphId, Scope};

/// A shingle in more paragraphs than this is a common phrase and makes no pairs.
const MAX_HOLDERS: usize = 40;

/// Paragraphs between two progress reports.
const REPORT_INTERVAL: usize = 256;

/// Two paragraphs, one of which nearly repeats the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repetition {
    /// The first in the index.
    pub first: ParagraphId,
    pub second: ParagraphId,
    /// The share of the shorter text's four-character shingles that both texts have.
    pub shared: f32,
}

impl Index {
    /// Pairs of paragraphs of a scope that share at least `least` of the shorter one's four-character shingles,
    /// largest share first; at most `limit`. `on_progress` receives the number of compared paragraphs and the
    /// total, and stops the search by returning `false`; the result is empty then.
    ///
    /// # Errors
    /// Database errors.
    pub async fn repetitions(
        &self,
        scope: &Scope,
        (least, limit): (f32, usize),
        on_progress: impl Fn(usize, usize) -> bool + Send + 'static,
    ) -> Result<Vec<Repetition>> {
        let sources = self.numbers(scope).await?.map(|numbers| json(&numbers));
        let rows = sqlx::query(
            "select p.id, b.body from paragraphs p join bodies b on b.paragraph = p.id
             where ?1 is null or p.source in (select value from json_each(?1)) order by p.id",
        )
        .bind(sources)
        .fetch_all(&self.0.readers)
        .await?;
        let found = tokio::task::spawn_blocking(move || {
            let mut texts = Vec::with_capacity(rows.len());
            for (at, row) in rows.iter().enumerate() {
                if at % REPORT_INTERVAL == 0 && !on_progress(at, rows.len() * 2) {
                    return Ok(Vec::new());
                }
                let id = ParagraphId(row.try_get("id")?);
                texts.extend(Shingles::of(row.try_get("body")?).map(|shingles| (id, shingles)));
            }
            // Reading is half of the work.
            let all = texts.len();
            Ok::<_, Error>(pairs(&texts, least, |at| on_progress(all + at, all * 2)))
        });
        let mut found = found.await.map_err(|_| Error::Ended)??;
        found.sort_unstable_by(|one, other| {
            let order = other.shared.total_cmp(&one.shared);
            order.then_with(|| (one.first, one.second).cmp(&(other.first, other.second)))
        });
        found.truncate(limit);
        Ok(found)
    }
}

/// The pairs that share at least `least`. Candidates are found by their shared shingles, then compared completely.
fn pairs(
    texts: &[(ParagraphId, Shingles)],
    least: f32,
    on_progress: impl Fn(usize) -> bool,
) -> Vec<Repetition> {
    let numbered = texts.iter().enumerate();
    let mut holders: Vec<(Shingle, usize)> =
        numbered.flat_map(|(at, (_, shingles))| shingles.iter().map(move |shingle| (shingle, at))).collect();
    holders.sort_unstable();
    let holders_of = |shingle: Shingle| {
        let start = holders.partition_point(|(other, _)| *other < shingle);
        holders[start..].iter().take_while(move |(other, _)| *other == shingle).map(|(_, at)| *at)
    };
    let mut found = Vec::new();
    let mut shared: HashMap<usize, usize> = HashMap::new();
    for (at, (id, shingles)) in texts.iter().enumerate() {
        if at % REPORT_INTERVAL == 0 && !on_progress(at) {
            return Vec::new();
        }
        shared.clear();
        for shingle in shingles.iter() {
            if holders_of(shingle).take(MAX_HOLDERS + 1).count() <= MAX_HOLDERS {
                for other in holders_of(shingle).take_while(|other| *other < at) {
                    *shared.entry(other).or_default() += 1;
                }
            }
        }
        for (other, count) in &shared {
            let Some((first, others)) = texts.get(*other) else { continue };
            // Half of the required share may be common phrases.
            if (*count as f32) < least / 2.0 * shingles.len().min(others.len()) as f32 {
                continue;
            }
            let shared = shingles.shared(others);
            if shared >= least {
                found.push(Repetition { first: *first, second: *id, shared });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str]) -> Vec<(i64, i64)> {
        let texts: Vec<_> =
            (0..).zip(texts).filter_map(|(id, text)| Some((ParagraphId(id), Shingles::of(text)?))).collect();
        let mut found: Vec<_> =
            pairs(&texts, 0.6, |_| true).iter().map(|pair| (pair.first.0, pair.second.0)).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_repeated_paragraph_makes_a_pair() {
        let rain = "雨下了一整夜，河水涨到了渡口的石阶，没有人敢过河。";
        let again = "雨下了一整夜……河水涨到了渡口的第三级石阶，没有人敢过河！";
        let other = "他把船拴在柳树下，回头看了一眼镇上的灯火，没有说话。";
        assert_eq!(found(&[rain, other, again]), [(0, 2)]);
        assert_eq!(found(&[rain, other]), []);
        assert_eq!(found(&["是的。", "是的。"]), [], "too short to count");
    }

    #[test]
    fn a_passage_inside_a_longer_one_is_a_repetition() {
        let short = "雨下了一整夜，河水涨到了渡口的石阶。";
        let long = format!("第二天他没有出门。{short}镇上的人都聚在茶馆里，说着上游的事，直到天黑才散。");
        assert_eq!(found(&[short, &long]), [(0, 1)]);
    }
}
