//! Consecutive sentences or paragraphs that begin alike.

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_han, is_mark};

/// The minimum number of consecutive sentences that begin with the same two characters or the same word.
const MIN_RUN: usize = 4;
/// The minimum number of consecutive sentences that begin with the same pronoun.
const MIN_PRONOUN_RUN: usize = 5;
/// The minimum length of a sentence; shorter ones set a rhythm.
const MIN_LEN: usize = 6;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    if prepared.language == Language::Other {
        return found;
    }
    let mut run: Vec<CharRange> = Vec::new();
    let mut opening = String::new();
    for sentence in &reading.sentences {
        let is_speech = reading.is_speech(sentence.start().get());
        let next = if is_speech { None } else { opening_of(prepared.language, reading, *sentence) };
        if next.as_deref() != Some(opening.as_str()) {
            found.extend(finish_run(reading, &run, &opening));
            run.clear();
            opening = next.unwrap_or_default();
        }
        if !opening.is_empty() {
            run.push(*sentence);
        }
    }
    found.extend(finish_run(reading, &run, &opening));
    found
}

fn finish_run(reading: &Reading<'_>, run: &[CharRange], opening: &str) -> Option<Found> {
    let least = if is_pronoun(opening) { MIN_PRONOUN_RUN } else { MIN_RUN };
    if run.len() < least {
        return None;
    }
    let len = opening.chars().count();
    let places = run.iter().rev().map(|sentence| {
        let start = sentence.start().get();
        reading.place(CharRange::new(start, start + len))
    });
    // The last sentence is reported as the one too many.
    let mut places = places.collect::<Vec<_>>().into_iter();
    let first = places.next()?;
    let mut found = Found::new(Rule::Openings, Severity::Low, first).values("", opening);
    found.places.extend(places);
    Some(found)
}

wenfang_text::words! {
    const PRONOUNS = "openings/pronouns";
}

fn is_pronoun(opening: &str) -> bool {
    PRONOUNS.contains(&opening)
}

/// Returns the opening of a sentence; `None` if the sentence does not count.
fn opening_of(language: Language, reading: &Reading<'_>, sentence: CharRange) -> Option<String> {
    let chars = reading.chars.get(sentence.as_range())?;
    if chars.len() < MIN_LEN || !chars.last().copied().is_some_and(is_mark) {
        return None;
    }
    match language {
        Language::Chinese => {
            let first = chars.first().filter(|c| is_han(**c))?;
            if is_pronoun(&first.to_string()) {
                return Some(first.to_string());
            }
            let second = chars.get(1).filter(|c| is_han(**c))?;
            Some([*first, *second].iter().collect())
        }
        _ => {
            let word: String = chars.iter().take_while(|c| c.is_alphabetic()).collect();
            (!word.is_empty()).then_some(word)
        }
    }
}
