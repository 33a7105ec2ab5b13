//! Scores texts against a query with BM25 (k1 = 1.2 and b = 0.75, as in FTS5).
//!
//! The word index counts only pairs of characters. A query in other words than the text shares few pairs with it
//! but many single characters, so the sum of both scores ranks better: see `wenfang eval retrieval` for figures.

use std::collections::HashMap;

use crate::terms::{Class, folded, runs};

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The units that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grams {
    /// Pairs of characters, isolated single characters, and words.
    Pairs,
    /// Single characters, and no words.
    Singles,
}

/// Whether a text has characters of a script without spaces.
pub(crate) fn has_joined(text: &str) -> bool {
    runs(&folded(text)).any(|run| run.class == Class::Joined)
}

/// The score of each text, in order: higher is better, 0 means nothing in common. Rarity is computed among these
/// texts. `average` is the average length in characters of texts of this kind: long texts contain more by chance.
pub fn bm25(question: &str, texts: &[&str], (wanted, average): (Grams, f64)) -> Vec<f64> {
    let question = folded(question);
    let mut query_grams: HashMap<&[char], usize> = HashMap::new();
    for gram in grams(&question, wanted) {
        let next = query_grams.len();
        query_grams.entry(gram).or_insert(next);
    }
    let counted: Vec<Counted> = texts.iter().map(|text| Counted::new(text, (&query_grams, wanted))).collect();
    let rarity: Vec<f64> = (0..query_grams.len()).map(|at| rarity(&counted, at)).collect();
    let score = |text: &Counted| {
        let norm = K1 * (1.0 - B + B * text.length / average.max(1.0));
        let of = |(times, rarity): (&f64, &f64)| rarity * times * (K1 + 1.0) / (times + norm);
        text.times.iter().zip(&rarity).map(of).sum()
    };
    counted.iter().map(score).collect()
}

/// The counts of the query's units in a text.
struct Counted {
    times: Vec<f64>,
    /// In characters.
    length: f64,
}

impl Counted {
    fn new(text: &str, (query_grams, wanted): (&HashMap<&[char], usize>, Grams)) -> Self {
        let text = folded(text);
        let mut times = vec![0.0; query_grams.len()];
        for at in grams(&text, wanted).filter_map(|gram| query_grams.get(gram)) {
            if let Some(times) = times.get_mut(*at) {
                *times += 1.0;
            }
        }
        Self { times, length: text.len() as f64 }
    }
}

fn rarity(texts: &[Counted], at: usize) -> f64 {
    let having = texts.iter().filter(|text| text.times.get(at).is_some_and(|&times| times > 0.0)).count();
    let (having, all) = (having as f64, texts.len() as f64);
    ((all - having + 0.5) / (having + 0.5) + 1.0).ln()
}

fn grams(folded: &[char], wanted: Grams) -> impl Iterator<Item = &[char]> {
    runs(folded).flat_map(move |run| {
        let is_word = run.class == Class::Word;
        let length = match wanted {
            Grams::Singles => 1,
            Grams::Pairs if is_word => run.chars.len(),
            Grams::Pairs => run.chars.len().min(2),
        };
        let is_counted = !is_word || wanted == Grams::Pairs;
        is_counted.then(|| run.chars.windows(length)).into_iter().flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, wanted: Grams) -> Vec<String> {
        grams(&folded(text), wanted).map(|gram| gram.iter().collect()).collect()
    }

    #[test]
    fn joined_scripts_count_characters_and_others_words() {
        assert_eq!(all("雨停了。他 Ｑ naïve", Grams::Pairs), ["雨停", "停了", "他", "q", "naïve"]);
        assert_eq!(all("雨停了 q", Grams::Singles), ["雨", "停", "了"]);
    }

    #[test]
    fn rare_units_and_short_texts_score_best() {
        let texts = ["老周在渡口等人", "老周在城里", "渡口的狗叫了一夜，老周没有醒", "没有相干"];
        let scores = bm25("渡口的狗", &texts, (Grams::Pairs, 10.0));
        let best = (0..4).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        assert_eq!((best, scores[3]), (Some(2), 0.0));
    }

    #[test]
    fn single_characters_match_other_wordings() {
        let texts = ["他在江边系住了小船", "雪落在屋顶上"];
        assert_eq!(bm25("谁把船系好", &texts, (Grams::Pairs, 10.0)), [0.0, 0.0]);
        let scores = bm25("谁把船系好", &texts, (Grams::Singles, 10.0));
        assert!(scores[0] > scores[1], "{scores:?}");
    }

    #[test]
    fn empty_input_scores_zero() {
        assert!(bm25("渡口", &[], (Grams::Pairs, 0.0)).is_empty());
        assert_eq!(bm25("", &["渡口", ""], (Grams::Singles, 0.0)), [0.0, 0.0]);
    }
}
