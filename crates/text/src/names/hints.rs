//! Hints at names nobody entered: new ones, and known ones misspelt.
//!
//! Pure statistics over a whole book, without dictionaries or models, made for asking now and then. A hint is something
//! for the author to decide; what it is based on is in its occurrences. The same texts give the same hints. Known
//! mentions are borders: no hint lies in one, overlaps one or extends one.

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
mod rivals;
mod tally;
mod words;
mod words_common;

use std::cmp::Ordering;

pub use cjk_places::begins_with_family_name;

use misspelt::MANY_SLIPS;
use passage::Passage;

use super::Lexicon;
use crate::CharRange;

/// Most occurrences a hint shows.
pub const SHOWN_OCCURRENCES: usize = 20;

/// What may be a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NameHint {
    /// As it stands in the texts.
    pub name: String,
    /// New, or a known name misspelt.
    pub kind: NameHintKind,
    /// Who bears it, as far as its places tell.
    pub bearer: Bearer,
    /// The first [`SHOWN_OCCURRENCES`] places: number of the scene and range in its text.
    pub occurrences: Vec<(usize, CharRange)>,
    /// How many places there are.
    pub total: usize,
    /// How sure it is, above 0 to 1; for comparing hints, not a probability.
    pub score: f64,
}

/// The words of a list, which are parted by blanks, as characters.
fn lists(words: &str) -> Vec<Vec<char>> {
    words.split_whitespace().map(|word| word.chars().collect()).collect()
}

/// Who or what bears a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// Somebody.
    Person,
    /// A town, a house, a river.
    Place,
    /// Its places do not tell.
    Unknown,
}

/// Why something may be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameHintKind {
    /// It stands where names stand.
    New,
    /// It is nearly a known name and stands far less often.
    Misspelling {
        /// The name that may be meant: its number in the lexicon.
        of: u32,
    },
}

/// What may be a name in the scenes of a book, given as number and text; the surest first.
///
/// Time is linear in the texts: about a second for three million characters.
pub fn name_hints<'t>(
    scenes: impl IntoIterator<Item = (usize, &'t str)>,
    lexicon: &Lexicon,
) -> Vec<NameHint> {
    let passages: Vec<Passage<'t>> =
        scenes.into_iter().map(|(scene, text)| Passage::new(scene, text, lexicon)).collect();
    let mut hints = misspelt::hints(&passages, lexicon);
    let is_japanese = japanese::is_japanese(&passages);
    let mut new = if is_japanese { japanese::hints(&passages) } else { cjk::hints(&passages) };
    // Of the same string, a name with several places of its own is no slip.
    hints.retain(|slip| slip.total < MANY_SLIPS || !new.iter().any(|hint| hint.name == slip.name));
    new.retain(|hint| !hints.iter().any(|slip| slip.name == hint.name));
    hints.append(&mut new);
    hints.append(&mut latin::hints(&passages, lexicon));
    hints.sort_by(surest_first);
    hints
}

fn surest_first(a: &NameHint, b: &NameHint) -> Ordering {
    b.score.total_cmp(&a.score).then(b.total.cmp(&a.total)).then_with(|| a.name.cmp(&b.name))
}

#[cfg(test)]
mod tests;
