//! Guesses in which person a manuscript is told, from the pronouns of its narration.
//!
//! The measure is the share of narrated sentences in which the narrator says "I": it means the same in every language
//! and is not swayed by one passage that says it often. It is taken of the whole text and of blocks of sentences, so
//! a letter or a diary inside a novel does not turn it, and a book told by turns in both persons gives no answer.

mod en;
mod ja;
mod told;
mod zh;

use serde::{Deserialize, Serialize};

use crate::NovelLanguage;
use told::Subject;

/// The person in which a novel is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Person {
    /// The narrator is somebody in the story: I.
    First,
    /// The narrator is nobody in it: he, she, they.
    Third,
}

/// Least number of narrated sentences. Of 20 sentences told in the first person as sparsely as any chapter measured, one
/// or none has an "I" in 6 of 100 cases; with two, a text of 20 sentences gives no answer.
const MIN_SENTENCES: usize = 20;
/// Sentences of a block, about 1,000 Chinese characters: short beside a chapter, so that blocks seldom mix two.
const BLOCK: usize = 40;
/// Most blocks told in the other person, as a share: a prologue, a letter. *The True Story of Ah Q*, whose preface
/// is told in the first person, has the most of the books measured: 0.11.
const MAX_OTHER_BLOCKS: f64 = 0.2;
/// Least share of sentences with a pronoun of the third person, or with the commonest topic in Japanese, for a text told
/// in it: a diary that drops its "I" has neither. Of the novels measured 红楼梦 has the least, 0.095; single chapters of
/// it have 0.02 and give no answer.
const MIN_THIRD_WORDS: f64 = 0.05;
/// Most "you" in narration told in the first person, for each "I". Above it, dialogue without marks is likelier.
/// *Kokoro* has 0.03, the letter that is its third part 0.7 in one section.
const MAX_YOU_PER_I: f64 = 0.5;

/// Between which shares of sentences with "I" a text is told in neither person for certain.
///
/// They are at a third and at two thirds of the gap between the highest share of any chapter told in the third person
/// (0.06) and the lowest of any told in the first (0.21), in five novels of three languages. Without any one of them
/// they would be 0.096 to 0.115 and 0.151 to 0.167.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limits {
    /// Up to it: the third person.
    third: f64,
    /// From it on: the first person.
    first: f64,
}

const LIMITS: Limits = Limits { third: 0.11, first: 0.16 };

/// The person in which a text is told; none where it has fewer than 20 narrated sentences, where the person changes, and
/// wherever it is not clear.
///
/// Speech is left out, and so are brackets and italics, which hold thoughts. A paragraph is one line: in hard-wrapped text
/// speech is not known from narration. Linear in the size of the text, 0.1 s for a million characters.
pub fn guess_person(text: &str, language: NovelLanguage) -> Option<Person> {
    decide(&told::sentences(text, language), LIMITS)
}

fn decide(told: &[Subject], limits: Limits) -> Option<Person> {
    if told.len() < MIN_SENTENCES {
        return None;
    }
    let first = share(told, |sentence| sentence.first);
    let you = share(told, |sentence| sentence.you);
    let blocks = block_shares(told);
    let of_blocks = |is_other: &dyn Fn(f64) -> bool| {
        blocks.iter().filter(|share| is_other(**share)).count() as f64 / blocks.len() as f64
    };
    let is_first = first >= limits.first
        && you <= MAX_YOU_PER_I * first
        && of_blocks(&|share| share <= limits.third) <= MAX_OTHER_BLOCKS;
    // One sentence more with "I" must not make it doubtful: that matters in short texts only.
    let is_third = first + 1.0 / told.len() as f64 <= limits.third
        && you <= limits.third
        && share(told, |sentence| sentence.doubtful) <= limits.third
        && share(told, |sentence| sentence.third) >= MIN_THIRD_WORDS
        && of_blocks(&|share| share >= limits.first) <= MAX_OTHER_BLOCKS;
    match (is_first, is_third) {
        (true, false) => Some(Person::First),
        (false, true) => Some(Person::Third),
        _ => None,
    }
}

/// The share of sentences with "I" in each block.
fn block_shares(told: &[Subject]) -> Vec<f64> {
    let number = (told.len() / BLOCK).max(1);
    told.chunks(told.len().div_ceil(number)).map(|block| share(block, |sentence| sentence.first)).collect()
}

fn share(told: &[Subject], has: impl Fn(&Subject) -> bool) -> f64 {
    told.iter().filter(|sentence| has(sentence)).count() as f64 / told.len().max(1) as f64
}

#[cfg(test)]
mod tests;
