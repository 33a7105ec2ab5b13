//! Counting (字数): one walk over a text that says what its characters are, and totals by named rules.
//!
//! The same function serves the editor, gates, goals, budgets, exports and statistics. Counts add up over lines:
//! the count of a text is the sum of the counts of its lines and line ends, so after an edit only the touched
//! paragraphs are counted again. Every scalar is in exactly one of the classes of [`Counts`]; text is expected in
//! canonical form (LF line ends). Deliberately absent: any per-site rule that is not a rule but a discount.
//!
//! Decisions, where prose leaves a choice:
//! - `“ ” ‘ ’ … — – ·` serve Chinese and Latin alike. They are CJK punctuation unless their line has Latin letters and
//!   no Han, kana or Hangul. `’` between two letters is always an apostrophe.
//! - Full-width letters and digits (Ｑ, ３) are letters and digits; full-width marks (！) are CJK punctuation.
//! - Signs made for CJK type (①, ㎡, ㈱) are CJK punctuation.
//! - A keycap (1️⃣) is its digit; any other emoji is one `other`, however many scalars it is made of.
//! - Words follow UAX #29, with two changes: a hyphen joins (well-known is one word), and between digits so do
//!   `:` and `/` (10:30 is one number). A word holds a letter, a number does not: GPT4 is a word.
//! - Markdown marks are not counted: `#` to `######` and `>` where a line begins, `* ` of a list item, `*` to `***` in
//!   pairs around a phrase, and lines of three or more `-` or `*` alone. A lone `*` (5*3, f***) is punctuation; so are
//!   `-` and `1.` of lists, because dialogue begins that way too.

mod asterisk;
mod class;
mod line_marks;
mod rule;
mod running;
mod walk;

use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

pub use rule::{CountRule, UnknownCountRule};
pub use running::RunningCount;

/// Counts a text in one walk; a few nanoseconds a character.
pub fn count(text: &str) -> Counts {
    walk::walk(text)
}

/// What the characters of a text are. All fields but `words`, `numbers` and `scalars` are classes: each scalar is
/// in one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Counts {
    /// Han characters of all Unicode blocks, with 々, 〆 and 〇.
    pub han: usize,
    /// Hiragana and katakana, half-width ones and ー too.
    pub kana: usize,
    /// Hangul syllables.
    pub hangul: usize,
    /// CJK punctuation, Bopomofo and signs, full-width marks; the marks shared with Latin in a CJK line.
    pub cjk_punctuation: usize,
    /// Letters of all other scripts, full-width ones too.
    pub letters: usize,
    /// Runs of letters (with digits among them): Latin words.
    pub words: usize,
    /// Digits, full-width ones and Roman numeral signs (Ⅻ) too.
    pub digits: usize,
    /// Runs of digits without a letter: numbers.
    pub numbers: usize,
    /// All other punctuation and signs of writing: ASCII marks, currency, mathematics.
    pub punctuation: usize,
    /// White space but line ends, full-width spaces too.
    pub whitespace: usize,
    /// Line ends (LF).
    pub line_ends: usize,
    /// Emoji and what has no class of its own, one for each grapheme.
    pub other: usize,
    /// Markdown marks.
    pub markup: usize,
    /// Scalars that show nothing of their own: combining marks, joiners, variation selectors, zero-width spaces, and
    /// the scalars of an emoji after its first.
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

    /// What `scalars` must be.
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
            + self.attached
    }

    /// Both counts, field by field, through `with`.
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

/// Takes the counts of a part away from those of the whole; a field never falls below zero.
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
