//! A line of speech whose speaker is unclear, or whose tag is worn.
//!
//! Unclear is a long exchange in which nobody is named. Worn is one elaborate tag again and again within a few lines;
//! plain ones (说, 道, said) never wear.

use std::collections::HashMap;

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_mark};

/// Lines of speech one after another without a word beside them.
const BARE: usize = 12;
/// Uses of one elaborate tag.
const WORN: usize = 4;
/// Characters within which they stand.
const REACH: usize = 1500;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = bare(reading);
    if prepared.language != Language::Other {
        found.extend(worn(prepared, reading));
    }
    found
}

/// Exchanges without a tag.
fn bare(reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut run: Vec<CharRange> = Vec::new();
    let mut speech = reading.speech.iter().peekable();
    for paragraph in &reading.paragraphs {
        while speech.next_if(|speech| speech.range.end() <= paragraph.start()).is_some() {}
        let visible = |range: CharRange| {
            let chars = reading.chars.get(range.as_range()).unwrap_or_default();
            chars.iter().filter(|c| c.is_alphanumeric()).count()
        };
        let mut said = 0;
        while let Some(speech) = speech.next_if(|speech| speech.range.start() < paragraph.end()) {
            said += visible(speech.range);
        }
        if said > 0 && said == visible(*paragraph) {
            run.push(*paragraph);
            continue;
        }
        found.extend(ended(reading, &run));
        run.clear();
    }
    found.extend(ended(reading, &run));
    found
}

fn ended(reading: &Reading<'_>, run: &[CharRange]) -> Option<Found> {
    let place = run.get(BARE - 1)?;
    // Whoever is spoken to by name shows who speaks.
    let whole = CharRange::new(run.first()?.start().get(), run.last()?.end().get());
    let named = reading.mentions_in(whole).len();
    (named * 4 <= run.len()).then(|| {
        Found::new(Rule::DialogueTags, Severity::Low, reading.place(*place))
            .and_at(run.first().map(|first| reading.place(*first)))
            .values(BARE.to_string(), run.len().to_string())
            .sure(0.6)
    })
}

/// Tags with a manner that stand again and again.
fn worn(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut tags: HashMap<String, Vec<CharRange>> = HashMap::new();
    for speech in &reading.speech {
        for (tag, range) in
            [before(reading, speech.range), after(prepared, reading, speech.range)].into_iter().flatten()
        {
            let places = tags.entry(tag).or_default();
            if places.last() != Some(&range) {
                places.push(range);
            }
        }
    }
    let mut found = Vec::new();
    for (tag, places) in tags {
        let close = places.windows(WORN).find(|window| match window {
            [first, .., last] => last.end().get() - first.start().get() <= REACH,
            _ => false,
        });
        let Some([first @ .., last]) = close else { continue };
        let mut one =
            Found::new(Rule::DialogueTags, Severity::Low, reading.place(*last)).values("", tag.clone());
        one.places.extend(first.iter().rev().map(|range| reading.place(*range)));
        found.push(one);
    }
    found
}

/// Verbs of speech that a manner stands before.
const VERBS: [&str; 8] = ["说道", "问道", "答道", "说", "道", "问", "喊道", "叫道"];
/// What says how, without 地: these wear as well.
const MANNERS: [&str; 26] = [
    "冷冷",
    "淡淡",
    "缓缓",
    "轻轻",
    "微微",
    "低声",
    "沉声",
    "轻声",
    "柔声",
    "厉声",
    "冷笑",
    "苦笑",
    "微笑",
    "淡然",
    "幽幽",
    "喃喃",
    "怒声",
    "急声",
    "朗声",
    "颤声",
    "哑声",
    "冷声",
    "笑嘻嘻",
    "笑眯眯",
    "恨恨",
    "皱眉",
];

/// 他冷冷地说： before a speech.
fn before(reading: &Reading<'_>, speech: CharRange) -> Option<(String, CharRange)> {
    let text = reading.before(speech.start().get(), 14, 0);
    let text = text.trim_end_matches(['：', ':', '，', ' ']);
    let clause = text.rfind(is_mark).map_or(text, |mark| text[mark..].trim_start_matches(is_mark));
    let colon = reading.before(speech.start().get(), 14, 0).chars().count() - text.chars().count();
    let end = speech.start().get() - colon;
    let (tag, len) = chinese(clause, clause.len())?;
    Some((tag, CharRange::new(end - len, end)))
}

/// ”他冷冷地说。 after a speech, and ” she said softly.
fn after(prepared: &Prepared<'_>, reading: &Reading<'_>, speech: CharRange) -> Option<(String, CharRange)> {
    let end = speech.end().get();
    let clause = reading.clause_after(end, 40);
    if prepared.language == Language::Chinese {
        let verb = VERBS.iter().filter_map(|verb| clause.rfind(verb).map(|at| at + verb.len())).max()?;
        let (tag, len) = chinese(&clause[..verb], verb)?;
        let stop = end + clause.get(..verb)?.chars().count();
        return Some((tag, CharRange::new(stop - len, stop)));
    }
    let words: Vec<&str> = clause.split_whitespace().collect();
    let manner = words.iter().take(5).find(|word| word.ends_with("ly") && word.len() > 4)?;
    let verb = words
        .iter()
        .take(5)
        .find(|word| ["said", "asked", "replied", "answered", "cried", "whispered"].contains(word))?;
    let range = reading.within(
        wenfang_text::CharOffset::new(end),
        clause,
        clause.find(manner)?..clause.find(manner)? + manner.len(),
    );
    Some((format!("{verb} {manner}"), range))
}

/// The manner and verb that a clause ends with, and how many characters they are; plain verbs are none.
fn chinese(clause: &str, until: usize) -> Option<(String, usize)> {
    let clause = clause.get(..until)?;
    let verb = VERBS.iter().filter(|verb| clause.ends_with(**verb)).max_by_key(|verb| verb.len())?;
    let head = &clause[..clause.len() - verb.len()];
    let head = head.strip_suffix(['地', '的', '着']).unwrap_or(head);
    let manner =
        MANNERS.iter().filter(|manner| head.ends_with(**manner)).max_by_key(|manner| manner.len())?;
    let tag = &clause[head.len() - manner.len()..];
    Some(((*manner).to_owned(), tag.chars().count()))
}
