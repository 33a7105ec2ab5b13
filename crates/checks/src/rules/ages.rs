//! Ages of characters, by fixed phrases.

use wenfang_text::{CharRange, english_number, parse_numeral};

use super::cues::{longest_prefix, strip_words};
use super::prepared::{Language, Prepared};
use super::reading::Reading;

/// A statement of a character's age.
#[derive(Clone, Copy, Debug)]
pub(super) struct Age {
    pub(super) who: usize,
    pub(super) years: u32,
    /// From the name to the age.
    pub(super) range: CharRange,
}

wenfang_text::letters! {
    const DIGITS = "ages/digits";
    const NUMERALS = "ages/numerals";
}

wenfang_text::words! {
    const BETWEEN = "ages/between";
    const AFTER = "ages/after";
    const ENGLISH_OPENINGS = "ages/english_openings";
}

/// Returns the ages that the narrator states of known characters, in text order.
pub(super) fn ages(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Age> {
    let mut found = Vec::new();
    for mention in reading.mentions.iter().filter(|mention| prepared.is_person(mention.who)) {
        let (start, end) = (mention.range.start().get(), mention.range.end().get());
        if reading.is_speech(start) {
            continue;
        }
        let Some(narrated) = reading.narrated_at(start) else { continue };
        let rest = reading.slice(CharRange::new(end, narrated.end().get().min(end + 60)));
        let stated = match prepared.language {
            Language::Chinese => chinese(rest),
            Language::English => english(rest),
            Language::Other => None,
        };
        if let Some((years, len)) = stated {
            found.push(Age { who: mention.who, years, range: CharRange::new(start, end + len) });
        }
    }
    found
}

/// Returns the same with the rank of the scene.
pub(super) fn ranked(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<(usize, Age)> {
    ages(prepared, reading).into_iter().map(|age| (reading.rank, age)).collect()
}

/// Parses 今年十五岁 and returns the age and the length of the phrase in characters.
fn chinese(rest: &str) -> Option<(u32, usize)> {
    let numeral = strip_words(rest, &BETWEEN);
    let skipped = &rest[..rest.len() - numeral.len()];
    // 宝玉的十五岁生日 does not state the current age.
    if skipped.ends_with('的') && !skipped.contains("年") {
        return None;
    }
    let (years, len) = years_before(numeral, '岁')?;
    let after = numeral.get(len..)?;
    if longest_prefix(after, &AFTER).is_some() {
        return None;
    }
    Some((years, rest.get(..skipped.len() + len)?.chars().count()))
}

/// Parses a numeral followed by `unit` at the start of a text, and returns its value and the length of both in
/// bytes.
pub(super) fn years_before(text: &str, unit: char) -> Option<(u32, usize)> {
    let end = text.find(|c: char| !NUMERALS.contains(c))?;
    if !text[end..].starts_with(unit) {
        return None;
    }
    // 十四五岁 is approximate.
    let digits: Vec<char> = text[..end].chars().collect();
    let is_digit = |c: &char| DIGITS.contains(*c);
    if digits.len() > 1 && digits.iter().rev().take(2).all(is_digit) {
        return None;
    }
    let (years, _) = parse_numeral(&text[..end].replace('两', "二"))?;
    (1..=200).contains(&years).then_some((years, end + unit.len_utf8()))
}

/// Parses ` was seventeen years old` or `, aged 17,` and returns the age and the length of the phrase in
/// characters.
fn english(rest: &str) -> Option<(u32, usize)> {
    let opening = longest_prefix(rest, &ENGLISH_OPENINGS)?;
    let number = &rest[opening.len()..];
    let end = number.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(number.len());
    let years = english_years(&number[..end])?;
    let after = &number[end..];
    let unit = [" years old", " years of age", "-year-old"].into_iter().find(|unit| after.starts_with(unit));
    let by_itself = opening == ", aged " || opening == " was now ";
    if unit.is_none() && !(by_itself && after.starts_with([',', '.', ';'])) {
        return None;
    }
    let bytes = opening.len() + end + unit.map_or(0, str::len);
    Some((years, rest.get(..bytes)?.chars().count()))
}

/// Parses a number up to two hundred in digits, or in words.
pub(super) fn english_years(word: &str) -> Option<u32> {
    if let Ok(number) = word.parse::<u32>() {
        return (1..=200).contains(&number).then_some(number);
    }
    let number = english_number(word)?;
    (!number.is_ordinal && number.len == word.len()).then_some(number.value)
}
