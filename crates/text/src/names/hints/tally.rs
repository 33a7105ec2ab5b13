//! Counts all occurrences of candidates in the texts.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::SHOWN_OCCURRENCES;
use super::passage::Passage;
use crate::CharRange;

/// The occurrences of a string outside known mentions.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) total: usize,
    /// The preceding characters and their counts, `\0` for the start of a text; likewise the following ones.
    pub(super) before: HashMap<char, usize>,
    pub(super) after: HashMap<char, usize>,
    /// The first occurrences.
    pub(super) occurrences: Vec<(usize, CharRange)>,
}

impl Tally {
    /// Adds one occurrence.
    pub(super) fn note(&mut self, scene: usize, range: CharRange) {
        self.total += 1;
        if self.occurrences.len() < SHOWN_OCCURRENCES {
            self.occurrences.push((scene, range));
        }
    }
}

/// The occurrences of each of `names`, including overlapping ones.
pub(super) fn tally(passages: &[Passage<'_>], names: &[String]) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); names.len()];
    let lengths: Vec<usize> = names.iter().map(|name| name.chars().count()).collect();
    let automaton = AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(names);
    let Ok(automaton) = automaton else { return tallies };
    for passage in passages {
        let chars = passage.unknown();
        let text: String = chars.iter().collect();
        // Hits come in the order of their ends.
        let (mut byte, mut end) = (0, 0);
        for hit in automaton.find_overlapping_iter(&text) {
            end += text[byte..hit.end()].chars().count();
            byte = hit.end();
            let number = hit.pattern().as_usize();
            let start = end - lengths[number];
            let tally = &mut tallies[number];
            tally.note(passage.scene, CharRange::new(start, end));
            *tally.before.entry(start.checked_sub(1).map_or('\0', |at| chars[at])).or_default() += 1;
            *tally.after.entry(chars.get(end).copied().unwrap_or('\0')).or_default() += 1;
        }
    }
    tallies
}
