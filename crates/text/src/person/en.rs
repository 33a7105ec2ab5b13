//! English pronouns. "Mine" is ignored, because coal has mines too.

use super::narrated::Subject;

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
            "we" | "us" | "our" | "ours" | "ourselves" | "we're" | "we've" | "we'd" | "we'll" => {
                subject.doubtful = true;
            }
            "you" | "your" | "yours" | "yourself" | "you're" | "you've" | "you'd" | "you'll" => {
                subject.you = true;
            }
            "he" | "him" | "his" | "himself" | "she" | "her" | "hers" | "herself" | "they" | "them"
            | "their" => {
                subject.third = true;
            }
            _ => {}
        }
        before = word;
    }
    subject
}

/// Whether an "I" after this word is a numeral: Chapter I, George I.
fn is_numeral(before: &str) -> bool {
    const NUMBERED: [&str; 12] = [
        "chapter",
        "book",
        "part",
        "volume",
        "act",
        "scene",
        "war",
        "george",
        "charles",
        "james",
        "henry",
        "elizabeth",
    ];
    NUMBERED.iter().any(|word| before.eq_ignore_ascii_case(word))
}

/// The words of a sentence, with straight apostrophes.
fn words(sentence: &[char]) -> Vec<String> {
    let is_inside = |c: &char| c.is_alphabetic() || matches!(c, '\'' | '’');
    let runs = sentence.split(|c| !is_inside(c));
    let straight = runs.map(|run| run.iter().map(|c| if *c == '’' { '\'' } else { *c }).collect::<String>());
    straight.map(|word| word.trim_matches('\'').to_owned()).filter(|word| !word.is_empty()).collect()
}
