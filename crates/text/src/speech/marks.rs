//! Speech between marks, paragraph by paragraph.

use super::{Speech, SpeechKind};
use crate::CharRange;
use crate::paragraph::is_blank;

/// The quote that the paragraphs before left open, if this one opens it again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carried(Option<char>);

/// The speeches of one paragraph, outermost quotes only, and what it leaves open. `next` is the first visible
/// character of the next paragraph.
pub(super) fn in_paragraph(chars: &[char], carried: Carried, next: Option<char>) -> (Vec<Speech>, Carried) {
    let mut found: Vec<Speech> = Vec::new();
    // Where the outermost quote opens, and with it each mark that is open, outermost first.
    let mut start = 0;
    let mut open: Vec<char> = Vec::new();
    let first = chars.iter().position(|c| !is_blank(*c));
    let goes_on = |at: usize, mark: char| first == Some(at) && carried.0 == Some(mark);
    let mut is_continued = false;
    for (at, &c) in chars.iter().enumerate() {
        if is_apostrophe(chars, at) {
            continue;
        }
        if let Some(opener) = opens(chars, at, &open) {
            if open.is_empty() {
                start = at;
                is_continued = goes_on(at, opener);
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
    // A single quote left open is an apostrophe at the beginning of a word, or little more.
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

/// What a closing mark at `at` closes that nobody opened: from the colon before it in its own stretch, or from where
/// the stretch begins.
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

/// The mark that the character at `at` is, if it opens a quote.
fn opens(chars: &[char], at: usize, open: &[char]) -> Option<char> {
    let c = chars[at];
    match c {
        '“' | '‘' | '「' | '『' => Some(c),
        '"' | '＂' => (!open.contains(&c)).then_some(c),
        // A straight single quote opens only before a letter and after none: 'tis is not told from it, and is
        // taken back when nothing closes it.
        '\'' => {
            let before = at.checked_sub(1).and_then(|before| chars.get(before));
            let is_free = before.is_none_or(|c| !c.is_alphanumeric());
            let leads = chars.get(at + 1).is_some_and(|c| c.is_alphanumeric());
            (is_free && leads && !open.contains(&c)).then_some(c)
        }
        _ => None,
    }
}

/// The mark that a closing mark closes.
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

/// Whether a mark left open or closed alone is enough to speak of speech.
fn is_speech_mark(opener: char) -> bool {
    matches!(opener, '“' | '「' | '『' | '"' | '＂')
}

/// `’` or `'` between two letters, or at the end of a word that no single quote is open before.
fn is_apostrophe(chars: &[char], at: usize) -> bool {
    matches!(chars[at], '’' | '\'')
        && at
            .checked_sub(1)
            .and_then(|before| chars.get(before))
            .is_some_and(|c| c.is_alphanumeric() && c.is_ascii())
        && chars.get(at + 1).is_some_and(char::is_ascii_alphabetic)
}
