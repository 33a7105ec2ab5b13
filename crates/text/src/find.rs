//! Finds and replaces words or patterns in a text.
//!
//! A hit is never empty and hits never overlap: a pattern that matches between two characters finds nothing there.
//! [Marks](crate::marks) do not hide words: `他*很*累` has a hit for 很累, and a replacement keeps the marks that go
//! beyond it. Search time is linear in the text; the size of a pattern is bounded. In patterns, `^` and `$` match at line ends.

mod marked;
mod replacement;
pub mod weight;

use std::ops::Range;

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use marked::Hit;
pub use replacement::Replacement;

use crate::marks::Plain;
use crate::names::border::{follows_word, is_word, next_beginning, precedes_word};
use crate::position::Cursor;
use crate::sentence::is_border;
use crate::{CanonicalText, CharOffset, CharRange, TextIndex};

/// The greatest length of a pattern, in characters.
pub const MAX_PATTERN_LEN: usize = 1_000;

/// The greatest size of a compiled pattern, in bytes: the search time grows with it.
const MAX_COMPILED_BYTES: usize = 2 << 20;

/// How a pattern is interpreted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Matching {
    /// Literally, character by character.
    #[default]
    Plain,
    /// As a regular expression.
    Regex,
}

/// Whether upper and lower case differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// They are equal, in every script that has case. In plain words, so are full-width and ordinary letters and
    /// digits, and a straight quote also finds curly ones.
    #[default]
    Ignore,
    Exact,
}

/// The reason why a pattern or a replacement is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The pattern is empty.
    Empty,
    /// The pattern has more than [`MAX_PATTERN_LEN`] characters.
    TooLong { length: usize },
    /// The pattern is not a valid regular expression.
    Malformed {
        /// The message of the regex engine.
        message: String,
        /// The faulty part of the pattern.
        at: CharRange,
    },
    /// The pattern compiles to more than is allowed.
    TooLarge,
    /// The search would take too long in a text of this size.
    TooMuchWork {
        /// The number of places of the pattern; see [`weight`].
        places: u64,
        /// The size of the texts.
        bytes: usize,
    },
    /// The replacement refers to a group that the pattern does not have.
    NoGroup {
        /// The number or name of the group.
        name: String,
    },
}

impl std::fmt::Display for PatternError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("the pattern is empty"),
            Self::TooLong { length } => {
                write!(f, "the pattern has {length} characters; the maximum is {MAX_PATTERN_LEN}")
            }
            Self::Malformed { message, at } => {
                write!(f, "the pattern is invalid at character {}: {message}", at.start().get() + 1)
            }
            Self::TooLarge => f.write_str("the compiled pattern is too large; use smaller repetitions"),
            Self::TooMuchWork { places, bytes } => {
                write!(f, "a pattern of {places} places in {bytes} bytes of text would take too long")
            }
            Self::NoGroup { name } => write!(f, "the pattern has no group {name}"),
        }
    }
}

impl std::error::Error for PatternError {}

/// A search pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    matching: Matching,
    whole_words: bool,
    /// The number of places of a regular expression; 1 for plain words, which cost one step per byte.
    places: u64,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// See [`PatternError`].
    pub fn new(pattern: &str, matching: Matching, case: Case) -> Result<Self, PatternError> {
        // Texts have LF line ends, so a pasted pattern needs them too.
        let pattern = CanonicalText::new(pattern);
        let length = pattern.chars().count();
        if length == 0 {
            return Err(PatternError::Empty);
        }
        if length > MAX_PATTERN_LEN {
            return Err(PatternError::TooLong { length });
        }
        let (source, places) = match matching {
            Matching::Plain if case == Case::Ignore => (alike(&pattern), 1),
            Matching::Plain => (regex::escape(&pattern), 1),
            Matching::Regex => (pattern.as_str().to_owned(), weight::places(&pattern)),
        };
        let built = RegexBuilder::new(&source)
            .case_insensitive(case == Case::Ignore)
            .multi_line(true)
            .size_limit(MAX_COMPILED_BYTES)
            .build();
        Ok(Self { regex: built.map_err(|_| fault(&source))?, matching, whole_words: false, places })
    }

    /// Restricts the search to whole words if `whole` is true: no hit begins or ends inside a word. Scripts without
    /// spaces between words have no such borders, and a regular expression marks word ends itself (`\b`): for these
    /// nothing changes.
    #[must_use]
    pub fn in_whole_words(self, whole: bool) -> Self {
        Self { whole_words: whole && self.matching == Matching::Plain, ..self }
    }

    /// Checks that a search in a text of this size finishes in reasonable time.
    ///
    /// # Errors
    ///
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
        let plain = Plain::of(text);
        self.hits_in(text, &plain).map(move |hit| cursor.range(hit.raw))
    }

    fn hits_in<'a>(&'a self, text: &'a str, plain: &Plain<'_>) -> impl Iterator<Item = Hit> + use<'a> {
        let marked = (!plain.is_whole()).then(|| marked::hits(self, text, plain));
        let written = if marked.is_some() { "" } else { text };
        let as_written = self.found(written).map(|raw| Hit { raw, plain: None });
        marked.into_iter().flatten().chain(as_written)
    }

    /// The byte ranges of the hits in a text as written.
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

    /// Replaces the hits for which `take` returns true; returns the new text and the number of replacements.
    pub fn replace(
        &self,
        text: &str,
        replacement: &Replacement,
        mut take: impl FnMut(CharRange) -> bool,
    ) -> (String, usize) {
        let mut cursor = Cursor::new(text);
        let mut replaced = String::with_capacity(text.len());
        let (mut kept, mut count) = (0, 0);
        let plain = Plain::of(text);
        for Hit { raw, plain: at } in self.hits_in(text, &plain) {
            if !take(cursor.range(raw.clone())) {
                continue;
            }
            let searched = at.map_or((text, raw.start), |at| (plain.text(), at));
            let Some(groups) = self.regex.captures_at(searched.0, searched.1) else { continue };
            replaced.push_str(&text[kept..raw.start]);
            replacement.write(&mut replaced, |group| groups.get(group).map_or("", |found| found.as_str()));
            kept = raw.end;
            if at.is_some() {
                let (marks, end) = marked::kept(text, raw);
                replaced.push_str(&marks);
                kept = end;
            }
            count += 1;
        }
        replaced.push_str(&text[kept..]);
        (replaced, count)
    }
}

/// A regular expression that finds `words` however they are typeset: with curly quotes for straight ones, and with
/// full-width letters and digits for ordinary ones or the reverse. A pattern without letters and digits stays literal,
/// so that a replacement of straight quotes leaves curly ones as they are.
fn alike(words: &str) -> String {
    if !words.chars().any(char::is_alphanumeric) {
        return regex::escape(words);
    }
    let mut source = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '\'' => source.push_str("['‘’]"),
            '"' => source.push_str("[\"“”]"),
            _ => match other_width(letter) {
                Some(other) => source.extend(['[', letter, other, ']']),
                None => source.push_str(&regex::escape(letter.encode_utf8(&mut [0; 4]))),
            },
        }
    }
    source
}

/// The full-width form of an ordinary Latin letter or digit, and the reverse.
fn other_width(letter: char) -> Option<char> {
    /// The block of full-width forms has the order of ASCII.
    const SHIFT: u32 = 'Ａ' as u32 - 'A' as u32;
    let other = match letter {
        'A'..='Z' | 'a'..='z' | '0'..='9' => u32::from(letter) + SHIFT,
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '０'..='９' => u32::from(letter) - SHIFT,
        _ => return None,
    };
    char::from_u32(other)
}

/// Whether a hit begins or ends inside a word.
fn cuts_words(text: &str, found: &Range<usize>) -> bool {
    let inside = &text[found.clone()];
    let begins = inside.chars().next().is_some_and(is_word) && follows_word(text, found.start);
    begins || (inside.chars().next_back().is_some_and(is_word) && precedes_word(text, found.end))
}

/// The error of a pattern that does not compile.
fn fault(pattern: &str) -> PatternError {
    let (message, span) = match regex_syntax::Parser::new().parse(pattern) {
        Err(regex_syntax::Error::Parse(error)) => (error.kind().to_string(), *error.span()),
        Err(regex_syntax::Error::Translate(error)) => (error.kind().to_string(), *error.span()),
        // A pattern that parses but does not compile is too large.
        _ => return PatternError::TooLarge,
    };
    let at = TextIndex::new(pattern).range_of(span.start.offset..span.end.offset);
    PatternError::Malformed { message, at }
}

/// Characters shown on each side of a hit.
const CONTEXT_LEN: usize = 60;

/// The most characters shown of a hit.
const MAX_FOUND_LEN: usize = 200;

/// A hit with the text around it, on its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Excerpt {
    /// At most 60 characters before the hit.
    pub before: String,
    /// The hit, cut after 200 characters.
    pub found: String,
    /// At most 60 characters after the hit.
    pub after: String,
}

impl Excerpt {
    /// The excerpt of `range`.
    pub fn new(index: &TextIndex<'_>, range: CharRange) -> Self {
        let (start, end) = (range.start().get(), range.end().get());
        let before = index.slice(CharRange::new(start.saturating_sub(CONTEXT_LEN), start));
        let before = before.rsplit('\n').next().unwrap_or_default();
        let after = index.slice(CharRange::new(end, end + CONTEXT_LEN));
        // A hit that ends with a line end has nothing after it.
        let after = match index.slice(range).ends_with('\n') {
            true => "",
            false => after.split('\n').next().unwrap_or_default(),
        };
        Self {
            before: whole_front(index, start, before).to_owned(),
            found: index.slice(CharRange::new(start, end.min(start + MAX_FOUND_LEN))).to_owned(),
            after: whole_back(index, end, after).to_owned(),
        }
    }
}

/// `before`, which ends at `end`, without a partial grapheme at its start.
fn whole_front<'t>(index: &TextIndex<'t>, end: usize, before: &'t str) -> &'t str {
    let from = index.byte_of(CharOffset::new(end)) - before.len();
    let mut cuts = before.char_indices().map(|(at, _)| at);
    let cut = cuts.find(|at| is_border(index.text(), from + at)).unwrap_or(before.len());
    &before[cut..]
}

/// `after`, which begins at `start`, without a partial grapheme at its end.
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
