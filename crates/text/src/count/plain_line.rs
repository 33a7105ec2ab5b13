//! A line, or a part of one, without its marks, as the counter needs it.

use std::ops::Range;

use crate::marks::{HiddenLine, without};
use crate::sentence::is_border;

/// The words of a line and of its footnotes.
#[derive(Debug, Default)]
pub(super) struct PlainLine {
    pub(super) words: String,
    /// Bytes of `words` where something was hidden: graphemes end there.
    pub(super) borders: Vec<usize>,
    /// The number of scalars that are attached to a mark.
    pub(super) attached: usize,
    /// The number of blanks in what is hidden.
    pub(super) whitespace: usize,
    pub(super) notes: Vec<String>,
}

impl PlainLine {
    /// The words of `part` of a line, outside of which nothing is hidden.
    pub(super) fn of((line, part): (&str, Range<usize>), found: &HiddenLine) -> Self {
        let mut plain = Self::default();
        for piece in without(part, &found.hidden) {
            let mut start = piece.start;
            // A scalar after a mark may be attached to it.
            while start < piece.end && start > 0 && !is_border(line, start) {
                plain.attached += 1;
                start += line[start..].chars().next().map_or(1, char::len_utf8);
            }
            if start > 0 {
                plain.borders.push(plain.words.len());
            }
            plain.words.push_str(&line[start..piece.end]);
        }
        let hidden = found.hidden.iter().flat_map(|range| line[range.clone()].chars());
        plain.whitespace = hidden.filter(|c| c.is_whitespace()).count();
        let pieces = found.notes.iter().map(|note| &note.pieces);
        plain.notes = pieces.map(|note| note.iter().map(|piece| &line[piece.clone()]).collect()).collect();
        plain
    }
}
