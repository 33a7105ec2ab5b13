//! English spelling with Hunspell dictionaries.
//!
//! [`Speller`] is a dictionary parsed from the bytes of its two files. [`Speller::misspelt`] returns the words of a
//! text that neither the dictionary nor the novel's [`KnownWords`] contain; [`Speller::suggestions`] returns likely
//! corrections. [`installed`] chooses among the dictionaries of a machine.
//!
//! Everything here is pure: the caller reads the files.
//!
//! A damaged dictionary is an [`Error`]. Ranges are in order, never overlap, and lie inside the text. Text in scripts
//! other than Latin is ignored.

mod encoding;
mod error;
mod installed;
mod known;
mod links;
mod speller;
mod suggest;
mod words;

pub use error::Error;
pub use installed::{Surroundings, choose, name_of, standard_folders};
pub use known::KnownWords;
pub use speller::Speller;
pub use words::is_word;
