//! Guesses the language of a manuscript from its characters.
//!
//! It reads a bounded sample: windows spread evenly over the text. Each window votes for one language or none, and a
//! clear majority decides, so a chapter in another language changes nothing.

use super::NovelLanguage;
use crate::count;

/// The size of one window in bytes: about 1,300 Han or 700 English words. In *Pride and Prejudice* the share of
/// [`ENGLISH_WORDS`] varies between 0.16 and 0.28 over windows of that size.
const WINDOW_LEN: usize = 4096;
/// The most windows read of a text: 64 KiB in all, whatever its length.
const MAX_WINDOWS: usize = 16;
/// The least number of Han and kana in a window. Any 100 of *Kokoro* contain at least 38 kana; 20 may contain none.
const MIN_CJK: usize = 100;
/// The least number of words in a window. Of the windows of 60 words in *Pride and Prejudice*, one in a hundred has
/// less than 0.1 of [`ENGLISH_WORDS`].
const MIN_WORDS: usize = 60;
/// The least share of Han and kana, or of words, among both: a word and a Han character count the same.
const MIN_MAIN_SCRIPT: f64 = 0.7;
/// The least share of kana among Han and kana in Japanese. *Kokoro* has 0.72, the Japanese Declaration of Human
/// Rights 0.51, the constitution of 1889 0.29 at its beginning, Chinese novels 0.
const MIN_KANA: f64 = 0.05;
/// The least share of [`ENGLISH_WORDS`] among all words in English. The English Declaration of Human Rights has 0.18,
/// novels 0.2 and more; its translations into 410 other languages have at most 0.035, except Scots with 0.17.
const MIN_ENGLISH: f64 = 0.08;
/// The least share of agreeing windows among those with enough text.
const MIN_MAJORITY: f64 = 0.66;

crate::words! {
    const ENGLISH_WORDS = "language/english";
}

/// Guesses the language of a manuscript; `None` if it is another language, a mixture, or unclear.
///
/// A text with fewer than 100 Han and kana, or fewer than 60 words, is too short. Reads at most 64 KiB.
pub fn guess_language(text: &str) -> Option<NovelLanguage> {
    let votes: Vec<Vote> = windows(text).filter_map(vote).collect();
    [NovelLanguage::Zh, NovelLanguage::En, NovelLanguage::Ja].into_iter().find(|language| {
        let agreeing = votes.iter().filter(|vote| **vote == Vote::For(*language)).count();
        agreeing > 0 && agreeing as f64 >= MIN_MAJORITY * votes.len() as f64
    })
}

/// The vote of a window with enough text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vote {
    For(NovelLanguage),
    Unknown,
}

/// Windows spread over the text: the first at its start, the last at its end. In a short text they overlap and cover
/// all of it.
fn windows(text: &str) -> impl Iterator<Item = &str> {
    let number = text.len().div_ceil(WINDOW_LEN).clamp(1, MAX_WINDOWS);
    let last = text.len().saturating_sub(WINDOW_LEN);
    (0..number).map(move |at| {
        let start = text.ceil_char_boundary(last * at / (number - 1).max(1));
        let end = text.floor_char_boundary(start + WINDOW_LEN);
        &text[start..end]
    })
}

/// The vote of a window; `None` if it has too little text.
fn vote(window: &str) -> Option<Vote> {
    let counts = count(window);
    let cjk = counts.han + counts.kana;
    let all = (cjk + counts.hangul + counts.words) as f64;
    let is_main = |part: usize| part as f64 >= MIN_MAIN_SCRIPT * all;
    if cjk >= MIN_CJK && is_main(cjk) {
        let is_japanese = counts.kana as f64 >= MIN_KANA * cjk as f64;
        return Some(Vote::For(if is_japanese { NovelLanguage::Ja } else { NovelLanguage::Zh }));
    }
    if counts.words >= MIN_WORDS && is_main(counts.words) && is_english(window) {
        return Some(Vote::For(NovelLanguage::En));
    }
    (cjk + counts.hangul >= MIN_CJK || counts.words >= MIN_WORDS).then_some(Vote::Unknown)
}

fn is_english(window: &str) -> bool {
    let (mut all, mut english) = (0_usize, 0_usize);
    for word in window.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        all += 1;
        english += usize::from(is_common_english(word));
    }
    english as f64 >= MIN_ENGLISH * all as f64
}

fn is_common_english(word: &str) -> bool {
    ENGLISH_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests;
