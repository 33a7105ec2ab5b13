//! The point of view slips: the narrator's pronouns contradict the point of view of the scene or the book.
//!
//! In the third person the narrator does not say 我. In the first person the narrator is not named as an acting
//! character. Speech, thoughts, letters and verse are ignored, and so are paragraphs with unpaired quotes.

use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::{CharRange, SpeechKind};

use super::acts::act;
use super::cues::contains_any;
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_mark};

/// The grammatical person of the narrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Narrator {
    First,
    Third,
}

wenfang_text::words! {
    const LEADS_IN = "pov_drift/leads_in";
    const NOT_SELF = "pov_drift/not_self";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let Some((narrator, against)) = narrator(prepared, reading) else { return Vec::new() };
    match (narrator, prepared.language) {
        (_, Language::Other) => Vec::new(),
        (Narrator::Third, language) => self_references(reading, language)
            .into_iter()
            .map(|range| {
                Found::new(Rule::PovDrift, Severity::Medium, reading.place(range))
                    .against(against)
                    .values(expected(prepared, reading), reading.slice(range))
                    .with_confidence(0.8)
            })
            .collect(),
        (Narrator::First, _) => narrator_named(prepared, reading, against),
    }
}

/// Returns the narrator of a scene, and the canon item that states it.
fn narrator(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Option<(Narrator, Option<Against>)> {
    let planned = reading.scene.plan.and_then(|plan| person(&plan.pov)).map(|narrator| (narrator, None));
    planned.or_else(|| {
        let (id, value) = prepared.book.canon.bible_field("pov")?;
        Some((person(value)?, Some(Against::Bible(id))))
    })
}

fn person(pov: &str) -> Option<Narrator> {
    let pov = pov.to_lowercase();
    let first = ["第一人称", "first person", "first-person", "1st person"];
    let third = ["第三人称", "全知", "third person", "third-person", "omniscient", "3rd person"];
    match (first.iter().any(|word| pov.contains(word)), third.iter().any(|word| pov.contains(word))) {
        (true, false) => Some(Narrator::First),
        (false, true) => Some(Narrator::Third),
        _ => None,
    }
}

fn expected(prepared: &Prepared<'_>, reading: &Reading<'_>) -> String {
    let planned = reading.scene.plan.map(|plan| plan.pov.trim()).filter(|pov| !pov.is_empty());
    planned.or_else(|| Some(prepared.book.canon.bible_field("pov")?.1)).unwrap_or_default().to_owned()
}

/// Returns where the narrator says 我 or I.
fn self_references(reading: &Reading<'_>, language: Language) -> Vec<CharRange> {
    let mut found = Vec::new();
    for narrated in &reading.narrated {
        let text = reading.slice(*narrated);
        let hit = match language {
            Language::Chinese => text.contains('我').then(|| chinese(reading, *narrated, text)).flatten(),
            _ => english(reading, *narrated, text),
        };
        found.extend(hit);
    }
    found
}

fn chinese(reading: &Reading<'_>, narrated: CharRange, text: &str) -> Option<CharRange> {
    // If someone is addressed, quotation marks are probably missing.
    if !is_plain(reading, narrated)
        || contains_any(text, &NOT_SELF)
        || text.contains(['你', '您', '咱'])
        || is_verse(reading, narrated)
    {
        return None;
    }
    let at = text.find('我')?;
    let before = &text[..at];
    if contains_any(before, &LEADS_IN) || contains_any(text, &["看官", "列位", "作者", "石头记", "著书"])
    {
        return None;
    }
    // Old prose quotes without marks; a clause that begins with 我 is the narrator's.
    let clause = before.rfind(is_mark).map_or(before, |mark| before[mark..].trim_start_matches(is_mark));
    let starts_clause = clause.chars().count() <= 4;
    let owner = text[at..].starts_with("我的");
    // 我们 often means people in general, not those of the story.
    let all = text[at..].starts_with("我们");
    let start = narrated.start().get() + before.chars().count();
    (!all && (starts_clause || owner)).then(|| CharRange::new(start, start + 1))
}

/// Whether the paragraph is verse: segments of five or seven characters, all of the same length.
fn is_verse(reading: &Reading<'_>, narrated: CharRange) -> bool {
    let paragraph =
        reading.paragraph_at(narrated.start().get()).map_or("", |(_, range)| reading.slice(range));
    let pieces = paragraph.split(is_mark).map(|piece| piece.trim().chars().count());
    let pieces: Vec<usize> = pieces.filter(|len| *len > 0).collect();
    pieces.len() > 1 && pieces.iter().all(|len| *len == pieces[0] && matches!(len, 5 | 7))
}

/// Whether a sentence is prose in a paragraph with paired quotes.
fn is_plain(reading: &Reading<'_>, narrated: CharRange) -> bool {
    let start = narrated.start().get();
    let Some((number, paragraph)) = reading.paragraph_at(start) else { return false };
    let is_odd =
        |kind: SpeechKind| matches!(kind, SpeechKind::Unclosed | SpeechKind::Unopened | SpeechKind::Led);
    let odd = reading.speech.iter().any(|speech| speech.range.overlaps(paragraph) && is_odd(speech.kind));
    let ends =
        |range: CharRange| reading.chars.get(..range.end().get()).and_then(|chars| chars.last()).copied();
    // Verse and lists have lines without end punctuation.
    let is_prose = ends(paragraph).is_some_and(is_mark);
    let before = number.checked_sub(1).and_then(|before| reading.paragraphs.get(before));
    // Text introduced by the previous line (信上写道：) is not the narrator's.
    let led_in = before.is_some_and(|before| matches!(ends(*before), Some('：' | ':')));
    !odd && is_prose && !led_in
}

fn english(reading: &Reading<'_>, narrated: CharRange, text: &str) -> Option<CharRange> {
    const SELF: [&str; 6] = ["I", "my", "me", "myself", "My", "mine"];
    if !is_plain(reading, narrated) {
        return None;
    }
    let (byte, word) = super::drifts::latin_words(text).find(|(byte, word)| {
        let after = text[byte + word.len()..].chars().next();
        let before = text[..*byte].chars().next_back();
        // I. and II are numerals.
        SELF.contains(word)
            && !(*word == "I" && after == Some('.'))
            && before.is_none_or(|c| c != '_' && c != '-')
    })?;
    let range = reading.within(narrated.start(), text, byte..byte + word.len());
    let near = reading.before(range.start().get(), 12, narrated.start().get());
    let is_number = ["Chapter ", "CHAPTER ", "Volume ", "Book ", "Part ", "James ", "Charles ", "George "];
    (!is_number.iter().any(|word| near.ends_with(word))
        && !contains_any(text, &["_", "Dear ", "thought", " you ", " your ", "You "]))
    .then_some(range)
}

/// Finds the first-person narrator named as an acting character.
fn narrator_named(prepared: &Prepared<'_>, reading: &Reading<'_>, against: Option<Against>) -> Vec<Found> {
    let Some(plan) = reading.scene.plan else { return Vec::new() };
    let narrator =
        prepared.cast.iter().position(|known| known.names.iter().any(|name| plan.pov.contains(name)));
    let Some(narrator) = narrator else { return Vec::new() };
    let mentions = reading.mentions.iter().filter(|mention| mention.who == narrator);
    let acts = mentions.filter_map(|mention| act(prepared, reading, *mention));
    acts.filter(|range| is_plain(reading, *range))
        .map(|range| {
            let expected = if prepared.language == Language::English { "I" } else { "我" };
            Found::new(Rule::PovDrift, Severity::Medium, reading.place(range))
                .against(against)
                .values(expected, reading.slice(range))
                .with_confidence(0.7)
        })
        .collect()
}
