//! Runs of characters that both texts have, and chains of runs in the order of both.

use std::ops::Range;

/// `len` characters that stand at `old` in the old text and at `new` in the new one.
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

/// A stretch of the old text and the stretch of the new text that stands in its place.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub old: Range<usize>,
    pub new: Range<usize>,
}

impl Gap {
    /// Size of the table a full comparison would fill.
    pub fn cells(&self) -> usize {
        self.old.len().saturating_mul(self.new.len())
    }
}

/// The heaviest set of `runs` that is in the same order in both texts, overlaps cut off; weight is length.
///
/// Runs come sorted by their old position.
pub(super) fn heaviest_chain(runs: &[Run]) -> Vec<Run> {
    if runs.is_sorted_by_key(|run| run.new) {
        return without_overlaps(runs.iter().copied());
    }
    let mut ranks: Vec<usize> = runs.iter().map(|run| run.new).collect();
    ranks.sort_unstable();
    ranks.dedup();
    // A Fenwick tree of the best chain that ends at or before a rank: (weight, index of its last run + 1).
    let mut best = vec![(0_usize, 0_usize); ranks.len() + 1];
    let mut before = vec![0_usize; runs.len()];
    for (index, run) in runs.iter().enumerate() {
        let rank = ranks.partition_point(|&new| new < run.new);
        let (mut at, mut top) = (rank, (0, 0));
        while at > 0 {
            top = top.max(best[at]);
            at &= at - 1;
        }
        before[index] = top.1;
        let entry = (top.0 + run.len, index + 1);
        let mut at = rank + 1;
        while at < best.len() {
            if best[at].0 < entry.0 {
                best[at] = entry;
            }
            at += at & at.wrapping_neg();
        }
    }
    let (mut at, mut top) = (ranks.len(), (0, 0));
    while at > 0 {
        top = top.max(best[at]);
        at &= at - 1;
    }
    let mut chain = Vec::new();
    let mut last = top.1;
    while last > 0 {
        chain.push(runs[last - 1]);
        last = before[last - 1];
    }
    without_overlaps(chain.into_iter().rev())
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
    fn the_longer_text_keeps_its_place_when_two_swap() {
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
