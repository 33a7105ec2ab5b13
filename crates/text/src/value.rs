//! Compares values that were written in different words: 「十六岁」 and 「16」, or a name and its alias.
//!
//! A value is a short phrase that a check found or expected. Values with numbers are equal if their numbers are, in
//! order, and what is counted is not different where both say it, nor whom they name; other values are equal if they
//! name the same bearers, or if their words are equal apart from marks, blanks, width, case and script. Deliberately
//! absent: synonyms, and the conversion of units.

mod unit;

use unit::{Unit, WEIGHT, unit_after};

use crate::anchor::fold;
use crate::{Lexicon, english_number, parse_numeral};

/// Whether two values say the same. Names of one bearer are equal if a lexicon is given.
pub fn is_same_value(a: &str, b: &str, names: Option<&Lexicon>) -> bool {
    let (amounts_a, amounts_b) = (amounts(a), amounts(b));
    let (bearers_a, bearers_b) = (bearers(a, names), bearers(b, names));
    if !amounts_a.is_empty() && !amounts_b.is_empty() {
        let is_same = |(a, b): (&Amount, &Amount)| a.number == b.number && a.unit.fits(&b.unit);
        return amounts_a.len() == amounts_b.len()
            && amounts_a.iter().zip(&amounts_b).all(is_same)
            && (bearers_a.is_empty() || bearers_b.is_empty() || bearers_a == bearers_b);
    }
    if !bearers_a.is_empty() && !bearers_b.is_empty() {
        return bearers_a == bearers_b;
    }
    words(a) == words(b)
}

/// Whether two values cannot both be true: they have other numbers, one is a number that the other does not have, or both
/// name somebody else. Values in other words may still mean the same, and further numbers may say where.
pub fn contradict(a: &str, b: &str, names: Option<&Lexicon>) -> bool {
    let (numbers_a, numbers_b) = (numbers(a), numbers(b));
    let has_all = |own: &[u32], other: &[u32]| own.iter().all(|number| other.contains(number));
    if is_number(a) || is_number(b) {
        let is_in_b = is_number(a) && !numbers_b.is_empty() && has_all(&numbers_a, &numbers_b);
        let is_in_a = is_number(b) && !numbers_a.is_empty() && has_all(&numbers_b, &numbers_a);
        return !is_in_a && !is_in_b;
    }
    // 一 is a word more often than a number.
    let many =
        |numbers: Vec<u32>| -> Vec<u32> { numbers.into_iter().filter(|number| *number != 1).collect() };
    let (many_a, many_b) = (many(numbers_a), many(numbers_b));
    if !many_a.is_empty() && !many_b.is_empty() && !has_all(&many_a, &many_b) && !has_all(&many_b, &many_a) {
        return true;
    }
    let (bearers_a, bearers_b) = (bearers(a, names), bearers(b, names));
    !bearers_a.is_empty() && !bearers_b.is_empty() && bearers_a != bearers_b
}

/// Whether a value is a number with little around it: at least half of its letters are numerals. The 一 of 这一带 makes no
/// number of it.
fn is_number(value: &str) -> bool {
    let words = words(value);
    let letters = words.chars().count();
    2 * words.chars().filter(|c| is_numeral(*c)).count() >= letters && letters > 0
}

/// The words without marks and blanks, in one width, case and script. A value without words is its marks.
fn words(text: &str) -> String {
    let folded = fold(text);
    let letters = folded.iter().filter(|c| c.is_alphanumeric()).flat_map(|c| c.to_lowercase());
    let words: String = letters.collect();
    if words.is_empty() { text.trim().to_owned() } else { words }
}

fn bearers(text: &str, names: Option<&Lexicon>) -> Vec<Vec<u32>> {
    let mentions = names.map(|names| names.mentions(text)).unwrap_or_default();
    mentions.into_iter().map(|mention| mention.owners.to_vec()).collect()
}

/// A number and what it counts.
struct Amount {
    number: u32,
    unit: Unit,
}

/// The numbers in a text, in order.
fn numbers(text: &str) -> Vec<u32> {
    amounts(text).into_iter().map(|amount| amount.number).collect()
}

/// The amounts in a text, in order: runs of digits, Chinese numerals, and English words up to ninety-nine.
fn amounts(text: &str) -> Vec<Amount> {
    let mut amounts = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (number, len) = number_at(rest).map_or((None, c.len_utf8()), |(number, len)| (Some(number), len));
        rest = &rest[len..];
        if let Some(number) = number {
            amounts.push(Amount { number, unit: unit_after(rest) });
            rest = rest.strip_prefix(WEIGHT).unwrap_or(rest);
        }
        // The rest of a word is no number of its own: ten in «tenth» and in «often».
        if number.is_none() && c.is_ascii_alphabetic() {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        }
    }
    amounts
}

/// The number at the start of a text, and its length in bytes.
fn number_at(text: &str) -> Option<(u32, usize)> {
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let number = english_number(text)?;
        return Some((number.value, number.len));
    }
    let len = text.find(|c: char| !is_numeral(c)).unwrap_or(text.len());
    let run = text.get(..len).filter(|run| !run.is_empty())?;
    let number = run.trim_end_matches(WEIGHT);
    let run = if number.is_empty() { run } else { number };
    Some((parse_numeral(run)?.0, run.len()))
}

/// Whether a character can be part of a numeral in digits.
fn is_numeral(c: char) -> bool {
    let mut buffer = [0; 4];
    // Each character of a numeral is a numeral by itself, except the units 百, 千, 万 and 亿.
    !c.is_ascii_alphabetic()
        && (matches!(c, '百' | '佰' | '千' | '仟' | '万' | '萬' | '亿' | '億')
            || parse_numeral(c.encode_utf8(&mut buffer)).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: bool) {
        let names = Lexicon::new([(0, "林黛玉"), (0, "颦儿"), (1, "薛宝钗"), (2, "Elizabeth"), (2, "Lizzy")]);
        assert_eq!(is_same_value(a, b, Some(&names)), expected, "{a} / {b}");
        assert_eq!(is_same_value(b, a, Some(&names)), expected, "{b} / {a}");
    }

    #[test]
    fn numbers_are_compared_by_value() {
        check("十六岁", "16", true);
        check("十六岁", "今年１６岁", true);
        check("一百零三", "103", true);
        check("sixteen years old", "16", true);
        check("twenty-one", "21", true);
        check("十六岁", "17", false);
        check("三月初五", "3月5日", true);
        check("三月初五", "3月6日", false);
    }

    #[test]
    fn what_is_counted_matters_where_both_say_it() {
        for (a, b) in [
            ("三十岁", "三十两"),
            ("30岁", "三十兩银子"),
            ("17 years", "17 pounds"),
            ("seventeen years old", "17 pounds of flour"),
            ("三十公里", "30公斤"),
            ("三年", "三天"),
            ("第三章", "三岁"),
            ("三十岁零五个月", "三十岁零五天"),
            ("林黛玉十六岁", "薛宝钗十六岁"),
            ("17-year-old", "17 miles"),
        ] {
            check(a, b, false);
        }
        for (a, b) in [
            ("十六岁", "16"),
            ("十六岁", "是16才对"),
            ("十六歲", "十六岁的少年"),
            ("十六周岁", "十六岁"),
            ("三十", "三十两"),
            ("五两", "5兩银子"),
            ("两百五十里", "250里"),
            ("三个人", "三人"),
            ("三十左右", "三十岁"),
            ("三十多岁", "三十岁"),
            ("17 years", "17-year-old"),
            ("sixteen years old", "aged 16"),
            ("17 pounds", "seventeen Pounds of flour"),
            ("5日", "5号"),
            ("颦儿十六岁", "林黛玉16"),
        ] {
            check(a, b, true);
        }
    }

    #[test]
    fn values_contradict_by_their_numbers_and_names() {
        let names = Lexicon::new([(0, "林黛玉"), (0, "颦儿"), (1, "薛宝钗")]);
        let contradict = |a, b| contradict(a, b, Some(&names));
        assert!(contradict("十六岁", "17"));
        assert!(contradict("十六岁", "穿青衫"), "an age is no dress");
        assert!(contradict("林黛玉", "薛宝钗"));
        assert!(!contradict("林黛玉", "颦儿"));
        assert!(!contradict("应该是青色的衣裳", "前文写作青衫"));
        assert!(!contradict("十六岁", "今年16"));
        assert!(!contradict("十六岁", "应该是十六岁，见第一章"));
        assert!(!contradict("没有船", "这一带不通船"));
        assert!(contradict("16 years old", "17 years old"));
        assert!(contradict("sixteen", "seventeen"));
        assert!(contradict("17岁的少年", "19岁的少年"));
        assert!(contradict("三月初五的夜里", "三月初六的夜里"));
        assert!(!contradict("17岁的少年", "17岁的少年（见第三章）"));
    }

    #[test]
    fn a_number_is_not_read_out_of_a_word() {
        assert_eq!(numbers("often attended"), Vec::<u32>::new());
        assert_eq!(numbers("ten o'clock"), [10]);
        assert_eq!(numbers("百"), [100]);
        assert_eq!(numbers(""), Vec::<u32>::new());
    }

    #[test]
    fn names_of_one_bearer_are_the_same() {
        check("林黛玉", "颦儿", true);
        check("Elizabeth", "Lizzy", true);
        check("林黛玉", "薛宝钗", false);
        assert!(!is_same_value("林黛玉", "颦儿", None));
    }

    #[test]
    fn marks_width_case_and_script_do_not_matter() {
        check("「蓝色的眼睛。」", "蓝色的 眼睛", true);
        check("Blue Eyes", "blue eyes", true);
        check("藍色", "蓝色", true);
        check("蓝色", "绿色", false);
        check("，，", "，", false);
        check("，，", "，， ", true);
        check("", "，", false);
    }
}
