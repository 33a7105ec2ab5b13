//! Numerals as headings write them: 第一百零三章, 第一〇三回, 第103章, 第１０３章, CHAPTER CIII.
//!
//! [`parse_numeral`] reads the numeral alone: the caller has already removed 第, 章 and blanks. [`parse_numeral`] reads
//! the output of [`format_numeral`] back to the same number. [`english_number`] reads English words. Deliberately
//! absent: fractions, negative numbers, and numbers beyond `u32`.

mod chinese;
mod english;
mod roman;

pub use english::{EnglishNumber, english_number};

use serde::{Deserialize, Serialize};

/// The way a heading writes its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NumeralStyle {
    /// With units: 十, 一百零三, 廿三, 壹佰.
    Chinese,
    /// Digit by digit: 一零三, 一〇三.
    ChineseDigits,
    /// ASCII digits: 103.
    Arabic,
    /// Full-width digits: １０３.
    FullWidthArabic,
    /// Roman numerals: CIII.
    Roman,
}

/// Parses a numeral and detects its style; `None` unless the text is exactly one numeral.
///
/// - Leading zeros are accepted (`007`, 〇〇七). A mixture of full-width and ASCII digits is full-width.
/// - A single Chinese digit (三) is [`NumeralStyle::Chinese`]; two or more without a unit are digit by digit.
/// - A last digit directly after 百, 千 or 万 counts as ones: 第一百二章 comes between 一百一 and 一百三, so it is 102. (In speech
///   一百二 is 120, but headings are not speech.)
/// - Roman numerals are 1 to 3999, in one case, in canonical form only: IIII and IM are not numerals.
pub fn parse_numeral(text: &str) -> Option<(u32, NumeralStyle)> {
    let first = text.chars().next()?;
    if digit_of(first).is_some() {
        return parse_arabic(text);
    }
    if let Some(value) = roman::parse(text) {
        return Some((value, NumeralStyle::Roman));
    }
    chinese::parse(text)
}

/// Formats a number.
///
/// Chinese numerals are simplified, with 零 for gaps and 二 rather than 两; 10 to 19 begin with 十. Digit by digit, zero
/// is 零. Roman numerals are upper case; 0 and numbers above 3999 have no Roman form and are written in ASCII digits.
pub fn format_numeral(value: u32, style: NumeralStyle) -> String {
    match style {
        NumeralStyle::Chinese => chinese::format(value),
        NumeralStyle::ChineseDigits => chinese::format_digits(value),
        NumeralStyle::Arabic => value.to_string(),
        NumeralStyle::FullWidthArabic => value.to_string().chars().map(full_width).collect(),
        NumeralStyle::Roman => roman::format(value).unwrap_or_else(|| value.to_string()),
    }
}

fn parse_arabic(text: &str) -> Option<(u32, NumeralStyle)> {
    let mut value = 0_u32;
    for c in text.chars() {
        value = value.checked_mul(10)?.checked_add(digit_of(c)?)?;
    }
    let style = if text.is_ascii() { NumeralStyle::Arabic } else { NumeralStyle::FullWidthArabic };
    Some((value, style))
}

/// The value of an ASCII or full-width digit.
fn digit_of(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// The full-width form of an ASCII digit.
fn full_width(digit: char) -> char {
    char::from_u32(digit as u32 - '0' as u32 + '０' as u32).unwrap_or(digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use NumeralStyle::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: (u32, NumeralStyle)) {
        assert_eq!(parse_numeral(text), Some(expected), "{text}");
    }

    #[track_caller]
    fn check_none(texts: &str) {
        for text in texts.split(' ') {
            assert_eq!(parse_numeral(text), None, "{text}");
        }
    }

    #[test]
    fn units_make_chinese_numerals() {
        check("七", (7, Chinese));
        check("十", (10, Chinese));
        check("一十三", (13, Chinese));
        check("九十九", (99, Chinese));
        check("一百零三", (103, Chinese));
        check("一百〇三", (103, Chinese));
        check("一百一十", (110, Chinese));
        check("一百十五", (115, Chinese));
        check("一千零一十", (1010, Chinese));
        check("一万零三百", (10_300, Chinese));
        check("十二万三千四百五十六", (123_456, Chinese));
        check("四十二亿九千四百九十六万七千二百九十五", (u32::MAX, Chinese));
    }

    #[test]
    fn old_and_financial_forms_are_read() {
        check("廿", (20, Chinese));
        check("廿三", (23, Chinese));
        check("百廿", (120, Chinese));
        check("卅一", (31, Chinese));
        check("卌", (40, Chinese));
        check("壹佰贰拾叁", (123, Chinese));
        check("貳萬參仟", (23_000, Chinese));
        check("两百五十", (250, Chinese));
        check("兩千", (2000, Chinese));
    }

    #[test]
    fn chinese_digits_without_units_are_positional() {
        check("一零四", (104, ChineseDigits));
        check("一〇四", (104, ChineseDigits));
        check("一○四", (104, ChineseDigits));
        check("一一九", (119, ChineseDigits));
        check("〇〇七", (7, ChineseDigits));
        check("零", (0, Chinese));
    }

    #[test]
    fn a_digit_directly_after_a_hundred_is_ones() {
        check("一百二", (102, Chinese));
        check("三千五", (3005, Chinese));
    }

    #[test]
    fn arabic_digits_come_in_two_widths() {
        check("103", (103, Arabic));
        check("007", (7, Arabic));
        check("１０３", (103, FullWidthArabic));
        check("１0３", (103, FullWidthArabic));
    }

    #[test]
    fn roman_numerals_are_canonical() {
        check("XIV", (14, Roman));
        check("xlii", (42, Roman));
        check("MCMXCIX", (1999, Roman));
        check("Ⅻ", (12, Roman));
        check("ⅩⅢ", (13, Roman));
        check_none("IIII IM VX iX MMMM IIX");
    }

    #[test]
    fn anything_else_is_not_a_numeral() {
        check_none(" 章 一章 十百 一百百 一二百 百零 零十 一百零 万 一万亿 一十二三 二廿 1a 一1 99999999999");
        assert_eq!(parse_numeral("一 二"), None);
        assert_eq!(parse_numeral("1 "), None);
    }

    #[test]
    fn chinese_numerals_are_formatted_as_in_headings() {
        let all = |numbers: &[u32]| {
            numbers.iter().map(|&n| format_numeral(n, Chinese)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            all(&[0, 1, 10, 11, 20, 100, 101, 103, 110, 111, 120, 1000, 1001, 1010, 1100]),
            "零 一 十 十一 二十 一百 一百零一 一百零三 一百一十 一百一十一 一百二十 一千 一千零一 一千零一十 一千一百"
        );
        assert_eq!(
            all(&[10_000, 10_001, 10_010, 10_100, 11_000, 100_000, 110_005, 1_000_010, 100_010_000]),
            "一万 一万零一 一万零一十 一万零一百 一万一千 十万 十一万零五 一百万零一十 一亿零一万"
        );
        assert_eq!(format_numeral(103, ChineseDigits), "一零三");
        assert_eq!(format_numeral(103, FullWidthArabic), "１０３");
        assert_eq!(format_numeral(103, Roman), "CIII");
    }

    #[test]
    fn every_chapter_number_survives_the_round_trip() {
        for n in 1..=99_999 {
            for style in [Chinese, Arabic, FullWidthArabic] {
                check(&format_numeral(n, style), (n, style));
            }
            let digits = if n < 10 { Chinese } else { ChineseDigits };
            check(&format_numeral(n, ChineseDigits), (n, digits));
            let roman = if n < 4000 { Roman } else { Arabic };
            check(&format_numeral(n, Roman), (n, roman));
        }
    }

    proptest! {
        #[test]
        fn any_number_survives_the_round_trip(n: u32) {
            prop_assert_eq!(parse_numeral(&format_numeral(n, Chinese)), Some((n, Chinese)));
            let digits = parse_numeral(&format_numeral(n, ChineseDigits)).map(|(value, _)| value);
            prop_assert_eq!(digits, Some(n));
        }

        #[test]
        fn parsing_never_panics(text in "[一二三十百千万亿零〇廿IVXLCDM0-9０-９ ]{0,12}") {
            let _ = parse_numeral(&text);
        }
    }
}
