//! Words that the author forbade, in the bible or in a list.

use std::collections::BTreeSet;
use std::sync::Arc;

use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::Lexicon;

use super::found::Found;
use super::prepared::Prepared;
use super::reading::Reading;

/// The maximum length of a forbidden word in the bible; longer items are sentences about the book.
const MAX_LEN: usize = 12;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let forbidden = prepared.forbidden.get_or_init(|| Arc::new(Forbidden::new(prepared)));
    let mentions = forbidden.lexicon.mentions(reading.scene.text);
    let found = mentions.into_iter().map(|mention| {
        let of_bible = mention.owners.contains(&OF_BIBLE);
        let against = forbidden.bible.filter(|_| of_bible);
        Found::new(Rule::ForbiddenWords, Severity::Medium, reading.place(mention.range))
            .against(against)
            .values("", reading.slice(mention.range))
    });
    found.collect()
}

const OF_LIST: u32 = 0;
const OF_BIBLE: u32 = 1;

/// The forbidden words, indexed for matching.
#[derive(Debug)]
pub(super) struct Forbidden {
    lexicon: Lexicon,
    bible: Option<Against>,
}

impl Forbidden {
    fn new(prepared: &Prepared<'_>) -> Self {
        let mut words: BTreeSet<(String, u32)> = BTreeSet::new();
        for word in prepared.book.forbidden {
            words.extend(spellings(word.trim()).map(|word| (word, OF_LIST)));
        }
        let field = prepared.book.canon.bible_field("taboo");
        for word in field.into_iter().flat_map(|(_, value)| listed(value)) {
            words.extend(spellings(word).map(|word| (word, OF_BIBLE)));
        }
        Self {
            lexicon: Lexicon::new(words.iter().map(|(word, owner)| (*owner, word.as_str()))),
            bible: field.map(|(id, _)| Against::Bible(id)),
        }
    }
}

/// Splits a field into its words, at line breaks, commas and the like.
fn listed(value: &str) -> impl Iterator<Item = &str> {
    let marks = |c: char| matches!(c, '\n' | '，' | '、' | '；' | ';' | ',' | '。' | '/' | '|');
    let words = value
        .split(marks)
        .map(|word| word.trim_matches(|c: char| c.is_whitespace() || "-*·•“”「」\"'".contains(c)));
    words.filter(|word| (1..=MAX_LEN).contains(&word.chars().count()))
}

/// Returns the spellings of a word: Latin words may be capitalised or in upper case.
fn spellings(word: &str) -> impl Iterator<Item = String> {
    let mut capital = word.chars();
    let capital: String = capital.next().into_iter().flat_map(char::to_uppercase).chain(capital).collect();
    [word.to_owned(), word.to_lowercase(), word.to_uppercase(), capital]
        .into_iter()
        .filter(|word| !word.is_empty())
}
