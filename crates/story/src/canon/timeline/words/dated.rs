//! Dates in digits: 2024-03-05, 2024/3/5 14:30, 2024-03-05T14:30.

use super::clock;
use super::cursor::Cursor;

/// Parses words that begin with a year of three to six digits, a separator and a month.
pub(super) fn read(words: &str) -> Option<Vec<i64>> {
    let (year, rest) = digits(words, 3..=6)?;
    let sign = rest.chars().next().filter(|sign| ['-', '/', '.'].contains(sign))?;
    let (month, rest) = digits(rest.strip_prefix(sign)?, 1..=2)?;
    let day = rest.strip_prefix(sign).and_then(|rest| digits(rest, 1..=2));
    let (mut levels, rest) = match day {
        Some((day, rest)) => (vec![year, month, day], rest),
        None => (vec![year, month], rest),
    };
    let continues =
        rest.strip_prefix(['-', '/', '.']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if !(1..=12).contains(&month) || day.is_some_and(|(day, _)| !(1..=31).contains(&day)) || continues {
        return None;
    }
    if day.is_some() {
        let mut cursor = Cursor::new(rest);
        cursor.skip(&[' ', 'T', ',']);
        levels.extend(clock::read(&mut cursor).into_iter().flatten());
    }
    Some(levels)
}

/// Splits the number at the start of `text` from the rest; `None` unless it has `count` digits.
fn digits(text: &str, count: std::ops::RangeInclusive<usize>) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    count.contains(&end).then(|| digits.parse().ok()).flatten().map(|number| (number, rest))
}
