//! Hits in a text with marks: what the author reads is searched as well as what is written.

use std::ops::Range;

use super::Pattern;
use crate::TextIndex;
use crate::marks::{MarkKind, Plain, Span, marks};

/// A hit in a text with marks, in bytes.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) raw: Range<usize>,
    /// Where it begins in the plain view, if marks are inside it.
    pub(super) plain: Option<usize>,
}

/// The hits in a text as written, and those in its plain view between them.
pub(super) fn hits(pattern: &Pattern, text: &str, plain: &Plain<'_>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = pattern.found(text).map(|raw| Hit { raw, plain: None }).collect();
    let written = hits.len();
    let (index, plain_index) = (TextIndex::new(text), TextIndex::new(plain.text()));
    for found in pattern.found(plain.text()) {
        let range = plain.to_raw(plain_index.range_of(found.clone()));
        let raw = index.byte_of(range.start())..index.byte_of(range.end());
        let place = hits[..written].partition_point(|hit| hit.raw.end <= raw.start);
        if hits[..written].get(place).is_none_or(|hit| hit.raw.start >= raw.end) {
            hits.push(Hit { raw, plain: Some(found.start) });
        }
    }
    hits.sort_by_key(|hit| hit.raw.start);
    hits
}

/// What stays of a replaced range: footnotes inside it, and the part inside it of marks that go beyond it.
pub(super) fn kept(text: &str, range: &Range<usize>) -> String {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
    let lines = &text[start..end];
    let index = TextIndex::new(lines);
    let bytes = |span: &Span| {
        let ends = [span.outer.start(), span.inner.start(), span.inner.end(), span.outer.end()];
        ends.map(|at| start + index.byte_of(at))
    };
    let mut kept: Vec<Range<usize>> = Vec::new();
    for span in marks(lines) {
        let [from, inner, inner_end, to] = bytes(&span);
        let is_inside = range.start <= from && to <= range.end;
        match (span.kind, is_inside) {
            (MarkKind::Note, true) => kept.push(from..to),
            (_, true) => {}
            (_, false) => kept.extend([from..inner, inner_end..to]),
        }
    }
    kept.retain(|part| range.start <= part.start && part.end <= range.end && !part.is_empty());
    kept.sort_by_key(|part| part.start);
    let mut end = 0;
    let mut words = String::new();
    for part in kept.into_iter().filter(|part| !part.is_empty()) {
        if part.start >= end {
            words.push_str(&text[part.clone()]);
            end = part.end;
        }
    }
    words
}
