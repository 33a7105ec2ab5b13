//! A part of a text that edits are applied to and compared in.

use wenfang_text::{CharRange, TextIndex, paragraphs};

use super::issue::Edit;

/// The paragraphs of a text.
#[derive(Debug)]
pub(super) struct Lines(Vec<CharRange>);

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        Self(paragraphs(text).map(|paragraph| paragraph.range).collect())
    }

    /// The numbers of the first and the last paragraph that a range meets, or that is nearest to it.
    pub(super) fn of(&self, range: CharRange) -> (usize, usize) {
        let last = self.0.len().saturating_sub(1);
        let first = self.0.partition_point(|line| line.end() < range.start());
        let until = self.0.partition_point(|line| line.start() < range.end());
        (first.min(last), until.saturating_sub(1).clamp(first.min(last), last))
    }

    /// The range from the start of a paragraph to the end of another, without line ends around them. Numbers beyond the
    /// last paragraph mean the last.
    pub(super) fn range(&self, first: usize, last: usize) -> CharRange {
        let end = self.0.get(last).or(self.0.last()).map_or(0, |line| line.end().get());
        let start = self.0.get(first).map_or(end, |line| line.start().get());
        CharRange::new(start.min(end), end)
    }

    /// The range of the paragraphs that a range meets, and `around` more on each side.
    pub(super) fn around(&self, range: CharRange, around: usize) -> CharRange {
        let (first, last) = self.of(range);
        self.range(first.saturating_sub(around), last + around)
    }
}

/// Returns the text of a range after edits. They are in order, do not overlap, and lie inside the range.
pub(super) fn edited<'e>(
    index: &TextIndex<'_>,
    range: CharRange,
    edits: impl IntoIterator<Item = &'e Edit>,
) -> String {
    let mut text = String::new();
    let mut at = range.start().get();
    for edit in edits {
        text.push_str(index.slice(CharRange::new(at, edit.range.start().get().max(at))));
        text.push_str(&edit.words);
        at = edit.range.end().get();
    }
    text.push_str(index.slice(CharRange::new(at, range.end().get().max(at))));
    text
}

/// Whether two edits change the same place: their ranges share a character, or one inserts where the other begins,
/// ends or inserts.
pub(super) fn collide(a: CharRange, b: CharRange) -> bool {
    let touch = a.start() <= b.end() && b.start() <= a.end();
    a.overlaps(b) || touch && (a.is_empty() || b.is_empty())
}
