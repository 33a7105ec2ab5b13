//! One scene with its known mentions marked by character.

use crate::{CharRange, Lexicon};

/// A scene, prepared for finding hints.
pub(super) struct Passage<'t> {
    pub(super) scene: usize,
    pub(super) text: &'t str,
    /// Known mentions in order, without overlap: the number of the name and its range.
    pub(super) known: Vec<(u32, CharRange)>,
}

impl<'t> Passage<'t> {
    pub(super) fn new(scene: usize, text: &'t str, lexicon: &Lexicon) -> Self {
        let known = lexicon.mentions(text).into_iter().map(|mention| (mention.name, mention.range)).collect();
        Self { scene, text, known }
    }

    /// The characters of the text, with known mentions replaced by [`KNOWN`], so that no hint can contain any of
    /// them.
    pub(super) fn unknown(&self) -> Vec<char> {
        let mut chars: Vec<char> = self.text.chars().collect();
        for (_, range) in &self.known {
            if let Some(mention) = chars.get_mut(range.as_range()) {
                mention.fill(KNOWN);
            }
        }
        chars
    }
}

/// Replaces each character of a known mention. A noncharacter, which no text contains.
pub(super) const KNOWN: char = '\u{fdd0}';

/// Whether `c` is Han.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{3ffff}' | '\u{f900}'..='\u{faff}')
}
