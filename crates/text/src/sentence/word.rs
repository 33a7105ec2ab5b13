//! The word before a full stop, and whether the full stop belongs to it.

use crate::paragraph::is_blank;

crate::words! {
    const ABBREVIATIONS = "sentence/abbreviations";
    const BEFORE_NUMBERS = "sentence/before_numbers";
}

/// The number of letters stored of a word; no abbreviation has more.
const STORED_LEN: usize = 8;

/// The run of ASCII letters, digits and full stops at the current end of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    start: [u8; STORED_LEN],
    length: usize,
    has_non_digits: bool,
    opens_line: bool,
}

/// Whether a full stop belongs to the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// No: it ends a sentence.
    Never,
    /// Yes, if the next visible character is a digit.
    BeforeNumber,
    /// Yes.
    Always,
}

impl Word {
    /// Processes the next character of the line. `opens_line` says whether everything before the word is blank.
    #[inline]
    pub(super) fn pass(&mut self, c: char, opens_line: bool) {
        if !is_part(c) {
            return self.end();
        }
        if self.length == 0 {
            *self = Self { opens_line, ..Self::default() };
        }
        if let Some(stored) = self.start.get_mut(self.length) {
            *stored = c as u8;
        }
        self.length += 1;
        self.has_non_digits |= !c.is_ascii_digit();
    }

    /// Processes a character that belongs to no word.
    #[inline]
    pub(super) fn end(&mut self) {
        self.length = 0;
    }

    /// Whether a full stop after this word is part of an abbreviation.
    pub(super) fn abbreviation(&self) -> Abbreviation {
        let stored = &self.start[..self.length.min(STORED_LEN)];
        let is_abbreviation = match stored {
            [] => false,
            // An initial, J. or U.S.; `I` is a word.
            [initial] if initial.is_ascii_uppercase() => *initial != b'I',
            [initial, b'.', ..] if initial.is_ascii_alphabetic() => true,
            _ if !self.has_non_digits => self.opens_line,
            _ if self.length > STORED_LEN => false,
            word if BEFORE_NUMBERS.iter().any(|one| one.as_bytes() == word) => {
                return Abbreviation::BeforeNumber;
            }
            word => ABBREVIATIONS.iter().any(|one| one.as_bytes() == word),
        };
        if is_abbreviation { Abbreviation::Always } else { Abbreviation::Never }
    }
}

/// Whether the full stop at `stop` belongs to the word before it.
pub(super) fn is_abbreviated(line: &[char], stop: usize) -> bool {
    let length = line[..stop].iter().rev().take_while(|&&c| is_part(c)).count();
    let (before, run) = line[..stop].split_at(stop - length);
    let opens_line = before.iter().all(|&c| is_blank(c));
    let mut word = Word::default();
    for &c in run {
        word.pass(c, opens_line);
    }
    match word.abbreviation() {
        Abbreviation::Never => false,
        Abbreviation::Always => true,
        Abbreviation::BeforeNumber => {
            line[stop + 1..].iter().find(|&&c| !is_blank(c)).is_some_and(char::is_ascii_digit)
        }
    }
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '.'
}
