//! Names in prose: where the known ones stand, and which others may be names.
//!
//! A name is found as it is written: letter case, width and the form of characters (简/繁) count. Names in scripts that
//! are written without spaces stand anywhere; an end of a name that is a letter or digit of a spaced script stands at
//! the border of a word. Deliberately absent: who is meant, which is for the caller.

pub(crate) mod border;
mod hints;
mod lexicon;

pub use hints::{Bearer, NameHint, NameHintKind, SHOWN_OCCURRENCES, begins_with_family_name, name_hints};
pub use lexicon::{Lexicon, Mention};

#[cfg(test)]
mod tests;
