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

/// The marks inside a line from byte `from` on, before which it has none.
pub(super) fn spans_from(line: &str, from: usize) -> Vec<LineSpan> {
    let mut found = Vec::new();
    inline(line, from, &mut found);
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
    let mut found = |found| spans.push(span(line, found));
    let mut state = Inline::default();
    let mut tail = Tail::default();
    let mut last = line[..start].chars().next_back();
    let mut at = start;
    while let Some(c) = line[at..].chars().next() {
        let is_literal = state.push(c, at, last, &mut found);
        tail.pass(c, is_literal);
        last = Some(c);
        at += c.len_utf8();
        // Nearly all of a line changes nothing.
        let ordinary =
            if state.is_idle() && tail.possible() == 0 { ordinary(&line[at..], state.is_open()) } else { "" };
        if let Some(c) = ordinary.chars().next_back() {
            last = Some(c);
            at += ordinary.len();
        }
    }
    state.end_run(false, &mut found);
    tail
}

/// The start of a line up to a character that can be part of a mark.
fn ordinary(rest: &str, is_open: bool) -> &str {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'*' | b'\\' | b'^' | b'<' => break,
            b'[' | b']' if is_open => break,
            ..0x80 => 1,
            // `《` and `》`; outside marks only `《《` begins something.
            0xe3 if rest[at..].starts_with(if is_open { "《" } else { "《《" }) => break,
            0xe3 if is_open && rest[at..].starts_with('》') => break,
            // `｜`.
            0xef if bytes[at + 1] == 0xbd && bytes[at + 2] == 0x9c => break,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            0xf0.. => 4,
        };
    }
    &rest[..at]
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
