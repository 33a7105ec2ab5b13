//! Chinese times: 康熙五十一年闰三月十五日午时.

use wenfang_text::{NumeralStyle, parse_numeral};

use super::clock;
use super::cursor::{Cursor, is_numeral_sign};
use crate::canon::timeline::key::{leap_day, season_levels, season_sign};

/// Characters that may occur between two units.
const BETWEEN: [char; 6] = [' ', ',', '、', '·', '的', '。'];

wenfang_text::letters! {
    const AFTER_DURATION = "timeline/after_duration";
    const BEFORE_DURATION = "timeline/before_duration";
    const PARTS_OF_SEASON = "timeline/parts_of_season";
    const AFTER_DAY = "timeline/after_day";
}

wenfang_text::words! {
    const AFTER_RELATIVE = "timeline/after_relative";
}

/// The greatest length of the name of an era, in chars.
const MAX_ERA_LEN: usize = 8;
/// The greatest number of months in a year and of days in a month, for invented calendars.
const MAX_UNIT: i64 = 99;

/// Parses words that begin with a year or a day count.
pub(super) fn read(words: &str) -> Option<Vec<i64>> {
    let mut cursor = Cursor::new(words);
    if let Some(day) = cursor.try_read(day_count) {
        let mut levels = vec![0, 0, day];
        append_clock(&mut levels, &mut cursor);
        return Some(levels);
    }
    let (year, mut cursor) = year(words)?;
    let mut levels = vec![year];
    cursor.skip(&BETWEEN);
    let season = cursor.try_read(season);
    cursor.skip(&BETWEEN);
    match month(&mut cursor) {
        Unit::Point(month) => append_month(&mut levels, month, cursor).then_some(levels),
        Unit::Length => None,
        Unit::Unknown => {
            levels.extend(season.into_iter().flat_map(|season| season_levels(year, season)));
            Some(levels)
        }
    }
}

/// Parses words that begin with a month: 三月初五. Not 三个月, 三月后.
pub(super) fn yearless(words: &str) -> Option<Vec<i64>> {
    let mut cursor = Cursor::new(words);
    let Unit::Point(month) = month(&mut cursor) else { return None };
    let mut levels = Vec::new();
    append_month(&mut levels, month, cursor).then_some(levels)
}

/// The next unit: a point in time, a duration, or neither.
enum Unit<T> {
    Point(T),
    Length,
    Unknown,
}

struct Month {
    number: i64,
    is_leap: bool,
}

/// 第12天, in digits: a count kept by the author.
fn day_count(cursor: &mut Cursor) -> Option<i64> {
    cursor.eat(&["第"])?;
    cursor.skip(&[' ']);
    let (day, style) = cursor.numeral()?;
    cursor.skip(&[' ']);
    cursor.eat(&["天", "日"])?;
    (style == NumeralStyle::Arabic && cursor.try_read(|cursor| cursor.eat(&AFTER_RELATIVE)).is_none())
        .then_some(day)
}

/// The year, and the rest of the words.
fn year(words: &str) -> Option<(i64, Cursor<'_>)> {
    words
        .match_indices('年')
        .find_map(|(at, sign)| {
            let before = words[..at].trim_end();
            let (era, number) = split_numeral(before)?;
            Some((era, number, Cursor::new(&words[at + sign.len()..])))
        })
        .and_then(|(era, (number, style), cursor)| {
            let (era, is_ordinal) = match era.strip_suffix('第') {
                Some(era) => (era.trim_end(), true),
                None => (era, false),
            };
            let is_next = is_ordinal && number == 2 && style == NumeralStyle::Chinese && era.is_empty();
            let is_length = cursor.peek().is_some_and(|c| AFTER_DURATION.contains(c));
            if is_next || is_length {
                return None;
            }
            let before = ["公元前", "西元前", "纪元前"].iter().find_map(|before| era.strip_suffix(before));
            is_era(before.unwrap_or(era)).then_some((if before.is_some() { -number } else { number }, cursor))
        })
}

/// The numeral at the end of `text`, and the text before it. 元 is the first year.
fn split_numeral(text: &str) -> Option<(&str, (i64, NumeralStyle))> {
    if let Some(era) = text.strip_suffix('元') {
        return Some((era, (1, NumeralStyle::ChineseDigits)));
    }
    let era = text.trim_end_matches(is_numeral_sign);
    let (value, style) = parse_numeral(text.strip_prefix(era)?)?;
    Some((era.trim_end(), (i64::from(value), style)))
}

fn is_era(name: &str) -> bool {
    let name = ["在", "到", "至", "自", "于", "於", "从", "從"]
        .iter()
        .find_map(|word| name.strip_prefix(word))
        .unwrap_or(name);
    name.chars().count() <= MAX_ERA_LEN
        && name.chars().all(|c| c.is_alphanumeric() || c == ' ')
        && !name.ends_with(|c| BEFORE_DURATION.contains(c))
}

/// 春, 暮春, 春天: 0 for spring. Not 春分 or 冬月.
fn season(cursor: &mut Cursor) -> Option<usize> {
    cursor.rest = cursor.rest.trim_start_matches(|c| PARTS_OF_SEASON.contains(c));
    let season = season_sign(cursor.peek()?)?;
    cursor.rest = cursor.rest.trim_start_matches(cursor.peek()?);
    let _ = cursor.eat(&["天", "季", "日"]);
    let continues = cursor.peek().is_some_and(|c| "分至节節月".contains(c));
    (!continues).then_some(season)
}

fn month(cursor: &mut Cursor) -> Unit<Month> {
    let is_leap = cursor.eat(&["闰", "閏"]).is_some();
    let named = cursor.eat(&["正月", "元月", "冬月", "腊月", "臘月"]);
    let number = match named {
        Some(0 | 1) => 1,
        Some(2) => 11,
        Some(_) => 12,
        None => {
            let Some((number, _)) = cursor.numeral() else { return Unit::Unknown };
            cursor.skip(&[' ']);
            if cursor.eat(&["个", "個", "箇"]).is_some() {
                return Unit::Length;
            }
            if cursor.eat(&["月"]).is_none() || !(1..=MAX_UNIT).contains(&number) {
                return Unit::Unknown;
            }
            number
        }
    };
    let _ = cursor.eat(&["份"]);
    if cursor.eat(&AFTER_RELATIVE).is_some() { Unit::Length } else { Unit::Point(Month { number, is_leap }) }
}

/// Appends the month and what follows it; returns whether the result is a point in time.
fn append_month(levels: &mut Vec<i64>, month: Month, mut cursor: Cursor) -> bool {
    levels.push(month.number);
    cursor.skip(&BETWEEN);
    let day = match day(&mut cursor) {
        Unit::Point(day) => day,
        Unit::Length => return false,
        Unit::Unknown => {
            levels.extend(leap_day(0).filter(|_| month.is_leap));
            return true;
        }
    };
    levels.push(if month.is_leap { leap_day(day).unwrap_or(day) } else { day });
    append_clock(levels, &mut cursor);
    true
}

fn append_clock(levels: &mut Vec<i64>, cursor: &mut Cursor) {
    cursor.skip(&BETWEEN);
    levels.extend(clock::read(cursor).into_iter().flatten());
}

/// 初五, 十五日, 15号, 三月**三**, 朔日, 望日.
fn day(cursor: &mut Cursor) -> Unit<i64> {
    let named = cursor.eat(&["朔", "望"]);
    let is_early = named.is_none() && cursor.eat(&["初"]).is_some();
    let number = match named {
        Some(0) => 1,
        Some(_) => 15,
        None => match cursor.numeral() {
            Some((number, _)) => number,
            None => return Unit::Unknown,
        },
    };
    let has_unit = cursor.eat(&["日", "号", "號"]).is_some();
    let most = match (is_early, has_unit) {
        (true, _) => 10,
        (false, true) => MAX_UNIT,
        (false, false) => 31,
    };
    if !(1..=most).contains(&number) {
        return Unit::Unknown;
    }
    if cursor.eat(&AFTER_RELATIVE).is_some() {
        return Unit::Length;
    }
    // 三月十五人: without 日, the next word must not be something counted.
    let is_complete =
        cursor.peek().is_none_or(|c| (c != ':' && !c.is_alphanumeric()) || AFTER_DAY.contains(c));
    if named.is_some() || is_early || has_unit || is_complete { Unit::Point(number) } else { Unit::Unknown }
}
