//! The plain view of a text: its words without marks.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use super::hidden::hidden;
use crate::{CharOffset, CharRange};

/// A text without its marks and footnotes, with positions both ways.
///
/// Everything that reads prose reads this. Stored positions always belong to the text itself. A text without marks is
/// not copied.
#[derive(Clone, Debug)]
pub struct Plain<'t> {
    text: Cow<'t, str>,
    cuts: Vec<Cut>,
    notes: Vec<PlainNote>,
}

/// A footnote, apart from the plain view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainNote {
    /// Its place in the plain view.
    pub at: CharOffset,
    /// The footnote in the text, with its mark.
    pub range: CharRange,
    /// Its words, without marks.
    pub text: String,
}

/// A hidden part.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Its place in the plain view, in chars.
    at: usize,
    /// Its length in the text, in chars.
    length: usize,
    /// The sum of the lengths of the cuts before it.
    before: usize,
}

impl<'t> Plain<'t> {
    /// The plain view of `text`.
    pub fn of(text: &'t str) -> Self {
        let mut builder = Builder::default();
        let mut start = 0;
        for line in text.split('\n') {
            if let Some(found) = hidden(line) {
                for note in &found.notes {
                    let words = note.pieces.iter().map(|piece| &line[piece.clone()]).collect();
                    let range = start + note.outer.start..start + note.outer.end;
                    builder.waiting.push_back((range, words));
                }
                for cut in found.hidden {
                    builder.cut(text, start + cut.start..start + cut.end);
                }
            }
            start += line.len() + 1;
        }
        builder.finish(text)
    }

    /// The text of the view.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text has no marks, so that both are the same.
    pub fn is_whole(&self) -> bool {
        self.cuts.is_empty()
    }

    /// The footnotes, in order.
    pub fn notes(&self) -> &[PlainNote] {
        &self.notes
    }

    /// The range of the text for a range of the view: from its first visible character to its last, without the marks
    /// around them.
    pub fn to_raw(&self, plain: CharRange) -> CharRange {
        let (start, end) = (plain.start().get(), plain.end().get());
        let from = start + self.hidden_before(start, true);
        if plain.is_empty() {
            return CharRange::new(from, from);
        }
        CharRange::new(from, end + self.hidden_before(end, false))
    }

    /// The position in the text of a position of the view, after the marks there.
    pub fn to_raw_offset(&self, plain: CharOffset) -> CharOffset {
        CharOffset::new(plain.get() + self.hidden_before(plain.get(), true))
    }

    /// The range of the view for a range of the text; what is hidden takes no room.
    pub fn to_plain(&self, raw: CharRange) -> CharRange {
        CharRange::new(self.to_plain_offset(raw.start()).get(), self.to_plain_offset(raw.end()).get())
    }

    /// The position in the view of a position of the text.
    pub fn to_plain_offset(&self, raw: CharOffset) -> CharOffset {
        let raw = raw.get();
        let next = self.cuts.partition_point(|cut| cut.at + cut.before <= raw);
        let Some(cut) = next.checked_sub(1).and_then(|last| self.cuts.get(last)) else {
            return CharOffset::new(raw);
        };
        CharOffset::new((raw - cut.before).saturating_sub(cut.length).max(cut.at))
    }

    /// The number of hidden chars before a position of the view, with or without those at that position.
    fn hidden_before(&self, plain: usize, with: bool) -> usize {
        let next = self.cuts.partition_point(|cut| cut.at < plain || (with && cut.at == plain));
        next.checked_sub(1).and_then(|last| self.cuts.get(last)).map_or(0, |cut| cut.before + cut.length)
    }
}

/// Builds a view from its cuts, in order.
#[derive(Default)]
struct Builder {
    plain: String,
    /// The number of chars in `plain`.
    chars: usize,
    /// The byte of the text up to which it is in the view.
    byte: usize,
    hidden: usize,
    cuts: Vec<Cut>,
    /// The footnotes whose cut has not come yet.
    waiting: VecDeque<(Range<usize>, String)>,
    notes: Vec<PlainNote>,
}

impl Builder {
    fn cut(&mut self, text: &str, range: Range<usize>) {
        let kept = &text[self.byte..range.start];
        self.plain.push_str(kept);
        self.chars += kept.chars().count();
        let raw = self.chars + self.hidden;
        while let Some((note, words)) = self.waiting.pop_front_if(|(note, _)| note.start < range.end) {
            let start = raw + text[range.start..note.start].chars().count();
            self.notes.push(PlainNote {
                at: CharOffset::new(self.chars),
                range: CharRange::new(start, start + text[note].chars().count()),
                text: words,
            });
        }
        let length = text[range.clone()].chars().count();
        self.cuts.push(Cut { at: self.chars, length, before: self.hidden });
        self.hidden += length;
        self.byte = range.end;
    }

    fn finish(mut self, text: &str) -> Plain<'_> {
        if self.cuts.is_empty() {
            return Plain { text: Cow::Borrowed(text), cuts: self.cuts, notes: self.notes };
        }
        self.plain.push_str(&text[self.byte..]);
        Plain { text: Cow::Owned(self.plain), cuts: self.cuts, notes: self.notes }
    }
}
