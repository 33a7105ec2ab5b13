//! Speech and narration: which parts of a text its people say, and which its teller.
//!
//! Quotes are followed through the whole text: nested, straight, left open, closed without having been opened, and
//! opened again at each paragraph of a long speech. One mark astray spoils one paragraph at most, not the book. Speech
//! without marks is found where a verb of speech and a colon lead it in (他道：…), in texts that use no quotes and in
//! paragraphs without any. Ranges are in order and never overlap. Deliberately absent: who speaks.

mod led;
mod marks;

use crate::CharRange;
use crate::paragraph::{is_blank, paragraphs};

/// A stretch that somebody says, within one paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speech {
    /// With its marks.
    pub range: CharRange,
    /// Without them.
    pub inner: CharRange,
    /// How it is known.
    pub kind: SpeechKind,
}

/// How a speech is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeechKind {
    /// It stands between two marks.
    Quoted,
    /// It goes on from the paragraph before, or into the next one, which opens its quote again.
    Continued,
    /// Its quote is opened and never closed: it reaches to the end of its paragraph.
    Unclosed,
    /// Its quote is closed and was never opened: it reaches back to the beginning of its paragraph or to the colon
    /// that leads it in.
    Unopened,
    /// It has no marks: a verb of speech and a colon lead it in, and it reaches to the end of its paragraph.
    Led,
}

/// The speeches of a text, in order.
///
/// A quote that is no speech (a title, a word that is talked about) is among them when its marks are those of speech:
/// whoever minds looks at how long it is and what leads it in. One pass over the text.
pub fn speech(text: &str) -> Vec<Speech> {
    let mut found: Vec<Speech> = Vec::new();
    let mut open = marks::Carried::default();
    let mut coming = paragraphs(text).peekable();
    while let Some(paragraph) = coming.next() {
        let chars: Vec<char> = paragraph.text.chars().collect();
        let next = coming.peek().and_then(|next| next.text.chars().find(|c| !is_blank(*c)));
        let (quoted, carried) = marks::in_paragraph(&chars, open, next);
        open = carried;
        let from = paragraph.range.start().get();
        let here = found.len();
        found.extend(quoted.into_iter().map(|speech| moved(speech, from)));
        if found.len() == here {
            found.extend(led::in_paragraph(&chars).map(|speech| moved(speech, from)));
        }
    }
    found
}

/// What the teller says: the stretches of paragraphs between speeches, without blank ones, in order.
pub fn narration(text: &str) -> Vec<CharRange> {
    let chars: Vec<char> = text.chars().collect();
    narration_beside(&chars, &speech(text))
}

/// The same, for a text whose speeches are known.
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

fn moved(speech: Speech, by: usize) -> Speech {
    let moved = |range: CharRange| CharRange::new(range.start().get() + by, range.end().get() + by);
    Speech { range: moved(speech.range), inner: moved(speech.inner), kind: speech.kind }
}

#[cfg(test)]
mod tests;
