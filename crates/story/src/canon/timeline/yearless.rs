//! Dates without a year.

use super::words;

/// A month, and possibly a day, of an unnamed year: 三月初五, March 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearlessDate {
    month: i64,
    /// 0 for the whole month; greater in a leap month than in its regular month.
    day: i64,
}

/// The number of days between two months on the scale of [`YearlessDate::near`]: more than a month and its leap month
/// have.
const DAYS_PER_MONTH: i64 = 100;
const DAYS_PER_YEAR: i64 = 12 * DAYS_PER_MONTH;
/// How far such a date may lie before the one it is compared with. Stories move forward: a date further back belongs
/// to the next year.
const MAX_BACKWARD: i64 = 3 * DAYS_PER_MONTH;
/// Added to the days of a leap month.
const LEAP: i64 = 50;

impl YearlessDate {
    /// Parses a date from an author's words; `None` if they name a year, or no month.
    pub fn of_words(words: &str) -> Option<Self> {
        let levels = words::yearless(words)?;
        let month = levels.first().copied().filter(|month| (1..=12).contains(month))?;
        let day = match levels.get(1).copied().unwrap_or(0) {
            leap if leap >= super::key::LEAP => LEAP + leap - super::key::LEAP,
            day => day,
        };
        Some(Self { month, day: day.min(DAYS_PER_MONTH - 1) })
    }

    /// The position of the date on a scale with months 100 apart, in the year in which it is from three months before
    /// `latest` to nine months after it; in the first year if `latest` is `None`.
    pub(super) fn near(self, latest: Option<i64>) -> i64 {
        let in_year = self.month * DAYS_PER_MONTH + self.day;
        latest.map_or(in_year, |latest| {
            latest - MAX_BACKWARD + (in_year - latest + MAX_BACKWARD).rem_euclid(DAYS_PER_YEAR)
        })
    }
}
