//! Words inserted into narrated sentences.

use wenfang_text::CharRange;

use super::{Change, Edit, openings};
use crate::chance::Chance;
use crate::setting::Setting;
use wenfang_checks::rules::Language;

/// Inserts forbidden words inside sentences.
pub(super) fn forbidden(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let chars: Vec<char> = source.text.chars().collect();
        for sentence in openings(&source.text) {
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

/// Inserts words before a sentence; their last `rest` characters are not part of the error.
pub(super) fn before(scene: usize, sentence: CharRange, words: String, rest: usize) -> Edit {
    let at = sentence.start().get();
    Edit { scene, range: CharRange::new(at, at), words, margin: (0, rest) }
}
