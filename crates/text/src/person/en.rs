//! English. "Mine" is left out, since coal has mines too.

use super::told::Subject;

/// Whom a sentence speaks of.
pub(super) fn told(sentence: &[char]) -> Subject {
    let mut told = Subject::default();
    let mut before = String::new();
    let mut words = words(sentence).into_iter().peekable();
    while let Some(word) = words.next() {
        let after = words.peek().map_or("", String::as_str);
        match word.to_ascii_lowercase().as_str() {
            "i" => told.first |= word == "I" && !is_numeral(&before),
            "i'm" | "i've" | "i'd" | "i'll" | "me" | "myself" => told.first = true,
            "my" => told.first |= !matches!(after, "lord" | "lady" | "Lord" | "Lady" | "God" | "dear"),
            "we" | "us" | "our" | "ours" | "ourselves" | "we're" | "we've" | "we'd" | "we'll" => {
                told.doubtful = true;
            }
            "you" | "your" | "yours" | "yourself" | "you're" | "you've" | "you'd" | "you'll" => {
                told.you = true;
            }
            "he" | "him" | "his" | "himself" | "she" | "her" | "hers" | "herself" | "they" | "them"
            | "their" => {
                told.third = true;
            }
            _ => {}
        }
        before = word;
    }
    told
}

/// Whether an "I" after this word counts: Chapter I, George I.
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

/// The words of a sentence, with their apostrophes straight.
fn words(sentence: &[char]) -> Vec<String> {
    let is_inside = |c: &char| c.is_alphabetic() || matches!(c, '\'' | '’');
    let runs = sentence.split(|c| !is_inside(c));
    let straight = runs.map(|run| run.iter().map(|c| if *c == '’' { '\'' } else { *c }).collect::<String>());
    straight.map(|word| word.trim_matches('\'').to_owned()).filter(|word| !word.is_empty()).collect()
}
