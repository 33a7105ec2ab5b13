//! Detects a second place of the same text with a better claim.
//!
//! After a paragraph was copied and its original edited, the copy is closer to the old text, but the original has the
//! neighbours. The neighbourhood of a range is searched for in the whole new text. Text on the same diagonal as a
//! place counts for that place, even if the same characters occur elsewhere.

use std::ops::Range;
use std::slice;

use super::run::Run;
use super::seeds::{Places, Spans, common_grams};
use super::texts::Texts;

/// How far the neighbourhood extends on each side, in characters.
const REACH: usize = 1_000;

/// The information of the sequences searched for, in bits.
const SEQUENCE_BITS: usize = 64;

/// How far a sequence next to the range may be off a diagonal, in characters; farther away, an eighth of the distance
/// is added.
const MAX_DRIFT: usize = 24;

/// How much of the neighbourhood both places must share for one to be a copy of the other, in bits, and how near to
/// the range, in characters.
const MIN_SHARED: i32 = 40;
const NEAR_LEN: usize = 64;

/// The most that neighbours on one side count, in bits: a place is not better for being in the middle.
const MAX_ON_A_SIDE: i32 = 200;

/// How much more evidence another place must have, in bits.
const MIN_LEAD: i32 = 60;

/// Whether another place of `range` has more evidence than the one that begins at `found`. `added` is the new text
/// without a counterpart in the old one: a copy of text whose counterpart is elsewhere lies there.
pub(super) fn has_rival(texts: &Texts, added: &[Range<usize>], range: &Range<usize>, found: usize) -> bool {
    let near = range.start.saturating_sub(NEAR_LEN)..(range.end + NEAR_LEN).min(texts.old.len());
    let len = texts.chars_for(SEQUENCE_BITS);
    let copies = Spans { old: slice::from_ref(&near), new: added };
    if common_grams(texts, &copies, len, Places::Few).is_empty() {
        return false;
    }
    let window = range.start.saturating_sub(REACH)..(range.end + REACH).min(texts.old.len());
    let whole = 0..texts.new.len();
    let spans = Spans { old: slice::from_ref(&window), new: slice::from_ref(&whole) };
    let runs = common_grams(texts, &spans, len, Places::Few);
    let shift = |run: &Run| run.new as isize - run.old as isize;
    let own_shift = found as isize - range.start as isize;
    let mut shifts: Vec<isize> = runs
        .iter()
        .filter(|run| apart(run, range) <= NEAR_LEN && shift(run).abs_diff(own_shift) > MAX_DRIFT)
        .map(shift)
        .collect();
    if shifts.is_empty() {
        return false;
    }
    shifts.sort_unstable();
    shifts.dedup_by(|a, b| a.abs_diff(*b) <= MAX_DRIFT / 2);
    let own = claimed(&runs, range, (&window, own_shift));
    shifts.iter().any(|&shift| {
        let other = claimed(&runs, range, (&window, shift));
        is_better(texts, (&own, &other), range, window.start)
    })
}

/// Marks the characters of the window that lie on the diagonal of a place.
fn claimed(runs: &[Run], range: &Range<usize>, (window, shift): (&Range<usize>, isize)) -> Vec<bool> {
    let mut claimed = vec![false; window.len()];
    for run in runs {
        let off = (run.new as isize - run.old as isize).abs_diff(shift);
        if off <= MAX_DRIFT + apart(run, range) / 8 {
            claimed[run.old - window.start..run.old_end() - window.start].fill(true);
        }
    }
    claimed
}

/// Whether the second place has everything the first has, and more neighbours.
fn is_better(texts: &Texts, (own, other): (&[bool], &[bool]), range: &Range<usize>, from: usize) -> bool {
    let mut shared = 0;
    // The evidence of only one place, before the range and from it on.
    let (mut own_sides, mut other_sides) = ([0; 2], [0; 2]);
    for (at, (&mine, &theirs)) in (from..).zip(own.iter().zip(other)) {
        let bits = texts.bits(texts.old[at]);
        let side = usize::from(at >= range.start);
        match (mine, theirs) {
            (true, true) if at + NEAR_LEN >= range.start && at < range.end + NEAR_LEN => shared += bits,
            (true, false) => own_sides[side] += bits,
            (false, true) => other_sides[side] += bits,
            _ => {}
        }
    }
    let sum = |sides: [i32; 2]| sides.iter().map(|&bits| bits.min(MAX_ON_A_SIDE)).sum::<i32>();
    shared >= MIN_SHARED && sum(other_sides) >= sum(own_sides) + MIN_LEAD
}

/// The number of characters between a run and the range, 0 if they touch.
fn apart(run: &Run, range: &Range<usize>) -> usize {
    run.old.saturating_sub(range.end).max(range.start.saturating_sub(run.old_end()))
}
