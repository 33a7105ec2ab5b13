//! The tense slips: English prose told in the past has a verb of the present.
//!
//! Only a pronoun or a known name with a verb in -s right behind it counts, outside speech. Prose told in the present
//! is left alone: in it the past is at home.

use wenfang_story::check::{Against, Rule, Severity};

use super::found::Found;
use super::name_drift::latin_words;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

/// Verbs of the present with their past.
const VERBS: [(&str, &str); 64] = [
    ("says", "said"),
    ("walks", "walked"),
    ("looks", "looked"),
    ("turns", "turned"),
    ("goes", "went"),
    ("comes", "came"),
    ("takes", "took"),
    ("smiles", "smiled"),
    ("laughs", "laughed"),
    ("asks", "asked"),
    ("replies", "replied"),
    ("answers", "answered"),
    ("cries", "cried"),
    ("runs", "ran"),
    ("sits", "sat"),
    ("stands", "stood"),
    ("opens", "opened"),
    ("closes", "closed"),
    ("feels", "felt"),
    ("thinks", "thought"),
    ("knows", "knew"),
    ("sees", "saw"),
    ("hears", "heard"),
    ("gives", "gave"),
    ("finds", "found"),
    ("begins", "began"),
    ("continues", "continued"),
    ("leaves", "left"),
    ("reaches", "reached"),
    ("tells", "told"),
    ("speaks", "spoke"),
    ("watches", "watched"),
    ("waits", "waited"),
    ("nods", "nodded"),
    ("shakes", "shook"),
    ("holds", "held"),
    ("pulls", "pulled"),
    ("pushes", "pushed"),
    ("rises", "rose"),
    ("enters", "entered"),
    ("returns", "returned"),
    ("stops", "stopped"),
    ("moves", "moved"),
    ("steps", "stepped"),
    ("wants", "wanted"),
    ("tries", "tried"),
    ("seems", "seemed"),
    ("keeps", "kept"),
    ("makes", "made"),
    ("brings", "brought"),
    ("puts", "put"),
    ("calls", "called"),
    ("sighs", "sighed"),
    ("whispers", "whispered"),
    ("follows", "followed"),
    ("has", "had"),
    ("is", "was"),
    ("does", "did"),
    ("believes", "believed"),
    ("wishes", "wished"),
    ("becomes", "became"),
    ("listens", "listened"),
    ("remembers", "remembered"),
    ("exclaims", "exclaimed"),
];

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    if prepared.language != Language::English {
        return Vec::new();
    }
    let Some(against) = told_in_the_past(prepared) else { return Vec::new() };
    let mut found = Vec::new();
    for told in &reading.told {
        let text = reading.slice(*told);
        let words: Vec<(usize, &str)> = latin_words(text).collect();
        for pair in words.windows(2) {
            let [(at, subject), (byte, verb)] = pair else { continue };
            let past = VERBS.iter().find(|(present, _)| present == verb).map(|(_, past)| *past);
            let is_pronoun = PRONOUNS.contains(subject);
            let is_present = past.is_some() || is_pronoun && ends_as_present(verb);
            if !is_present || text.get(at + subject.len()..*byte) != Some(" ") {
                continue;
            }
            if !is_pronoun && !is_known(prepared, reading, (*told, text), (*at, subject)) {
                continue;
            }
            if is_general(text) {
                continue;
            }
            let range = reading.within(told.start(), text, *byte..byte + verb.len());
            let one = Found::new(Rule::Tense, Severity::Low, reading.place(range))
                .against(against)
                .values(past.unwrap_or_default(), *verb)
                .sure(0.8);
            found.push(match past {
                Some(past) => one.replaced_by(past),
                None => one,
            });
        }
    }
    found
}

/// What holds at all times is told in the present, and so is what somebody writes.
fn is_general(text: &str) -> bool {
    let general = [
        "whoever",
        "always",
        "a man who",
        "a woman who",
        "he who",
        "every ",
        "_",
        "that he is",
        "that she is",
    ];
    general.iter().any(|cue| text.contains(cue))
}

/// Pronouns that a verb in -s follows.
const PRONOUNS: [&str; 4] = ["he", "she", "He", "She"];

/// Whether a word behind a pronoun ends as verbs of the present do and is none of the few others.
fn ends_as_present(word: &str) -> bool {
    const OTHERS: [&str; 22] = [
        "was",
        "always",
        "perhaps",
        "sometimes",
        "besides",
        "thus",
        "this",
        "his",
        "its",
        "us",
        "as",
        "afterwards",
        "towards",
        "less",
        "unless",
        "yes",
        "plus",
        "alas",
        "likewise",
        "otherwise",
        "nevertheless",
        "nonetheless",
    ];
    word.len() > 3
        && word.ends_with('s')
        && !word.ends_with("ss")
        && word.chars().all(|c| c.is_ascii_lowercase())
        && !OTHERS.contains(&word)
}

/// Whether a word is the end of the name of somebody known.
fn is_known(
    prepared: &Prepared<'_>,
    reading: &Reading<'_>,
    (told, text): (wenfang_text::CharRange, &str),
    (at, word): (usize, &str),
) -> bool {
    let range = reading.within(told.start(), text, at..at + word.len());
    let mut mentions = reading.mentions_in(told).iter();
    mentions.any(|mention| mention.range.end() == range.end() && prepared.is_person(mention.who))
}

/// What of the canon says that the book is told in the past; the book itself may say so.
fn told_in_the_past(prepared: &Prepared<'_>) -> Option<Option<Against>> {
    if let Some((id, value)) = prepared.book.canon.bible_field("tense") {
        let value = value.to_lowercase();
        return (value.contains("past") || value.contains("过去")).then_some(Some(Against::Bible(id)));
    }
    /// Tags that are enough to tell.
    const ENOUGH: usize = 40;
    let count = |word: &str| -> usize {
        prepared.book.scenes.iter().map(|scene| scene.text.matches(word).count()).sum()
    };
    let (past, present) = (count(" said "), count(" says "));
    (past >= ENOUGH && present * 10 < past).then_some(None)
}
