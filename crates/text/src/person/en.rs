//! English pronouns. "Mine" is ignored, because coal has mines too.

use super::narrated::Subject;

crate::words! {
    const WE = "person/english_we";
    const YOU = "person/english_you";
    const THIRD = "person/english_third";
    const NUMBERED = "person/english_numbered";
}

/// The person a sentence is about.
pub(super) fn subject_of(sentence: &[char]) -> Subject {
    let mut subject = Subject::default();
    let mut before = String::new();
    let mut words = words(sentence).into_iter().peekable();
    while let Some(word) = words.next() {
        let after = words.peek().map_or("", String::as_str);
        match word.to_ascii_lowercase().as_str() {
            "i" => subject.first |= word == "I" && !is_numeral(&before),
            "i'm" | "i've" | "i'd" | "i'll" | "me" | "myself" => subject.first = true,
            "my" => subject.first |= !matches!(after, "lord" | "lady" | "Lord" | "Lady" | "God" | "dear"),
            pronoun if WE.contains(&pronoun) => subject.doubtful = true,
            pronoun if YOU.contains(&pronoun) => subject.you = true,
            pronoun if THIRD.contains(&pronoun) => subject.third = true,
            _ => {}
        }
        before = word;
    }
    subject
}

/// Whether an "I" after this word is a numeral: Chapter I, George I.
fn is_numeral(before: &str) -> bool {
    NUMBERED.iter().any(|word| before.eq_ignore_ascii_case(word))
}

/// The words of a sentence, with straight apostrophes.
fn words(sentence: &[char]) -> Vec<String> {
    let is_inside = |c: &char| c.is_alphabetic() || matches!(c, '\'' | '’');
    let runs = sentence.split(|c| !is_inside(c));
    let straight = runs.map(|run| run.iter().map(|c| if *c == '’' { '\'' } else { *c }).collect::<String>());
    straight.map(|word| word.trim_matches('\'').to_owned()).filter(|word| !word.is_empty()).collect()
}
