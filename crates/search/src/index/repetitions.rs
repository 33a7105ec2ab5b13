//! Paragraphs of a book that nearly repeat another one.

use std::collections::HashMap;

use sqlx::Row as _;

use super::{Index, json};
use crate::error::{Error, Result};
use crate::shingles::{Shingle, Shingles};
use crate::source::{ParagraphId, Scope};

/// A shingle in more paragraphs than these is a phrase of the book, and brings no pair together.
const COMMON: usize = 40;

/// Paragraphs between two words on how far it is.
const TOLD: usize = 256;

/// Two paragraphs, of which one nearly repeats the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repetition {
    /// The one that stands first in the index.
    pub first: ParagraphId,
    /// The other.
    pub second: ParagraphId,
    /// The part of the shorter text's stretches of four characters that both have.
    pub shared: f32,
}

impl Index {
    /// Pairs of paragraphs of a scope that share at least `least` of the shorter one's stretches of four characters, those
    /// that share most first; at most `limit`. `told` hears how many of all paragraphs were compared, and ends it with
    /// `false`: nothing is found then.
    ///
    /// # Errors
    /// Those of reading.
    pub async fn repetitions(
        &self,
        scope: &Scope,
        (least, limit): (f32, usize),
        told: impl Fn(usize, usize) -> bool + Send + 'static,
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
                if at % TOLD == 0 && !told(at, rows.len() * 2) {
                    return Ok(Vec::new());
                }
                let id = ParagraphId(row.try_get("id")?);
                texts.extend(Shingles::of(row.try_get("body")?).map(|shingles| (id, shingles)));
            }
            // Reading them is half of the work.
            let all = texts.len();
            Ok::<_, Error>(pairs(&texts, least, |at| told(all + at, all * 2)))
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

/// The pairs that share at least `least`. Pairs are brought together by the shingles they share, and then compared whole.
fn pairs(texts: &[(ParagraphId, Shingles)], least: f32, told: impl Fn(usize) -> bool) -> Vec<Repetition> {
    let held = texts.iter().enumerate();
    let mut holders: Vec<(Shingle, usize)> =
        held.flat_map(|(at, (_, shingles))| shingles.iter().map(move |shingle| (shingle, at))).collect();
    holders.sort_unstable();
    let holders_of = |shingle: Shingle| {
        let start = holders.partition_point(|(other, _)| *other < shingle);
        holders[start..].iter().take_while(move |(other, _)| *other == shingle).map(|(_, at)| *at)
    };
    let mut found = Vec::new();
    let mut shared: HashMap<usize, usize> = HashMap::new();
    for (at, (id, shingles)) in texts.iter().enumerate() {
        if at % TOLD == 0 && !told(at) {
            return Vec::new();
        }
        shared.clear();
        for shingle in shingles.iter() {
            if holders_of(shingle).take(COMMON + 1).count() <= COMMON {
                for other in holders_of(shingle).take_while(|other| *other < at) {
                    *shared.entry(other).or_default() += 1;
                }
            }
        }
        for (other, count) in &shared {
            let Some((first, others)) = texts.get(*other) else { continue };
            // Half of what is wanted may be phrases of the book.
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
    fn what_is_said_twice_is_a_pair() {
        let rain = "雨下了一整夜，河水涨到了渡口的石阶，没有人敢过河。";
        let again = "雨下了一整夜……河水涨到了渡口的第三级石阶，没有人敢过河！";
        let other = "他把船拴在柳树下，回头看了一眼镇上的灯火，没有说话。";
        assert_eq!(found(&[rain, other, again]), [(0, 2)]);
        assert_eq!(found(&[rain, other]), []);
        assert_eq!(found(&["是的。", "是的。"]), [], "everybody says that");
    }

    #[test]
    fn a_passage_taken_over_into_a_longer_one_is_a_repetition() {
        let short = "雨下了一整夜，河水涨到了渡口的石阶。";
        let long = format!("第二天他没有出门。{short}镇上的人都聚在茶馆里，说着上游的事，直到天黑才散。");
        assert_eq!(found(&[short, &long]), [(0, 1)]);
    }
}
