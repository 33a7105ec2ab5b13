//! Backslashes before characters that would be read as marks.

use crate::marks::inline::is_escapable;
use crate::marks::opening::{is_break, leading};
use crate::paragraph::is_blank;

/// Where words are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escaping {
    /// In a line.
    Line,
    /// In dots, the base or the reading of a ruby: no `《` or `》` is a mark.
    Angles,
}

/// Adds `words` to `line` with the backslashes they need. `in_note` is whether `]` ends something. `next` is what
/// follows the words.
pub(super) fn push(line: &mut String, words: &str, escaping: Escaping, in_note: bool) {
    let mut chars = words.chars().peekable();
    while let Some(c) = chars.next() {
        // What follows the words is not known yet, so the last character is treated as if a mark followed.
        let next = chars.peek().copied();
        let needs_backslash = match c {
            '*' | '｜' => true,
            '\\' => next.is_none_or(is_escapable),
            '^' => next.is_none_or(|next| next == '['),
            '《' => {
                escaping == Escaping::Angles || next.is_none_or(|next| next == '《') || line.ends_with('《')
            }
            '》' => escaping == Escaping::Angles,
            ']' => in_note,
            _ => false,
        };
        if needs_backslash {
            line.push('\\');
        }
        line.push(c);
    }
}

/// `words` with a backslash at their start if they would be read as marks of the line after `prefix`.
pub(super) fn guard_start(prefix: &str, words: String) -> String {
    let whole = format!("{prefix}{words}");
    let expected = usize::from(!prefix.is_empty());
    let is_read_as_mark = is_break(&whole)
        || leading(&whole).len() != expected
        || leading(&whole).last().is_some_and(|mark| mark.inner != prefix.len());
    if !is_read_as_mark {
        return words;
    }
    let start = words.len() - words.trim_start().len();
    match words[start..].chars().next() {
        Some(c) if is_escapable(c) && c != '\\' => format!("{}\\{}", &words[..start], &words[start..]),
        _ => words,
    }
}

/// `words` with a backslash before a `<<` at their end.
pub(super) fn guard_end(words: String) -> String {
    let end = words.trim_end_matches(is_blank).len();
    match words[..end].strip_suffix("<<") {
        Some(before) => format!("{before}<\\<{}", &words[end..]),
        None => words,
    }
}
