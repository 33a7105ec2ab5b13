//! Runs of common characters, and chains of runs that are in the same order in both texts.

use std::ops::Range;

/// `len` equal characters, at `old` in the old text and at `new` in the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub old: usize,
    pub new: usize,
    pub len: usize,
}

impl Run {
    pub fn old_end(self) -> usize {
        self.old + self.len
    }

    pub fn new_end(self) -> usize {
        self.new + self.len
    }
}

/// A stretch of the old text and the stretch of the new text in its place.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub old: Range<usize>,
    pub new: Range<usize>,
}

impl Gap {
    /// The size of the table that a full comparison would fill.
    pub fn cells(&self) -> usize {
        self.old.len().saturating_mul(self.new.len())
    }
}

/// How far two runs of a chain may overlap, in characters; at most half of the first. Next to an edit the same few
/// characters often fit on both sides.
const MAX_OVERLAP: usize = 8;

/// The heaviest subset of `runs` that is in the same order in both texts, with overlaps cut off; weight is length. Of
/// equal weights the later text wins.
///
/// `runs` must be sorted by old position.
pub(super) fn heaviest_chain(runs: &[Run]) -> Vec<Run> {
    let reach = |run: Run| run.len - (run.len / 2).min(MAX_OVERLAP);
    let mut ranks: Vec<usize> = runs.iter().map(|&run| run.new + reach(run)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let mut closing: Vec<usize> = (0..runs.len()).collect();
    closing.sort_unstable_by_key(|&index| runs[index].old + reach(runs[index]));
    let mut closing = closing.into_iter().peekable();
    let mut best = Best::new(ranks.len());
    // For each run: the weight of the best chain that ends with it, and the index of the previous run in that chain
    // plus one.
    let mut chains = vec![(0_usize, 0_usize); runs.len()];
    for (index, &run) in runs.iter().enumerate() {
        while let Some(closed) = closing.next_if(|&other| runs[other].old + reach(runs[other]) <= run.old) {
            let end = runs[closed].new + reach(runs[closed]);
            best.raise(ranks.partition_point(|&rank| rank < end), (chains[closed].0, closed + 1));
        }
        let (weight, before) = best.up_to(ranks.partition_point(|&rank| rank <= run.new));
        chains[index] = (weight + run.len, before);
    }
    let heaviest = (0..runs.len()).max_by_key(|&index| chains[index].0);
    let mut chain = Vec::new();
    let mut last = heaviest.map_or(0, |index| index + 1);
    while last > 0 {
        chain.push(runs[last - 1]);
        last = chains[last - 1].1;
    }
    without_overlaps(chain.into_iter().rev())
}

/// Returns the greatest value at or below a rank (Fenwick 1994).
struct Best(Vec<(usize, usize)>);

impl Best {
    fn new(ranks: usize) -> Self {
        Self(vec![(0, 0); ranks + 1])
    }

    fn raise(&mut self, rank: usize, value: (usize, usize)) {
        let mut at = rank + 1;
        while let Some(slot) = self.0.get_mut(at) {
            *slot = value.max(*slot);
            at += at & at.wrapping_neg();
        }
    }

    /// The greatest value of the first `ranks` ranks.
    fn up_to(&self, ranks: usize) -> (usize, usize) {
        let (mut at, mut top) = (ranks, (0, 0));
        while at > 0 {
            top = top.max(self.0[at]);
            at &= at - 1;
        }
        top
    }
}

fn without_overlaps(runs: impl Iterator<Item = Run>) -> Vec<Run> {
    let mut kept: Vec<Run> = Vec::new();
    for mut run in runs {
        if let Some(last) = kept.last_mut() {
            let cut = last.old_end().saturating_sub(run.old).max(last.new_end().saturating_sub(run.new));
            if cut >= run.len {
                continue;
            }
            run = Run { old: run.old + cut, new: run.new + cut, len: run.len - cut };
            if run.old == last.old_end() && run.new == last.new_end() {
                last.len += run.len;
                continue;
            }
        }
        kept.push(run);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_of_two_swapped_texts_stays() {
        let short = Run { old: 0, new: 90, len: 10 };
        let long = Run { old: 10, new: 0, len: 90 };
        assert_eq!(heaviest_chain(&[short, long]), [long]);
    }

    #[test]
    fn overlapping_runs_are_cut_in_both_texts() {
        let runs = [Run { old: 0, new: 0, len: 6 }, Run { old: 4, new: 7, len: 6 }];
        assert_eq!(heaviest_chain(&runs), [runs[0], Run { old: 6, new: 9, len: 4 }]);
    }
}
