//! The parts of a line that its plain view does not have.

use std::ops::Range;

use super::{LineSpan, MarkKind, line};

/// The hidden parts of a line, in bytes, in order, without overlap.
#[derive(Debug, Default)]
pub(crate) struct HiddenLine {
    pub(crate) hidden: Vec<Range<usize>>,
    pub(crate) notes: Vec<HiddenNote>,
}

/// A footnote: all of it is hidden.
#[derive(Debug)]
pub(crate) struct HiddenNote {
    pub(crate) outer: Range<usize>,
    /// The text of the footnote without its marks.
    pub(crate) pieces: Vec<Range<usize>>,
}

/// The hidden parts of a line; `None` if there are none.
pub(crate) fn hidden(line: &str) -> Option<HiddenLine> {
    let spans = line::spans(line);
    (!spans.is_empty()).then(|| of_spans(&spans))
}

/// The same from byte `from` of a line that has no mark before it and begins with none.
pub(crate) fn hidden_from(line: &str, from: usize) -> Option<HiddenLine> {
    let spans = line::spans_from(line, from);
    (!spans.is_empty()).then(|| of_spans(&spans))
}

fn of_spans(spans: &[LineSpan]) -> HiddenLine {
    let (notes, others): (Vec<&LineSpan>, Vec<&LineSpan>) =
        spans.iter().partition(|span| span.kind == MarkKind::Note);
    let marks = others.iter().flat_map(|span| both_sides(span)).collect();
    let marks = merged(marks);
    let mut notes: Vec<HiddenNote> = notes
        .into_iter()
        .map(|note| HiddenNote {
            outer: note.outer.clone(),
            pieces: without(note.inner.clone(), inside(&marks, &note.inner)),
        })
        .collect();
    notes.sort_by_key(|note| note.outer.start);
    let hidden = merged(marks.into_iter().chain(notes.iter().map(|note| note.outer.clone())).collect());
    HiddenLine { hidden, notes }
}

fn both_sides(span: &LineSpan) -> [Range<usize>; 2] {
    [span.outer.start..span.inner.start, span.inner.end..span.outer.end]
}

/// The same ranges in order, without empty ones, joined where they touch.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// The ranges of an ordered list that overlap `range`.
fn inside<'r>(ranges: &'r [Range<usize>], range: &Range<usize>) -> &'r [Range<usize>] {
    let from = ranges.partition_point(|hidden| hidden.end <= range.start);
    let to = ranges.partition_point(|hidden| hidden.start < range.end);
    ranges.get(from..to).unwrap_or_default()
}

/// The parts of `range` outside `hidden`.
pub(crate) fn without(range: Range<usize>, hidden: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut pieces = Vec::with_capacity(hidden.len() + 1);
    let mut from = range.start;
    for hidden in hidden {
        pieces.push(from..hidden.start.max(from));
        from = hidden.end.max(from);
    }
    pieces.push(from..range.end.max(from));
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
