//! Reads a time out of an author's words, carefully: a key that lies is worse than none.
//!
//! - A key begins with a year. Words without one (三月初五, March 5) give none: months of unknown years do not compare.
//!   They order what is told around them all the same ([`super::YearlessDate`]).
//! - Below the year, units are read one after the other, year, month, day, hour, minute, as far as they are
//!   understood; a level is never skipped (第三纪元1204年霜月七日 is the year alone).
//! - Lengths of time and what is said to be so long before or after something give none (三年后, 两年三个月, 年前).
//! - A count of days (Day 12, 第12天, 3rd day) is a count of its own ([`TimeKey::is_day_count`]). 第三天 in Chinese
//!   numerals gives none: in prose it is the third day after something. So does 第二年, the year after.
//! - Names of eras before the year are passed over: 康熙五十一年 is 51, and so is 乾隆五十一年. Who orders a book with two
//!   eras gives the keys by hand.

mod chinese;
mod clock;
mod cursor;
mod dated;
mod english;
#[cfg(test)]
mod tests;

use super::key::{TimeKey, fold};

impl TimeKey {
    /// The key of a time in words, Chinese, English or in digits; `None` where it cannot be told for sure.
    pub fn of_words(words: &str) -> Option<Self> {
        let folded = fold(words);
        let words = folded.trim();
        let levels = if words.contains('年') || words.starts_with('第') {
            chinese::read(words)
        } else {
            dated::read(words).or_else(|| english::read(words))
        };
        levels.map(Self)
    }
}

/// The month, and the day where it is told, of words that begin with a month and name no year.
pub(super) fn yearless(words: &str) -> Option<Vec<i64>> {
    let folded = fold(words);
    let words = folded.trim();
    if TimeKey::of_words(words).is_some() {
        return None;
    }
    chinese::yearless(words).or_else(|| english::yearless(words))
}
