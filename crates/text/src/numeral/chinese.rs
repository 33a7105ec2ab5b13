//! Chinese numerals: with units (一百零三) and digit by digit (一零三).

use super::NumeralStyle;

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// The units above a section of four digits, lowest first, with their values.
const BIG_UNITS: [(char, u32); 2] = [('万', 10_000), ('亿', 100_000_000)];

/// One character of a numeral.
#[derive(Clone, Copy)]
enum Mark {
    /// 零 〇: a gap between units, or a digit among digits.
    Zero,
    /// 一 to 九.
    Digit(u64),
    /// 十 百 千.
    Unit(u64),
    /// 廿 卅 卌: tens in one character.
    Tens(u64),
    /// 万 亿: ends a section of up to four digits.
    Big(u64),
}

fn mark(c: char) -> Option<Mark> {
    Some(match c {
        // U+25CB and U+25EF are substitutes for 〇 where fonts lacked it.
        '零' | '〇' | '○' | '◯' => Mark::Zero,
        '一' | '壹' => Mark::Digit(1),
        '二' | '两' | '兩' | '贰' | '貳' => Mark::Digit(2),
        '三' | '叁' | '參' | '参' | '叄' => Mark::Digit(3),
        '四' | '肆' => Mark::Digit(4),
        '五' | '伍' => Mark::Digit(5),
        '六' | '陆' | '陸' => Mark::Digit(6),
        '七' | '柒' => Mark::Digit(7),
        '八' | '捌' => Mark::Digit(8),
        '九' | '玖' => Mark::Digit(9),
        '十' | '拾' => Mark::Unit(10),
        '百' | '佰' => Mark::Unit(100),
        '千' | '仟' => Mark::Unit(1000),
        '廿' | '卄' => Mark::Tens(20),
        '卅' => Mark::Tens(30),
        '卌' => Mark::Tens(40),
        '万' | '萬' => Mark::Big(10_000),
        '亿' | '億' => Mark::Big(100_000_000),
        _ => return None,
    })
}

/// Parses a Chinese numeral of either style.
pub(super) fn parse(text: &str) -> Option<(u32, NumeralStyle)> {
    let marks = text.chars().map(mark).collect::<Option<Vec<_>>>()?;
    match marks.as_slice() {
        [] => None,
        [Mark::Zero] => Some((0, NumeralStyle::Chinese)),
        marks if marks.len() > 1 && marks.iter().all(|mark| digit(*mark).is_some()) => {
            read_digits(marks).map(|value| (value, NumeralStyle::ChineseDigits))
        }
        marks => read_units(marks).map(|value| (value, NumeralStyle::Chinese)),
    }
}

fn digit(mark: Mark) -> Option<u32> {
    match mark {
        Mark::Zero => Some(0),
        Mark::Digit(digit) => u32::try_from(digit).ok(),
        Mark::Unit(_) | Mark::Tens(_) | Mark::Big(_) => None,
    }
}

fn read_digits(marks: &[Mark]) -> Option<u32> {
    marks.iter().try_fold(0_u32, |value, &mark| value.checked_mul(10)?.checked_add(digit(mark)?))
}

/// Reads sections of up to four digits, each ended by 亿 or 万, the last by the end of the text. Units descend from
/// left to right, one 零 may mark a gap, and a leading 十, 百 or 千 means one of that unit.
fn read_units(marks: &[Mark]) -> Option<u32> {
    let (mut total, mut section) = (0_u64, 0_u64);
    let mut digit: Option<u64> = None;
    let mut gap = false;
    // The lowest unit of this section and the lowest big unit so far; the next ones must be lower.
    let (mut unit_below, mut big_below) = (10_000_u64, u64::MAX);
    for (at, &mark) in marks.iter().enumerate() {
        match mark {
            Mark::Zero => {
                if at == 0 || gap || digit.is_some() {
                    return None;
                }
                gap = true;
                continue;
            }
            Mark::Digit(value) => {
                if digit.replace(value).is_some() {
                    return None;
                }
            }
            Mark::Unit(unit) => {
                let count = digit.take().or((unit == 10 || at == 0).then_some(1))?;
                if unit >= unit_below {
                    return None;
                }
                section += count * unit;
                unit_below = unit;
            }
            Mark::Tens(tens) => {
                if digit.is_some() || unit_below <= 10 {
                    return None;
                }
                section += tens;
                unit_below = 10;
            }
            Mark::Big(big) => {
                section += digit.take().unwrap_or(0);
                if gap || section == 0 || big >= big_below {
                    return None;
                }
                total += section * big;
                (section, unit_below, big_below) = (0, 10_000, big);
            }
        }
        gap = false;
    }
    if gap {
        return None;
    }
    u32::try_from(total + section + digit.unwrap_or(0)).ok()
}

/// Formats `value` with units.
pub(super) fn format(value: u32) -> String {
    if value == 0 {
        return DIGITS[0].to_string();
    }
    let mut numeral = String::new();
    let mut rest = value;
    for &(unit, size) in BIG_UNITS.iter().rev() {
        if rest >= size {
            push_section(&mut numeral, rest / size);
            numeral.push(unit);
            rest %= size;
        }
    }
    push_section(&mut numeral, rest);
    numeral
}

/// Appends up to four digits with their units; a gap, including one after the previous section, becomes one 零.
fn push_section(numeral: &mut String, section: u32) {
    let mut gap = false;
    for (unit, size) in [("千", 1000), ("百", 100), ("十", 10), ("", 1)] {
        let digit = section / size % 10;
        if digit == 0 {
            gap = true;
            continue;
        }
        if gap && !numeral.is_empty() {
            numeral.push(DIGITS[0]);
        }
        gap = false;
        // At the start of a numeral, 13 is 十三 rather than 一十三.
        if !(numeral.is_empty() && size == 10 && digit == 1) {
            numeral.push(DIGITS[digit as usize]);
        }
        numeral.push_str(unit);
    }
}

/// Formats `value` digit by digit.
pub(super) fn format_digits(value: u32) -> String {
    value.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}
