//! English spelling by Hunspell dictionaries.
//!
//! [`Speller`] is a dictionary out of the bytes of its two files; [`Speller::misspelt`] says which words of a text it does
//! not know, given the [`KnownWords`] of a novel, and [`Speller::suggestions`] what may be meant. [`installed`] chooses among
//! the dictionaries of a machine. Everything here is a function of values: files are read elsewhere.
//!
//! Always: a damaged dictionary is an [`Error`]; ranges are in order, never overlap, and lie inside the text; text in other
//! scripts than Latin is passed over.

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
