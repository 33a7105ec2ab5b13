//! The narrated sentences of a text, and whom each of them speaks of.

use super::{en, ja, zh};
use crate::{NovelLanguage, narration};

/// Whom a narrated sentence speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    /// The narrator, alone.
    pub first: bool,
    /// Perhaps the narrator: we, 自分.
    pub doubtful: bool,
    /// Whoever is spoken to.
    pub you: bool,
    /// Somebody else, by a pronoun, or by the topic most often named in the text.
    pub third: bool,
}

/// Least number of letters in a sentence: less is what is left of one beside speech.
const MIN_LETTERS: usize = 3;
/// Longest brackets or italics left out, in characters: longer ones are a mark astray, or the whole scene.
const MAX_ASIDE: usize = 300;

/// The narrated sentences of a text.
pub(super) fn sentences(text: &str, language: NovelLanguage) -> Vec<Subject> {
    let chars: Vec<char> = text.chars().collect();
    let mut sentences: Vec<Vec<char>> = Vec::new();
    for range in narration(text) {
        let piece = chars.get(range.start().get()..range.end().get()).unwrap_or_default();
        // A dash at the beginning of a line leads speech in where there are no quotes.
        if piece.iter().find(|c| !c.is_whitespace()).is_none_or(|c| matches!(c, '—' | '–' | '―' | '-'))
        {
            continue;
        }
        let piece = without_asides(piece);
        let cut = split(&piece, language);
        sentences.extend(cut.filter(|sentence| letters(sentence) >= MIN_LETTERS).map(<[char]>::to_vec));
    }
    match language {
        NovelLanguage::Zh => zh::told(&sentences),
        NovelLanguage::En => sentences.iter().map(|sentence| en::told(sentence)).collect(),
        NovelLanguage::Ja => ja::told(&sentences),
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

/// A piece of narration without what stands in brackets or italics: thoughts, notes, readings of characters.
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
