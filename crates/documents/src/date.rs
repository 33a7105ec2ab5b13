//! Dates as writing tools write them. The crate has no clock and no time zones: only the calendar.

/// A second, counted from 1970-01-01 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Moment(pub i64);

/// The range of the years that are read.
const YEARS: std::ops::RangeInclusive<i64> = 1..=9999;

impl Moment {
    /// Reads year, month, day, hour, minute and second with any signs between them, and an offset such as `-0700` or
    /// `+08:00` after them.
    pub fn read(text: &str) -> Option<Self> {
        let mut at = 0;
        let mut numbers = [0_i64; 6];
        for number in &mut numbers {
            let digits = text[at..].find(|c: char| c.is_ascii_digit())?;
            // A sign that is neither a space nor one of these is no date.
            if !text[at..at + digits].chars().all(|c| matches!(c, '-' | ':' | ' ' | 'T' | '_' | '.')) {
                return None;
            }
            at += digits;
            let length = text[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - at);
            *number = text.get(at..at + length.min(4))?.parse().ok()?;
            at += length;
        }
        let [year, month, day, hour, minute, second] = numbers;
        if !is_day(year, month, day) || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let offset = offset(text[at..].trim())?;
        Some(Self(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset))
    }

    /// `YYYY-MM-DDTHH:MM:SSZ`; `None` outside the years 1 to 9999.
    pub fn rfc_3339(self) -> Option<String> {
        let (days, second) = (self.0.div_euclid(86_400), self.0.rem_euclid(86_400));
        let (year, month, day) = date(days);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        YEARS
            .contains(&year)
            .then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
    }
}

/// Reads an offset from UTC in seconds; none is UTC.
fn offset(text: &str) -> Option<i64> {
    if text.is_empty() || text == "Z" {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits: String = text.strip_prefix(['+', '-'])?.chars().filter(|c| *c != ':').collect();
    let value: i64 = digits.parse().ok().filter(|_| digits.len() == 4)?;
    Some(sign * (value / 100 * 3600 + value % 100 * 60))
}

/// Reads the day at the start of a text as `YYYY-MM-DD`.
pub(crate) fn day(text: &str) -> Option<String> {
    let text = text.trim().get(..10)?;
    let mut parts = text.split('-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    (parts.next().is_none() && is_day(year, month, day)).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

fn is_day(year: i64, month: i64, day: i64) -> bool {
    let length = match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    };
    YEARS.contains(&year) && (1..=12).contains(&month) && (1..=length).contains(&day)
}

/// The days from 1970-01-01, in the Gregorian calendar. The year is counted from March, so that the leap day is its
/// last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year.div_euclid(400) * 146_097 + {
        let year = year.rem_euclid(400);
        year * 365 + year / 4 - year / 100 + day_of_year
    } - 719_468
}

/// The date of a day; the reverse of [`days`].
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<String> {
        Moment::read(text).and_then(Moment::rfc_3339)
    }

    #[test]
    fn dates_of_tools_are_read() {
        assert_eq!(read("2020-01-19 21:27:36 -0700").as_deref(), Some("2020-01-20T04:27:36Z"));
        assert_eq!(read("2024-02-29-00-00-00+0800").as_deref(), Some("2024-02-28T16:00:00Z"));
        assert_eq!(read("1999-12-31T23:59:59Z").as_deref(), Some("1999-12-31T23:59:59Z"));
        for text in
            ["2023-02-29 00:00:00", "2020-13-01 00:00:00", "2020-01-01", "x", "2020-01-01 00:00:00 east"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(Moment(1_455_033_267).rfc_3339().as_deref(), Some("2016-02-09T15:54:27Z"));
    }

    #[test]
    fn days_are_checked() {
        assert_eq!(day("2026-03-01 09:00").as_deref(), Some("2026-03-01"));
        assert_eq!((day("2026-02-30"), day("26-3-1"), day("日期日期日期")), (None, None, None));
    }

    proptest! {
        #[test]
        fn days_and_dates_are_reverse(number in -700_000_i64..2_900_000) {
            let (year, month, day) = date(number);
            prop_assert_eq!(days(year, month, day), number);
        }
    }
}
