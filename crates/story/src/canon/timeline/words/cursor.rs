//! A cursor over words, which advances past the parts that were understood.

use wenfang_text::{NumeralStyle, parse_numeral};

/// The words left to parse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub rest: &'a str,
}

wenfang_text::letters! {
    const NUMERAL_SIGNS = "timeline/numeral_signs";
}

/// Whether a character can be part of a numeral in a time.
pub(super) fn is_numeral_sign(c: char) -> bool {
    c.is_ascii_digit() || NUMERAL_SIGNS.contains(c)
}

impl<'a> Cursor<'a> {
    pub fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Consumes the first of `words` that comes next; returns its index.
    pub fn eat(&mut self, words: &[&str]) -> Option<usize> {
        let (at, rest) =
            words.iter().enumerate().find_map(|(at, word)| Some((at, self.rest.strip_prefix(word)?)))?;
        self.rest = rest;
        Some(at)
    }

    /// Consumes all characters of `signs` that come next.
    pub fn skip(&mut self, signs: &[char]) {
        self.rest = self.rest.trim_start_matches(signs);
    }

    /// Consumes a numeral.
    pub fn numeral(&mut self) -> Option<(i64, NumeralStyle)> {
        let end = self.rest.find(|c| !is_numeral_sign(c)).unwrap_or(self.rest.len());
        let (numeral, rest) = self.rest.split_at(end);
        let (value, style) = parse_numeral(numeral)?;
        self.rest = rest;
        Some((i64::from(value), style))
    }

    /// Consumes what `read` understands, or nothing.
    pub fn try_read<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = read(&mut ahead)?;
        *self = ahead;
        Some(value)
    }
}
