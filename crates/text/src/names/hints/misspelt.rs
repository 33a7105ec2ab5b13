//! Known names in Han with one character changed or two neighbours swapped.
//!
//! Only names of three characters and more: with two, any word that shares a character would match. A string counts
//! if it is rarer than the name and its pairs of neighbours show that it did not arise by chance.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::near::{Near, Nearness};
use super::passage::Passage;
use super::tally::Tally;
use super::{Bearer, NameHint, NameHintKind};
use crate::Lexicon;

/// A name must be this many times as frequent as a misspelling of it.
const MIN_RATIO: usize = 3;

/// A misspelling occurs once or twice; with this many occurrences, it must be far rarer than the name.
pub(super) const MANY_OCCURRENCES: usize = 4;
const MIN_RATIO_IF_MANY: usize = 50;

/// If more than this many different strings have one shape, they are not misspellings: the rest of the name is a word
/// of its own.
const MAX_FILLERS: usize = 8;

/// If more than this many names share one shape, the shape is a pattern of names.
const MAX_NAMES: usize = 2;

/// How often a pair with a changed character may occur elsewhere, per occurrence of the string.
const MAX_ELSEWHERE: usize = 4;

/// The occurrences elsewhere that make the rest of a name a word of its own: at least this many, and one per this
/// many of the name.
const MIN_WORD_OCCURRENCES: usize = 4;
const NAME_OCCURRENCES_PER_WORD: usize = 10;

/// The most occurrences of a string that chance may explain, per occurrence.
const MAX_EXPECTED: f64 = 0.05;

/// A string similar to a name.
struct Found {
    of: u32,
    nearness: Nearness,
    tally: Tally,
}

/// Suggests misspellings of names in Han.
pub(super) fn hints(passages: &[Passage<'_>], lexicon: &Lexicon) -> Vec<NameHint> {
    let near = Near::new(lexicon);
    if near.is_empty() {
        return Vec::new();
    }
    let mut known: HashMap<u32, usize> = HashMap::new();
    for (name, _) in passages.iter().flat_map(|passage| &passage.known) {
        *known.entry(*name).or_default() += 1;
    }
    let frequency = |name: u32| known.get(&name).copied().unwrap_or_default();
    let mut found: BTreeMap<Vec<char>, Found> = BTreeMap::new();
    for passage in passages {
        near.walk(&passage.unknown(), |string, range, names, nearness| {
            let of = names.iter().copied().max_by_key(|name| (frequency(*name), std::cmp::Reverse(*name)));
            let Some(of) = of.filter(|_| names.len() <= MAX_NAMES) else { return };
            let entry = found.entry(string.to_vec());
            let entry = entry.or_insert_with(|| Found { of, nearness, tally: Tally::default() });
            // A string may resemble several names in several ways; it is a misspelling of the most frequent one.
            if (frequency(of), nearness) > (frequency(entry.of), entry.nearness) {
                *entry = Found { of, nearness, tally: Tally::default() };
            }
            if (entry.of, entry.nearness) == (of, nearness) {
                entry.tally.note(passage.scene, range);
            }
        });
    }
    let mut fillers: HashMap<(u32, Nearness), usize> = HashMap::new();
    for it in found.values() {
        *fillers.entry((it.of, it.nearness)).or_default() += 1;
    }
    found.retain(|_, it| {
        is_rare(it.tally.total, frequency(it.of)) && fillers[&(it.of, it.nearness)] <= MAX_FILLERS
    });
    let rests = Pieces::count(passages, found.iter().filter_map(|(string, it)| it.nearness.rest(string)));
    found.retain(|string, it| {
        let Some(rest) = it.nearness.rest(string) else { return true };
        let has_rest = |name: &[char]| name.starts_with(rest) || name.ends_with(rest);
        let in_names: usize =
            near.names().filter(|(_, name)| has_rest(name)).map(|(number, _)| frequency(number)).sum();
        let elsewhere = rests.of(rest).saturating_sub(in_names + it.tally.total);
        elsewhere < MIN_WORD_OCCURRENCES.max(frequency(it.of) / NAME_OCCURRENCES_PER_WORD)
            && !is_final_er_missing(near.name(it.of), it.nearness)
    });
    let pieces =
        Pieces::count(passages, found.keys().flat_map(|string| string.chunks(1).chain(string.windows(2))));
    let hint = |(string, it): (Vec<char>, Found)| {
        let share = pieces.expected(&string, &it)? / it.tally.total as f64;
        let (total, frequency) = (it.tally.total as f64, frequency(it.of) as f64);
        let edge = if it.nearness.rest(&string).is_some() { 0.6 } else { 0.9 };
        (share <= MAX_EXPECTED).then(|| NameHint {
            name: string.into_iter().collect(),
            kind: NameHintKind::Misspelling { of: it.of },
            bearer: Bearer::Unknown,
            occurrences: it.tally.occurrences,
            total: it.tally.total,
            score: edge * (1.0 - share / MAX_EXPECTED * 0.5) * frequency / (frequency + 3.0 * total),
        })
    };
    found.into_iter().filter_map(hint).collect()
}

/// Whether `total` occurrences are few enough to be a misspelling of a name with `frequency` occurrences.
pub(super) fn is_rare(total: usize, frequency: usize) -> bool {
    total * if total < MANY_OCCURRENCES { MIN_RATIO } else { MIN_RATIO_IF_MANY } <= frequency
}

/// Whether the changed character is a final 儿, without which the name is complete.
fn is_final_er_missing(name: &[char], nearness: Nearness) -> bool {
    name.last() == Some(&'儿') && nearness == (Nearness::Changed { at: name.len() - 1 })
}

/// How often pieces of strings occur in a book.
struct Pieces(HashMap<String, usize>);

impl Pieces {
    /// Counts `pieces`, including overlapping ones and those in known mentions.
    fn count<'p>(passages: &[Passage<'_>], pieces: impl Iterator<Item = &'p [char]>) -> Self {
        let pieces: BTreeSet<String> = pieces.map(|piece| piece.iter().collect()).collect();
        let pieces: Vec<String> = pieces.into_iter().collect();
        let mut counts = vec![0; pieces.len()];
        if let Ok(automaton) =
            AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(&pieces)
        {
            for passage in passages.iter().filter(|_| !pieces.is_empty()) {
                for hit in automaton.find_overlapping_iter(passage.text) {
                    counts[hit.pattern().as_usize()] += 1;
                }
            }
        }
        Self(pieces.into_iter().zip(counts).collect())
    }

    fn of(&self, piece: &[char]) -> usize {
        self.0.get(&piece.iter().collect::<String>()).copied().unwrap_or_default()
    }

    /// How often the string would occur in the book if each character depended only on the previous one, not counting
    /// its own occurrences; `None` if a changed character is common next to its neighbour elsewhere.
    fn expected(&self, string: &[char], found: &Found) -> Option<f64> {
        let total = found.tally.total;
        let mut expected = 1.0;
        for (at, pair) in string.windows(2).enumerate() {
            let mut count = self.of(pair);
            if found.nearness.changes_pair(at) {
                count = count.saturating_sub(total);
                if matches!(found.nearness, Nearness::Changed { .. }) && count > total * MAX_ELSEWHERE {
                    return None;
                }
            }
            expected *= count as f64;
            if at > 0 {
                expected /= self.of(&pair[..1]).max(1) as f64;
            }
        }
        Some(expected)
    }
}

impl Nearness {
    /// The string without a character that was changed at one of its ends.
    fn rest(self, string: &[char]) -> Option<&[char]> {
        match self {
            Self::Changed { at: 0 } => string.get(1..),
            Self::Changed { at } if at + 1 == string.len() => string.get(..at),
            Self::Changed { .. } | Self::Swapped { .. } => None,
        }
    }
}
