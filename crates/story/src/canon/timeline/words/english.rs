//! Year 3, month 4; 5 March 1805; spring of 1805; 44 BC; Day 12.

use super::clock;
use super::cursor::Cursor;
use crate::canon::timeline::key::season_levels;
use wenfang_text::parse_numeral;

wenfang_text::words! {
    const MONTHS = "timeline/months";
    const DAYS = "timeline/days";
}

const SEASONS: [&[&str]; 4] = [&["spring"], &["summer"], &["autumn", "fall"], &["winter"]];
/// Words without information about the time.
const FILLERS: [&str; 5] = ["on", "in", "at", "the", "of"];
/// The greatest year, and the greatest number of days and months, for invented calendars.
const MAX_YEARS: i64 = 999_999;
const MAX_UNIT: i64 = 99;
/// From this number up, a number is a year even if it could also be a day.
const MIN_CERTAIN_YEAR: i64 = 100;

/// Parses words that begin with a year, a day or season of a year, or a day count.
pub(super) fn read(words: &str) -> Option<Vec<i64>> {
    let mut words = Words::new(words);
    words.skip_words(&FILLERS);
    words.skip_words(&DAYS);
    words.skip_words(&FILLERS);
    day_count(words).or_else(|| counted_year(words)).or_else(|| dated(words)).or_else(|| bare_year(words))
}

/// Day 12; 3rd day; with an hour. Not if a year or month follows.
fn day_count(mut words: Words) -> Option<Vec<i64>> {
    let day = words.unit("day")?;
    let mut levels = vec![0, 0, day];
    let mut after = words;
    words.append_clock(&mut levels);
    after.skip_words(&FILLERS);
    let is_dated = after
        .clone()
        .any(|word| ["year", "month"].contains(&word.lower.as_str()) || month_named(&word.lower).is_some())
        || after.any(|word| ["later", "after", "before", "ago", "earlier"].contains(&word.lower.as_str()));
    (!is_dated).then_some(levels)
}

/// Year 3, month 4, day 5; Year 3, March 5; Year 3, spring.
fn counted_year(mut words: Words) -> Option<Vec<i64>> {
    let year = words.unit("year")?;
    let mut levels = vec![year];
    words.skip_words(&FILLERS);
    if let Some(month) = words.unit("month") {
        levels.push(month);
        words.skip_words(&FILLERS);
        if let Some(day) = words.unit("day") {
            levels.push(day);
            words.append_clock(&mut levels);
        }
    } else if let Some((month, day)) = words.month_and_day() {
        levels.push(month);
        levels.extend(day);
        if day.is_some() {
            words.append_clock(&mut levels);
        }
    } else if let Some(season) = words.season() {
        levels.extend(season_levels(year, season));
    }
    Some(levels)
}

/// 5 March 1805, March 5th, 1805, March 1805, spring of 1805.
fn dated(mut words: Words) -> Option<Vec<i64>> {
    if let Some(season) = words.season() {
        words.skip_words(&FILLERS);
        let year = words.year(MIN_CERTAIN_YEAR)?;
        return Some([vec![year], season_levels(year, season).to_vec()].concat());
    }
    let (month, day) = words.month_and_day()?;
    words.skip_words(&FILLERS);
    let year = words.year(MIN_CERTAIN_YEAR)?;
    let mut levels = vec![year, month];
    levels.extend(day);
    if day.is_some() {
        words.append_clock(&mut levels);
    }
    Some(levels)
}

/// Parses words that begin with a month: March 5, the 5th of March, in March. Not March 5, 1805.
pub(super) fn yearless(words: &str) -> Option<Vec<i64>> {
    let mut words = Words::new(words);
    words.skip_words(&FILLERS);
    words.skip_words(&DAYS);
    words.skip_words(&FILLERS);
    let (month, day) = words.month_and_day()?;
    words.skip_words(&FILLERS);
    let is_before_year = words.year(0).is_some();
    (!is_before_year).then(|| [Some(month), day].into_iter().flatten().collect())
}

/// 1805, 44 BC, AD 79, with nothing else.
fn bare_year(mut words: Words) -> Option<Vec<i64>> {
    let year = words.year(MIN_CERTAIN_YEAR)?;
    words.next().is_none().then(|| vec![year])
}

/// One word or number.
struct Word {
    lower: String,
    number: Option<i64>,
    /// Whether the number is written as an ordinal: 3rd.
    is_ordinal: bool,
}

/// The words left to parse, separated by commas and blanks.
#[derive(Clone, Copy)]
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// Consumes what `read` understands, or nothing.
    fn try_read<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = read(&mut ahead)?;
        *self = ahead;
        Some(value)
    }

    fn skip_words(&mut self, fillers: &[&str]) {
        while self
            .try_read(|words| words.next().filter(|word| fillers.contains(&word.lower.as_str())))
            .is_some()
        {}
    }

    /// "month 4", "4th month".
    fn unit(&mut self, unit: &str) -> Option<i64> {
        self.try_read(|words| {
            let (first, second) = (words.next()?, words.next()?);
            let number = match (first.lower == unit, second.lower == unit) {
                (true, false) if !second.is_ordinal => second.number,
                (false, true) if first.is_ordinal => first.number,
                _ => None,
            }?;
            let most = if unit == "month" { MAX_UNIT } else { MAX_YEARS };
            (1..=most).contains(&number).then_some(number)
        })
    }

    /// "5 March", "the 5th of March", "March 5", "March".
    fn month_and_day(&mut self) -> Option<(i64, Option<i64>)> {
        let day_first = |words: &mut Self| {
            let day = words.day()?;
            words.skip_words(&["of"]);
            Some((month_named(&words.next()?.lower)?, Some(day)))
        };
        let month_first = |words: &mut Self| {
            let month = month_named(&words.next()?.lower)?;
            Some((month, words.try_read(Self::day)))
        };
        self.try_read(day_first).or_else(|| self.try_read(month_first))
    }

    fn day(&mut self) -> Option<i64> {
        self.next()?.number.filter(|day| (1..=31).contains(day))
    }

    /// A year of at least `least`, or any year with an era.
    fn year(&mut self, least: i64) -> Option<i64> {
        let before =
            self.try_read(|words| words.next().filter(|word| ["ad", "ce"].contains(&word.lower.as_str())));
        let word = self.next().filter(|word| !word.is_ordinal)?;
        let year = word.number.filter(|year| (1..=MAX_YEARS).contains(year))?;
        let era = self.try_read(|words| {
            words.next().and_then(|word| match word.lower.as_str() {
                "bc" | "bce" => Some(-1),
                "ad" | "ce" => Some(1),
                _ => None,
            })
        });
        match (before, era) {
            (None, Some(sign)) => Some(sign * year),
            (Some(_), None) => Some(year),
            (None, None) => (year >= least).then_some(year),
            (Some(_), Some(_)) => None,
        }
    }

    fn season(&mut self) -> Option<usize> {
        self.try_read(|words| {
            let word = words.next()?.lower;
            SEASONS.iter().position(|names| names.contains(&word.as_str()))
        })
    }

    fn append_clock(&mut self, levels: &mut Vec<i64>) {
        self.skip_words(&["at"]);
        let mut cursor = Cursor::new(self.rest.trim_start_matches([' ', ',']));
        levels.extend(clock::read(&mut cursor).into_iter().flatten());
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let first = rest.chars().next()?;
        let end = if first.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric() && c != '.').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        self.rest = after;
        // The full stops of "A.D." and of a sentence.
        let lower = word.replace('.', "").to_lowercase();
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| lower.strip_suffix(ending));
        let is_ordinal = digits.is_some_and(|digits| digits.parse::<u32>().is_ok());
        let numeral = if is_ordinal { digits.unwrap_or_default() } else { word.trim_end_matches('.') };
        let number = parse_numeral(numeral).map(|(value, _)| i64::from(value));
        Some(Word { lower, number, is_ordinal })
    }
}

/// A month by its name or its first three letters.
fn month_named(word: &str) -> Option<i64> {
    let is_short = word.len() == 3 || word == "sept";
    let at = MONTHS.iter().position(|month| *month == word || (is_short && month.starts_with(word)))?;
    i64::try_from(at + 1).ok()
}
