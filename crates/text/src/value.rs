//! Compares values that were written in different words: 「十六岁」 and 「16」, or a name and its alias.
//!
//! A value is a short phrase that a check found or expected. Values with numbers are equal if their numbers are, in
//! order, and what is counted is not different where both say it, nor whom they name, nor what they say of it; other
//! values are equal if they name the same bearers, or if their words are equal apart from marks, blanks, width, case and
//! script. Deliberately absent: synonyms, and the conversion of units.

mod rest;
#[cfg(test)]
mod tests;
mod unit;

use rest::Rest;
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
            && (bearers_a.is_empty() || bearers_b.is_empty() || bearers_a == bearers_b)
            && !Rest::new(a, names).differs(&Rest::new(b, names));
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
