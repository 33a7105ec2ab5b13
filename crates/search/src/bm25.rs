//! How well some texts fit a question, by BM25 over what they share with it (k1 = 1.2 and b = 0.75, as FTS5 has them).
//!
//! The word index counts pairs of characters alone. A question in other words than the text has few pairs of it and many
//! of its single characters, so that both together rank better: `wenfang eval retrieval` has the figures.

use std::collections::HashMap;

use crate::terms::{Class, folded, runs};

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// What is counted of scripts without spaces between words; of other scripts it is words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grams {
    /// Pairs of characters, and a character that stands alone.
    Pairs,
    /// Pairs and single characters.
    SinglesAndPairs,
}

/// Whether a text has characters of a script without spaces between words.
pub(crate) fn has_joined(text: &str) -> bool {
    runs(&folded(text)).any(|run| run.class == Class::Joined)
}

/// The score of each text, in their order: higher fits better, 0 shares nothing. How rare something is, is counted among
/// these texts. `average` is the length in characters of a usual text where these come from: long ones hold more by chance.
pub fn bm25(question: &str, texts: &[&str], (wanted, average): (Grams, f64)) -> Vec<f64> {
    let question = folded(question);
    let mut asked: HashMap<&[char], usize> = HashMap::new();
    for gram in grams(&question, wanted) {
        let next = asked.len();
        asked.entry(gram).or_insert(next);
    }
    let counted: Vec<Counted> = texts.iter().map(|text| Counted::new(text, (&asked, wanted))).collect();
    let rarity: Vec<f64> = (0..asked.len()).map(|at| rarity(&counted, at)).collect();
    let score = |text: &Counted| {
        let norm = K1 * (1.0 - B + B * text.length / average.max(1.0));
        let of = |(times, rarity): (&f64, &f64)| rarity * times * (K1 + 1.0) / (times + norm);
        text.times.iter().zip(&rarity).map(of).sum()
    };
    counted.iter().map(score).collect()
}

/// How often a text has what was asked for.
struct Counted {
    times: Vec<f64>,
    /// In characters.
    length: f64,
}

impl Counted {
    fn new(text: &str, (asked, wanted): (&HashMap<&[char], usize>, Grams)) -> Self {
        let text = folded(text);
        let mut times = vec![0.0; asked.len()];
        for at in grams(&text, wanted).filter_map(|gram| asked.get(gram)) {
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
        let has_singles = wanted == Grams::SinglesAndPairs || run.chars.len() == 1;
        let single = if is_word { run.chars.len() } else { 1 };
        let singles = (is_word || has_singles).then(|| run.chars.chunks(single));
        let pairs = (!is_word).then(|| run.chars.windows(2));
        singles.into_iter().flatten().chain(pairs.into_iter().flatten())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, wanted: Grams) -> Vec<String> {
        grams(&folded(text), wanted).map(|gram| gram.iter().collect()).collect()
    }

    #[test]
    fn scripts_without_spaces_are_counted_by_characters_and_others_by_words() {
        assert_eq!(all("雨停了。他 Ｑ naïve", Grams::Pairs), ["雨停", "停了", "他", "q", "naïve"]);
        assert_eq!(all("雨停了", Grams::SinglesAndPairs), ["雨", "停", "了", "雨停", "停了"]);
    }

    #[test]
    fn what_is_rare_and_short_fits_best() {
        let texts = ["老周在渡口等人", "老周在城里", "渡口的狗叫了一夜，老周没有醒", "没有相干"];
        let scores = bm25("渡口的狗", &texts, (Grams::Pairs, 10.0));
        let best = (0..4).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        assert_eq!((best, scores[3]), (Some(2), 0.0));
    }

    #[test]
    fn single_characters_find_what_is_said_in_other_words() {
        let texts = ["他在江边系住了小船", "雪落在屋顶上"];
        assert_eq!(bm25("谁把船系好", &texts, (Grams::Pairs, 10.0)), [0.0, 0.0]);
        let scores = bm25("谁把船系好", &texts, (Grams::SinglesAndPairs, 10.0));
        assert!(scores[0] > scores[1], "{scores:?}");
    }

    #[test]
    fn nothing_is_found_in_nothing() {
        assert!(bm25("渡口", &[], (Grams::Pairs, 0.0)).is_empty());
        assert_eq!(bm25("", &["渡口", ""], (Grams::SinglesAndPairs, 0.0)), [0.0, 0.0]);
    }
}
