//! Emphasis and footnotes in lines that may be titles.

use wenfang_text::TextIndex;
use wenfang_text::marks::{MarkKind, marks};

use crate::foreign;

/// Whether words of a line are in italics or bold, by our own marks or by underscores.
pub(crate) fn has(line: &str) -> bool {
    !signs(line).is_empty()
}

/// A line without the signs of its emphasis, and their number.
pub(crate) fn without(line: &str) -> (String, usize) {
    let mut out = String::with_capacity(line.len());
    let (mut at, mut dropped) = (0, 0);
    for sign in signs(line) {
        out.push_str(&line[at..sign.start]);
        dropped += sign.len();
        at = sign.end;
    }
    out.push_str(&line[at..]);
    (out, dropped)
}

/// A line without its footnotes, and the footnotes with their marks.
pub(crate) fn without_notes(line: &str) -> (String, String) {
    let index = TextIndex::new(line);
    let (mut words, mut notes) = (String::with_capacity(line.len()), String::new());
    let mut at = 0;
    for note in marks(line).into_iter().filter(|mark| mark.kind == MarkKind::Note) {
        let (start, end) = (index.byte_of(note.outer.start()), index.byte_of(note.outer.end()));
        words.push_str(&line[at..start]);
        notes.push_str(&line[start..end]);
        at = end;
    }
    words.push_str(&line[at..]);
    (words, notes)
}

/// The signs of emphasis, in bytes, in order.
fn signs(line: &str) -> Vec<std::ops::Range<usize>> {
    let mut signs = Vec::new();
    if line.contains('*') {
        let index = TextIndex::new(line);
        let is_emphasis = |kind| matches!(kind, MarkKind::Italic | MarkKind::Bold | MarkKind::BoldItalic);
        for mark in marks(line).into_iter().filter(|mark| is_emphasis(mark.kind)) {
            let [outer, inner] = [mark.outer, mark.inner]
                .map(|range| index.byte_of(range.start())..index.byte_of(range.end()));
            signs.extend([outer.start..inner.start, inner.end..outer.end]);
        }
    }
    let pairs = foreign::pairs(line).into_iter();
    signs.extend(pairs.flat_map(|(open, close, length)| [open..open + length, close..close + length]));
    signs.sort_by_key(|sign| sign.start);
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_loses_its_signs() {
        assert_eq!(without("The *Landing* of **a** _b_"), ("The Landing of a b".to_owned(), 8));
        assert_eq!(without("***渡口***"), ("渡口".to_owned(), 6));
        assert_eq!(without("2 * 3, snake_case, \\*a*"), ("2 * 3, snake_case, \\*a*".to_owned(), 0));
        assert!(has("**He left.**") && has("A *letter*") && !has("A letter"));
    }
}
