//! The marks of one line.

use super::inline::{Found, Inline};
use super::opening::{self, Tail};
use super::{LineSpan, MarkKind};

/// The marks of `line`, which has no line end.
pub(super) fn spans(line: &str) -> Vec<LineSpan> {
    if !may_have_marks(line) {
        return Vec::new();
    }
    if opening::is_break(line) {
        let end = line.len();
        return vec![LineSpan { kind: MarkKind::Break, outer: 0..end, inner: end..end }];
    }
    let mut found = Vec::new();
    let leading = opening::leading(line);
    let mut end = line.len();
    let start = leading.last().map_or(0, |mark| mark.inner);
    let tail = inline(line, start, &mut found);
    for (place, mark) in leading.into_iter().enumerate() {
        let mut kind = mark.kind;
        let mut outer = end;
        if place == 0 && kind == MarkKind::Right && tail.is_complete() {
            kind = MarkKind::Centre;
            outer = line.trim_end_matches(crate::paragraph::is_blank).len();
            end = outer - "<<".len();
            end -= usize::from(end > start && line[..end].ends_with([' ', '\t']));
        }
        found.push(LineSpan { kind, outer: mark.start..outer, inner: mark.inner..end });
    }
    found
}

/// Whether a line has any character that can be part of a mark.
fn may_have_marks(line: &str) -> bool {
    let is_possible = |byte: &u8| matches!(byte, b'*' | b'#' | b'>' | b'\\' | b'^' | 0xef);
    let bytes = line.as_bytes();
    bytes.iter().any(is_possible) && has_mark_character(line)
        || line.trim_start().starts_with('-')
        || line.contains("《《")
}

fn has_mark_character(line: &str) -> bool {
    line.contains(['*', '#', '>', '\\', '^', '｜', '＊'])
}

/// Adds the marks from `start` on; returns the end of the line.
fn inline(line: &str, start: usize, spans: &mut Vec<LineSpan>) -> Tail {
    let mut state = Inline::default();
    let mut tail = Tail::default();
    let mut last = line[..start].chars().next_back();
    let mut found = |found| spans.push(span(line, found));
    for (at, c) in line[start..].char_indices() {
        let is_literal = state.push(c, start + at, last, &mut found);
        tail.pass(c, is_literal);
        last = Some(c);
    }
    state.end_run(false, &mut found);
    tail
}

fn span(line: &str, found: Found) -> LineSpan {
    const WIDE: usize = '《'.len_utf8();
    match found {
        Found::Emphasis { length, open, close } => {
            let kind = [MarkKind::Italic, MarkKind::Bold, MarkKind::BoldItalic][length - 1];
            LineSpan { kind, outer: open..close + length, inner: open + length..close }
        }
        Found::Ruby { bar, open, close } => {
            LineSpan { kind: MarkKind::Ruby, outer: bar..close + WIDE, inner: bar + WIDE..open }
        }
        Found::Dots { open, close } => {
            LineSpan { kind: MarkKind::Dots, outer: open..close + 2 * WIDE, inner: open + 2 * WIDE..close }
        }
        Found::Note { open, close } => {
            LineSpan { kind: MarkKind::Note, outer: open..close + 1, inner: open + 2..close }
        }
        Found::Literal { backslash } => {
            let length = line[backslash + 1..].chars().next().map_or(0, char::len_utf8);
            LineSpan {
                kind: MarkKind::Literal,
                outer: backslash..backslash + 1 + length,
                inner: backslash + 1..backslash + 1 + length,
            }
        }
    }
}
