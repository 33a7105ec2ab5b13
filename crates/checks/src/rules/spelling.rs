//! What the spelling rules of Chinese share: which characters are taken for one another, common words, set phrases, and
//! how this book itself uses its characters.
//!
//! The lists are data files beside this one, each with its origin in its first lines. There is no dictionary behind
//! them: what a book writes again and again is right in it, whatever the lists say.

mod lists;
mod usage;

pub(super) use lists::{End, Likeness, alike, idioms_by, is_word, mistakes};
pub(super) use usage::{MARK, Usage, Window, codes};
