//! Suggests names that the author has not entered: new names, and misspellings of known ones.
//!
//! Pure statistics over a whole book, without dictionaries or models, meant for occasional calls. A hint is for the
//! author to decide on; its occurrences are the evidence. The same texts give the same hints. Known mentions are
//! borders: no hint lies in one, overlaps one or extends one.

mod cjk;
mod cjk_places;
mod context;
mod japanese;
mod japanese_words;
mod latin;
mod latin_bearer;
mod latin_words;
mod misspelt;
mod near;
mod passage;
mod pieces;
mod rivals;
mod stations;
mod tally;
mod tuning;
mod words;

use std::cmp::Ordering;
use std::collections::HashMap;

pub use cjk_places::begins_with_family_name;
pub use misspelt::Misspellings;
pub use tuning::{HintTuning, common_words};

use misspelt::MANY_OCCURRENCES;
use passage::Passage;

use super::Lexicon;
use crate::CharRange;
use crate::marks::Plain;

/// The most occurrences a hint shows.
pub const SHOWN_OCCURRENCES: usize = 20;

/// A possible name.
#[derive(Clone, Debug, PartialEq)]
pub struct NameHint {
    /// As written in the texts.
    pub name: String,
    pub kind: NameHintKind,
    /// The kind of bearer, as far as the occurrences show.
    pub bearer: Bearer,
    /// The first [`SHOWN_OCCURRENCES`] occurrences: the number of the scene and the range in its text.
    pub occurrences: Vec<(usize, CharRange)>,
    /// The number of all occurrences.
    pub total: usize,
    /// The confidence, above 0 to 1; for comparing hints, not a probability.
    pub score: f64,
}

/// The words as characters.
fn lists(words: &[&str]) -> Vec<Vec<char>> {
    words.iter().map(|word| word.chars().collect()).collect()
}

/// The kind of thing that bears a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    Person,
    /// A town, a house, a river.
    Place,
    /// The occurrences do not show it.
    Unknown,
}

/// Why a string may be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameHintKind {
    /// It occurs where names occur.
    New,
    /// It nearly equals a known name and is far rarer.
    Misspelling {
        /// The number of the intended name in the lexicon.
        of: u32,
    },
}

/// Finds possible names in the scenes of a book, given as number and text; the surest first.
///
/// Takes linear time: about a second for three million characters.
pub fn name_hints<'t>(
    scenes: impl IntoIterator<Item = (usize, &'t str)>,
    lexicon: &Lexicon,
) -> Vec<NameHint> {
    name_hints_tuned(scenes, lexicon, &HintTuning::default())
}

/// The same with other thresholds and word lists, for measuring.
pub fn name_hints_tuned<'t>(
    scenes: impl IntoIterator<Item = (usize, &'t str)>,
    lexicon: &Lexicon,
    tuning: &HintTuning,
) -> Vec<NameHint> {
    let plain: Vec<(usize, Plain<'t>)> =
        scenes.into_iter().map(|(scene, text)| (scene, Plain::of(text))).collect();
    let texts = plain.iter().map(|(scene, plain)| (*scene, plain.text()));
    let mut hints = hints(texts, lexicon, tuning);
    let marked: HashMap<usize, &Plain<'t>> =
        plain.iter().filter(|(_, plain)| !plain.is_whole()).map(|(scene, plain)| (*scene, plain)).collect();
    for (scene, range) in hints.iter_mut().flat_map(|hint| &mut hint.occurrences) {
        if let Some(plain) = marked.get(scene) {
            *range = plain.to_raw(*range);
        }
    }
    hints
}

fn hints<'t>(
    scenes: impl IntoIterator<Item = (usize, &'t str)>,
    lexicon: &Lexicon,
    tuning: &HintTuning,
) -> Vec<NameHint> {
    let passages: Vec<Passage<'t>> =
        scenes.into_iter().map(|(scene, text)| Passage::new(scene, text, lexicon)).collect();
    let mut hints = misspelt::hints(&passages, lexicon);
    let is_japanese = japanese::is_japanese(&passages);
    let mut new =
        if is_japanese { japanese::hints(&passages, tuning) } else { cjk::hints(&passages, tuning) };
    // If a string is both, a name with several occurrences of its own is not a misspelling.
    hints.retain(|misspelling| {
        misspelling.total < MANY_OCCURRENCES || !new.iter().any(|hint| hint.name == misspelling.name)
    });
    new.retain(|hint| !hints.iter().any(|misspelling| misspelling.name == hint.name));
    hints.append(&mut new);
    hints.append(&mut latin::hints(&passages, (lexicon, tuning)));
    hints.sort_by(by_descending_score);
    hints
}

fn by_descending_score(a: &NameHint, b: &NameHint) -> Ordering {
    b.score.total_cmp(&a.score).then(b.total.cmp(&a.total)).then_with(|| a.name.cmp(&b.name))
}

#[cfg(test)]
mod tests;
