//! Finding words or patterns in a text, and putting others in their place.
//!
//! A hit is never empty and hits never overlap: a pattern that matches between two characters finds nothing there. Time
//! is linear in the text; the size of a pattern is bounded. In patterns `^` and `$` stand at line ends.

mod replacement;
pub mod weight;

use std::ops::Range;

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

pub use replacement::Replacement;

use crate::names::border::{follows_word, is_word, next_beginning, precedes_word};
use crate::position::Cursor;
use crate::sentence::is_border;
use crate::{CanonicalText, CharOffset, CharRange, TextIndex};

/// A pattern may have this many characters.
pub const MAX_PATTERN_LEN: usize = 1_000;

/// Bytes a compiled pattern may take: the time of a search grows with them.
const PATTERN_BYTES: usize = 2 << 20;

/// How a pattern is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Matching {
    /// Character by character.
    #[default]
    Plain,
    /// As a regular expression.
    Regex,
}

/// Whether capitals and small letters differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// They are the same, in every script that has them.
    #[default]
    Ignore,
    /// They differ.
    Exact,
}

/// Why nothing can be looked for, or nothing put in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// It has no character.
    Empty,
    /// It has more than [`MAX_PATTERN_LEN`] characters.
    TooLong {
        /// How many it has.
        length: usize,
    },
    /// It is no regular expression.
    Malformed {
        /// What is wrong, in the words of the regex engine.
        message: String,
        /// Where in the pattern.
        at: CharRange,
    },
    /// It compiles to more than is allowed.
    TooLarge,
    /// It is too much work in a text of this size.
    TooMuchWork {
        /// The places of the pattern.
        places: u64,
        /// Bytes of the texts.
        bytes: usize,
    },
    /// The replacement names a group that the pattern does not have.
    NoGroup {
        /// Its number or name.
        name: String,
    },
}

impl std::fmt::Display for PatternError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("there is nothing to look for"),
            Self::TooLong { length } => {
                write!(f, "the pattern has {length} characters; at most {MAX_PATTERN_LEN} are allowed")
            }
            Self::Malformed { message, at } => {
                write!(f, "the pattern cannot be read at character {}: {message}", at.start().get() + 1)
            }
            Self::TooLarge => f.write_str("the pattern stands for too much"),
            Self::TooMuchWork { places, bytes } => {
                write!(f, "a pattern of {places} places in {bytes} bytes of text would take too long")
            }
            Self::NoGroup { name } => write!(f, "the pattern has no group {name}"),
        }
    }
}

impl std::error::Error for PatternError {}

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    matching: Matching,
    whole_words: bool,
    /// Its places where it is a regular expression: plain words cost one step a byte.
    places: u64,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn new(pattern: &str, matching: Matching, case: Case) -> Result<Self, PatternError> {
        // Texts have LF line ends, so a pattern that was pasted must have them too.
        let pattern = CanonicalText::new(pattern);
        let length = pattern.chars().count();
        if length == 0 {
            return Err(PatternError::Empty);
        }
        if length > MAX_PATTERN_LEN {
            return Err(PatternError::TooLong { length });
        }
        let (source, places) = match matching {
            Matching::Plain => (regex::escape(&pattern), 1),
            Matching::Regex => (pattern.as_str().to_owned(), weight::places(&pattern)),
        };
        let built = RegexBuilder::new(&source)
            .case_insensitive(case == Case::Ignore)
            .multi_line(true)
            .size_limit(PATTERN_BYTES)
            .build();
        Ok(Self { regex: built.map_err(|_| fault(&source))?, matching, whole_words: false, places })
    }

    /// Finds only whole words, where `whole` says so: no hit begins or ends inside a word. Scripts without spaces between
    /// words have no such borders, and a regular expression says itself where words end (`\b`): nothing changes for them.
    #[must_use]
    pub fn in_whole_words(self, whole: bool) -> Self {
        Self { whole_words: whole && self.matching == Matching::Plain, ..self }
    }

    /// Refuses to be looked for in more text than can be searched in bearable time.
    ///
    /// # Errors
    /// [`PatternError::TooMuchWork`].
    pub fn require_bearable(&self, bytes: usize) -> Result<(), PatternError> {
        match weight::is_bearable(self.places, bytes) {
            true => Ok(()),
            false => Err(PatternError::TooMuchWork { places: self.places, bytes }),
        }
    }

    /// The hits in a text, in order.
    pub fn hits<'a>(&'a self, text: &'a str) -> impl Iterator<Item = CharRange> + 'a {
        let mut cursor = Cursor::new(text);
        self.found(text).map(move |found| cursor.range(found))
    }

    /// The hits in a text, in bytes.
    fn found<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at <= text.len() {
                let found = self.regex.find_at(text, at)?.range();
                if found.is_empty() {
                    at = found.end + text[found.end..].chars().next().map_or(1, char::len_utf8);
                } else if self.whole_words && cuts_words(text, &found) {
                    at = next_beginning(text, found.start);
                } else {
                    at = found.end;
                    return Some(found);
                }
            }
            None
        })
    }

    /// The text with the hits for which `take` says so replaced, and how many those are.
    pub fn replace(
        &self,
        text: &str,
        replacement: &Replacement,
        mut take: impl FnMut(CharRange) -> bool,
    ) -> (String, usize) {
        let mut cursor = Cursor::new(text);
        let mut replaced = String::with_capacity(text.len());
        let (mut kept, mut count) = (0, 0);
        for found in self.found(text) {
            if !take(cursor.range(found.clone())) {
                continue;
            }
            let Some(groups) = self.regex.captures_at(text, found.start) else { continue };
            replaced.push_str(&text[kept..found.start]);
            replacement.write(&mut replaced, |group| groups.get(group).map_or("", |found| found.as_str()));
            kept = found.end;
            count += 1;
        }
        replaced.push_str(&text[kept..]);
        (replaced, count)
    }
}

/// Whether words go on over the beginning or the end of a hit.
fn cuts_words(text: &str, found: &Range<usize>) -> bool {
    let inside = &text[found.clone()];
    let begins = inside.chars().next().is_some_and(is_word) && follows_word(text, found.start);
    begins || (inside.chars().next_back().is_some_and(is_word) && precedes_word(text, found.end))
}

/// What is wrong with a pattern that does not compile.
fn fault(pattern: &str) -> PatternError {
    let (message, span) = match regex_syntax::Parser::new().parse(pattern) {
        Err(regex_syntax::Error::Parse(error)) => (error.kind().to_string(), *error.span()),
        Err(regex_syntax::Error::Translate(error)) => (error.kind().to_string(), *error.span()),
        // What can be parsed and does not compile takes too much room.
        _ => return PatternError::TooLarge,
    };
    let at = TextIndex::new(pattern).range_of(span.start.offset..span.end.offset);
    PatternError::Malformed { message, at }
}

/// Characters shown on each side of a hit.
const BESIDE: usize = 60;

/// Characters shown of a hit.
const SHOWN: usize = 200;

/// A hit with the words around it, on its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Excerpt {
    /// At most 60 characters before it.
    pub before: String,
    /// The hit; of a long one the first 200 characters.
    pub found: String,
    /// At most 60 characters after it.
    pub after: String,
}

impl Excerpt {
    /// The excerpt of `range`.
    pub fn new(index: &TextIndex<'_>, range: CharRange) -> Self {
        let (start, end) = (range.start().get(), range.end().get());
        let before = index.slice(CharRange::new(start.saturating_sub(BESIDE), start));
        let before = before.rsplit('\n').next().unwrap_or_default();
        let after = index.slice(CharRange::new(end, end + BESIDE));
        // A hit that ends with a line end has nothing after it.
        let after = match index.slice(range).ends_with('\n') {
            true => "",
            false => after.split('\n').next().unwrap_or_default(),
        };
        Self {
            before: whole_front(index, start, before).to_owned(),
            found: index.slice(CharRange::new(start, end.min(start + SHOWN))).to_owned(),
            after: whole_back(index, end, after).to_owned(),
        }
    }
}

/// `before`, which ends at `end`, without a piece of a grapheme at its beginning.
fn whole_front<'t>(index: &TextIndex<'t>, end: usize, before: &'t str) -> &'t str {
    let from = index.byte_of(CharOffset::new(end)) - before.len();
    let mut cuts = before.char_indices().map(|(at, _)| at);
    let cut = cuts.find(|at| is_border(index.text(), from + at)).unwrap_or(before.len());
    &before[cut..]
}

/// `after`, which begins at `start`, without a piece of a grapheme at its end.
fn whole_back<'t>(index: &TextIndex<'t>, start: usize, after: &'t str) -> &'t str {
    let from = index.byte_of(CharOffset::new(start));
    if is_border(index.text(), from + after.len()) {
        return after;
    }
    let mut cuts = after.char_indices().map(|(at, _)| at).rev();
    let cut = cuts.find(|at| is_border(index.text(), from + at)).unwrap_or(0);
    &after[..cut]
}

#[cfg(test)]
mod tests;
