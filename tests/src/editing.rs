//! Realistic edits: a few sentences at a time, in real prose.

use crate::rng::Rng;

/// Changes `text` as one revision session would: in one to four places it inserts a passage (taken from `source`),
/// deletes or replaces one, or changes a word. The length stays about the same over many edits; the text never becomes
/// empty.
pub fn edit(rng: &mut Rng, text: &str, source: &[char]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.within(1..5) {
        let at = rng.within(0..chars.len() + 1);
        let (removed, added) = match rng.within(0..4) {
            0 => (rng.within(10..60), 0),
            1 => (0, rng.within(10..60)),
            2 => (rng.within(10..30), rng.within(10..30)),
            _ => (rng.within(1..5), rng.within(1..5)),
        };
        let end = (at + removed).min(chars.len());
        let from = rng.within(0..source.len().saturating_sub(added).max(1));
        let words: Vec<char> = source.iter().skip(from).take(added).copied().collect();
        chars.splice(at..end, words);
    }
    if chars.is_empty() {
        chars.push('。');
    }
    chars.into_iter().collect()
}
