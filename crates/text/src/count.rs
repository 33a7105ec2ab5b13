//! Counts the characters of a text (字数): one walk that classifies every character, and totals by named rules.
//!
//! The same function serves the editor, gates, goals, budgets, exports and statistics. Counts are additive over
//! lines: the count of a text is the sum of the counts of its lines and line ends, so after an edit only the changed
//! paragraphs are counted again. Every scalar is in exactly one of the classes of [`Counts`]. Text must be in
//! canonical form (LF line ends). Deliberately absent: the house rules of single sites that are discounts rather than
//! counting rules.
//!
//! Decisions where the rules leave a choice:
//! - `“ ” ‘ ’ … — – ·` are used in both Chinese and Latin text. They are CJK punctuation unless their line has Latin
//!   letters and no Han, kana or Hangul. `’` between two letters is always an apostrophe.
//! - Full-width letters and digits (Ｑ, ３) are letters and digits; full-width marks (！) are CJK punctuation.
//! - Signs designed for CJK type (①, ㎡, ㈱) are CJK punctuation.
//! - A keycap (1️⃣) is its digit; any other emoji is one `other`, regardless of its number of scalars.
//! - Words follow UAX #29, with two changes: a hyphen joins (well-known is one word), and between digits so do `:`
//!   and `/` (10:30 is one number). A word contains a letter, a number does not: GPT4 is a word.
//! - [Marks](crate::marks) are not counted, nor is the reading of a ruby. A lone `*` (5*3, f***) is punctuation; so are
//!   `-` and `1.` of lists, because dialogue begins that way too.
//! - Footnotes (注) are counted apart, in [`Counts::notes`], which no total includes except the raw size.

mod class;
mod plain_line;
mod rule;
mod running;
mod walk;

use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

pub use rule::{CountRule, UnknownCountRule};
pub use running::RunningCount;

/// Counts a text in one walk, which takes a few nanoseconds per character.
pub fn count(text: &str) -> Counts {
    walk::walk(text)
}

/// The character classes of a text. All fields except `words`, `numbers` and `scalars` are classes: each scalar is in
/// one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Counts {
    /// Han characters of all Unicode blocks, and 々, 〆 and 〇.
    pub han: usize,
    /// Hiragana and katakana, including half-width ones and ー.
    pub kana: usize,
    /// Hangul syllables.
    pub hangul: usize,
    /// CJK punctuation, Bopomofo and signs, full-width marks; in a CJK line also the marks shared with Latin.
    pub cjk_punctuation: usize,
    /// Letters of all other scripts, including full-width ones.
    pub letters: usize,
    /// Runs of letters, possibly with digits: Latin words.
    pub words: usize,
    /// Digits, including full-width ones and Roman numeral signs (Ⅻ).
    pub digits: usize,
    /// Runs of digits without a letter: numbers.
    pub numbers: usize,
    /// All other punctuation and signs: ASCII marks, currency, mathematics.
    pub punctuation: usize,
    /// White space except line ends; includes full-width spaces.
    pub whitespace: usize,
    /// Line ends (LF).
    pub line_ends: usize,
    /// Emoji and characters without a class of their own, one per grapheme.
    pub other: usize,
    /// Marks, and readings of ruby.
    pub markup: usize,
    /// The visible characters of footnotes, by the standard rule.
    pub notes: usize,
    /// Scalars without a visible form of their own: combining marks, joiners, variation selectors, zero-width spaces,
    /// and the scalars of an emoji after the first.
    pub attached: usize,
    /// All scalars: the sum of the classes.
    pub scalars: usize,
}

impl Counts {
    /// The total by a rule.
    pub const fn total(&self, rule: CountRule) -> usize {
        let cjk = self.han + self.kana + self.hangul + self.cjk_punctuation;
        match rule {
            CountRule::Standard => cjk + self.letters + self.digits + self.punctuation + self.other,
            CountRule::Word => cjk + self.words + self.numbers,
            CountRule::Han => self.han,
            CountRule::All => self.scalars - self.line_ends,
        }
    }

    /// The value `scalars` must have.
    const fn sum_of_classes(&self) -> usize {
        self.han
            + self.kana
            + self.hangul
            + self.cjk_punctuation
            + self.letters
            + self.digits
            + self.punctuation
            + self.whitespace
            + self.line_ends
            + self.other
            + self.markup
            + self.notes
            + self.attached
    }

    /// Combines both counts field by field.
    fn zip(self, other: Self, with: impl Fn(usize, usize) -> usize) -> Self {
        Self {
            han: with(self.han, other.han),
            kana: with(self.kana, other.kana),
            hangul: with(self.hangul, other.hangul),
            cjk_punctuation: with(self.cjk_punctuation, other.cjk_punctuation),
            letters: with(self.letters, other.letters),
            words: with(self.words, other.words),
            digits: with(self.digits, other.digits),
            numbers: with(self.numbers, other.numbers),
            punctuation: with(self.punctuation, other.punctuation),
            whitespace: with(self.whitespace, other.whitespace),
            line_ends: with(self.line_ends, other.line_ends),
            other: with(self.other, other.other),
            markup: with(self.markup, other.markup),
            notes: with(self.notes, other.notes),
            attached: with(self.attached, other.attached),
            scalars: with(self.scalars, other.scalars),
        }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Subtracts the counts of a part from those of the whole; no field falls below zero.
impl Sub for Counts {
    type Output = Self;

    fn sub(self, part: Self) -> Self {
        self.zip(part, usize::saturating_sub)
    }
}

impl SubAssign for Counts {
    fn sub_assign(&mut self, part: Self) {
        *self = *self - part;
    }
}

impl std::iter::Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests;
