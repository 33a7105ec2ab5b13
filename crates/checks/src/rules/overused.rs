//! A word that is far more frequent in a scene than in the rest of the book.
//!
//! Only words prone to overuse are counted, such as adverbs; the topic of a scene is naturally frequent in it.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

wenfang_text::words! {
    const CHINESE = "overused/chinese";
    const ENGLISH = "overused/english";
}

/// The minimum number of uses in one scene.
const MIN_USES: usize = 6;
/// The minimum ratio to the frequency in the rest of the book.
const MIN_RATIO: f64 = 6.0;

/// The uses of each word, and the length of the book in characters.
#[derive(Clone, Debug)]
pub(super) struct WordUse {
    automaton: Option<AhoCorasick>,
    words: &'static [&'static str],
    totals: HashMap<usize, usize>,
    chars: usize,
}

impl WordUse {
    /// Counts the whole book.
    pub(super) fn new(prepared: &Prepared<'_>) -> Self {
        let words: &'static [&'static str] = match prepared.language {
            Language::Chinese => &CHINESE,
            Language::English => &ENGLISH,
            Language::Other => &[],
        };
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .ascii_case_insensitive(true)
            .build(words)
            .ok()
            .filter(|_| !words.is_empty());
        let mut word_use = Self { automaton, words, totals: HashMap::new(), chars: 0 };
        for scene in &prepared.book.scenes {
            word_use.add(scene.text);
        }
        word_use
    }

    /// Counts a text in.
    pub(super) fn add(&mut self, text: &str) {
        self.chars += text.chars().count();
        for (word, _) in self.hits(text) {
            *self.totals.entry(word).or_default() += 1;
        }
    }

    /// Counts a text out that was counted in.
    pub(super) fn remove(&mut self, text: &str) {
        self.chars = self.chars.saturating_sub(text.chars().count());
        for (word, _) in self.hits(text) {
            let total = self.totals.entry(word).or_default();
            *total = total.saturating_sub(1);
        }
    }

    /// Returns the words in a text with their byte ranges.
    fn hits(&self, text: &str) -> Vec<(usize, std::ops::Range<usize>)> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let hits = automaton.find_iter(text).filter(|hit| {
            let is_latin = text[hit.range()].starts_with(is_letter);
            !is_latin
                || !text[..hit.start()].ends_with(is_letter) && !text[hit.end()..].starts_with(is_letter)
        });
        hits.map(|hit| (hit.pattern().as_usize(), hit.range())).collect()
    }
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let word_use = prepared.word_use();
    let mut places: HashMap<usize, Vec<CharRange>> = HashMap::new();
    for (word, bytes) in word_use.hits(reading.scene.text) {
        places.entry(word).or_default().push(reading.index.range_of(bytes));
    }
    let scene_len = reading.chars.len();
    let mut found = Vec::new();
    for (word, places) in places {
        let count = places.len();
        let elsewhere = word_use.totals.get(&word).copied().unwrap_or_default().saturating_sub(count);
        // Smoothing: half a use for a book with too little text; one use per 5,000 characters is unremarkable.
        let rate = (elsewhere as f64 + 0.5) / (word_use.chars.saturating_sub(scene_len) as f64 + 5000.0);
        let expected = (rate * scene_len as f64).max(scene_len as f64 / 5000.0).max(0.25);
        if count < MIN_USES || (count as f64) < MIN_RATIO * expected {
            continue;
        }
        let mut ranges = places.iter().map(|range| reading.place(*range));
        let Some(first) = ranges.next() else { continue };
        let text = word_use.words.get(word).copied().unwrap_or_default();
        let mut one = Found::new(Rule::Overused, Severity::Low, first)
            .values(format!("{expected:.1}"), format!("{text} ×{count}"))
            .with_confidence(0.8);
        one.places.extend(ranges);
        found.push(one);
    }
    found
}
