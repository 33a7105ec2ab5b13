//! Grapheme clusters: what a reader takes for one character, which nothing may split.
//!
//! The rules are UAX #29 as the `unicode-segmentation` crate has them; here is only a fast way past the scalars
//! that never join a neighbour, which in prose are nearly all of them.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use crate::{CharOffset, EverydayRun};

/// Where an offset inside a grapheme goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snap {
    /// To the start of the grapheme.
    Back,
    /// To the end of the grapheme.
    Forward,
}

/// The nearest grapheme border at or before (or at or after) `offset`; offsets beyond the end give the end.
pub fn snap_to_grapheme(text: &str, offset: CharOffset, snap: Snap) -> CharOffset {
    let Some((byte, _)) = text.char_indices().nth(offset.get()) else {
        return CharOffset::new(text.chars().count());
    };
    if is_border(text, byte) {
        return offset;
    }
    let mut cursor = GraphemeCursor::new(byte, text.len(), true);
    // The cursor sees the whole text, so it never asks for more of it.
    match snap {
        Snap::Back => {
            let border = cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0);
            CharOffset::new(offset.get() - text[border..byte].chars().count())
        }
        Snap::Forward => {
            let border = cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len());
            CharOffset::new(offset.get() + text[byte..border].chars().count())
        }
    }
}

/// Whether a byte position of `text`, on a scalar border, is a grapheme border too.
pub(crate) fn is_border(text: &str, byte: usize) -> bool {
    let before = text[..byte].chars().next_back();
    let after = text[byte..].chars().next();
    match (before, after) {
        (Some(before), Some(after)) if !(is_plain(before) && is_plain(after)) => {
            GraphemeCursor::new(byte, text.len(), true).is_boundary(text, 0).unwrap_or(true)
        }
        _ => true,
    }
}

/// Whether `second` is part of the grapheme that `first` alone would be.
pub(super) fn joins(first: char, second: char) -> bool {
    !(is_plain(first) && is_plain(second)) && String::from_iter([first, second]).graphemes(true).count() == 1
}

/// The graphemes of `text`, in order.
pub(crate) fn graphemes(text: &str) -> Graphemes<'_> {
    Graphemes { rest: text }
}

/// Iterator over the graphemes of a text; made by [`graphemes`].
pub(crate) struct Graphemes<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Graphemes<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        let length = match chars.next() {
            Some(second) if is_plain(first) && is_plain(second) => first.len_utf8(),
            Some(_) => self.rest.graphemes(true).next().map_or(first.len_utf8(), str::len),
            None => first.len_utf8(),
        };
        let (grapheme, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(grapheme)
    }
}

/// Follows a text to its grapheme borders. It keeps the grapheme the text ends with.
#[derive(Debug, Default)]
pub(super) struct GraphemeFollower {
    last: Option<char>,
    /// Whether `last` never joins another of its kind.
    last_is_plain: bool,
    /// The grapheme, when it is more than `last`.
    grapheme: String,
}

impl GraphemeFollower {
    /// Takes the next scalar; says whether a border lies before it.
    #[inline]
    pub(super) fn push(&mut self, c: char) -> bool {
        let is_plain = is_plain(c);
        let both_plain = std::mem::replace(&mut self.last_is_plain, is_plain) && is_plain;
        match self.last.replace(c) {
            Some(last) if !both_plain => self.push_slowly(last, c),
            _ => {
                self.grapheme.clear();
                true
            }
        }
    }

    /// Takes a run of scalars that never join each other.
    #[inline]
    pub(super) fn push_run(&mut self, run: EverydayRun<'_>) {
        self.last = run.last().or(self.last);
        self.grapheme.clear();
    }

    /// Whether only scalars that show nothing of their own can join the grapheme the text ends with.
    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        self.last_is_plain
    }

    fn push_slowly(&mut self, last: char, c: char) -> bool {
        if self.grapheme.is_empty() {
            self.grapheme.push(last);
        }
        let border = self.grapheme.len();
        self.grapheme.push(c);
        let is_border = is_border(&self.grapheme, border);
        if is_border {
            self.grapheme.clear();
        }
        is_border
    }
}

/// Whether a grapheme border lies between this scalar and any other one for which this holds.
#[inline]
fn is_plain(c: char) -> bool {
    // Nearly all characters are of these two ranges.
    if matches!(c, ' '..='~' | '\u{4e00}'..='\u{9fff}') {
        return true;
    }
    matches!(c,
        '\n' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{2ff}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
        | '\u{3000}'..='\u{3029}' | '\u{3030}'..='\u{3096}' | '\u{309b}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{ff01}'..='\u{ff60}'
        | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_offset_inside_a_family_goes_to_one_of_its_ends() {
        let text = "好👨‍👩‍👧好";
        let snapped = |offset, snap| snap_to_grapheme(text, CharOffset::new(offset), snap).get();
        assert_eq!(snapped(3, Snap::Back), 1);
        assert_eq!(snapped(3, Snap::Forward), 6);
        assert_eq!(snapped(1, Snap::Forward), 1);
        assert_eq!(snapped(7, Snap::Back), 7);
        assert_eq!(snapped(99, Snap::Back), 7);
    }

    #[test]
    fn a_plain_scalar_never_joins_another() {
        let plain: Vec<char> = (0..=0x32_3af).filter_map(char::from_u32).filter(|&c| is_plain(c)).collect();
        for c in plain {
            for text in
                [format!("a{c}"), format!("{c}a"), format!("{c}{c}"), format!("한{c}"), format!("{c}한")]
            {
                assert_eq!(text.graphemes(true).count(), 2, "U+{:04X}", c as u32);
            }
        }
    }

    proptest! {
        #[test]
        fn graphemes_are_those_of_uax_29(text in "(\\PC|[一가a\r\n\u{301}\u{200d}👩🇨🇳각\u{600}क्ष]){0,40}") {
            prop_assert!(graphemes(&text).eq(text.graphemes(true)));
        }

        #[test]
        fn a_snapped_offset_is_a_border(text in "[一a\u{301}\u{200d}👩🇨🇳\n]{0,30}", at in 0_usize..40) {
            let offset = CharOffset::new(at);
            let back = snap_to_grapheme(&text, offset, Snap::Back);
            let forward = snap_to_grapheme(&text, offset, Snap::Forward);
            prop_assert!(back <= forward && back <= offset);
            for snapped in [back, forward] {
                prop_assert_eq!(snap_to_grapheme(&text, snapped, Snap::Back), snapped);
            }
        }
    }
}
