//! Dates without a year.

use super::words;

/// A month and perhaps a day of a year that the words do not name: 三月初五, March 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearlessDate {
    month: i64,
    /// 0 for the month as a whole; greater in a leap month than in its month.
    day: i64,
}

/// Days between two months on the scale of [`YearlessDate::after`]: more than a month and its leap month have.
const MONTH: i64 = 100;
const YEAR: i64 = 12 * MONTH;
/// How far such a date may lie before the one it is compared with. Stories go forward: what would lie further back is a
/// date of the next year.
const BACK: i64 = 3 * MONTH;
/// What days of a leap month begin with.
const LEAP: i64 = 50;

impl YearlessDate {
    /// Reads a date out of an author's words; `None` where they name a year, or no month.
    pub fn of_words(words: &str) -> Option<Self> {
        let levels = words::yearless(words)?;
        let month = levels.first().copied().filter(|month| (1..=12).contains(month))?;
        let day = match levels.get(1).copied().unwrap_or(0) {
            leap if leap >= super::key::LEAP => LEAP + leap - super::key::LEAP,
            day => day,
        };
        Some(Self { month, day: day.min(MONTH - 1) })
    }

    /// Where it lies on a scale on which months are 100 apart, in the year in which it is from three months before
    /// `latest` to nine months after it; in the first year where there is none.
    pub(super) fn near(self, latest: Option<i64>) -> i64 {
        let in_year = self.month * MONTH + self.day;
        latest.map_or(in_year, |latest| latest - BACK + (in_year - latest + BACK).rem_euclid(YEAR))
    }
}
