//! The point of view slips: pronouns of the teller against the point of view of the scene or the book.
//!
//! In the third person the teller is no 我. In the first person whoever tells is not named as somebody who acts. Speech,
//! thoughts, letters and verse are left alone, and paragraphs whose quotes do not pair.

use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::{CharRange, SpeechKind};

use super::acts::act;
use super::cues::holds_any;
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_mark};

/// Who tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Narrator {
    First,
    Third,
}

/// What leads into words or thoughts of somebody within a sentence.
const LEADS_IN: [&str; 34] = [
    "想", "道", "说", "曰", "云", "问", "念", "叹", "写", "书", "信", "听", "觉", "喊", "叫", "答", "言",
    "骂", "语", "唱", "诗", "词", "题", "祷", "祝", "寻思", "暗忖", "心里", "心中", "字", "谓", "告", "誓",
    "唤",
];
/// Words with 我 that are not of the teller.
const NOT_SELF: [&str; 12] =
    ["自我", "忘我", "你我", "物我", "我国", "我朝", "我佛", "我辈", "人我", "我家", "小我", "大我"];

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let Some((teller, against)) = teller(prepared, reading) else { return Vec::new() };
    match (teller, prepared.language) {
        (_, Language::Other) => Vec::new(),
        (Narrator::Third, language) => self_named(reading, language)
            .into_iter()
            .map(|range| {
                Found::new(Rule::PovDrift, Severity::Medium, reading.place(range))
                    .against(against)
                    .values(expected(prepared, reading), reading.slice(range))
                    .sure(0.8)
            })
            .collect(),
        (Narrator::First, _) => teller_named(prepared, reading, against),
    }
}

/// Who tells a scene, and what of the canon says so.
fn teller(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Option<(Narrator, Option<Against>)> {
    let planned = reading.scene.plan.and_then(|plan| person(&plan.pov)).map(|teller| (teller, None));
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

/// Where the teller says 我 or I.
fn self_named(reading: &Reading<'_>, language: Language) -> Vec<CharRange> {
    let mut found = Vec::new();
    for told in &reading.told {
        let text = reading.slice(*told);
        let hit = match language {
            Language::Chinese => text.contains('我').then(|| chinese(reading, *told, text)).flatten(),
            _ => english(reading, *told, text),
        };
        found.extend(hit);
    }
    found
}

fn chinese(reading: &Reading<'_>, told: CharRange, text: &str) -> Option<CharRange> {
    // Where somebody is spoken to, marks went missing.
    if !is_plain(reading, told)
        || holds_any(text, &NOT_SELF)
        || text.contains(['你', '您', '咱'])
        || is_verse(reading, told)
    {
        return None;
    }
    let at = text.find('我')?;
    let before = &text[..at];
    if holds_any(before, &LEADS_IN) || holds_any(text, &["看官", "列位", "作者", "石头记", "著书"])
    {
        return None;
    }
    // In old prose words are quoted without marks; a clause that begins with 我 is the teller's.
    let clause = before.rfind(is_mark).map_or(before, |mark| before[mark..].trim_start_matches(is_mark));
    let begins = clause.chars().count() <= 4;
    let owner = text[at..].starts_with("我的");
    // 我们 are as often all of us as those of the story.
    let all = text[at..].starts_with("我们");
    let start = told.start().get() + before.chars().count();
    (!all && (begins || owner)).then(|| CharRange::new(start, start + 1))
}

/// Whether the paragraph is a line of verse: pieces of five or seven characters, one like the other.
fn is_verse(reading: &Reading<'_>, told: CharRange) -> bool {
    let paragraph = reading.paragraph_at(told.start().get()).map_or("", |(_, range)| reading.slice(range));
    let pieces = paragraph.split(is_mark).map(|piece| piece.trim().chars().count());
    let pieces: Vec<usize> = pieces.filter(|len| *len > 0).collect();
    pieces.len() > 1 && pieces.iter().all(|len| *len == pieces[0] && matches!(len, 5 | 7))
}

/// Whether a sentence is prose of a paragraph whose quotes pair.
fn is_plain(reading: &Reading<'_>, told: CharRange) -> bool {
    let start = told.start().get();
    let Some((number, paragraph)) = reading.paragraph_at(start) else { return false };
    let is_odd =
        |kind: SpeechKind| matches!(kind, SpeechKind::Unclosed | SpeechKind::Unopened | SpeechKind::Led);
    let odd = reading.speech.iter().any(|speech| speech.range.overlaps(paragraph) && is_odd(speech.kind));
    let ends =
        |range: CharRange| reading.chars.get(..range.end().get()).and_then(|chars| chars.last()).copied();
    // Verse and lists have lines without an end.
    let is_prose = ends(paragraph).is_some_and(is_mark);
    let before = number.checked_sub(1).and_then(|before| reading.paragraphs.get(before));
    // What a line before leads in (信上写道：) is not the teller's.
    let led_in = before.is_some_and(|before| matches!(ends(*before), Some('：' | ':')));
    !odd && is_prose && !led_in
}

fn english(reading: &Reading<'_>, told: CharRange, text: &str) -> Option<CharRange> {
    const SELF: [&str; 6] = ["I", "my", "me", "myself", "My", "mine"];
    if !is_plain(reading, told) {
        return None;
    }
    let (byte, word) = super::name_drift::latin_words(text).find(|(byte, word)| {
        let after = text[byte + word.len()..].chars().next();
        let before = text[..*byte].chars().next_back();
        // I. and II are numbers, I’m is not in narration without I.
        SELF.contains(word)
            && !(*word == "I" && after == Some('.'))
            && before.is_none_or(|c| c != '_' && c != '-')
    })?;
    let range = reading.within(told.start(), text, byte..byte + word.len());
    let near = reading.before(range.start().get(), 12, told.start().get());
    let is_number = ["Chapter ", "CHAPTER ", "Volume ", "Book ", "Part ", "James ", "Charles ", "George "];
    (!is_number.iter().any(|word| near.ends_with(word))
        && !holds_any(text, &["_", "Dear ", "thought", " you ", " your ", "You "]))
    .then_some(range)
}

/// In the first person: the one who tells is named as somebody who acts.
fn teller_named(prepared: &Prepared<'_>, reading: &Reading<'_>, against: Option<Against>) -> Vec<Found> {
    let Some(plan) = reading.scene.plan else { return Vec::new() };
    let teller =
        prepared.cast.iter().position(|known| known.names.iter().any(|name| plan.pov.contains(name)));
    let Some(teller) = teller else { return Vec::new() };
    let mentions = reading.mentions.iter().filter(|mention| mention.who == teller);
    let acts = mentions.filter_map(|mention| act(prepared, reading, *mention));
    acts.filter(|range| is_plain(reading, *range))
        .map(|range| {
            let expected = if prepared.language == Language::English { "I" } else { "我" };
            Found::new(Rule::PovDrift, Severity::Medium, reading.place(range))
                .against(against)
                .values(expected, reading.slice(range))
                .sure(0.7)
        })
        .collect()
}
