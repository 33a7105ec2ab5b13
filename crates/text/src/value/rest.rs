//! What a value says beside its amounts: the eyes of 「一双漆黑的眼睛」, the coins of “30 pounds in gold”.

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::unit::unit_len;
use super::{number_at, words};
use crate::Lexicon;

crate::words! {
    const EMPTY = "value/empty";
}

/// The words of a value in order. An amount stands as one place without words; names and words that say nothing are left
/// out.
#[derive(Debug)]
pub(super) struct Rest {
    words: Vec<String>,
    /// Whether each of its numbers is written as a word that is more often an article: 一, one.
    has_articles_only: bool,
}

/// The place of an amount.
const AMOUNT: &str = "#";

impl Rest {
    pub(super) fn new(value: &str, names: Option<&Lexicon>) -> Self {
        let mut rest = Self { words: Vec::new(), has_articles_only: true };
        let value = without_names(value, names);
        let mut left = value.as_str();
        while let Some(first) = left.chars().next() {
            if let Some((_, len)) = number_at(left) {
                rest.has_articles_only &= matches!(left[..len].to_ascii_lowercase().as_str(), "一" | "one");
                rest.words.push(AMOUNT.to_owned());
                left = &left[len..];
                left = &left[unit_len(left)..];
                continue;
            }
            let len = match first.is_ascii_alphabetic() {
                true => left.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(left.len()),
                false => first.len_utf8(),
            };
            let word = words(&left[..len]);
            if first.is_alphanumeric() && !EMPTY.contains(&word.as_str()) {
                rest.words.push(word);
            }
            left = &left[len..];
        }
        rest
    }

    /// Whether two values with equal amounts say different things by their other words.
    ///
    /// The 一 of 「一双」 says next to nothing, so of two values with no other number one must have all words of the other
    /// in its order. Where the number is what matters, other words may be said beside it; but words that are exchanged
    /// before or after words that both have are another matter: three men in red, three men in green.
    pub(super) fn differs(&self, other: &Self) -> bool {
        if self.has_articles_only && other.has_articles_only {
            let (one, other) = (self.without_amounts(), other.without_amounts());
            return !is_within(&one, &other) && !is_within(&other, &one);
        }
        let changes = capture_diff_slices(Algorithm::Myers, &self.words, &other.words);
        changes.iter().enumerate().any(|(at, change)| {
            let before = at.checked_sub(1).and_then(|at| changes.get(at)).map(|op| op.old_range().end);
            let after = changes.get(at + 1).map(|op| op.old_range().start + 1);
            let is_word = |end: usize| self.words.get(end - 1).is_some_and(|word| word != AMOUNT);
            change.tag() == DiffTag::Replace && before.into_iter().chain(after).any(is_word)
        })
    }

    fn without_amounts(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).filter(|word| *word != AMOUNT).collect()
    }
}

/// Whether all words are in others, in their order.
fn is_within(words: &[&str], others: &[&str]) -> bool {
    let mut others = others.iter();
    words.iter().all(|word| others.any(|other| other == word))
}

/// A value with a blank in place of each name.
fn without_names(value: &str, names: Option<&Lexicon>) -> String {
    let mentions = names.map(|names| names.mentions(value)).unwrap_or_default();
    let is_named = |at: usize| {
        mentions.iter().any(|mention| (mention.range.start().get()..mention.range.end().get()).contains(&at))
    };
    value.chars().enumerate().map(|(at, c)| if is_named(at) { ' ' } else { c }).collect()
}
