//! Separates speech from narration.
//!
//! Quotes are tracked through the whole text: nested, straight, left open, closed without having been opened, and
//! reopened in each paragraph of a long speech. One stray mark affects one paragraph at most, not the book. Speech
//! without marks is found after a verb of speech and a colon (他道：…), in texts without quotes and in paragraphs
//! without any. Ranges are in order and never overlap. Deliberately absent: who speaks.

mod led;
mod marks;

use crate::CharRange;
use crate::marks::{Plain, in_plain};
use crate::paragraph::{is_blank, paragraphs};

/// A stretch of speech within one paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speech {
    /// Including its marks.
    pub range: CharRange,
    /// Without its marks.
    pub inner: CharRange,
    pub kind: SpeechKind,
}

/// How a speech was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeechKind {
    /// Two marks enclose it.
    Quoted,
    /// It continues from the previous paragraph, or into the next one, which reopens its quote.
    Continued,
    /// Its quote is never closed: it extends to the end of its paragraph.
    Unclosed,
    /// Its quote was never opened: it extends back to the start of its paragraph or to the colon that introduces it.
    Unopened,
    /// It has no marks: a verb of speech and a colon introduce it, and it extends to the end of its paragraph.
    Led,
}

/// The speeches of a text, in order, found in one pass.
///
/// Quotes that are not speech (a title, a quoted word) are included if their marks are those of speech. Callers that
/// must exclude them check the length and the introduction.
///
/// [Marks](crate::marks) are ignored: in `*“走。”*` the speech is `“走。”`.
pub fn speech(text: &str) -> Vec<Speech> {
    let plain = Plain::of(text);
    let mut found = of_plain(plain.text());
    if !plain.is_whole() {
        for speech in &mut found {
            let inner = plain.to_raw(speech.inner);
            speech.range = plain.to_raw(speech.range);
            // An empty range of the view lies after the marks there, which may be outside the speech.
            let [start, end] = [inner.start(), inner.end()].map(|at| at.min(speech.range.end()).get());
            speech.inner = CharRange::new(start, end);
        }
    }
    found
}

fn of_plain(text: &str) -> Vec<Speech> {
    let mut found: Vec<Speech> = Vec::new();
    let mut open = marks::Carried::default();
    let mut upcoming = paragraphs(text).peekable();
    while let Some(paragraph) = upcoming.next() {
        let chars: Vec<char> = paragraph.text.chars().collect();
        let next = upcoming.peek().and_then(|next| next.text.chars().find(|c| !is_blank(*c)));
        let (quoted, carried) = marks::in_paragraph(&chars, open, next);
        open = carried;
        let from = paragraph.range.start().get();
        let before = found.len();
        found.extend(quoted.into_iter().map(|speech| shifted(speech, from)));
        if found.len() == before {
            found.extend(led::in_paragraph(&chars).map(|speech| shifted(speech, from)));
        }
    }
    found
}

/// The narration: the stretches of paragraphs between speeches, without blank ones, in order.
pub fn narration(text: &str) -> Vec<CharRange> {
    in_plain(text, |plain| {
        let chars: Vec<char> = plain.chars().collect();
        narration_beside(&chars, &of_plain(plain))
    })
}

/// The narration of a text whose speeches are known.
pub fn narration_beside(chars: &[char], speech: &[Speech]) -> Vec<CharRange> {
    let mut narration = Vec::new();
    let mut from = 0;
    for until in speech.iter().map(|speech| speech.range).chain([CharRange::new(chars.len(), chars.len())]) {
        let mut start = from;
        let between = chars.get(from..until.start().get()).unwrap_or_default();
        for piece in between.split(|c| *c == '\n') {
            if !piece.iter().all(|c| is_blank(*c)) {
                narration.push(CharRange::new(start, start + piece.len()));
            }
            start += piece.len() + 1;
        }
        from = until.end().get();
    }
    narration
}

fn shifted(speech: Speech, by: usize) -> Speech {
    let shifted = |range: CharRange| CharRange::new(range.start().get() + by, range.end().get() + by);
    Speech { range: shifted(speech.range), inner: shifted(speech.inner), kind: speech.kind }
}

#[cfg(test)]
mod tests;
