//! Parses a time from an author's words, conservatively: a wrong key is worse than none.
//!
//! - A key begins with a year. Words without one (三月初五, March 5) give no key: months of unknown years cannot be
//!   compared. They still order the events told around them ([`super::YearlessDate`]).
//! - Below the year, units are read in sequence (year, month, day, hour, minute) as far as they are understood; no
//!   level is ever skipped (第三纪元1204年霜月七日 gives only the year).
//! - Durations and relative times give none (三年后, 两年三个月, 年前).
//! - A day count (Day 12, 第12天, 3rd day) is a separate count ([`TimeKey::is_day_count`]). 第三天 in Chinese numerals
//!   gives none: in prose it means the third day after something. The same holds for 第二年, the year after.
//! - Names of eras before the year are ignored: 康熙五十一年 is 51, and so is 乾隆五十一年. For a book with two eras, the author
//!   must enter the keys.

mod chinese;
mod clock;
mod cursor;
mod dated;
mod english;
#[cfg(test)]
mod tests;

use super::key::{TimeKey, fold};

impl TimeKey {
    /// The key of a time in Chinese or English words or in digits; `None` if it is uncertain.
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

/// The month, and the day if given, of words that begin with a month and name no year.
pub(super) fn yearless(words: &str) -> Option<Vec<i64>> {
    let folded = fold(words);
    let words = folded.trim();
    if TimeKey::of_words(words).is_some() {
        return None;
    }
    chinese::yearless(words).or_else(|| english::yearless(words))
}
