//! Paragraphs: the lines with visible characters.
//!
//! Blank lines are layout: they belong to no paragraph and take no index. Paragraph ranges are in order, never touch
//! (a line end lies between two of them) and contain no line end.

use crate::CharRange;

/// A paragraph of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph<'t> {
    /// The number of paragraphs before this one.
    pub idx: usize,
    /// The whole line without its line end, including blanks at either end.
    pub range: CharRange,
    /// The text of `range`.
    pub text: &'t str,
}

/// The paragraphs of `text`, in order.
///
/// A line is a paragraph if it contains anything but white space and zero-width spaces.
pub fn paragraphs(text: &str) -> Paragraphs<'_> {
    Paragraphs { lines: text.split('\n'), next_idx: 0, next_start: 0 }
}

/// Iterator over the paragraphs of a text, created by [`paragraphs`].
#[derive(Clone, Debug)]
pub struct Paragraphs<'t> {
    lines: std::str::Split<'t, char>,
    next_idx: usize,
    /// The start of the next line in Unicode scalar values.
    next_start: usize,
}

impl<'t> Iterator for Paragraphs<'t> {
    type Item = Paragraph<'t>;

    fn next(&mut self) -> Option<Paragraph<'t>> {
        loop {
            let line = self.lines.next()?;
            let start = self.next_start;
            let end = start + line.chars().count();
            self.next_start = end + 1;
            if !line.chars().all(is_blank) {
                let idx = self.next_idx;
                self.next_idx += 1;
                return Some(Paragraph { idx, range: CharRange::new(start, end), text: line });
            }
        }
    }
}

/// Whether a scalar is invisible and ignored in paragraphs and sentences: white space, the zero-width space, the word
/// joiner and the byte order mark.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextIndex;
    use proptest::prelude::*;

    #[test]
    fn blank_lines_are_layout() {
        let text = "　　雨停了。\n\n　\u{200b}\n门开着。\n";
        let found: Vec<_> = paragraphs(text).map(|p| (p.idx, p.range, p.text)).collect();
        assert_eq!(
            found,
            [(0, CharRange::new(0, 6), "　　雨停了。"), (1, CharRange::new(11, 15), "门开着。")]
        );
    }

    #[test]
    fn a_text_without_a_visible_character_has_no_paragraph() {
        assert_eq!(paragraphs("").count(), 0);
        assert_eq!(paragraphs("\n \n　").count(), 0);
    }

    proptest! {
        #[test]
        fn ranges_match_their_text(text in "[一二a　 \n😀]{0,60}") {
            let index = TextIndex::new(&text);
            let mut covered = 0;
            for (at, paragraph) in paragraphs(&text).enumerate() {
                prop_assert_eq!(paragraph.idx, at);
                prop_assert_eq!(index.slice(paragraph.range), paragraph.text);
                prop_assert!(!paragraph.text.contains('\n'));
                covered += paragraph.text.chars().filter(|&c| !is_blank(c)).count();
            }
            prop_assert_eq!(covered, text.chars().filter(|&c| !is_blank(c)).count());
        }
    }
}
