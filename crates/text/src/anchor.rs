//! Re-anchoring: where a range of one text stands in another version of it.
//!
//! Four steps, each of which says what it found and how sure it is: the very text ([`Method::ExactMatch`]), the
//! comparison of both texts ([`Method::Diff3`]), the meaning of what was rewritten ([`Method::SemanticSearch`], or
//! [`Method::NgramSimilarity`] without a model), and the author ([`Method::ManualConfirmation`]). A wrong anchor is
//! worse than an unsure one, and text that was deleted has no place: a result is only to be used at
//! [`SURE`] or above.
//!
//! The very text alone proves little: the quote may be gone and the same three characters stand elsewhere, or its
//! paragraph may have been copied. So a hit counts only when the alignment of both texts does not contradict it.
//!
//! Absent on purpose: edits made in the editor. Those map exactly and never come here.

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

use serde::Serialize;

pub use alignment::Alignment;
pub use semantic::SemanticSearch;

use crate::CharRange;

/// The least confidence with which an anchor may be moved without asking its author.
pub const SURE: f64 = 0.6;

/// A range of one text to be found in another.
#[derive(Clone, Copy)]
pub struct Reanchor<'a> {
    /// The text the range belongs to.
    pub old_text: &'a str,
    /// The text to find it in.
    pub new_text: &'a str,
    /// The range, in char offsets of `old_text`; what reaches beyond its end is ignored.
    pub range: CharRange,
    /// Who can compare meaning, if anyone.
    pub semantic: Option<&'a dyn SemanticSearch>,
}

/// How a range was, or was not, found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The text of the range stands in the new text and nothing speaks against it.
    ExactMatch,
    /// Both ends were mapped through the comparison of the texts.
    Diff3,
    /// The passage was rewritten; its meaning was found.
    SemanticSearch,
    /// The stand-in for meaning where there is no model: shared pairs of characters.
    NgramSimilarity,
    /// The author has to say.
    ManualConfirmation,
}

/// What one step found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct Attempt {
    /// The step.
    pub strategy: Method,
    /// Where the step saw the range, in char offsets of the new text.
    pub range: Option<CharRange>,
    /// How sure the step is, 0 to 1.
    pub confidence: f64,
}

/// Where a range went.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct Reanchored {
    /// The range in char offsets of the new text; a mere suggestion below [`SURE`], `None` when the text is gone.
    pub range: Option<CharRange>,
    /// The step that decided.
    pub method: Method,
    /// 0 to 1; to be used from [`SURE`] on. 1 for an exact match, 0.6 to 0.9 for a comparison.
    pub confidence: f64,
    /// Every step that was taken, in order.
    pub attempts: Vec<Attempt>,
}

impl Reanchored {
    /// The range, if it may be used without asking.
    pub fn sure(&self) -> Option<CharRange> {
        self.range.filter(|_| self.confidence >= SURE)
    }
}

/// Finds one range. For several ranges of the same texts prepare an [`Alignment`] once.
pub fn reanchor(request: &Reanchor<'_>) -> Reanchored {
    Alignment::new(request.old_text, request.new_text).reanchor(request.range, request.semantic)
}
