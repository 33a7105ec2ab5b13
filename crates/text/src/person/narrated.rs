//! The narrated sentences of a text, and the person each of them is about.

use super::{en, ja, zh};
use crate::{NovelLanguage, narration};

/// The persons a narrated sentence is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    /// The narrator alone.
    pub first: bool,
    /// Possibly the narrator: we, 自分.
    pub doubtful: bool,
    /// The person spoken to.
    pub you: bool,
    /// Another person, by a pronoun or by the most frequent topic of the text.
    pub third: bool,
}

/// The least number of letters in a sentence: fewer are a remnant beside speech.
const MIN_LETTERS: usize = 3;
/// The longest brackets or italics that are ignored, in characters: longer ones are a stray mark or the whole scene.
const MAX_ASIDE: usize = 300;

/// The persons of the narrated sentences of a text.
pub(super) fn sentences(text: &str, language: NovelLanguage) -> Vec<Subject> {
    let chars: Vec<char> = text.chars().collect();
    let mut sentences: Vec<Vec<char>> = Vec::new();
    for range in narration(text) {
        let piece = chars.get(range.start().get()..range.end().get()).unwrap_or_default();
        // A dash at the start of a line introduces speech in texts without quotes.
        if piece.iter().find(|c| !c.is_whitespace()).is_none_or(|c| matches!(c, '—' | '–' | '―' | '-'))
        {
            continue;
        }
        let piece = without_asides(piece);
        let cut = split(&piece, language);
        sentences.extend(cut.filter(|sentence| letters(sentence) >= MIN_LETTERS).map(<[char]>::to_vec));
    }
    match language {
        NovelLanguage::Zh => zh::subjects_of(&sentences),
        NovelLanguage::En => sentences.iter().map(|sentence| en::subject_of(sentence)).collect(),
        NovelLanguage::Ja => ja::subjects_of(&sentences),
    }
}

fn split(piece: &[char], language: NovelLanguage) -> impl Iterator<Item = &[char]> {
    piece.split_inclusive(move |c| match c {
        '。' | '！' | '？' | '；' | '!' | '?' | ';' => true,
        '.' => language == NovelLanguage::En,
        _ => false,
    })
}

fn letters(sentence: &[char]) -> usize {
    sentence.iter().filter(|c| c.is_alphabetic()).count()
}

/// A piece of narration without brackets and italics: thoughts, notes, readings of characters.
fn without_asides(piece: &[char]) -> Vec<char> {
    let mut kept = Vec::with_capacity(piece.len());
    let mut at = 0;
    while let Some(&c) = piece.get(at) {
        let rest = piece.get(at + 1..).unwrap_or_default();
        let close = closer(c).and_then(|close| rest.iter().take(MAX_ASIDE).position(|c| *c == close));
        match close {
            Some(len) => at += len + 2,
            None => {
                kept.push(c);
                at += 1;
            }
        }
    }
    kept
}

fn closer(opener: char) -> Option<char> {
    match opener {
        '（' => Some('）'),
        '(' => Some(')'),
        '《' => Some('》'),
        '［' => Some('］'),
        '*' | '_' => Some(opener),
        _ => None,
    }
}
