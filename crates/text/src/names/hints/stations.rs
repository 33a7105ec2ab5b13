//! Chinese words for a person's station, by which prose calls people without a name.
//!
//! The list was written from general knowledge of offices, trades and orders. A station counts as a name only if the
//! text uses it like one: as a subject that speaks and acts, and hardly ever behind a measure word or in the plural.

use std::collections::HashSet;

use super::cjk::Evidence;
use super::tally::Tally;

crate::words! {
    const STATIONS = "names/stations/stations";
    const BEHIND = "names/stations/behind";
}

crate::letters! {
    const DETERMINERS = "names/stations/determiners";
    const NOT_ALONE = "names/stations/not_alone";
}

/// The stations, ready for lookup.
pub(super) struct Stations {
    words: HashSet<Vec<char>>,
    /// The characters of which they consist.
    chars: HashSet<char>,
}

impl Stations {
    pub(super) fn new() -> Self {
        let chars = STATIONS.iter().flat_map(|word| word.chars()).collect();
        Self { words: super::lists(&STATIONS).into_iter().collect(), chars }
    }

    /// Whether a character is part of a station.
    pub(super) fn has(&self, c: char) -> bool {
        self.chars.contains(&c)
    }

    /// Whether a string is a station, or an old or a young person of one.
    pub(super) fn contains(&self, word: &[char]) -> bool {
        if !word.last().is_some_and(|c| self.has(*c)) {
            return false;
        }
        let grown = matches!(word.first(), Some('老' | '小')).then(|| &word[1..]);
        self.words.contains(word) || grown.is_some_and(|station| self.words.contains(station))
    }

    /// Whether a string is a station and a title.
    pub(super) fn is_titled(&self, word: &[char]) -> bool {
        let title: Vec<char> = word.iter().copied().skip(2).collect();
        word.len() == 4
            && self.contains(&word[..2])
            && BEHIND.iter().any(|behind| title.iter().copied().eq(behind.chars()))
    }

    /// Whether the last character of a string and the text after it are a station, as in 赵秀 before 才.
    pub(super) fn continues(&self, word: &[char], after: &[char]) -> bool {
        let (Some(last), Some(next)) = (word.last(), after.first()) else { return false };
        self.has(*last) && self.has(*next) && self.words.contains([*last, *next].as_slice())
    }
}

/// Whether a text uses a station as a name.
pub(super) fn is_name(evidence: Evidence, tally: &Tally) -> bool {
    const MIN_SUBJECTS: usize = 3;
    /// At most one in this many occurrences may be one of several.
    const MIN_ALONE: usize = 6;
    let count = |seen: &std::collections::HashMap<char, usize>, list: &str| -> usize {
        seen.iter().filter(|(c, _)| list.contains(**c)).map(|(_, count)| count).sum()
    };
    let shared = count(&tally.before, DETERMINERS) + count(&tally.after, NOT_ALONE);
    let subjects = evidence.speaking + evidence.behind_speech + evidence.acting;
    subjects >= MIN_SUBJECTS && shared * MIN_ALONE <= tally.total
}
