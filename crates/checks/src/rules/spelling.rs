//! Shared data of the Chinese spelling rules: easily confused characters, common words, set phrases, and the
//! usage of characters in the book itself.
//!
//! The lists are data files beside this one, each with its origin in its first lines. There is no dictionary:
//! what a book writes repeatedly is correct in it, whatever the lists say.

mod lists;
mod usage;

pub(super) use lists::{End, Similarity, idioms_by, is_word, mistakes, similar};
pub(super) use usage::{MARK, Usage, Window, codes};
