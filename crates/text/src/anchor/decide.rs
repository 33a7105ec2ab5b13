//! Runs the steps in order and decides what each must show to be trusted.

use std::ops::Range;

use super::exact::{Spot, hits};
use super::place::Place;
use super::rival::has_rival;
use super::semantic::ngram_similarity;
use super::{Alignment, Attempt, Method, Reanchored, SURE, SemanticSearch};
use crate::CharRange;

/// The smallest share of a range that must survive for it to be the same passage.
const MIN_SURVIVAL: f64 = 0.4;

/// The least information, in bits, that must support a place found by comparison in long texts: about five Chinese
/// characters.
const MIN_BITS: i32 = 44;

/// The least information, in bits, for text found where the comparison does not expect it, in long texts: about
/// eleven Chinese characters.
const MIN_BITS_ELSEWHERE: i32 = 100;

/// The highest confidence if a second place has a claim too.
const MAX_IF_CONTESTED: f64 = 0.5;

/// How far the passage around a range extends for a comparison of meaning, in characters.
const PASSAGE_MARGIN: usize = 100;

/// The lowest similarity of meaning that counts.
const MIN_SIMILARITY: f64 = 0.8;

/// The highest confidence without a model: shared character pairs find the passage, not the ends of the range.
const MAX_BY_NGRAMS: f64 = 0.55;

/// How far the best passage must lead the runner-up: if two copies are equally similar, neither is chosen.
const MIN_LEAD: f64 = 0.05;

/// The number of agreeing neighbour characters from which agreement is not chance.
const MIN_NEIGHBOURS: usize = 4;

impl Alignment<'_> {
    /// Finds `range`, given in char offsets of the old text.
    pub fn reanchor(&self, range: CharRange, semantic: Option<&dyn SemanticSearch>) -> Reanchored {
        let len = self.texts.old.len();
        let range = range.start().get().min(len)..range.end().get().min(len);
        if self.is_identity() {
            let found = CharRange::new(range.start, range.end);
            return decided(vec![attempt(Method::ExactMatch, Some(found), 1.0)]);
        }
        if let Some(found) = self.in_other_marks(&range) {
            return decided(vec![attempt(Method::ExactMatch, Some(found), 1.0)]);
        }
        let place = self.place(&range);
        let mut compared = by_comparison(&place, &range, self.texts.least(MIN_BITS));
        let contested = place.is_torn
            || compared
                .range
                .is_some_and(|found| has_rival(&self.texts, &self.added, &range, found.start().get()));
        if contested {
            compared.confidence = compared.confidence.min(MAX_IF_CONTESTED);
        }
        let mut exact = self.exact_match(&range, &compared);
        if contested {
            exact.confidence = exact.confidence.min(MAX_IF_CONTESTED);
        }
        let mut attempts = vec![exact];
        if exact.confidence < SURE {
            attempts.push(compared);
            if compared.confidence < SURE {
                attempts.extend(self.by_meaning(&range, semantic));
            }
        }
        decided(attempts)
    }

    /// The occurrence of the identical text that nothing contradicts.
    fn exact_match(&self, range: &Range<usize>, compared: &Attempt) -> Attempt {
        let none = attempt(Method::ExactMatch, None, 0.0);
        let needle = &self.texts.old[range.clone()];
        let found = hits(&self.texts.new, needle);
        let spot = |at| Spot { text: &self.texts.new, at, len: needle.len() };
        let own = Spot { text: &self.texts.old, at: range.start, len: needle.len() };
        let agreeing: Vec<usize> = found.iter().copied().filter(|&at| own.agrees_with(spot(at))).collect();
        let hit = match (found.as_slice(), agreeing.as_slice()) {
            ([only], _) | (_, [only]) => *only,
            _ => return none,
        };
        let hit_range = CharRange::new(hit, hit + needle.len());
        let trusted = match compared.range.filter(|_| compared.confidence >= SURE) {
            Some(expected) => expected.overlaps(hit_range),
            None => {
                let unique = hits(&self.texts.old, needle).len() == 1 && found.len() == 1;
                let (before, after) = own.agreement(spot(hit));
                let matched = range.start - before..range.end + after;
                // A copy takes its neighbours along, while the neighbours of the range are still in their old place.
                let copied = (before >= MIN_NEIGHBOURS
                    && self.is_elsewhere(range.start - MIN_NEIGHBOURS, hit))
                    || (after >= MIN_NEIGHBOURS
                        && self.is_elsewhere(range.end + MIN_NEIGHBOURS - 1, hit + needle.len()));
                // In a short text that has the quote once in each version, hardly anything else can be meant.
                let least = self.texts.least(self.texts.least(MIN_BITS_ELSEWHERE));
                unique
                    && !copied
                    && self.texts.old_bits(matched) >= least
                    && !self.is_taken(&hit_range.as_range(), range)
            }
        };
        attempt(Method::ExactMatch, Some(hit_range), if trusted { 1.0 } else { 0.5 })
    }

    /// The rewritten passage closest in meaning.
    fn by_meaning(&self, range: &Range<usize>, semantic: Option<&dyn SemanticSearch>) -> Option<Attempt> {
        let lost = self.lost_around(range);
        let passage = lost.start.max(range.start.saturating_sub(PASSAGE_MARGIN))
            ..lost.end.min(range.end + PASSAGE_MARGIN);
        let passage = (passage.start < passage.end).then_some(passage)?;
        let windows: Vec<Range<usize>> = self
            .added
            .iter()
            .filter(|added| added.len() * 4 >= passage.len() && added.len() <= passage.len() * 4)
            .take(64)
            .cloned()
            .collect();
        let text = self.old.slice(CharRange::new(passage.start, passage.end));
        let texts: Vec<&str> =
            windows.iter().map(|window| self.new.slice(CharRange::new(window.start, window.end))).collect();
        let (strategy, most, similarities) = match semantic.and_then(|model| model.similarities(text, &texts))
        {
            Some(similarities) => (Method::SemanticSearch, 1.0, similarities),
            None => {
                let similarities = texts.iter().map(|window| ngram_similarity(text, window)).collect();
                (Method::NgramSimilarity, MAX_BY_NGRAMS, similarities)
            }
        };
        let mut ranked: Vec<(&Range<usize>, f64)> = windows.iter().zip(similarities).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let runner_up = ranked.get(1).map_or(0.0, |(_, similarity)| *similarity);
        Some(match ranked.first() {
            Some((window, similarity)) if *similarity >= MIN_SIMILARITY.max(runner_up + MIN_LEAD) => {
                attempt(strategy, Some(within(window, &passage, range)), similarity.min(most))
            }
            _ => attempt(strategy, None, 0.0),
        })
    }
}

/// The part of `window` that corresponds to `range` in `passage`, by proportion of length.
fn within(window: &Range<usize>, passage: &Range<usize>, range: &Range<usize>) -> CharRange {
    let scaled = |at: usize| {
        let inside = at.clamp(passage.start, passage.end) - passage.start;
        window.start + inside * window.len() / passage.len().max(1)
    };
    CharRange::new(scaled(range.start), scaled(range.end))
}

/// The result of comparing the texts.
fn by_comparison(place: &Place, range: &Range<usize>, least_bits: i32) -> Attempt {
    let bits = place.inner_bits + place.outer_bits.0 + place.outer_bits.1;
    let survival = if range.is_empty() { place.context } else { place.survival };
    let kept = 0.6 * survival + 0.4 * place.context;
    let confidence = if survival >= MIN_SURVIVAL && bits >= least_bits {
        0.7 + 0.2 * kept
    } else {
        (0.55 * kept).min(0.55)
    };
    attempt(Method::Diff3, place.range, confidence)
}

fn attempt(strategy: Method, range: Option<CharRange>, confidence: f64) -> Attempt {
    Attempt { strategy, range, confidence: if range.is_some() { confidence } else { 0.0 } }
}

/// The last attempt decides if it is sure; otherwise the best suggestion goes to the author.
fn decided(attempts: Vec<Attempt>) -> Reanchored {
    let best = attempts.iter().copied().max_by(|a, b| a.confidence.total_cmp(&b.confidence));
    let best = best.unwrap_or(attempt(Method::ManualConfirmation, None, 0.0));
    let method = if best.confidence >= SURE { best.strategy } else { Method::ManualConfirmation };
    Reanchored { range: best.range, method, confidence: best.confidence, attempts }
}
