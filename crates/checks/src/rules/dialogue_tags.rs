//! Dialogue with unclear speakers, or with an overused tag.
//!
//! Speakers are unclear in a long exchange that names nobody. A tag is overused if the same elaborate tag
//! recurs within a few lines. Plain tags (说, 道, said) are never overused.

use std::collections::HashMap;

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_mark};

/// The minimum number of consecutive untagged lines of dialogue.
const MIN_UNTAGGED_RUN: usize = 12;
/// The minimum number of uses of one elaborate tag.
const MIN_TAG_USES: usize = 4;
/// The maximum distance between the first and last use, in characters.
const MAX_TAG_SPAN: usize = 1500;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = untagged(reading);
    if prepared.language != Language::Other {
        found.extend(overused_tags(prepared, reading));
    }
    found
}

/// Finds exchanges without tags.
fn untagged(reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut run: Vec<CharRange> = Vec::new();
    let mut speech = reading.speech.iter().peekable();
    for paragraph in &reading.paragraphs {
        while speech.next_if(|speech| speech.range.end() <= paragraph.start()).is_some() {}
        let visible = |range: CharRange| {
            let chars = reading.chars.get(range.as_range()).unwrap_or_default();
            chars.iter().filter(|c| c.is_alphanumeric()).count()
        };
        let mut speech_chars = 0;
        while let Some(speech) = speech.next_if(|speech| speech.range.start() < paragraph.end()) {
            speech_chars += visible(speech.range);
        }
        if speech_chars > 0 && speech_chars == visible(*paragraph) {
            run.push(*paragraph);
            continue;
        }
        found.extend(finish_run(reading, &run));
        run.clear();
    }
    found.extend(finish_run(reading, &run));
    found
}

fn finish_run(reading: &Reading<'_>, run: &[CharRange]) -> Option<Found> {
    let place = run.get(MIN_UNTAGGED_RUN - 1)?;
    // An addressee named in the dialogue shows who speaks.
    let whole = CharRange::new(run.first()?.start().get(), run.last()?.end().get());
    let named = reading.mentions_in(whole).len();
    (named * 4 <= run.len()).then(|| {
        Found::new(Rule::DialogueTags, Severity::Low, reading.place(*place))
            .and_at(run.first().map(|first| reading.place(*first)))
            .values(MIN_UNTAGGED_RUN.to_string(), run.len().to_string())
            .with_confidence(0.6)
    })
}

/// Finds tags with an adverbial of manner that recur.
fn overused_tags(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
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
        let close = places.windows(MIN_TAG_USES).find(|window| match window {
            [first, .., last] => last.end().get() - first.start().get() <= MAX_TAG_SPAN,
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

/// Verbs of speech that follow an adverbial of manner.
const VERBS: [&str; 8] = ["说道", "问道", "答道", "说", "道", "问", "喊道", "叫道"];

wenfang_text::words! {
    const MANNERS = "dialogue_tags/manners";
}

/// Finds a tag before a speech: 他冷冷地说：
fn before(reading: &Reading<'_>, speech: CharRange) -> Option<(String, CharRange)> {
    let text = reading.before(speech.start().get(), 14, 0);
    let text = text.trim_end_matches(['：', ':', '，', ' ']);
    let clause = text.rfind(is_mark).map_or(text, |mark| text[mark..].trim_start_matches(is_mark));
    let colon = reading.before(speech.start().get(), 14, 0).chars().count() - text.chars().count();
    let end = speech.start().get() - colon;
    let (tag, len) = chinese(clause, clause.len())?;
    Some((tag, CharRange::new(end - len, end)))
}

/// Finds a tag after a speech: ”他冷冷地说。 or ” she said softly.
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

/// Returns the manner at the end of a clause that ends with a verb of speech, and the length of both in
/// characters. Plain verbs are no match.
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
