//! The tense slips: English prose in the past tense has a verb in the present.
//!
//! Only a pronoun or a known name directly followed by a verb in -s counts, outside speech. Prose in the
//! present tense is ignored, because past tense is normal in it.

use wenfang_story::check::{Against, Rule, Severity};

use super::drifts::latin_words;
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

wenfang_text::pairs! {
    const VERBS = "tense/verbs";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    if prepared.language != Language::English {
        return Vec::new();
    }
    let Some(against) = past_tense(prepared) else { return Vec::new() };
    let mut found = Vec::new();
    for narrated in &reading.narrated {
        let text = reading.slice(*narrated);
        let words: Vec<(usize, &str)> = latin_words(text).collect();
        for pair in words.windows(2) {
            let [(at, subject), (byte, verb)] = pair else { continue };
            let past = VERBS.iter().find(|(present, _)| present == verb).map(|(_, past)| *past);
            let is_pronoun = PRONOUNS.contains(subject);
            let is_present = past.is_some() || is_pronoun && ends_as_present(verb);
            if !is_present || text.get(at + subject.len()..*byte) != Some(" ") {
                continue;
            }
            if !is_pronoun && !is_known(prepared, reading, (*narrated, text), (*at, subject)) {
                continue;
            }
            if is_general(text) {
                continue;
            }
            let range = reading.within(narrated.start(), text, *byte..byte + verb.len());
            let one = Found::new(Rule::Tense, Severity::Low, reading.place(range))
                .against(against)
                .values(past.unwrap_or_default(), *verb)
                .with_confidence(0.8);
            found.push(match past {
                Some(past) => one.replaced_by(past),
                None => one,
            });
        }
    }
    found
}

wenfang_text::words! {
    const GENERAL = "tense/general";
    const OTHERS = "tense/not_verbs";
}

/// General truths and written text use the present tense.
fn is_general(text: &str) -> bool {
    GENERAL.iter().any(|cue| text.contains(cue))
}

/// Pronouns followed by a verb in -s.
const PRONOUNS: [&str; 4] = ["he", "she", "He", "She"];

/// Whether a word after a pronoun has the ending of a verb in the present tense and is not one of the
/// exceptions.
fn ends_as_present(word: &str) -> bool {
    word.len() > 3
        && word.ends_with('s')
        && !word.ends_with("ss")
        && word.chars().all(|c| c.is_ascii_lowercase())
        && !OTHERS.contains(&word)
}

/// Whether a word ends the name of a known person.
fn is_known(
    prepared: &Prepared<'_>,
    reading: &Reading<'_>,
    (narrated, text): (wenfang_text::CharRange, &str),
    (at, word): (usize, &str),
) -> bool {
    let range = reading.within(narrated.start(), text, at..at + word.len());
    let mut mentions = reading.mentions_in(narrated).iter();
    mentions.any(|mention| mention.range.end() == range.end() && prepared.is_person(mention.who))
}

/// The dialogue tags in a text, by tense.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tags {
    past: usize,
    present: usize,
}

impl Tags {
    /// Counts the tags of a text.
    pub(super) fn of(text: &str) -> Self {
        Self { past: text.matches(" said ").count(), present: text.matches(" says ").count() }
    }

    /// Counts a text in.
    pub(super) fn add(&mut self, text: &str) {
        let added = Self::of(text);
        self.past += added.past;
        self.present += added.present;
    }

    /// Counts a text out that was counted in.
    pub(super) fn remove(&mut self, text: &str) {
        let removed = Self::of(text);
        self.past = self.past.saturating_sub(removed.past);
        self.present = self.present.saturating_sub(removed.present);
    }
}

/// Returns the canon item that requires the past tense; the inner `None` means that the text itself shows it.
/// `None` if the book is not in the past tense.
fn past_tense(prepared: &Prepared<'_>) -> Option<Option<Against>> {
    if let Some((id, value)) = prepared.book.canon.bible_field("tense") {
        let value = value.to_lowercase();
        return (value.contains("past") || value.contains("过去")).then_some(Some(Against::Bible(id)));
    }
    /// The minimum number of dialogue tags for a decision.
    const MIN_TAGS: usize = 40;
    let Tags { past, present } = prepared.tags();
    (past >= MIN_TAGS && present * 10 < past).then_some(None)
}
