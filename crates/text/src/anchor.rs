//! Re-anchoring: finding a range of one text in another version of it.
//!
//! There are four steps, each of which reports what it found and how sure it is: the identical text
//! ([`Method::ExactMatch`]), the comparison of both texts ([`Method::Diff3`]), the meaning of what was rewritten
//! ([`Method::SemanticSearch`], or [`Method::NgramSimilarity`] without a model), and the author
//! ([`Method::ManualConfirmation`]). A wrong anchor is worse than an unsure one, and deleted text has no place. Use a
//! result only if its confidence is [`SURE`] or above.
//!
//! Identical text alone proves little: the quote may have been deleted while the same three characters occur
//! elsewhere, or its paragraph may have been copied. A hit therefore counts only if the alignment of both texts does
//! not contradict it.
//!
//! If two texts differ in [marks](crate::marks) alone, every range of words is found exactly.
//!
//! Deliberately absent: edits made in the editor. The editor maps those exactly, without this module.

mod alignment;
mod backbone;
mod compare;
mod decide;
mod exact;
mod fold;
mod moves;
mod place;
mod rival;
mod run;
mod seeds;
mod semantic;
mod slide;
#[cfg(test)]
mod tests;
mod texts;
mod variants;

use serde::{Deserialize, Serialize};

pub use alignment::Alignment;
pub(crate) use fold::fold;
pub use semantic::{SemanticSearch, ngram_similarity};
pub(crate) use variants::pairs as variant_pairs;

use crate::CharRange;

/// The lowest confidence at which an anchor may be moved without asking the author.
pub const SURE: f64 = 0.6;

/// A request to find a range of one text in another.
#[derive(Clone, Copy)]
pub struct Reanchor<'a> {
    pub old_text: &'a str,
    pub new_text: &'a str,
    /// In char offsets of `old_text`; the part beyond its end is ignored.
    pub range: CharRange,
    /// Compares meaning, if a model is available.
    pub semantic: Option<&'a dyn SemanticSearch>,
}

/// The step that found a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The text of the range occurs in the new text and nothing contradicts it.
    ExactMatch,
    /// The comparison of the texts mapped both ends.
    Diff3,
    /// The passage was rewritten; its meaning was found.
    SemanticSearch,
    /// Shared character pairs, used in place of meaning if there is no model.
    NgramSimilarity,
    /// The author must decide.
    ManualConfirmation,
}

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Attempt {
    pub strategy: Method,
    /// In char offsets of the new text.
    pub range: Option<CharRange>,
    /// 0 to 1.
    pub confidence: f64,
}

/// The result of re-anchoring a range.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct Reanchored {
    /// In char offsets of the new text; only a suggestion below [`SURE`], `None` if the text is gone.
    pub range: Option<CharRange>,
    /// The step that decided.
    pub method: Method,
    /// 0 to 1; usable from [`SURE`] up. 1 for an exact match, 0.6 to 0.9 for a comparison.
    pub confidence: f64,
    /// The steps taken, in order.
    pub attempts: Vec<Attempt>,
}

impl Reanchored {
    /// The range, if it may be used without asking the author.
    pub fn sure(&self) -> Option<CharRange> {
        self.range.filter(|_| self.confidence >= SURE)
    }
}

/// Finds one range. To find several ranges of the same texts, prepare an [`Alignment`] once.
pub fn reanchor(request: &Reanchor<'_>) -> Reanchored {
    Alignment::new(request.old_text, request.new_text).reanchor(request.range, request.semantic)
}
