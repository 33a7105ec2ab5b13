//! Finds strings similar to names in Han, in one walk, by hashes of names with a gap.

use std::collections::HashMap;

use super::passage::is_han;
use crate::{CharRange, Lexicon};

/// The lengths of names that are considered.
const NAME_LENGTHS: std::ops::RangeInclusive<usize> = 3..=8;

/// How a string differs from a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Nearness {
    /// In one character.
    Changed {
        /// The index of the character.
        at: usize,
    },
    /// In the order of two neighbours.
    Swapped {
        /// The index of the first one.
        at: usize,
    },
}

impl Nearness {
    /// Whether the pair that begins at character `pair` differs from that of the name.
    pub(super) fn changes_pair(self, pair: usize) -> bool {
        match self {
            Self::Changed { at } => pair == at || pair + 1 == at,
            Self::Swapped { at } => pair + 1 >= at && pair <= at + 1,
        }
    }
}

/// The names of a lexicon, by their shapes.
#[derive(Debug)]
pub(super) struct Near {
    names: HashMap<u32, Vec<char>>,
    shapes: HashMap<u64, Vec<u32>>,
    /// One bit per hash that may be in `shapes`; nearly all lookups end here.
    filter: Vec<u64>,
    lengths: Vec<usize>,
}

impl Near {
    pub(super) fn new(lexicon: &Lexicon) -> Self {
        let mut near = Self {
            names: HashMap::new(),
            shapes: HashMap::new(),
            filter: vec![0; 1 << (FILTER_BITS - 6)],
            lengths: Vec::new(),
        };
        for (number, name) in (0..).zip(lexicon.names()) {
            let name: Vec<char> = name.chars().collect();
            if !NAME_LENGTHS.contains(&name.len()) || !name.iter().copied().all(is_han) {
                continue;
            }
            for at in 0..name.len() {
                near.insert(hash_with_gap(hash_of(&name), &name, at), number);
            }
            for at in 0..name.len() - 1 {
                let mut swapped = name.clone();
                swapped.swap(at, at + 1);
                if swapped != name {
                    near.insert(hash_of(&swapped), number);
                }
            }
            if !near.lengths.contains(&name.len()) {
                near.lengths.push(name.len());
            }
            near.names.insert(number, name);
        }
        near.lengths.sort_unstable();
        near
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names considered, with their numbers.
    pub(super) fn names(&self) -> impl Iterator<Item = (u32, &[char])> {
        self.names.iter().map(|(number, name)| (*number, name.as_slice()))
    }

    /// The characters of a name; empty if it is not considered.
    pub(super) fn name(&self, number: u32) -> &[char] {
        self.names.get(&number).map_or(&[], Vec::as_slice)
    }

    /// Calls `found` for each string similar to names, with the string, its range, the names, and the difference.
    pub(super) fn walk(&self, chars: &[char], mut found: impl FnMut(&[char], CharRange, &[u32], Nearness)) {
        let mut end = 0;
        for start in 0..chars.len() {
            // Everything before `end` is Han.
            end = end.max(start);
            while chars.get(end).is_some_and(|c| is_han(*c)) && end < start + NAME_LENGTHS.end() {
                end += 1;
            }
            for &len in self.lengths.iter().take_while(|len| start + **len <= end) {
                let string = &chars[start..start + len];
                let range = CharRange::new(start, start + len);
                let hash = hash_of(string);
                for at in 0..len {
                    let names = self.named(hash_with_gap(hash, string, at), |name| {
                        name.len() == len
                            && name[at] != string[at]
                            && name[..at] == string[..at]
                            && name[at + 1..] == string[at + 1..]
                    });
                    if !names.is_empty() {
                        found(string, range, &names, Nearness::Changed { at });
                    }
                }
                for at in 0..len - 1 {
                    let names = self.named(hash, |name| {
                        name.len() == len
                            && (name[at], name[at + 1]) == (string[at + 1], string[at])
                            && name[at] != name[at + 1]
                            && name[..at] == string[..at]
                            && name[at + 2..] == string[at + 2..]
                    });
                    if !names.is_empty() {
                        found(string, range, &names, Nearness::Swapped { at });
                    }
                }
            }
        }
    }

    fn insert(&mut self, hash: u64, name: u32) {
        let bit = hash >> (64 - FILTER_BITS);
        self.filter[(bit >> 6) as usize] |= 1 << (bit & 63);
        self.shapes.entry(hash).or_default().push(name);
    }

    /// The names with this hash that really have the shape.
    fn named(&self, hash: u64, is_shape: impl Fn(&[char]) -> bool) -> Vec<u32> {
        let bit = hash >> (64 - FILTER_BITS);
        if self.filter[(bit >> 6) as usize] >> (bit & 63) & 1 == 0 {
            return Vec::new();
        }
        let names = self.shapes.get(&hash).map_or(&[][..], Vec::as_slice);
        names.iter().copied().filter(|name| self.names.get(name).is_some_and(|name| is_shape(name))).collect()
    }
}

/// The filter has two to the power of this many bits: about a dozen per shape of 20,000 names.
const FILTER_BITS: u32 = 20;

/// The sum of the characters, each times a factor of its position; the high bits are well mixed.
fn hash_of(string: &[char]) -> u64 {
    string
        .iter()
        .enumerate()
        .fold(0, |sum: u64, (at, c)| sum.wrapping_add(u64::from(*c).wrapping_mul(factor(at))))
}

/// The hash of a string without the character at a position, derived from the whole hash.
fn hash_with_gap(hash: u64, string: &[char], at: usize) -> u64 {
    hash.wrapping_sub(u64::from(string[at]).wrapping_mul(factor(at)))
        .wrapping_add(factor(at + *NAME_LENGTHS.end()))
}

/// Odd pseudo-random factors, derived from the golden ratio.
fn factor(at: usize) -> u64 {
    let mixed = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1
}
