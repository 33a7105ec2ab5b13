//! Words put in where a sentence of the teller begins.

use wenfang_text::CharRange;

use super::{Change, Edit, openings};
use crate::evaluation::chance::Chance;
use crate::evaluation::setting::Setting;
use crate::rules::Language;

/// Forbidden words, in the middle of sentences.
pub(super) fn forbidden(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, told) in setting.scenes.iter().enumerate() {
        let chars: Vec<char> = told.text.chars().collect();
        for sentence in openings(&told.text) {
            let Some(word) = chance.pick(&setting.forbidden) else { continue };
            let end = sentence.end().get();
            let range = sentence.as_range();
            let gaps = range.filter(|at| match setting.language {
                Language::English => chars.get(*at) == Some(&' ') && *at + 1 < end,
                _ => chars.get(*at).is_some_and(|c| "，的了着".contains(*c)) && *at + 1 < end,
            });
            let gaps: Vec<usize> = gaps.collect();
            let Some(at) = chance.pick(&gaps) else { continue };
            let words = match setting.language {
                Language::English => format!(" {word}"),
                _ => word.clone(),
            };
            let at = if setting.language == Language::English { *at } else { at + 1 };
            changes.push(vec![Edit { scene, range: CharRange::new(at, at), words, margin: (0, 0) }]);
        }
    }
    changes
}

/// A change that puts words before a sentence; the last `rest` characters of them are no error.
pub(super) fn before(scene: usize, sentence: CharRange, words: String, rest: usize) -> Edit {
    let at = sentence.start().get();
    Edit { scene, range: CharRange::new(at, at), words, margin: (0, rest) }
}
