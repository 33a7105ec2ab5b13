//! Compares two texts and returns hunks an author can read, accept and reject.
//!
//! Paragraphs are compared first. Inside a changed block, each edited paragraph is paired with its earlier form, and
//! only the two are compared token by token. A token is a CJK character, a whole Latin word or number, or any other
//! single grapheme, so no hunk splits a grapheme or a word. The same two texts always give the same hunks: work is
//! bounded by sizes, never by a clock. Deliberately absent: moved text. A move is a deletion and an insertion;
//! anchors detect moves by themselves.

mod edits;
mod pairing;
mod tidy;
mod tokens;

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::{CharRange, TextIndex};
pub use edits::edits;
use pairing::pair_lines;
use tokens::{Interner, Tokens};

/// One change: the text of `old` in the old text became the text of `new` in the new text. One of the two may be
/// empty; they are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Hunk {
    /// In the old text.
    pub old: CharRange,
    /// In the new text.
    pub new: CharRange,
}

impl Hunk {
    /// Whether nothing was deleted.
    pub const fn is_insertion(&self) -> bool {
        self.old.is_empty()
    }

    /// Whether nothing was inserted.
    pub const fn is_deletion(&self) -> bool {
        self.new.is_empty()
    }
}

/// The changes that lead from one text to another.
///
/// Hunks are in text order on both sides and never touch: at least one unchanged token lies between two of them, and
/// the text between them is equal on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Diff {
    pub hunks: Vec<Hunk>,
}

impl Diff {
    /// Whether the two texts are equal.
    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }

    /// Applies the hunks for which `take`, called with their index in order, returns true.
    ///
    /// All hunks give `new`, none gives `old`. Both must be the texts this diff was computed from.
    pub fn apply(&self, old: &str, new: &str, take: impl Fn(usize) -> bool) -> String {
        let (old, new) = (TextIndex::new(old), TextIndex::new(new));
        let mut text = String::with_capacity(old.text().len().max(new.text().len()));
        let mut kept = 0;
        for (at, hunk) in self.hunks.iter().enumerate() {
            text.push_str(old.slice(CharRange::new(kept, hunk.old.start().get())));
            text.push_str(if take(at) { new.slice(hunk.new) } else { old.slice(hunk.old) });
            kept = hunk.old.end().get();
        }
        text.push_str(old.slice(CharRange::new(kept, old.len())));
        text
    }
}

/// Above this many tokens on both sides together, two paired stretches are not compared token by token: everything
/// between their common beginning and end is one hunk. Only texts without line ends come near the limit (an ordinary
/// paragraph has under 1,000 tokens). Two unrelated unbroken texts of 100,000 characters each, just below it, take
/// half a second.
const MAX_TOKENS: usize = 250_000;

/// Compares two texts.
///
/// A scene of 10,000 characters with an author's edits takes a few milliseconds. Time and memory grow with the sum of
/// the lengths, not their product, even if the texts have nothing in common.
pub fn diff(old: &str, new: &str) -> Diff {
    if old == new {
        return Diff::default();
    }
    let mut interner = Interner::default();
    let sides = Sides { old: Tokens::new(old, &mut interner), new: Tokens::new(new, &mut interner) };
    let mut changes = Vec::new();
    for block in sides.changed_blocks() {
        for stretch in pair_lines(&sides, &block) {
            sides.push_changes(&stretch, &mut changes);
        }
    }
    let changes = tidy::tidy(changes, &sides);
    let hunks = changes
        .into_iter()
        .map(|change| Hunk { old: sides.old.chars(&change.old), new: sides.new.chars(&change.new) })
        .collect();
    Diff { hunks }
}

/// The two texts in tokens.
struct Sides {
    old: Tokens,
    new: Tokens,
}

/// A stretch of the old side and the stretch of the new side that replaced it, in tokens or in lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// Consecutive lines of both sides that belong together.
struct Stretch {
    lines: Change,
    /// Whether the new lines are an edited form of the old ones; otherwise they only share the position.
    edited: bool,
}

impl Sides {
    /// The blocks of lines that differ, in lines. Equal blank lines do not separate blocks: they are alike everywhere
    /// and would tie unrelated paragraphs together.
    fn changed_blocks(&self) -> Vec<Change> {
        let mut ids = HashMap::new();
        let old = self.old.line_ids(&mut ids);
        let new = self.new.line_ids(&mut ids);
        let mut blocks: Vec<Change> = Vec::new();
        let mut blank_since = true;
        for op in capture_diff_slices(Algorithm::Patience, &old, &new) {
            if let DiffOp::Equal { old_index, len, .. } = op {
                blank_since = (old_index..old_index + len).all(|line| self.old.is_blank_line(line));
                continue;
            }
            match blocks.last_mut() {
                Some(block) if blank_since => {
                    block.old.end = op.old_range().end;
                    block.new.end = op.new_range().end;
                }
                _ => blocks.push(Change { old: op.old_range(), new: op.new_range() }),
            }
            blank_since = true;
        }
        blocks
    }

    /// Appends the differences in a stretch of lines, in tokens.
    fn push_changes(&self, stretch: &Stretch, changes: &mut Vec<Change>) {
        let old = self.old.tokens_of_lines(&stretch.lines.old);
        let new = self.new.tokens_of_lines(&stretch.lines.new);
        if !stretch.edited || old.len() + new.len() > MAX_TOKENS {
            changes.push(Change { old, new });
            return;
        }
        let ops =
            capture_diff_slices(Algorithm::Myers, &self.old.ids[old.clone()], &self.new.ids[new.clone()]);
        changes.extend(ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).map(|op| Change {
            old: old.start + op.old_range().start..old.start + op.old_range().end,
            new: new.start + op.new_range().start..new.start + op.new_range().end,
        }));
    }
}

#[cfg(test)]
mod tests;
