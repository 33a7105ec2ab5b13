//! Positions in prose.
//!
//! Every stored or transmitted position is a char offset: the number of Unicode scalar values from the start of the
//! text of a named version. Ranges are half-open. Bytes appear only inside [`TextIndex`] and, for hits in order,
//! inside `Cursor`.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A position between two Unicode scalar values, counted from the start of a text.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(transparent)]
pub struct CharOffset(usize);

impl CharOffset {
    /// The start of any text.
    pub const ZERO: Self = Self(0);

    /// The position after `chars` Unicode scalar values.
    pub const fn new(chars: usize) -> Self {
        Self(chars)
    }

    /// The number of Unicode scalar values before this position.
    pub const fn get(self) -> usize {
        self.0
    }
}

impl fmt::Display for CharOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A half-open range of char offsets: `start` is inside, `end` is not; `start <= end` always holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
pub struct CharRange {
    start: CharOffset,
    end: CharOffset,
}

impl CharRange {
    /// The range from `start` to `end`, both in Unicode scalar values; the ends are swapped if they are out of order.
    pub const fn new(start: usize, end: usize) -> Self {
        if start <= end {
            Self { start: CharOffset(start), end: CharOffset(end) }
        } else {
            Self { start: CharOffset(end), end: CharOffset(start) }
        }
    }

    /// The first position of the range.
    pub const fn start(self) -> CharOffset {
        self.start
    }

    /// The position after the last scalar of the range.
    pub const fn end(self) -> CharOffset {
        self.end
    }

    /// The length in Unicode scalar values.
    pub const fn len(self) -> usize {
        self.end.0 - self.start.0
    }

    /// Whether the range covers no scalar.
    pub const fn is_empty(self) -> bool {
        self.start.0 == self.end.0
    }

    /// The range as plain scalar counts, for slicing arrays of chars.
    pub const fn as_range(self) -> Range<usize> {
        self.start.0..self.end.0
    }

    /// Whether `self` and `other` share at least one scalar.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start.0 < other.end.0 && other.start.0 < self.end.0
    }
}

impl<'de> Deserialize<'de> for CharRange {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize, ts_rs::TS)]
        struct Ends {
            start: usize,
            end: usize,
        }
        let Ends { start, end } = Ends::deserialize(deserializer)?;
        if start > end {
            return Err(serde::de::Error::custom("a range cannot end before it starts"));
        }
        Ok(Self::new(start, end))
    }
}

/// The number of scalars between two indexed byte positions, which bounds the work of a conversion.
const STRIDE: usize = 64;

/// Converts char offsets of one text to slices and back.
///
/// Building walks the text once; a conversion then costs at most [`STRIDE`] scalars, whatever the length.
#[derive(Clone, Debug)]
pub struct TextIndex<'t> {
    text: &'t str,
    /// The byte position of every `STRIDE`-th scalar, starting with scalar 0.
    bytes: Vec<usize>,
    chars: usize,
}

impl<'t> TextIndex<'t> {
    /// Indexes `text`.
    pub fn new(text: &'t str) -> Self {
        let mut bytes = Vec::with_capacity(text.len() / (STRIDE * 2) + 1);
        let mut chars = 0;
        for (byte, _) in text.char_indices() {
            if chars % STRIDE == 0 {
                bytes.push(byte);
            }
            chars += 1;
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
        Self { text, bytes, chars }
    }

    /// The indexed text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The length of the text in Unicode scalar values.
    pub fn len(&self) -> usize {
        self.chars
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.chars == 0
    }

    /// The range of the whole text.
    pub fn whole(&self) -> CharRange {
        CharRange::new(0, self.chars)
    }

    /// Whether `range` lies inside the text.
    pub fn contains(&self, range: CharRange) -> bool {
        range.end().get() <= self.chars
    }

    /// The text of `range`; the part of the range beyond the end of the text is ignored.
    pub fn slice(&self, range: CharRange) -> &'t str {
        &self.text[self.byte_of(range.start())..self.byte_of(range.end())]
    }

    /// The text of `range`, or `None` if the range reaches beyond the end of the text.
    pub fn get(&self, range: CharRange) -> Option<&'t str> {
        self.contains(range).then(|| self.slice(range))
    }

    /// The byte position of a char offset; an offset beyond the end gives the end.
    pub fn byte_of(&self, offset: CharOffset) -> usize {
        let offset = offset.get();
        if offset >= self.chars {
            return self.text.len();
        }
        let start = self.bytes[offset / STRIDE];
        self.text[start..]
            .char_indices()
            .nth(offset % STRIDE)
            .map_or(self.text.len(), |(byte, _)| start + byte)
    }

    /// The char offset of a byte position; a position inside a scalar gives the start of that scalar, one beyond the
    /// end gives the end.
    pub fn offset_of(&self, byte: usize) -> CharOffset {
        if byte >= self.text.len() {
            return CharOffset::new(self.chars);
        }
        let block = self.bytes.partition_point(|&start| start <= byte) - 1;
        let start = self.bytes[block];
        let inside = self.text[start..].char_indices().take_while(|(at, _)| start + at <= byte).count() - 1;
        CharOffset::new(block * STRIDE + inside)
    }

    /// The char range of a byte range of this text.
    pub fn range_of(&self, bytes: Range<usize>) -> CharRange {
        CharRange::new(self.offset_of(bytes.start).get(), self.offset_of(bytes.end).get())
    }
}

/// Converts byte ranges of one text, given in order, to char ranges in one walk over the text.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    byte: usize,
    chars: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of `text`.
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    /// The char range of `bytes`, which must start at or after the end of the previous range.
    pub(crate) fn range(&mut self, bytes: Range<usize>) -> CharRange {
        let start = self.chars + self.text[self.byte..bytes.start].chars().count();
        let end = start + self.text[bytes.clone()].chars().count();
        (self.byte, self.chars) = (bytes.end, end);
        CharRange::new(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slices_count_scalars_not_bytes() {
        let index = TextIndex::new("𠮷野家a好");
        assert_eq!(index.len(), 5);
        assert_eq!(index.slice(CharRange::new(0, 3)), "𠮷野家");
        assert_eq!(index.slice(CharRange::new(3, 99)), "a好");
        assert_eq!(index.get(CharRange::new(3, 99)), None);
    }

    #[test]
    fn a_deserialised_range_must_be_in_order() {
        assert!(serde_json::from_str::<CharRange>(r#"{"start":3,"end":2}"#).is_err());
        assert_eq!(
            serde_json::from_str::<CharRange>(r#"{"start":2,"end":3}"#).unwrap(),
            CharRange::new(2, 3)
        );
    }

    proptest! {
        #[test]
        fn offsets_and_bytes_are_inverse(text in "(\\PC|[一-龥\n]){0,400}") {
            let index = TextIndex::new(&text);
            for (offset, (byte, _)) in text.char_indices().enumerate() {
                prop_assert_eq!(index.byte_of(CharOffset::new(offset)), byte);
                prop_assert_eq!(index.offset_of(byte), CharOffset::new(offset));
            }
            prop_assert_eq!(index.byte_of(CharOffset::new(index.len())), text.len());
            prop_assert_eq!(index.offset_of(text.len()).get(), index.len());
        }
    }
}
