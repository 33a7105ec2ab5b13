//! Speech between marks, paragraph by paragraph.

use super::{Speech, SpeechKind};
use crate::CharRange;
use crate::paragraph::is_blank;

/// The quote left open by the previous paragraphs, if this one reopens it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carried(Option<char>);

/// The speeches of one paragraph, outermost quotes only, and the quote it leaves open. `next` is the first visible
/// character of the next paragraph.
pub(super) fn in_paragraph(chars: &[char], carried: Carried, next: Option<char>) -> (Vec<Speech>, Carried) {
    let mut found: Vec<Speech> = Vec::new();
    // The start of the outermost open quote, and all open marks, outermost first.
    let mut start = 0;
    let mut open: Vec<char> = Vec::new();
    let first = chars.iter().position(|c| !is_blank(*c));
    let is_reopened = |at: usize, mark: char| first == Some(at) && carried.0 == Some(mark);
    let mut is_continued = false;
    for (at, &c) in chars.iter().enumerate() {
        if is_apostrophe(chars, at) {
            continue;
        }
        if let Some(opener) = opens(chars, at, &open) {
            if open.is_empty() {
                start = at;
                is_continued = is_reopened(at, opener);
            }
            open.push(opener);
            continue;
        }
        let Some(opener) = closes(c) else { continue };
        match open.iter().rposition(|mark| *mark == opener) {
            Some(depth) => {
                open.truncate(depth);
                if open.is_empty() {
                    let kind = if is_continued { SpeechKind::Continued } else { SpeechKind::Quoted };
                    found.push(between(start, at + 1, kind));
                }
            }
            None if open.is_empty() && is_speech_mark(opener) => {
                let after = found.last().map_or(0, |speech| speech.range.end().get());
                found.push(unopened(chars, after, at));
            }
            None => {}
        }
    }
    let Some(&outermost) = open.first() else { return (found, Carried::default()) };
    // A single quote left open is usually an apostrophe at the start of a word.
    if !is_speech_mark(outermost) {
        return (found, Carried::default());
    }
    let into_next = next.is_some_and(|c| c == outermost);
    let kind = if into_next || is_continued { SpeechKind::Continued } else { SpeechKind::Unclosed };
    let range = CharRange::new(start, chars.len());
    found.push(Speech { range, inner: CharRange::new(start + 1, chars.len()), kind });
    (found, Carried(into_next.then_some(outermost)))
}

fn between(start: usize, end: usize, kind: SpeechKind) -> Speech {
    Speech { range: CharRange::new(start, end), inner: CharRange::new(start + 1, end - 1), kind }
}

/// The speech of a closing mark at `at` that was never opened: from the colon before it in its stretch, or from the
/// start of the stretch.
fn unopened(chars: &[char], from: usize, at: usize) -> Speech {
    let stretch = &chars[from..at];
    let start = match stretch.iter().position(|c| matches!(c, '：' | ':')) {
        Some(colon) => from + colon + 1,
        None => from + stretch.iter().position(|c| !is_blank(*c)).unwrap_or(0),
    };
    Speech {
        range: CharRange::new(start, at + 1),
        inner: CharRange::new(start, at),
        kind: SpeechKind::Unopened,
    }
}

/// The opening mark at `at`, if it opens a quote.
fn opens(chars: &[char], at: usize, open: &[char]) -> Option<char> {
    let c = chars[at];
    match c {
        '“' | '‘' | '「' | '『' => Some(c),
        '"' | '＂' => (!open.contains(&c)).then_some(c),
        // A straight single quote opens only before a letter and not after one. 'tis is indistinguishable from it and
        // is dropped if nothing closes it.
        '\'' => {
            let before = at.checked_sub(1).and_then(|before| chars.get(before));
            let is_free = before.is_none_or(|c| !c.is_alphanumeric());
            let precedes_letter = chars.get(at + 1).is_some_and(|c| c.is_alphanumeric());
            (is_free && precedes_letter && !open.contains(&c)).then_some(c)
        }
        _ => None,
    }
}

/// The opening mark that belongs to a closing mark.
fn closes(c: char) -> Option<char> {
    match c {
        '”' => Some('“'),
        '’' => Some('‘'),
        '」' => Some('「'),
        '』' => Some('『'),
        '"' | '＂' | '\'' => Some(c),
        _ => None,
    }
}

/// Whether a mark that is left open, or closed alone, still indicates speech.
fn is_speech_mark(opener: char) -> bool {
    matches!(opener, '“' | '「' | '『' | '"' | '＂')
}

/// Whether `’` or `'` at `at` is an apostrophe, which is between two letters.
fn is_apostrophe(chars: &[char], at: usize) -> bool {
    matches!(chars[at], '’' | '\'')
        && at
            .checked_sub(1)
            .and_then(|before| chars.get(before))
            .is_some_and(|c| c.is_alphanumeric() && c.is_ascii())
        && chars.get(at + 1).is_some_and(char::is_ascii_alphabetic)
}
