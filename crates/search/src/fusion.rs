//! Merges several result lists: reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009).
//!
//! Only ranks count, because scores of different searches are not comparable. Pure; ties are broken by paragraph
//! id, so the same lists always give the same order.

use std::collections::HashMap;
use std::hash::Hash;

use wenfang_text::CharRange;

use crate::index::{TextHit, VectorHit};
use crate::source::ParagraphId;

/// The rank constant: rank r adds 1 / (k + r), with k = 60 as in the paper.
pub const FUSION_K: f64 = 60.0;

/// A paragraph that was found, with the reasons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    pub paragraph: ParagraphId,
    /// The sum over the lists that contain it.
    pub score: f64,
    /// Its rank in the word search, from 1.
    pub words: Option<usize>,
    /// Its rank in the semantic search, from 1.
    pub meaning: Option<usize>,
    /// Its semantic similarity, as a cosine.
    pub similarity: Option<f32>,
    /// The most similar passage, in characters of the paragraph.
    pub nearest: Option<CharRange>,
}

impl Fused {
    /// A paragraph that did not come from a search.
    pub const fn of_paragraph(paragraph: ParagraphId) -> Self {
        Self { paragraph, score: 0.0, words: None, meaning: None, similarity: None, nearest: None }
    }
}

/// Fuses the results of word and semantic search, best first, without duplicates.
pub fn fuse(words: &[TextHit], meaning: &[VectorHit]) -> Vec<Fused> {
    let lists = [
        words.iter().map(|hit| hit.paragraph).collect::<Vec<_>>(),
        meaning.iter().map(|hit| hit.paragraph).collect::<Vec<_>>(),
    ];
    let by_meaning: HashMap<ParagraphId, &VectorHit> =
        meaning.iter().rev().map(|hit| (hit.paragraph, hit)).collect();
    let [in_words, in_meaning] = [rank_of(&lists[0]), rank_of(&lists[1])];
    let ranked = reciprocal_ranks(lists.iter().map(Vec::as_slice));
    let fused = ranked.into_iter().map(|(paragraph, score)| {
        let near = by_meaning.get(&paragraph);
        Fused {
            paragraph,
            score,
            words: in_words.get(&paragraph).copied(),
            meaning: in_meaning.get(&paragraph).copied(),
            similarity: near.map(|hit| hit.similarity),
            nearest: near.map(|hit| hit.range),
        }
    });
    fused.collect()
}

/// The results of the word search in order, then results that are only similar. For similarity computed without a
/// model, which is less reliable than the words.
pub fn words_first(words: &[TextHit], alike: &[VectorHit]) -> Vec<Fused> {
    let mut found = fuse(words, alike);
    found.sort_by_key(|one| one.words.unwrap_or(usize::MAX));
    found
}

/// Fuses any number of lists: each item once with its score, best first, equal scores in the order of the items.
/// Only the first occurrence in a list counts.
pub fn reciprocal_ranks<'l, T: Copy + Ord + Hash + 'l>(
    lists: impl IntoIterator<Item = &'l [T]>,
) -> Vec<(T, f64)> {
    let mut scores: HashMap<T, f64> = HashMap::new();
    for list in lists {
        for (item, rank) in rank_of(list) {
            *scores.entry(item).or_default() += 1.0 / (FUSION_K + rank as f64);
        }
    }
    let mut fused: Vec<(T, f64)> = scores.into_iter().collect();
    fused.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    fused
}

/// The first rank of each item, from 1.
fn rank_of<T: Copy + Eq + Hash>(list: &[T]) -> HashMap<T, usize> {
    let mut ranks = HashMap::with_capacity(list.len());
    for (rank, item) in (1..).zip(list) {
        ranks.entry(*item).or_insert(rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word(id: i64) -> TextHit {
        TextHit { paragraph: ParagraphId(id), score: 0.0 }
    }

    fn near(id: i64, similarity: f32) -> VectorHit {
        VectorHit { paragraph: ParagraphId(id), similarity, range: CharRange::new(0, 1) }
    }

    #[test]
    fn a_result_of_both_searches_comes_first() {
        let fused = fuse(&[word(1), word(2)], &[near(2, 0.9), near(3, 0.8)]);
        let order: Vec<i64> = fused.iter().map(|found| found.paragraph.0).collect();
        assert_eq!(order, [2, 1, 3]);
        let first = fused[0];
        assert_eq!((first.words, first.meaning, first.similarity), (Some(2), Some(1), Some(0.9)));
        assert!((first.score - (1.0 / 62.0 + 1.0 / 61.0)).abs() < 1e-12);
        assert_eq!((fused[2].words, fused[2].meaning), (None, Some(2)));
    }

    #[test]
    fn words_first_preserves_the_word_order() {
        let found = words_first(&[word(1), word(2)], &[near(4, 0.9), near(2, 0.8), near(3, 0.7)]);
        let order: Vec<i64> = found.iter().map(|found| found.paragraph.0).collect();
        assert_eq!(order, [1, 2, 4, 3]);
        assert_eq!((found[1].words, found[1].meaning), (Some(2), Some(2)));
    }

    #[test]
    fn equal_scores_are_in_the_order_of_the_items() {
        let lists: [&[i64]; 2] = [&[9, 1], &[1, 9]];
        let fused = reciprocal_ranks(lists);
        assert_eq!(fused.iter().map(|(item, _)| *item).collect::<Vec<_>>(), [1, 9]);
    }

    proptest! {
        #[test]
        fn fusing_one_list_keeps_its_order(mut list in prop::collection::vec(0i64..50, 0..30)) {
            let mut seen = std::collections::HashSet::new();
            list.retain(|item| seen.insert(*item));
            let fused: Vec<i64> = reciprocal_ranks([list.as_slice()]).into_iter().map(|(item, _)| item).collect();
            prop_assert_eq!(fused, list);
        }

        #[test]
        fn the_order_of_two_lists_does_not_matter(
            one in prop::collection::vec(0i64..20, 0..20),
            other in prop::collection::vec(0i64..20, 0..20),
        ) {
            let forth = reciprocal_ranks([one.as_slice(), other.as_slice()]);
            let back = reciprocal_ranks([other.as_slice(), one.as_slice()]);
            prop_assert_eq!(forth, back);
        }
    }
}
