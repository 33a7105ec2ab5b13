//! Points in story time as numbers, and their notation.
//!
//! | Written | Levels | |
//! |---|---|---|
//! | `51-3-15`, `51.3.15`, `51/3/15` | 51, 3, 15 | year, month, day; then hour and minute |
//! | `-200/1` | -200, 1 | before the first year |
//! | `51-闰3-15` | 51, 3, 1,000,015 | a leap month: after every day of its month, before the next month |
//! | `51-闰3` | 51, 3, 1,000,000 | |
//! | `3-春` | 3, 0, 2,000,000 | a season: before its first month, after everything earlier |
//! | `d12` | 0, 0, 12 | day 12 of a separate count, independent of years |
//!
//! Seasons follow the traditional calendar, with spring from month 1. From year 1000 on, as in modern books, spring
//! begins in month 3. A season sorts at its beginning, as a year does.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A sortable point in story time: numbers from the largest unit down (year, month, day, hour, minute), compared one
/// by one, in any calendar. A key sorts before the longer keys it is a prefix of: 第三年 before 第三年二月. In JSON it is a
/// string in the notation of the author.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(into = "String", try_from = "String")]
#[ts(type = "string")]
pub struct TimeKey(pub Vec<i64>);

/// A text that is not a time key.
#[derive(Debug, thiserror::Error)]
#[error("invalid time key: {0}")]
pub struct NoTimeKey(String);

impl From<TimeKey> for String {
    fn from(key: TimeKey) -> Self {
        key.to_string()
    }
}

impl TryFrom<String> for TimeKey {
    type Error = NoTimeKey;

    fn try_from(text: String) -> Result<Self, NoTimeKey> {
        // A key without levels is written as an empty string.
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        Self::parse(&text).ok_or(NoTimeKey(text))
    }
}

/// Added to the day in a leap month; more than the days of any month.
pub(super) const LEAP: i64 = 1_000_000;
/// Replaces the day at the beginning of a season; beyond every leap day of the previous month.
const SEASON: i64 = 2_000_000;
/// The first year whose seasons follow the solar calendar.
const FIRST_SOLAR_YEAR: i64 = 1000;
/// The seasons, starting with spring.
const SEASONS: [char; 4] = ['春', '夏', '秋', '冬'];

impl TimeKey {
    /// Parses a key as an author types it; `None` for anything else. Surrounding blanks and full-width characters are
    /// accepted.
    pub fn parse(text: &str) -> Option<Self> {
        let folded = fold(text);
        let text = folded.trim();
        let (mut levels, mut rest) = match text.strip_prefix(['d', 'D']) {
            Some(count) => (vec![0, 0], count),
            None => (Vec::new(), text),
        };
        let is_count = !levels.is_empty();
        let mut is_leap = false;
        loop {
            let may_name = levels.len() == 1 && !is_count;
            if let (true, Some(after)) = (may_name, rest.strip_prefix(['闰', '閏'])) {
                (is_leap, rest) = (true, after);
            } else if let (true, Some(season)) = (may_name, season_named(rest)) {
                levels.extend(season_levels(levels[0], season));
                return Some(Self(levels));
            }
            let (level, after) = split_number(rest)?;
            match (is_leap, levels.len()) {
                (true, 1) if level < 1 => return None,
                (true, 2) => levels.push(leap_day(level)?),
                _ => levels.push(level),
            }
            if after.is_empty() {
                break;
            }
            rest = after.strip_prefix(['-', '.', '/'])?;
        }
        if is_leap && levels.len() == 2 {
            levels.push(LEAP);
        }
        Some(Self(levels))
    }

    /// Whether it is a separate count of days, independent of years; such a key has no order relative to dated ones.
    pub fn is_day_count(&self) -> bool {
        self.0.len() > 2 && self.0.starts_with(&[0, 0])
    }
}

/// Formats the key so that [`TimeKey::parse`] reads it back; empty for a key without levels.
impl fmt::Display for TimeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.0.as_slice();
        let rest = match *levels {
            [0, 0, day, ref rest @ ..] => {
                write!(f, "d{day}")?;
                rest
            }
            [year, month, SEASON] if let Some(season) = season_of(year, month) => {
                return write!(f, "{year}-{season}");
            }
            [year, month, LEAP] if month > 0 => return write!(f, "{year}-闰{month}"),
            [year, month, day, ref rest @ ..] if month > 0 && (LEAP..2 * LEAP).contains(&day) => {
                write!(f, "{year}-闰{month}-{}", day - LEAP)?;
                rest
            }
            [first, ref rest @ ..] => {
                write!(f, "{first}")?;
                rest
            }
            [] => return Ok(()),
        };
        rest.iter().try_for_each(|level| write!(f, "-{level}"))
    }
}

/// The day of a leap month as a level; `None` for numbers that are not a day.
pub(super) fn leap_day(day: i64) -> Option<i64> {
    (0..LEAP).contains(&day).then(|| day + LEAP)
}

/// The season that a text names: 0 for spring.
fn season_named(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let (first, None) = (chars.next()?, chars.next()) else { return None };
    season_sign(first)
}

/// The season that a character names: 0 for spring.
pub(super) fn season_sign(sign: char) -> Option<usize> {
    SEASONS.iter().position(|season| *season == sign)
}

/// The levels after the year for the beginning of a season, 0 for spring.
pub(super) fn season_levels(year: i64, season: usize) -> [i64; 2] {
    let months = [0, 3, 6, 9].get(season).copied().unwrap_or_default();
    [if year >= FIRST_SOLAR_YEAR { months + 2 } else { months }, SEASON]
}

fn season_of(year: i64, month: i64) -> Option<char> {
    let season = (0..SEASONS.len()).find(|season| season_levels(year, *season)[0] == month)?;
    SEASONS.get(season).copied()
}

/// Converts full-width digits, letters and marks to ASCII, and ideographic blanks to spaces.
pub(super) fn fold(text: &str) -> String {
    let ascii = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' | '\u{a0}' => ' ',
        _ => c,
    };
    text.chars().map(ascii).collect()
}

/// A signed number at the start of a text, and the text after it.
fn split_number(text: &str) -> Option<(i64, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(after)?.parse().ok()?;
    Some((number, after))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn levels(text: &str) -> Option<Vec<i64>> {
        TimeKey::parse(text).map(|key| key.0)
    }

    #[test]
    fn keys_are_parsed_as_authors_type_them() {
        assert_eq!(levels("51-3-15"), Some(vec![51, 3, 15]));
        assert_eq!(levels(" 51.3.15 "), Some(vec![51, 3, 15]));
        assert_eq!(levels("５１／３"), Some(vec![51, 3]));
        assert_eq!(levels("-200/1"), Some(vec![-200, 1]));
        assert_eq!(levels("51-闰3-15-8"), Some(vec![51, 3, 1_000_015, 8]));
        assert_eq!(levels("51-闰3"), levels("51-闰3-0"));
        assert_eq!(levels("3-秋"), Some(vec![3, 6, 2_000_000]));
        assert_eq!(levels("d12-14-30"), Some(vec![0, 0, 12, 14, 30]));
    }

    #[test]
    fn anything_else_is_not_a_key() {
        let wrong = [
            "",
            "-",
            "三年",
            "51-",
            "51--",
            "51,3",
            "闰3",
            "51-闰",
            "51-闰0",
            "51-3-闰4",
            "51-闰-3",
            "3-春-1",
            "d",
            "d3-春",
            "99999999999999999999",
            "51 3",
        ];
        for text in wrong {
            assert_eq!(levels(text), None, "{text}");
        }
    }

    #[test]
    fn leap_months_and_seasons_sort_correctly() {
        let sorted = [
            "-200-12",
            "-44",
            "d5",
            "d12",
            "3",
            "3-春",
            "3-1",
            "3-3-30",
            "3-闰3",
            "3-闰3-1",
            "3-闰3-29",
            "3-夏",
            "3-4-1",
            "3-秋",
            "3-7",
            "3-冬",
            "3-10",
            "3-闰12-30",
            "4",
            "2024-2",
            "2024-春",
            "2024-3",
            "2024-11-30",
            "2024-冬",
            "2024-12",
        ];
        let keys: Vec<TimeKey> = sorted.iter().map(|text| TimeKey::parse(text).unwrap()).collect();
        assert!(keys.is_sorted());
        assert_eq!(keys.iter().map(TimeKey::to_string).collect::<Vec<_>>(), sorted);
    }

    fn level() -> impl Strategy<Value = i64> {
        prop_oneof![-3..40_i64, 999_990..1_000_040_i64, Just(2_000_000), any::<i64>()]
    }

    proptest! {
        #[test]
        fn every_key_round_trips(levels in prop::collection::vec(level(), 1..6)) {
            let key = TimeKey(levels);
            prop_assert_eq!(TimeKey::parse(&key.to_string()), Some(key));
        }

        #[test]
        fn parsing_never_panics(text in "[-./d0-9闰春冬 a]{0,12}") {
            if let Some(key) = TimeKey::parse(&text) {
                prop_assert_eq!(TimeKey::parse(&key.to_string()), Some(key));
            }
        }
    }
}
