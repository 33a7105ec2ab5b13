//! Grapheme clusters: what a reader perceives as one character, which must never be split.
//!
//! The rules are UAX #29 as implemented by the `unicode-segmentation` crate. This module only adds a fast path for
//! scalars that never join a neighbour, which is nearly all of them in prose.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use crate::{CharOffset, EverydayRun};

/// The direction in which an offset inside a grapheme moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snap {
    /// To the start of the grapheme.
    Back,
    /// To the end of the grapheme.
    Forward,
}

/// The nearest grapheme border at or before (or at or after) `offset`; an offset beyond the end gives the end.
pub fn snap_to_grapheme(text: &str, offset: CharOffset, snap: Snap) -> CharOffset {
    let Some((byte, _)) = text.char_indices().nth(offset.get()) else {
        return CharOffset::new(text.chars().count());
    };
    if is_border(text, byte) {
        return offset;
    }
    let mut cursor = GraphemeCursor::new(byte, text.len(), true);
    // The cursor sees the whole text, so it never requests more context.
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

/// Whether a byte position of `text` on a scalar border is also a grapheme border.
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

/// Whether `second` joins `first` in one grapheme.
pub(super) fn joins(first: char, second: char) -> bool {
    !(is_plain(first) && is_plain(second)) && String::from_iter([first, second]).graphemes(true).count() == 1
}

/// The graphemes of `text`, in order.
pub(crate) fn graphemes(text: &str) -> Graphemes<'_> {
    Graphemes { rest: text }
}

/// Iterator over the graphemes of a text, created by [`graphemes`].
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

/// Detects the grapheme borders of a text while it arrives. It stores the last grapheme of the text.
#[derive(Debug, Default)]
pub(super) struct GraphemeFollower {
    last: Option<char>,
    /// Whether `last` never joins another scalar of that kind.
    last_is_plain: bool,
    /// The grapheme, if it is more than `last`.
    grapheme: String,
}

impl GraphemeFollower {
    /// Processes the next scalar; returns whether a border lies before it.
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

    /// Processes a run of scalars that never join each other.
    #[inline]
    pub(super) fn push_run(&mut self, run: EverydayRun<'_>) {
        self.last = run.last().or(self.last);
        self.grapheme.clear();
    }

    /// Whether only invisible scalars can join the last grapheme of the text.
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

/// Whether a grapheme border lies between this scalar and every other scalar for which this is true.
#[inline]
fn is_plain(c: char) -> bool {
    // Nearly all characters are in these two ranges.
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
    fn an_offset_inside_a_grapheme_snaps_to_an_end() {
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
        fn graphemes_follow_uax_29(text in "(\\PC|[一가a\r\n\u{301}\u{200d}👩🇨🇳각\u{600}क्ष]){0,40}") {
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
