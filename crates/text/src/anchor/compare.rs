//! The full comparison of a small gap: maps each character to its successor.
//!
//! Global alignment with affine gaps (Gotoh 1982). A match counts the information of the character, so two sentences
//! that share only 的 and 了 come out as different. Costs are in bits.

use super::run::Gap;
use super::texts::Texts;

/// The cost of a replaced character.
pub(super) const SUBSTITUTION: i32 = 4;
/// The cost of opening a stretch that only one text has.
pub(super) const OPEN: i32 = 5;
/// The cost of each character of such a stretch.
pub(super) const EXTEND: i32 = 1;

/// A larger table is not filled (2^18 cells take about a millisecond).
pub(super) const MAX_CELLS: usize = 1 << 18;

/// A character of the old text aligned with one of the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub old: usize,
    pub new: usize,
    /// Whether it is the same character or a replacement.
    pub kind: LinkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    Same,
    Replaced,
}

const UNREACHABLE: i32 = i32::MIN / 2;

/// Bits of a table cell: the state that led to it, and whether a one-sided stretch continues.
mod step {
    pub const DIAGONAL_FROM: u8 = 0b0011;
    pub const OLD_ONLY_CONTINUES: u8 = 0b0100;
    pub const NEW_ONLY_CONTINUES: u8 = 0b1000;
    pub const OLD_ONLY_FROM_NEW_ONLY: u8 = 0b1_0000;
    pub const NEW_ONLY_FROM_OLD_ONLY: u8 = 0b10_0000;
}

const DIAGONAL: u8 = 0;
const OLD_ONLY: u8 = 1;
const NEW_ONLY: u8 = 2;

/// Links the characters of `gap`, in order. Empty if the table would exceed [`MAX_CELLS`].
pub(super) fn compare(texts: &Texts, gap: &Gap) -> Vec<Link> {
    if gap.cells() == 0 || gap.cells() > MAX_CELLS {
        return Vec::new();
    }
    let (old, new) = (&texts.old[gap.old.clone()], &texts.new[gap.new.clone()]);
    let width = new.len() + 1;
    let mut steps = vec![0_u8; (old.len() + 1) * width];
    // One row of best scores per state: aligned, only in the old text, only in the new text.
    let mut diagonal = vec![UNREACHABLE; width];
    let mut old_only = vec![UNREACHABLE; width];
    let mut new_only: Vec<i32> = (0..width).map(|n| -OPEN - EXTEND * n as i32).collect();
    diagonal[0] = 0;
    new_only[0] = UNREACHABLE;
    steps[1..width].fill(step::NEW_ONLY_CONTINUES);
    if width > 1 {
        steps[1] = 0;
    }
    for (row, &a) in old.iter().enumerate() {
        let bits = texts.bits(a);
        let steps = &mut steps[(row + 1) * width..(row + 2) * width];
        let mut corner = (diagonal[0], old_only[0], new_only[0]);
        let (open, extend) = (diagonal[0] - OPEN - EXTEND, old_only[0] - EXTEND);
        steps[0] = if extend > open { step::OLD_ONLY_CONTINUES } else { 0 };
        old_only[0] = open.max(extend);
        (diagonal[0], new_only[0]) = (UNREACHABLE, UNREACHABLE);
        for (column, &b) in new.iter().enumerate() {
            let at = column + 1;
            let above = (diagonal[at], old_only[at], new_only[at]);
            let mut step = 0;
            let (mut best, mut from) = (corner.0, DIAGONAL);
            if corner.1 > best {
                (best, from) = (corner.1, OLD_ONLY);
            }
            if corner.2 > best {
                (best, from) = (corner.2, NEW_ONLY);
            }
            step |= from;
            diagonal[at] = best + if a == b { bits } else { -SUBSTITUTION };

            let (open, extend, switch) = (above.0 - OPEN - EXTEND, above.1 - EXTEND, above.2 - OPEN - EXTEND);
            old_only[at] = open.max(extend).max(switch);
            if extend >= open && extend >= switch {
                step |= step::OLD_ONLY_CONTINUES;
            } else if switch > open {
                step |= step::OLD_ONLY_FROM_NEW_ONLY;
            }

            let (open, extend, switch) = (
                diagonal[column] - OPEN - EXTEND,
                new_only[column] - EXTEND,
                old_only[column] - OPEN - EXTEND,
            );
            new_only[at] = open.max(extend).max(switch);
            if extend >= open && extend >= switch {
                step |= step::NEW_ONLY_CONTINUES;
            } else if switch > open {
                step |= step::NEW_ONLY_FROM_OLD_ONLY;
            }
            steps[at] = step;
            corner = above;
        }
    }
    let last = [diagonal[width - 1], old_only[width - 1], new_only[width - 1]];
    let state = (DIAGONAL..=NEW_ONLY).max_by_key(|&state| (last[state as usize], state == DIAGONAL));
    trace(gap, &steps, state.unwrap_or(DIAGONAL), |row, column| {
        if old[row] == new[column] { LinkKind::Same } else { LinkKind::Replaced }
    })
}

fn trace(gap: &Gap, steps: &[u8], mut state: u8, kind: impl Fn(usize, usize) -> LinkKind) -> Vec<Link> {
    let width = gap.new.len() + 1;
    let (mut row, mut column) = (gap.old.len(), gap.new.len());
    let mut links = Vec::new();
    while row > 0 && column > 0 {
        let step = steps[row * width + column];
        match state {
            DIAGONAL => {
                (row, column) = (row - 1, column - 1);
                let (old, new) = (gap.old.start + row, gap.new.start + column);
                links.push(Link { old, new, kind: kind(row, column) });
                state = step & step::DIAGONAL_FROM;
            }
            OLD_ONLY => {
                row -= 1;
                if step & step::OLD_ONLY_CONTINUES == 0 {
                    state = if step & step::OLD_ONLY_FROM_NEW_ONLY == 0 { DIAGONAL } else { NEW_ONLY };
                }
            }
            _ => {
                column -= 1;
                if step & step::NEW_ONLY_CONTINUES == 0 {
                    state = if step & step::NEW_ONLY_FROM_OLD_ONLY == 0 { DIAGONAL } else { OLD_ONLY };
                }
            }
        }
    }
    links.reverse();
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(old: &str, new: &str) -> Vec<(usize, usize, LinkKind)> {
        let texts = Texts::new(old, new);
        let gap = Gap { old: 0..texts.old.len(), new: 0..texts.new.len() };
        compare(&texts, &gap).into_iter().map(|link| (link.old, link.new, link.kind)).collect()
    }

    #[test]
    fn a_replaced_character_is_linked_to_its_replacement() {
        use LinkKind::{Replaced, Same};
        assert_eq!(
            linked("春夏秋冬", "春夏雪冬"),
            [(0, 0, Same), (1, 1, Same), (2, 2, Replaced), (3, 3, Same)]
        );
    }

    #[test]
    fn an_insertion_keeps_both_sides_linked() {
        let links = linked("东西南北上下左右", "东西南北（中间）上下左右");
        assert_eq!(links.len(), 8);
        assert_eq!((links[3].1, links[4].1), (3, 8));
    }

    #[test]
    fn an_oversized_table_is_not_filled() {
        assert!(linked(&"甲".repeat(600), &"乙".repeat(600)).is_empty());
    }
}
