//! Names in prose: finds known names and suggests unknown ones.
//!
//! A name is found exactly as written: letter case, width and the form of characters (简/繁) matter. Names in scripts
//! without spaces match anywhere; if a name begins or ends with a letter or digit of a spaced script, that end must
//! be at a word border. Deliberately absent: who is meant, which the caller decides.

pub(crate) mod border;
mod hints;
mod lexicon;

pub use hints::{
    Bearer, HintTuning, Misspellings, NameHint, NameHintKind, SHOWN_OCCURRENCES, begins_with_family_name,
    common_words, name_hints, name_hints_tuned,
};
pub use lexicon::{Lexicon, Mention};

#[cfg(test)]
mod tests;
