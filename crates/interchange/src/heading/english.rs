//! English headings: CHAPTER II., Chapter 1: The Road, CHAPTER THE FIRST, Book One, PROLOGUE.

use wenfang_text::{english_number, parse_numeral};

use super::pattern::{Form, Unit};

/// Names that are chapter headings without a number. Preface, foreword and introduction belong to the front
/// matter, as in a printed book.
const NAMES: [&str; 7] = ["prologue", "epilogue", "interlude", "afterword", "postscript", "appendix", "coda"];

/// Reads `body` as an English heading. The keyword must be capitalised.
pub(crate) fn read(body: &str) -> Option<Form<'_>> {
    let inner = super::around::text_of(body);
    if !inner.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let (word, after) = take_word(inner);
    let unit = match word.to_ascii_lowercase().as_str() {
        "chapter" | "chap" => Unit::Chapter,
        "part" | "book" | "volume" | "vol" => Unit::Volume,
        name if NAMES.contains(&name) => return named(after),
        _ => return None,
    };
    let after = after.strip_prefix('.').unwrap_or(after).trim_start();
    let (number, rest) = number(after)?;
    if !is_separated(rest) {
        return None;
    }
    Some(Form { unit, number: Some(number), rest: rest.trim_start(), attached: false })
}

fn named(rest: &str) -> Option<Form<'_>> {
    is_separated(rest).then(|| Form {
        unit: Unit::Named,
        number: None,
        rest: rest.trim_start(),
        attached: false,
    })
}

/// Whether a title is separated from the number by punctuation, or the line ends. `Chapter 5 of his life` and
/// `Chapter two was` are prose.
fn is_separated(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.chars().next().is_none_or(|c| {
        matches!(c, '.' | ':' | '—' | '-' | '–' | '|' | ']' | '"' | '“' | '(') || c.is_uppercase()
    })
}

fn take_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    text.split_at(end)
}

/// Reads a number in digits, Roman numerals or words, with an optional "the" before it.
fn number(text: &str) -> Option<(u32, &str)> {
    let (word, after) = take_word(text);
    if word.eq_ignore_ascii_case("the") {
        return number_in_words(after.trim_start());
    }
    match parse_numeral(word) {
        Some((number, _)) => Some((number, after)),
        None => number_in_words(text),
    }
}

fn number_in_words(text: &str) -> Option<(u32, &str)> {
    let number = english_number(text)?;
    Some((number.value, text.get(number.len..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(Unit, Option<u32>, &str)>) {
        assert_eq!(read(line).map(|form| (form.unit, form.number, form.rest)), expected, "{line}");
    }

    #[test]
    fn chapters_and_parts_are_read() {
        check("CHAPTER II.", Some((Unit::Chapter, Some(2), ".")));
        check("Chapter I.]", Some((Unit::Chapter, Some(1), ".")));
        check("CHAPTER XIII", Some((Unit::Chapter, Some(13), "")));
        check("Chapter 1: The Road", Some((Unit::Chapter, Some(1), ": The Road")));
        check("CHAPTER THE FIRST", Some((Unit::Chapter, Some(1), "")));
        check("Chapter Twenty-One", Some((Unit::Chapter, Some(21), "")));
        check("Chapter the Twentieth", Some((Unit::Chapter, Some(20), "")));
        check("Book One", Some((Unit::Volume, Some(1), "")));
        check("PROLOGUE", Some((Unit::Named, None, "")));
    }

    #[test]
    fn prose_is_not_read_as_a_heading() {
        check("Chapter 5 of his life began", None);
        check("chapter two", None);
        check("Part of me", None);
        check("Book the table", None);
    }
}
