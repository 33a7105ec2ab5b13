//! What finding names depends on that was chosen by looking at books, so that it can be measured without one of them.

use std::collections::HashSet;

use super::{japanese_words, words};

/// The thresholds for names in Han, and the common words that are not names.
#[derive(Clone, Debug, PartialEq)]
pub struct HintTuning {
    /// Hints with lower scores are noise.
    pub min_score: f64,
    /// In a book with sure names, a candidate below this share of the square of the highest score is noise. Short
    /// books have no sure names, and little noise.
    pub min_share_of_best: f64,
    /// The least number of occurrences of a person's station.
    pub min_station_occurrences: usize,
    /// Words of [`common_words`] that are treated as unknown.
    pub unlisted: HashSet<String>,
}

impl Default for HintTuning {
    fn default() -> Self {
        Self {
            min_score: 0.02,
            min_share_of_best: 0.18,
            min_station_occurrences: 8,
            unlisted: HashSet::new(),
        }
    }
}

/// The words that stand where names stand and are not names, in any language.
pub fn common_words() -> impl Iterator<Item = &'static str> {
    han().chain(japanese()).chain(capitalised())
}

fn han() -> impl Iterator<Item = &'static str> {
    words::COMMON.iter().copied()
}

fn japanese() -> impl Iterator<Item = &'static str> {
    japanese_words::COMMON.iter().copied()
}

fn capitalised() -> impl Iterator<Item = &'static str> {
    words::CAPITALISED.iter().copied()
}

impl HintTuning {
    pub(super) fn common_han(&self) -> HashSet<Vec<char>> {
        self.listed(han()).map(|word| word.chars().collect()).collect()
    }

    pub(super) fn common_japanese(&self) -> HashSet<&'static str> {
        self.listed(japanese()).collect()
    }

    pub(super) fn common_capitalised(&self) -> HashSet<&'static str> {
        self.listed(capitalised()).collect()
    }

    fn listed(&self, words: impl Iterator<Item = &'static str>) -> impl Iterator<Item = &'static str> {
        words.filter(|word| !self.unlisted.contains(*word))
    }
}
