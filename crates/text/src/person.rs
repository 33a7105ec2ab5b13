//! Guesses the grammatical person of a manuscript from the pronouns of its narration.
//!
//! The measure is the share of narrated sentences in which the narrator says "I": it means the same in every
//! language, and a single passage that says it often does not sway it. It is taken over the whole text and over
//! blocks of sentences, so a letter or a diary inside a novel does not change the answer, and a book that alternates
//! between both persons gets no answer.

mod en;
mod ja;
mod narrated;
mod zh;

use serde::{Deserialize, Serialize};

use crate::NovelLanguage;
use narrated::Subject;

/// The grammatical person in which a novel is narrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Person {
    /// The narrator is a character of the story: I.
    First,
    /// The narrator is not a character: he, she, they.
    Third,
}

/// The least number of narrated sentences. In 6 of 100 cases, 20 sentences of the sparsest first-person chapter
/// measured have at most one "I"; with two, a text of 20 sentences gets no answer.
const MIN_SENTENCES: usize = 20;
/// The number of sentences in a block, about 1,000 Chinese characters: short compared with a chapter, so that blocks
/// seldom mix two.
const BLOCK_SENTENCES: usize = 40;
/// The largest share of blocks in the other person: a prologue, a letter. *The True Story of Ah Q*, whose preface is
/// in the first person, has the most of the books measured: 0.11.
const MAX_OTHER_BLOCKS: f64 = 0.2;
/// The least share of sentences with a third-person pronoun (in Japanese also the most frequent topic) in a
/// third-person text: a diary that drops its "I" has neither. Of the novels measured 红楼梦 has the least, 0.095; single
/// chapters of it have 0.02 and get no answer.
const MIN_THIRD_WORDS: f64 = 0.05;
/// The most "you" per "I" in first-person narration. Above it, dialogue without quotation marks is likelier. *Kokoro*
/// has 0.03; one section of the letter that is its third part has 0.7.
const MAX_YOU_PER_I: f64 = 0.5;

/// The range of shares of sentences with "I" in which the person is uncertain.
///
/// The limits are at one third and two thirds of the gap between the highest share of any third-person chapter (0.06)
/// and the lowest of any first-person chapter (0.21), in five novels of three languages. Without any one of the
/// novels they would be 0.096 to 0.115 and 0.151 to 0.167.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limits {
    /// Up to here: the third person.
    third: f64,
    /// From here: the first person.
    first: f64,
}

const LIMITS: Limits = Limits { third: 0.11, first: 0.16 };

/// The person in which a text is narrated; `None` if it has fewer than 20 narrated sentences, if the person changes,
/// or if it is unclear.
///
/// Speech is ignored, and so are brackets and italics, which contain thoughts. A paragraph is one line: in
/// hard-wrapped text, speech cannot be distinguished from narration. Linear in the size of the text, 0.1 s for a
/// million characters.
pub fn guess_person(text: &str, language: NovelLanguage) -> Option<Person> {
    decide(&narrated::sentences(text, language), LIMITS)
}

fn decide(subjects: &[Subject], limits: Limits) -> Option<Person> {
    if subjects.len() < MIN_SENTENCES {
        return None;
    }
    let first = share(subjects, |sentence| sentence.first);
    let you = share(subjects, |sentence| sentence.you);
    let blocks = block_shares(subjects);
    let share_of_blocks = |is_other: &dyn Fn(f64) -> bool| {
        blocks.iter().filter(|share| is_other(**share)).count() as f64 / blocks.len() as f64
    };
    let is_first = first >= limits.first
        && you <= MAX_YOU_PER_I * first
        && share_of_blocks(&|share| share <= limits.third) <= MAX_OTHER_BLOCKS;
    // One more sentence with "I" must not make it uncertain; this matters only in short texts.
    let is_third = first + 1.0 / subjects.len() as f64 <= limits.third
        && you <= limits.third
        && share(subjects, |sentence| sentence.doubtful) <= limits.third
        && share(subjects, |sentence| sentence.third) >= MIN_THIRD_WORDS
        && share_of_blocks(&|share| share >= limits.first) <= MAX_OTHER_BLOCKS;
    match (is_first, is_third) {
        (true, false) => Some(Person::First),
        (false, true) => Some(Person::Third),
        _ => None,
    }
}

/// The share of sentences with "I" in each block.
fn block_shares(subjects: &[Subject]) -> Vec<f64> {
    let number = (subjects.len() / BLOCK_SENTENCES).max(1);
    subjects
        .chunks(subjects.len().div_ceil(number))
        .map(|block| share(block, |sentence| sentence.first))
        .collect()
}

fn share(subjects: &[Subject], has: impl Fn(&Subject) -> bool) -> f64 {
    subjects.iter().filter(|sentence| has(sentence)).count() as f64 / subjects.len().max(1) as f64
}

#[cfg(test)]
mod tests;
