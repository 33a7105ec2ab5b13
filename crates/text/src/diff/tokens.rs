//! Splits a text into tokens, the units of a diff.

use std::collections::HashMap;
use std::ops::Range;

use crate::CharRange;
use crate::paragraph::is_blank;
use crate::sentence::graphemes;

/// Ids from here up are words and graphemes of several scalars; an id below is a scalar value.
const FIRST_INTERNED: u32 = char::MAX as u32 + 1;

/// The id of a line end.
const LINE_END: u32 = '\n' as u32;

/// Gives equal tokens of both texts the same id.
#[derive(Default)]
pub(super) struct Interner<'t>(HashMap<&'t str, u32>);

impl<'t> Interner<'t> {
    fn id(&mut self, token: &'t str) -> u32 {
        let mut chars = token.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return c as u32;
        }
        // A text cannot contain enough different words for this to wrap.
        let next = FIRST_INTERNED + self.0.len() as u32;
        *self.0.entry(token).or_insert(next)
    }
}

/// The tokens of one text.
pub(super) struct Tokens {
    pub(super) ids: Vec<u32>,
    /// The char offset of each token, then the length of the text.
    starts: Vec<usize>,
    /// The first token of each line, then the number of tokens. A line includes its line end.
    lines: Vec<usize>,
}

impl Tokens {
    pub(super) fn new<'t>(text: &'t str, interner: &mut Interner<'t>) -> Self {
        let mut tokens = Self { ids: Vec::new(), starts: Vec::new(), lines: vec![0] };
        let (mut chars, mut byte) = (0, 0);
        let mut word: Option<Word> = None;
        for grapheme in graphemes(text) {
            let in_word = grapheme.chars().next().is_some_and(is_word_scalar);
            match (&mut word, in_word) {
                (None, true) => word = Some(Word { start_byte: byte, start: chars }),
                (Some(open), false) => {
                    tokens.push(interner.id(&text[open.start_byte..byte]), open.start);
                    word = None;
                }
                _ => {}
            }
            if !in_word {
                tokens.push(interner.id(grapheme), chars);
            }
            byte += grapheme.len();
            chars += grapheme.chars().count();
        }
        if let Some(open) = word {
            tokens.push(interner.id(&text[open.start_byte..]), open.start);
        }
        if tokens.lines.last() != Some(&tokens.ids.len()) {
            tokens.lines.push(tokens.ids.len());
        }
        tokens.starts.push(chars);
        tokens
    }

    fn push(&mut self, id: u32, start: usize) {
        self.ids.push(id);
        self.starts.push(start);
        if id == LINE_END {
            self.lines.push(self.ids.len());
        }
    }

    /// The char range of a range of tokens.
    pub(super) fn chars(&self, tokens: &Range<usize>) -> CharRange {
        CharRange::new(self.starts[tokens.start], self.starts[tokens.end])
    }

    /// The tokens of a range of lines, including line ends.
    pub(super) fn tokens_of_lines(&self, lines: &Range<usize>) -> Range<usize> {
        self.lines[lines.start]..self.lines[lines.end]
    }

    /// The ids of one line without its line end.
    pub(super) fn line(&self, line: usize) -> &[u32] {
        let ids = &self.ids[self.lines[line]..self.lines[line + 1]];
        ids.strip_suffix(&[LINE_END]).unwrap_or(ids)
    }

    /// Whether a line has no visible character.
    pub(super) fn is_blank_line(&self, line: usize) -> bool {
        self.line(line).iter().all(|&id| char::from_u32(id).is_some_and(is_blank))
    }

    /// One id per line; lines with the same tokens have the same id in all texts that share `known`.
    pub(super) fn line_ids<'t>(&'t self, known: &mut HashMap<&'t [u32], u32>) -> Vec<u32> {
        self.lines
            .windows(2)
            .map(|ends| {
                let next = known.len() as u32;
                *known.entry(&self.ids[ends[0]..ends[1]]).or_insert(next)
            })
            .collect()
    }
}

/// The start of a word, in bytes and in scalars.
struct Word {
    start_byte: usize,
    start: usize,
}

/// Whether a token carries meaning by itself: a word, a number or a CJK character.
pub(super) fn is_wordlike(id: u32) -> bool {
    char::from_u32(id).is_none_or(char::is_alphanumeric)
}

/// Whether a token is a line end.
pub(super) fn is_line_end(id: u32) -> bool {
    id == LINE_END
}

/// Whether a scalar belongs to a multi-scalar word: letters and digits of scripts with spaces between words. Han,
/// kana, Bopomofo and Hangul are single tokens.
fn is_word_scalar(c: char) -> bool {
    match c {
        '0'..='9' | 'a'..='z' | 'A'..='Z' => true,
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ffdc}'
        | '\u{16fe0}'..='\u{1b2ff}'
        | '\u{20000}'..='\u{3ffff}' => false,
        c => c > '\u{7f}' && c.is_alphanumeric(),
    }
}
