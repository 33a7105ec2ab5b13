//! All places of candidates in the texts, however they stand there.

use std::collections::HashSet;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::SHOWN_OCCURRENCES;
use super::passage::Passage;
use crate::CharRange;

/// Where a string stands, known mentions left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) total: usize,
    /// How many different characters stand before it, the beginning of a text for one; the same behind it.
    pub(super) before: usize,
    pub(super) after: usize,
    /// The first of the places.
    pub(super) occurrences: Vec<(usize, CharRange)>,
}

impl Tally {
    /// Counts one more place.
    pub(super) fn note(&mut self, scene: usize, range: CharRange) {
        self.total += 1;
        if self.occurrences.len() < SHOWN_OCCURRENCES {
            self.occurrences.push((scene, range));
        }
    }
}

/// The places of each of `names`, overlapping ones too.
pub(super) fn tally(passages: &[Passage<'_>], names: &[String]) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); names.len()];
    let lengths: Vec<usize> = names.iter().map(|name| name.chars().count()).collect();
    let automaton = AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(names);
    let Ok(automaton) = automaton else { return tallies };
    let mut neighbours: Vec<[HashSet<char>; 2]> = vec![Default::default(); names.len()];
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
            tallies[number].note(passage.scene, CharRange::new(start, end));
            let [before, after] = &mut neighbours[number];
            before.insert(start.checked_sub(1).map_or('\0', |at| chars[at]));
            after.insert(chars.get(end).copied().unwrap_or('\0'));
        }
    }
    for (tally, [before, after]) in tallies.iter_mut().zip(neighbours) {
        (tally.before, tally.after) = (before.len(), after.len());
    }
    tallies
}
