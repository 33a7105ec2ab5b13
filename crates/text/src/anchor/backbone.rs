//! The backbone: runs that both texts share, in the same order in both.
//!
//! The search goes from coarse to fine: common ends, long sequences, paragraphs that occur once in each text, then
//! ever shorter sequences. Each step works inside the gaps the previous one left. Every step is linear in its gap,
//! and the number of steps is fixed. The remaining gaps are compared character by character once an anchor needs
//! them.

use super::run::{Gap, Run, heaviest_chain};
use super::seeds::{Places, Spans, common_grams, unique_paragraphs};
use super::texts::Texts;

/// One way of finding text that both sides share.
#[derive(Clone, Copy)]
enum Step {
    /// Paragraphs that occur exactly once on each side.
    Paragraphs,
    /// Sequences of characters that carry this many bits.
    Sequences(usize, Places),
}

/// From certain to likely. Long sequences come first and may occur in a few places: after a paragraph was copied and
/// its original edited, the copy is the only equal paragraph but not the one in order. The last step searches for
/// about three Chinese characters; shorter text is left to the full comparison.
const STEPS: [Step; 4] = [
    Step::Sequences(96, Places::Few),
    Step::Paragraphs,
    Step::Sequences(48, Places::One),
    Step::Sequences(28, Places::One),
];

/// A gap whose full comparison is this small (in table cells) is not searched for sequences.
const SMALL_GAP_CELLS: usize = 48 * 48;

/// How many times one step may search the gaps it left itself.
const MAX_ROUNDS: u8 = 2;

/// The common runs of the texts, in order, merged where they touch in both texts.
pub(super) fn backbone(texts: &Texts) -> Vec<Run> {
    let mut runs = Vec::new();
    let whole = Gap { old: 0..texts.old.len(), new: 0..texts.new.len() };
    let mut open = vec![(whole, 0_usize, 0_u8)];
    while let Some((gap, step, round)) = open.pop() {
        let gap = without_common_ends(texts, gap, &mut runs);
        if gap.cells() == 0 || gap.cells() <= SMALL_GAP_CELLS {
            continue;
        }
        let spans = Spans { old: std::slice::from_ref(&gap.old), new: std::slice::from_ref(&gap.new) };
        let seeds = match STEPS.get(step) {
            Some(Step::Paragraphs) => unique_paragraphs(texts, &spans),
            Some(Step::Sequences(bits, places)) => {
                common_grams(texts, &spans, texts.chars_for(*bits), *places)
            }
            None => continue,
        };
        let chain = heaviest_chain(&seeds);
        let next =
            if chain.is_empty() || round + 1 == MAX_ROUNDS { (step + 1, 0) } else { (step, round + 1) };
        for inner in gaps_between(&gap, &chain) {
            open.push((inner, next.0, next.1));
        }
        runs.extend(chain);
    }
    runs.sort_unstable_by_key(|run| (run.old, run.new));
    merged(runs)
}

/// The gaps between the runs of `chain` and at both ends.
fn gaps_between(gap: &Gap, chain: &[Run]) -> Vec<Gap> {
    let (mut old, mut new) = (gap.old.start, gap.new.start);
    let mut gaps = Vec::with_capacity(chain.len() + 1);
    for run in chain {
        gaps.push(Gap { old: old..run.old, new: new..run.new });
        (old, new) = (run.old_end(), run.new_end());
    }
    gaps.push(Gap { old: old..gap.old.end, new: new..gap.new.end });
    gaps
}

/// Removes the common end and then the common start of `gap`. The end goes first: of two equal passages in a row, the
/// later one counts as the original.
fn without_common_ends(texts: &Texts, gap: Gap, runs: &mut Vec<Run>) -> Gap {
    let Gap { mut old, mut new } = gap;
    let (a, b) = (&texts.old[old.clone()], &texts.new[new.clone()]);
    let len = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    (old.end, new.end) = (old.end - len, new.end - len);
    if len > 0 {
        runs.push(Run { old: old.end, new: new.end, len });
    }
    let (a, b) = (&texts.old[old.clone()], &texts.new[new.clone()]);
    let len = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    if len > 0 {
        runs.push(Run { old: old.start, new: new.start, len });
    }
    (old.start, new.start) = (old.start + len, new.start + len);
    Gap { old, new }
}

fn merged(runs: Vec<Run>) -> Vec<Run> {
    let mut kept: Vec<Run> = Vec::with_capacity(runs.len());
    for run in runs {
        match kept.last_mut() {
            Some(last) if last.old_end() == run.old && last.new_end() == run.new => last.len += run.len,
            _ => kept.push(run),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_equal_text_in_order(old in "[甲乙丙\n。]{0,200}", new in "[甲乙丙\n。]{0,200}") {
            let texts = Texts::new(&old, &new);
            let mut ends = (0, 0);
            for run in backbone(&texts) {
                prop_assert!(run.len > 0 && run.old >= ends.0 && run.new >= ends.1);
                ends = (run.old_end(), run.new_end());
                prop_assert_eq!(&texts.old[run.old..ends.0], &texts.new[run.new..ends.1]);
            }
        }
    }
}
