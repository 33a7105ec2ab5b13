//! Shared data of the Chinese spelling rules: easily confused characters, common words, set phrases, and the
//! usage of characters in the book itself.
//!
//! The lists are data files beside this one, each with its origin in its first lines. There is no dictionary:
//! what a book writes repeatedly is correct in it, whatever the lists say.

mod lists;
mod usage;

use wenfang_text::CharRange;

pub(super) use lists::{End, Similarity, idioms_by, is_word, mistakes, similar};
pub(super) use usage::{MARK, Usage, Window, codes};

/// A position that a rule of spelling weighs.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub range: CharRange,
    /// The features of the evidence, in the order of the rule's weights.
    pub evidence: Vec<f64>,
}

/// Returns the weighted sum of evidence.
pub fn total(bias: f64, weights: &[f64], evidence: &[f64]) -> f64 {
    bias + evidence.iter().zip(weights).map(|(evidence, weight)| evidence * weight).sum::<f64>()
}
