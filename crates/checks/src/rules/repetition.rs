//! The same words repeated within a short distance.
//!
//! Punctuation and white space are ignored. A repeated run of words is reported at its second occurrence, and a
//! phrase written twice in a row where the second one begins. Verse, lists and speech repeat on purpose.

use std::collections::HashMap;

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_han};

/// The limits that define a repetition in a language.
struct Bounds {
    /// The minimum number of units in a run: Han characters, or words.
    run: usize,
    /// The maximum number of units between the two occurrences.
    reach: usize,
    /// The number of units in a phrase written twice in a row.
    phrase: std::ops::RangeInclusive<usize>,
}

const CHINESE: Bounds = Bounds { run: 12, reach: 400, phrase: 4..=11 };
const ENGLISH: Bounds = Bounds { run: 8, reach: 200, phrase: 2..=7 };

/// A character or word, with its position.
struct Unit {
    hash: u64,
    range: CharRange,
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let (bounds, units) = match prepared.language {
        Language::Chinese => (CHINESE, characters(reading)),
        Language::English => (ENGLISH, words(reading)),
        Language::Other => return Vec::new(),
    };
    let mut found = runs(reading, &units, &bounds);
    found.extend(twice(reading, &units, &bounds));
    found
}

fn characters(reading: &Reading<'_>) -> Vec<Unit> {
    let units = reading.chars.iter().enumerate().filter(|(_, c)| is_han(**c) || c.is_alphanumeric());
    units
        .map(|(at, c)| Unit { hash: u64::from(u32::from(*c)) + 1, range: CharRange::new(at, at + 1) })
        .collect()
}

fn words(reading: &Reading<'_>) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut from = None;
    for (at, c) in reading.chars.iter().chain([&' ']).enumerate() {
        match (c.is_alphanumeric(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                let hash = reading.chars[start..at].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, c| {
                    let c = c.to_ascii_lowercase();
                    (hash ^ u64::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3)
                });
                units.push(Unit { hash, range: CharRange::new(start, at) });
                from = None;
            }
            _ => {}
        }
    }
    units
}

fn same(a: &[Unit], b: &[Unit]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.hash == b.hash)
}

/// Finds runs that recur within reach.
fn runs(reading: &Reading<'_>, units: &[Unit], bounds: &Bounds) -> Vec<Found> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut found = Vec::new();
    let mut at = 0;
    while at + bounds.run <= units.len() {
        let gram = &units[at..at + bounds.run];
        let hash = gram
            .iter()
            .fold(0_u64, |hash, unit| hash.rotate_left(7) ^ unit.hash.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let before = seen.insert(hash, at);
        let Some(before) = before.filter(|before| {
            at >= before + bounds.run && at - before <= bounds.reach && same(&units[*before..], gram)
        }) else {
            at += 1;
            continue;
        };
        let mut len = bounds.run;
        while at + len < units.len() && before + len < at && units[before + len].hash == units[at + len].hash
        {
            len += 1;
        }
        let (first, again) = (range_of(&units[before..before + len]), range_of(&units[at..at + len]));
        if is_narrated_prose(reading, again) && is_narrated_prose(reading, first) {
            found.push(
                Found::new(Rule::Repetition, Severity::Low, reading.place(again))
                    .and_at(Some(reading.place(first)))
                    .values("", reading.slice(again)),
            );
        }
        at += len;
    }
    found
}

/// Finds phrases written twice in a row: 他站起来他站起来.
fn twice(reading: &Reading<'_>, units: &[Unit], bounds: &Bounds) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    'next: while at < units.len() {
        for len in bounds.phrase.clone().rev() {
            let (Some(first), Some(again)) = (units.get(at..at + len), units.get(at + len..at + 2 * len))
            else {
                continue;
            };
            if !same(first, again) || first.windows(2).all(|pair| pair[0].hash == pair[1].hash) {
                continue;
            }
            let both = CharRange::new(range_of(first).start().get(), range_of(again).end().get());
            if is_narrated_prose(reading, both) && is_mistake(reading, both, first) {
                found.push(
                    Found::new(Rule::Repetition, Severity::Low, reading.place(range_of(again)))
                        .and_at(Some(reading.place(range_of(first))))
                        .values("", reading.slice(range_of(again))),
                );
            }
            at += 2 * len;
            continue 'next;
        }
        at += 1;
    }
    found
}

/// Whether the doubling is a mistake. Phrases made of a repeated unit (研究研究, 一层一层又一层) or separated
/// by marks are intended.
fn is_mistake(reading: &Reading<'_>, both: CharRange, first: &[Unit]) -> bool {
    let repeats_itself = (1..=first.len() / 2).any(|period| {
        first.len().is_multiple_of(period)
            && first.iter().zip(&first[period..]).all(|(a, b)| a.hash == b.hash)
    });
    !repeats_itself && reading.slice(both).chars().all(|c| c.is_alphanumeric() || is_han(c) || c == ' ')
}

fn range_of(units: &[Unit]) -> CharRange {
    let start = units.first().map_or(0, |unit| unit.range.start().get());
    CharRange::new(start, units.last().map_or(start, |unit| unit.range.end().get()))
}

/// Whether a range is narrated prose, neither speech nor verse.
fn is_narrated_prose(reading: &Reading<'_>, range: CharRange) -> bool {
    let (start, end) = (range.start().get(), range.end().get());
    if reading.is_speech(start) || reading.is_speech(end.saturating_sub(1)) {
        return false;
    }
    let Some((_, paragraph)) = reading.paragraph_at(start) else { return false };
    let last = reading.chars.get(..paragraph.end().get()).and_then(|chars| chars.last());
    last.is_some_and(|c| super::reading::is_mark(*c))
}
