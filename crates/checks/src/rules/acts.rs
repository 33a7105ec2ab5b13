//! Detects whether a named character acts or speaks, by fixed phrases.

mod words;

use wenfang_text::CharRange;

use super::cues::{first_word, longest_prefix, strip_words};
use super::prepared::{Language, Prepared};
use super::reading::{Mention, Reading, is_han, is_mark};
use words::{ADVERBS, BEFORE_OBJECTS, ENGLISH, ENGLISH_ADVERBS, LEADS, NOT_VERBS, VERBS};

/// Returns the range in which a named character acts or speaks in the narration, from the name to the end of
/// the verb.
pub(super) fn act(prepared: &Prepared<'_>, reading: &Reading<'_>, mention: Mention) -> Option<CharRange> {
    let start = mention.range.start().get();
    if reading.is_speech(start) {
        return None;
    }
    let narrated = reading.narrated_at(start)?;
    let after = reading.clause_after(mention.range.end().get(), 24);
    match prepared.language {
        Language::Chinese => {
            is_subject(reading, mention.range, narrated).then_some(())?;
            let rest = strip_words(skip_manner(after), &ADVERBS);
            // 听说 is both an adverbial and, with nothing after it, a verb.
            let (rest, verb) = match longest_prefix(rest, &VERBS).or_else(|| completed(rest)) {
                Some(verb) => (rest, verb),
                None => (after, longest_prefix(after, &VERBS)?),
            };
            let is_none = longest_prefix(rest, &NOT_VERBS).is_some() || {
                let tail = &rest[verb.len()..];
                tail.contains('的') || tail.contains('者') || tail.starts_with(['过', '死'])
            };
            let skipped = after.len() - rest.len() + verb.len();
            let len = after.get(..skipped)?.chars().count();
            (!is_none && !after.contains('曾'))
                .then(|| CharRange::new(start, mention.range.end().get() + len))
        }
        Language::English => {
            let after_word = first_word(after, &ENGLISH).or_else(|| regular_past(after)).or_else(|| {
                let rest = after.trim_start();
                let word = first_word(rest, &ENGLISH_ADVERBS)?;
                first_word(&rest[word.len()..], &ENGLISH)
            });
            if let Some(verb) = after_word {
                // "Darcy's sister said": the name is not the subject, and clause_after stops at the mark.
                let end = after.find(verb)? + verb.len();
                let len = after.get(..end)?.chars().count();
                let before = reading.before(start, 24, narrated.start().get());
                let last = before.split_whitespace().next_back().unwrap_or_default();
                let is_object = BEFORE_OBJECTS.contains(&last);
                return (!is_object).then(|| CharRange::new(start, mention.range.end().get() + len));
            }
            // ” said Darcy.
            let before = reading.before(start, 24, narrated.start().get()).trim_end();
            let verb = before.split_whitespace().next_back().unwrap_or(before);
            let follows_speech = reading.speech.iter().any(|speech| {
                let end = speech.range.end().get();
                (narrated.start().get()..=start).contains(&end) && start - end < 14
            }) || narrated.start().get() > 0
                && reading.is_speech(narrated.start().get() - 1)
                && start - narrated.start().get() < 14;
            (follows_speech && ENGLISH.contains(&verb)).then(|| {
                CharRange::new(
                    start - before_len(before, verb, reading.before(start, 24, narrated.start().get())),
                    mention.range.end().get(),
                )
            })
        }
        Language::Other => None,
    }
}

/// Matches one or two characters with an aspect particle: 剔了, 拭著.
fn completed(text: &str) -> Option<&str> {
    wenfang_text::letters! {
        const STATES = "acts/not_completed";
    }
    let mut chars = text.char_indices();
    let (_, first) = chars.next()?;
    let (_, second) = chars.next()?;
    let is_aspect = |c: char| "了着著起出".contains(c);
    let at = if is_aspect(second) {
        Some(second)
    } else {
        chars.next().map(|(_, c)| c).filter(|c| is_aspect(*c))
    }?;
    let end = text.find(at)? + at.len_utf8();
    let word = text.get(..end)?;
    (is_han(first) && !word.contains(|c| STATES.contains(c))).then_some(word)
}

/// Returns how many characters before the name an inverted verb begins.
fn before_len(trimmed: &str, verb: &str, before: &str) -> usize {
    before.chars().count() - trimmed.chars().count() + verb.chars().count()
}

/// Matches a regular verb in the past tense, except verbs used of the dead.
fn regular_past(text: &str) -> Option<&str> {
    wenfang_text::words! {
        const OF_THE_DEAD = "acts/of_the_dead";
    }
    let text = text.trim_start();
    let word = &text[..text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len())];
    (word.len() > 4 && word.ends_with("ed") && !OF_THE_DEAD.contains(&word)).then_some(word)
}

/// Skips an adverbial of manner before the verb: 冷冷地, 头也不回地.
fn skip_manner(clause: &str) -> &str {
    /// The maximum length of such an adverbial, in characters.
    const MAX_LEN: usize = 6;
    match clause.char_indices().take(MAX_LEN + 1).find(|(_, c)| *c == '地') {
        Some((byte, c)) if byte > 0 => &clause[byte + c.len_utf8()..],
        _ => clause,
    }
}

/// Whether a name begins its clause, as a subject does.
pub(super) fn is_subject(reading: &Reading<'_>, name: CharRange, narrated: CharRange) -> bool {
    let start = name.start().get();
    let before = reading.before(start, 6, narrated.start().get());
    let from =
        before.rfind(is_mark).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let lead = before[from..].trim();
    if lead.is_empty() {
        return true;
    }
    strip_words(lead, &LEADS).is_empty()
}
