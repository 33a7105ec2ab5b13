//! Parses the hour and the minute.

use super::cursor::Cursor;

wenfang_text::numbers! {
    const BRANCHES = "timeline/branches";
}

/// Parts of the day that determine the half of the day, with the hours they apply to and the hours to add.
const PARTS: [(&[&str], std::ops::RangeInclusive<i64>, i64); 4] = [
    (&["凌晨", "清晨", "早上", "早晨", "上午"], 0..=11, 0),
    (&["中午"], 12..=12, 0),
    (&["下午", "午后", "傍晚"], 1..=11, 12),
    (&["晚上", "夜晚", "晚间"], 5..=11, 12),
];

/// Parses a time of day: an hour, or an hour and a minute. Parts of the day alone are not understood.
pub(super) fn read(cursor: &mut Cursor) -> Option<Vec<i64>> {
    cursor.try_read(branch).or_else(|| cursor.try_read(colon)).or_else(|| cursor.try_read(spoken))
}

/// 午时, 午时三刻.
fn branch(cursor: &mut Cursor) -> Option<Vec<i64>> {
    let at = cursor.eat(&BRANCHES.map(|(sign, _)| sign))?;
    cursor.eat(&["时", "時"])?;
    let mut levels = vec![i64::from(BRANCHES.get(at)?.1)];
    levels.extend(cursor.try_read(quarters));
    Some(levels)
}

/// 三刻, as minutes.
fn quarters(cursor: &mut Cursor) -> Option<i64> {
    let (count, _) = cursor.numeral()?;
    cursor.eat(&["刻"])?;
    (1..=7).contains(&count).then_some(count * 15)
}

/// 14:30, 14:30:05, 2:30 pm.
fn colon(cursor: &mut Cursor) -> Option<Vec<i64>> {
    let part = cursor.try_read(part);
    let hour = digits(cursor)?;
    cursor.eat(&[":"])?;
    let minute = digits(cursor)?;
    let _ = cursor.try_read(|cursor| {
        cursor.eat(&[":"])?;
        digits(cursor)
    });
    let half = cursor.try_read(half_day);
    let hour = match (part, half) {
        (Some(part), None) => on_part(hour, part)?,
        (None, Some(added)) if (1..=12).contains(&hour) => hour % 12 + added,
        (None, None) => hour,
        _ => return None,
    };
    ((0..24).contains(&hour) && (0..60).contains(&minute)).then(|| vec![hour, minute])
}

/// The hours that `am` or `pm` adds.
fn half_day(cursor: &mut Cursor) -> Option<i64> {
    cursor.skip(&[' ']);
    let at = cursor.eat(&["am", "a.m.", "AM", "pm", "p.m.", "PM"])?;
    Some(if at < 3 { 0 } else { 12 })
}

fn digits(cursor: &mut Cursor) -> Option<i64> {
    let end = cursor.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(cursor.rest.len());
    let (digits, rest) = cursor.rest.split_at(end);
    cursor.rest = rest;
    if digits.len() > 2 { None } else { digits.parse().ok() }
}

/// 下午3点半, 14时30分, 九点一刻.
fn spoken(cursor: &mut Cursor) -> Option<Vec<i64>> {
    let part = cursor.try_read(part);
    let (hour, _) = cursor.numeral()?;
    cursor.eat(&["点钟", "點鐘", "点", "點", "时", "時"])?;
    let hour = match part {
        Some(part) => on_part(hour, part)?,
        None => hour,
    };
    let mut levels = (0..24).contains(&hour).then(|| vec![hour])?;
    let minute = cursor.try_read(quarters).filter(|minute| *minute < 60).or_else(|| {
        cursor.try_read(|cursor| {
            if cursor.eat(&["半"]).is_some() {
                return Some(30);
            }
            let (minute, _) = cursor.numeral()?;
            cursor.eat(&["分"])?;
            (0..60).contains(&minute).then_some(minute)
        })
    });
    levels.extend(minute);
    Some(levels)
}

/// The index of a part of the day in [`PARTS`].
fn part(cursor: &mut Cursor) -> Option<usize> {
    let at = PARTS.iter().position(|(words, ..)| cursor.eat(words).is_some())?;
    cursor.skip(&[' ']);
    Some(at)
}

fn on_part(hour: i64, part: usize) -> Option<i64> {
    let (_, hours, added) = PARTS.get(part)?;
    match hour {
        _ if hours.contains(&hour) => Some(hour + added),
        // 下午15点.
        13.. if *added > 0 => Some(hour),
        _ => None,
    }
}
