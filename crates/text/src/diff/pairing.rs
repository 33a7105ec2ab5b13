//! Pairs edited paragraphs with their earlier forms inside a changed block.
//!
//! Lines are compared by the pairs of neighbouring tokens they share (Dice coefficient). Of all pairings that keep
//! the order, the one that shares the most is chosen. A paragraph that was split, or joined from several, then
//! absorbs the unpaired lines next to it as long as that makes the two sides more similar.

use std::collections::HashMap;
use std::ops::Range;

use super::tokens::is_wordlike;
use super::{Change, Sides, Stretch, Tokens};

/// Below this Dice coefficient, two paragraphs are different ones. A paragraph with half of its characters replaced,
/// evenly spread, still keeps a quarter of its pairs.
const MIN_SIMILARITY: f64 = 0.25;

/// A line next to a pair joins it if the Dice coefficient rises by this much: a short line with one or two chance
/// matches does not.
const MIN_RISE: f64 = 0.02;

/// A pair of tokens that occurs in more lines of a block than this does not help to identify a line. Bounds the work
/// on a block to its length times this number.
const MAX_LINES_OF_A_FEATURE: usize = 64;

/// The most lines that join a pair at either end; bounds the work on a block of many short lines.
const MAX_JOINED: usize = 64;

/// Splits a changed block into stretches of lines, in order and without gaps: edited paragraphs with their earlier
/// forms, and between them the lines without a counterpart.
pub(super) fn pair_lines(sides: &Sides, block: &Change) -> Vec<Stretch> {
    if block.old.is_empty() || block.new.is_empty() {
        return vec![Stretch { lines: block.clone(), edited: false }];
    }
    let old = Side::new(&sides.old, &block.old);
    let new = Side::new(&sides.new, &block.new);
    let pairs = candidates(&old, &new);
    let chain = heaviest_chain(&pairs, new.features.len());
    let mut stretches = Vec::new();
    let mut done = Change { old: 0..0, new: 0..0 };
    for (at, pair) in chain.iter().enumerate() {
        let next = chain.get(at + 1);
        let limits = Change {
            old: done.old.end..next.map_or(old.features.len(), |next| next.old),
            new: done.new.end..next.map_or(new.features.len(), |next| next.new),
        };
        let group = Group::extended(pair, &limits, (&old, &new));
        stretches.push(gap(&done, &group));
        done = group.clone();
        stretches.push(Stretch { lines: group, edited: true });
    }
    let end =
        Change { old: old.features.len()..old.features.len(), new: new.features.len()..new.features.len() };
    stretches.push(gap(&done, &end));
    stretches.retain(|stretch| !stretch.lines.old.is_empty() || !stretch.lines.new.is_empty());
    for Stretch { lines, .. } in &mut stretches {
        lines.old = lines.old.start + block.old.start..lines.old.end + block.old.start;
        lines.new = lines.new.start + block.new.start..lines.new.end + block.new.start;
    }
    stretches
}

/// The lines between two groups.
fn gap(before: &Change, after: &Change) -> Stretch {
    let lines = Change { old: before.old.end..after.old.start, new: before.new.end..after.new.start };
    Stretch { lines, edited: false }
}

/// One side of a block.
struct Side {
    /// The features that identify each line, sorted and without duplicates; none for a blank line.
    features: Vec<Vec<u64>>,
}

impl Side {
    fn new(tokens: &Tokens, lines: &Range<usize>) -> Self {
        let features = lines
            .clone()
            .map(|line| if tokens.is_blank_line(line) { Vec::new() } else { features(tokens.line(line)) })
            .collect();
        Self { features }
    }
}

/// Pairs of neighbouring tokens, at least one of which carries meaning: punctuation alone is alike in all dialogue. A
/// line without such a pair is identified by its tokens.
fn features(ids: &[u32]) -> Vec<u64> {
    let mut features: Vec<u64> = ids
        .windows(2)
        .filter(|pair| pair.iter().any(|&id| is_wordlike(id)))
        .map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1]))
        .collect();
    if features.is_empty() {
        features = ids.iter().map(|&id| u64::from(id) << 32 | u64::from(u32::MAX)).collect();
    }
    features.sort_unstable();
    features.dedup();
    features
}

/// An old and a new line of a block that are similar, and the number of features they share.
struct Pair {
    old: usize,
    new: usize,
    shared: usize,
}

/// All pairs of similar lines, by old line; for each old line from the last new line to the first.
fn candidates(old: &Side, new: &Side) -> Vec<Pair> {
    let mut lines_of: HashMap<u64, Vec<usize>> = HashMap::new();
    for (line, features) in new.features.iter().enumerate() {
        for &feature in features {
            lines_of.entry(feature).or_default().push(line);
        }
    }
    let mut shared = vec![0_usize; new.features.len()];
    let mut pairs = Vec::new();
    for (line, features) in old.features.iter().enumerate() {
        let mut touched = Vec::new();
        for lines in features.iter().filter_map(|feature| lines_of.get(feature)) {
            if lines.len() > MAX_LINES_OF_A_FEATURE {
                continue;
            }
            for &other in lines {
                if shared[other] == 0 {
                    touched.push(other);
                }
                shared[other] += 1;
            }
        }
        touched.sort_unstable_by(|a, b| b.cmp(a));
        for other in touched {
            let count = std::mem::take(&mut shared[other]);
            if dice(count, features.len(), new.features[other].len()) >= MIN_SIMILARITY {
                pairs.push(Pair { old: line, new: other, shared: count });
            }
        }
    }
    pairs
}

/// The Dice coefficient of two sets: 0 for nothing in common, 1 for equal sets.
fn dice(shared: usize, a: usize, b: usize) -> f64 {
    2.0 * shared as f64 / (a + b).max(1) as f64
}

/// The pairs with the greatest shared sum whose old and new lines both ascend: a weighted longest increasing
/// subsequence, computed with a Fenwick tree of best sums by new line.
fn heaviest_chain(pairs: &[Pair], new_lines: usize) -> Vec<&Pair> {
    let mut best = BestSums { nodes: vec![(0, None); new_lines + 1] };
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let (sum, last) = best.below(pair.new);
        before.push(last);
        best.raise(pair.new, (sum + pair.shared, Some(at)));
    }
    let mut chain = Vec::new();
    let mut next = best.below(new_lines).1;
    while let Some(at) = next {
        chain.push(&pairs[at]);
        next = before[at];
    }
    chain.reverse();
    chain
}

/// A Fenwick tree of the best chains by the new line they end in: the sum, and the index of the last pair.
struct BestSums {
    nodes: Vec<(usize, Option<usize>)>,
}

impl BestSums {
    /// The best chain that ends before `line`; of equal ones the first found.
    fn below(&self, line: usize) -> (usize, Option<usize>) {
        let mut best = (0, None);
        let mut node = line;
        while node > 0 {
            if self.nodes[node].0 > best.0 {
                best = self.nodes[node];
            }
            node &= node - 1;
        }
        best
    }

    fn raise(&mut self, line: usize, chain: (usize, Option<usize>)) {
        let mut node = line + 1;
        while node < self.nodes.len() {
            if chain.0 > self.nodes[node].0 {
                self.nodes[node] = chain;
            }
            node += node & node.wrapping_neg();
        }
    }
}

/// A pair of lines that grows into a stretch.
struct Group<'s> {
    sides: (&'s Side, &'s Side),
    lines: Change,
    old_features: Vec<u64>,
    new_features: Vec<u64>,
    similarity: f64,
}

/// The edges at which a group may absorb the next line.
#[derive(Clone, Copy)]
enum Edge {
    OldBefore,
    OldAfter,
    NewBefore,
    NewAfter,
}

impl<'s> Group<'s> {
    /// The lines of a pair and of the unpaired lines around it, inside `room`, that belong to it.
    fn extended(pair: &Pair, room: &Change, sides: (&'s Side, &'s Side)) -> Change {
        let old_features = sides.0.features[pair.old].clone();
        let new_features = sides.1.features[pair.new].clone();
        let mut group = Group {
            sides,
            lines: Change { old: pair.old..pair.old + 1, new: pair.new..pair.new + 1 },
            similarity: similarity(&old_features, &new_features),
            old_features,
            new_features,
        };
        for edge in [Edge::OldAfter, Edge::NewAfter, Edge::OldBefore, Edge::NewBefore] {
            for _ in 0..MAX_JOINED {
                if !group.absorb(edge, room) {
                    break;
                }
            }
        }
        group.lines
    }

    /// Absorbs the next non-blank line at one edge, if that makes the sides more similar.
    fn absorb(&mut self, edge: Edge, room: &Change) -> bool {
        let is_text = |side: &Side, line: usize| !side.features[line].is_empty();
        let (old, new) = (self.sides.0, self.sides.1);
        let found = match edge {
            Edge::OldBefore => (room.old.start..self.lines.old.start).rev().find(|&line| is_text(old, line)),
            Edge::OldAfter => (self.lines.old.end..room.old.end).find(|&line| is_text(old, line)),
            Edge::NewBefore => (room.new.start..self.lines.new.start).rev().find(|&line| is_text(new, line)),
            Edge::NewAfter => (self.lines.new.end..room.new.end).find(|&line| is_text(new, line)),
        };
        let Some(line) = found else { return false };
        let (mine, other, added) = match edge {
            Edge::OldBefore | Edge::OldAfter => {
                (&mut self.old_features, &self.new_features, &old.features[line])
            }
            Edge::NewBefore | Edge::NewAfter => {
                (&mut self.new_features, &self.old_features, &new.features[line])
            }
        };
        let mut joined = [mine.as_slice(), added].concat();
        joined.sort_unstable();
        joined.dedup();
        let similarity = similarity(&joined, other);
        if similarity < self.similarity + MIN_RISE {
            return false;
        }
        *mine = joined;
        self.similarity = similarity;
        match edge {
            Edge::OldBefore => self.lines.old.start = line,
            Edge::OldAfter => self.lines.old.end = line + 1,
            Edge::NewBefore => self.lines.new.start = line,
            Edge::NewAfter => self.lines.new.end = line + 1,
        }
        true
    }
}

/// The Dice coefficient of two sorted sets.
fn similarity(a: &[u64], b: &[u64]) -> f64 {
    let (mut at_a, mut at_b, mut shared) = (0, 0, 0);
    while at_a < a.len() && at_b < b.len() {
        match a[at_a].cmp(&b[at_b]) {
            std::cmp::Ordering::Less => at_a += 1,
            std::cmp::Ordering::Greater => at_b += 1,
            std::cmp::Ordering::Equal => {
                (at_a, at_b, shared) = (at_a + 1, at_b + 1, shared + 1);
            }
        }
    }
    dice(shared, a.len(), b.len())
}
