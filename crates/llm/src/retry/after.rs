//! Parsing of the `Retry-After` header.

use std::time::Duration;

/// Parses a `Retry-After` header: seconds, or an HTTP date measured from the answer's own `Date` header, so that a
/// wrong clock on either side does no harm. `None` if the value is unreadable, or is a date and the answer has no
/// `Date`. A date in the past is zero. Fractions of a second, which some servers send, are rounded up.
pub fn parse_retry_after(value: &str, date: Option<&str>) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    if value.starts_with(|c: char| c.is_ascii_digit()) {
        let seconds = value.parse::<f64>().ok().filter(|s| s.is_finite())?;
        return Some(Duration::from_millis((seconds * 1000.0).ceil() as u64));
    }
    let until = http_date(value)?;
    let now = http_date(date?)?;
    Some(Duration::from_secs(until.saturating_sub(now).max(0).unsigned_abs()))
}

/// Seconds since 1970 of an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete forms of RFC 9110 are not
/// supported.
fn http_date(text: &str) -> Option<i64> {
    let mut parts = text.trim().split_once(", ")?.1.split(' ');
    let day: i64 = parts.next()?.parse().ok()?;
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let name = parts.next()?;
    let month = i64::try_from(months.iter().position(|month| *month == name)?).ok()? + 1;
    let year: i64 = parts.next()?.parse().ok()?;
    let mut clock = parts.next()?.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let in_range = (1..=31).contains(&day)
        && (1970..10_000).contains(&year)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    if !in_range || parts.next()? != "GMT" || parts.next().is_some() {
        return None;
    }
    Some(days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
}

/// Days since 1970 in the Gregorian calendar. Years start in March so that the leap day comes last.
const fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let month = (month + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let days_before_year = year * 365 + year / 4 - year / 100 + year / 400;
    days_before_year + day_of_year - 719_468
}
