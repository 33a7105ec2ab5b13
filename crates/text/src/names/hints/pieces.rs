//! How often pieces of strings occur in a book.

use std::collections::{BTreeSet, HashMap};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// The counts of the pieces asked for so far, including overlapping occurrences and those in known mentions.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces(HashMap<String, usize>);

impl Pieces {
    /// Counts those of `pieces` that were not counted before.
    pub(super) fn complete<'p>(&mut self, texts: &[&str], pieces: impl Iterator<Item = &'p [char]>) {
        let pieces: BTreeSet<String> = pieces.map(|piece| piece.iter().collect()).collect();
        let new = pieces.into_iter().filter(|piece| !self.0.contains_key(piece)).collect::<Vec<_>>();
        let counts = count(&new, texts);
        self.0.extend(new.into_iter().zip(counts));
    }

    /// Counts one text out and another in.
    pub(super) fn replace(&mut self, old: &str, new: &str) {
        let pieces: Vec<String> = self.0.keys().cloned().collect();
        let (less, more) = (count(&pieces, &[old]), count(&pieces, &[new]));
        for ((piece, less), more) in pieces.iter().zip(less).zip(more) {
            if let Some(count) = self.0.get_mut(piece) {
                *count = (*count + more).saturating_sub(less);
            }
        }
    }

    pub(super) fn of(&self, piece: &[char]) -> usize {
        self.0.get(&piece.iter().collect::<String>()).copied().unwrap_or_default()
    }
}

fn count(pieces: &[String], texts: &[&str]) -> Vec<usize> {
    let mut counts = vec![0; pieces.len()];
    if pieces.is_empty() {
        return counts;
    }
    if let Ok(automaton) = AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(pieces) {
        for hit in texts.iter().flat_map(|text| automaton.find_overlapping_iter(text)) {
            counts[hit.pattern().as_usize()] += 1;
        }
    }
    counts
}
