//! Known names in Han with one character changed or two neighbours swapped.
//!
//! Only names of three characters and more: with two, any word that shares a character would match. A string counts
//! if it is rarer than the name and its pairs of neighbours show that it did not arise by chance.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::near::{Near, Nearness};
use super::passage::Passage;
use super::pieces::Pieces;
use super::tally::Tally;
use super::{Bearer, NameHint, NameHintKind};
use crate::{CharRange, Lexicon};

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

/// The misspellings of names in Han in a book, gathered scene by scene, so that a changed scene is read alone.
#[derive(Clone, Debug)]
pub struct Misspellings {
    near: Arc<Near>,
    scenes: Vec<Arc<Scene>>,
    pieces: Pieces,
}

/// What a scene contributes.
#[derive(Debug)]
struct Scene {
    number: usize,
    /// The occurrences of each known name.
    known: HashMap<u32, usize>,
    similar: Vec<Similar>,
}

/// One occurrence of a string similar to names.
#[derive(Debug)]
struct Similar {
    string: Vec<char>,
    range: CharRange,
    names: Vec<u32>,
    nearness: Nearness,
}

impl Scene {
    fn new(passage: &Passage<'_>, near: &Near) -> Self {
        let mut known: HashMap<u32, usize> = HashMap::new();
        for (name, _) in &passage.known {
            *known.entry(*name).or_default() += 1;
        }
        let mut similar = Vec::new();
        near.walk(&passage.unknown(), |string, range, names, nearness| {
            if names.len() <= MAX_NAMES {
                similar.push(Similar { string: string.to_vec(), range, names: names.to_vec(), nearness });
            }
        });
        Self { number: passage.scene, known, similar }
    }
}

/// Suggests misspellings of names in Han.
pub(super) fn hints(passages: &[Passage<'_>], lexicon: &Lexicon) -> Vec<NameHint> {
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text).collect();
    Misspellings::of(passages.iter(), Near::new(lexicon)).hints(&texts)
}

impl Misspellings {
    /// Reads the scenes of a book. Hints give the position of a scene in `texts`.
    pub fn new(texts: &[&str], lexicon: &Lexicon) -> Self {
        let near = Near::new(lexicon);
        let texts = if near.is_empty() { &[] } else { texts };
        let passages: Vec<Passage<'_>> =
            texts.iter().enumerate().map(|(at, text)| Passage::new(at, text, lexicon)).collect();
        Self::of(passages.iter(), near)
    }

    fn of<'p>(passages: impl Iterator<Item = &'p Passage<'p>>, near: Near) -> Self {
        let scene = |passage| Arc::new(Scene::new(passage, &near));
        let scenes = if near.is_empty() { Vec::new() } else { passages.map(scene).collect() };
        Self { near: Arc::new(near), scenes, pieces: Pieces::default() }
    }

    /// Replaces the text of the scene at a position. `lexicon` must be the one that the book was read with.
    pub fn replace(&mut self, at: usize, (old, new): (&str, &str), lexicon: &Lexicon) {
        let Some(scene) = self.scenes.get_mut(at) else { return };
        *scene = Arc::new(Scene::new(&Passage::new(at, new, lexicon), &self.near));
        self.pieces.replace(old, new);
    }

    /// Suggests misspellings. `texts` are the scenes as they are now; they are searched for pieces of strings that
    /// were not counted before.
    pub fn hints(&mut self, texts: &[&str]) -> Vec<NameHint> {
        let mut known: HashMap<u32, usize> = HashMap::new();
        for (name, count) in self.scenes.iter().flat_map(|scene| &scene.known) {
            *known.entry(*name).or_default() += count;
        }
        let frequency = |name: u32| known.get(&name).copied().unwrap_or_default();
        let mut found = self.found(frequency);
        let mut fillers: HashMap<(u32, Nearness), usize> = HashMap::new();
        for it in found.values() {
            *fillers.entry((it.of, it.nearness)).or_default() += 1;
        }
        found.retain(|_, it| {
            is_rare(it.tally.total, frequency(it.of)) && fillers[&(it.of, it.nearness)] <= MAX_FILLERS
        });
        let Self { near, pieces, .. } = self;
        pieces.complete(texts, found.iter().filter_map(|(string, it)| it.nearness.rest(string)));
        found.retain(|string, it| {
            let Some(rest) = it.nearness.rest(string) else { return true };
            let has_rest = |name: &[char]| name.starts_with(rest) || name.ends_with(rest);
            let in_names: usize =
                near.names().filter(|(_, name)| has_rest(name)).map(|(number, _)| frequency(number)).sum();
            let elsewhere = pieces.of(rest).saturating_sub(in_names + it.tally.total);
            elsewhere < MIN_WORD_OCCURRENCES.max(frequency(it.of) / NAME_OCCURRENCES_PER_WORD)
                && !is_final_er_missing(near.name(it.of), it.nearness)
        });
        pieces.complete(texts, found.keys().flat_map(|string| string.chunks(1).chain(string.windows(2))));
        let hint = |(string, it): (Vec<char>, Found)| {
            let share = expected(pieces, &string, &it)? / it.tally.total as f64;
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

    /// The similar strings of the book, each with the most frequent name that it resembles.
    fn found(&self, frequency: impl Fn(u32) -> usize) -> BTreeMap<Vec<char>, Found> {
        let mut found: BTreeMap<Vec<char>, Found> = BTreeMap::new();
        for scene in &self.scenes {
            for similar in &scene.similar {
                let nearness = similar.nearness;
                let of = similar.names.iter().copied().max_by_key(|name| (frequency(*name), Reverse(*name)));
                let Some(of) = of else { continue };
                let entry = found.entry(similar.string.clone());
                let entry = entry.or_insert_with(|| Found { of, nearness, tally: Tally::default() });
                // A string may resemble several names in several ways; it is a misspelling of the most frequent one.
                if (frequency(of), nearness) > (frequency(entry.of), entry.nearness) {
                    *entry = Found { of, nearness, tally: Tally::default() };
                }
                if (entry.of, entry.nearness) == (of, nearness) {
                    entry.tally.note(scene.number, similar.range);
                }
            }
        }
        found
    }
}

/// Whether `total` occurrences are few enough to be a misspelling of a name with `frequency` occurrences.
pub(super) fn is_rare(total: usize, frequency: usize) -> bool {
    total * if total < MANY_OCCURRENCES { MIN_RATIO } else { MIN_RATIO_IF_MANY } <= frequency
}

/// Whether the changed character is a final 儿, without which the name is complete.
fn is_final_er_missing(name: &[char], nearness: Nearness) -> bool {
    name.last() == Some(&'儿') && nearness == (Nearness::Changed { at: name.len() - 1 })
}

/// How often the string would occur in the book if each character depended only on the previous one, not counting
/// its own occurrences; `None` if a changed character is common next to its neighbour elsewhere.
fn expected(pieces: &Pieces, string: &[char], found: &Found) -> Option<f64> {
    let total = found.tally.total;
    let mut expected = 1.0;
    for (at, pair) in string.windows(2).enumerate() {
        let mut count = pieces.of(pair);
        if found.nearness.changes_pair(at) {
            count = count.saturating_sub(total);
            if matches!(found.nearness, Nearness::Changed { .. }) && count > total * MAX_ELSEWHERE {
                return None;
            }
        }
        expected *= count as f64;
        if at > 0 {
            expected /= pieces.of(&pair[..1]).max(1) as f64;
        }
    }
    Some(expected)
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
