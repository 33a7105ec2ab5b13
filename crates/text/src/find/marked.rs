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

/// What stays of a replaced range: footnotes inside it, and the part inside it of marks that go beyond it; and the end
/// of what is replaced, which includes the end of marks that lose all their words.
pub(super) fn kept(text: &str, range: Range<usize>) -> (String, usize) {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
    let line = &text[start..end];
    let index = TextIndex::new(line);
    let bytes = |span: &Span| {
        let ends = [span.outer.start(), span.inner.start(), span.inner.end(), span.outer.end()];
        ends.map(|at| start + index.byte_of(at))
    };
    let spans: Vec<(MarkKind, [usize; 4])> =
        marks(line).iter().map(|span| (span.kind, bytes(span))).collect();
    let mut end = range.end;
    // Inner marks come later and end earlier.
    for (_, [from, _, inner_end, to]) in spans.iter().rev() {
        if range.start <= *from && *inner_end <= end && end < *to {
            end = *to;
        }
    }
    let mut kept: Vec<Range<usize>> = Vec::new();
    for (kind, [from, inner, inner_end, to]) in spans {
        match (kind, range.start <= from && to <= end) {
            (MarkKind::Note, true) => kept.push(from..to),
            (_, true) => {}
            (_, false) => kept.extend([from..inner, inner_end..to]),
        }
    }
    kept.retain(|part| range.start <= part.start && part.end <= end && !part.is_empty());
    kept.sort_by_key(|part| part.start);
    let mut words = String::new();
    let mut done = 0;
    for part in kept {
        if part.start >= done {
            words.push_str(&text[part.clone()]);
            done = part.end;
        }
    }
    (words, end)
}
