//! Use cases on text alone, without a project.

use serde::{Deserialize, Serialize};
use wenfang_project::manuscript::Totals;
use wenfang_text::{
    CanonicalText, CharRange, CountRule, Counts, Hunk, Reanchor, Reanchored, SemanticSearch, TextIndex,
};

use crate::error::{Error, Result};
use crate::meaning::Meaning;

/// A text to count.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CountText {
    /// The text.
    pub text: String,
    /// The rule whose total is wanted.
    #[serde(default = "standard")]
    #[ts(as = "Option<_>", optional)]
    pub rule: CountRule,
}

fn standard() -> CountRule {
    CountRule::Standard
}

/// A text that was counted.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Counted {
    /// The rule that was asked for.
    pub rule: CountRule,
    /// Its total.
    pub total: usize,
    /// The totals by all four rules.
    pub counts: Totals,
    /// What the characters are.
    pub classes: Counts,
}

/// Counts a text.
pub fn count(request: &CountText) -> Counted {
    let text = CanonicalText::new(request.text.as_str());
    let classes = wenfang_text::count(&text);
    Counted { rule: request.rule, total: classes.total(request.rule), counts: classes.into(), classes }
}

/// Two texts to compare.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CompareTexts {
    /// The text as it is.
    pub old: String,
    /// The text as it would be.
    pub new: String,
}

/// What differs between two texts, in pieces that an author takes or refuses one by one.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextEdits {
    /// The pieces, in char offsets of both texts.
    pub edits: Vec<Hunk>,
}

/// Compares two texts for judging.
pub fn edits(request: &CompareTexts) -> TextEdits {
    TextEdits { edits: wenfang_text::edits(&request.old, &request.new) }
}

/// A range of one text to be found in another.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ReanchorText {
    /// The text the range belongs to.
    pub old: String,
    /// The text to find it in.
    pub new: String,
    /// The range, in char offsets of the canonical old text.
    pub range: CharRange,
}

/// Finds a range of one text in another; what was rewritten by the model of this machine, where there is one.
///
/// # Errors
/// A range that is empty or reaches beyond the old text.
pub async fn reanchor(meaning: &Meaning, request: &ReanchorText) -> Result<Reanchored> {
    let (old, new) = (CanonicalText::new(request.old.as_str()), CanonicalText::new(request.new.as_str()));
    let length = TextIndex::new(&old).len();
    if request.range.is_empty() || request.range.end().get() > length {
        return Err(Error::bad_request(
            format!(
                "the range {}..{} is empty or reaches beyond the text",
                request.range.start(),
                request.range.end()
            ),
            format!("Name a range within 0..{length}."),
        ));
    }
    let semantic = meaning.semantic().await;
    Ok(wenfang_text::reanchor(&Reanchor {
        old_text: &old,
        new_text: &new,
        range: request.range,
        semantic: semantic.as_ref().map(|model| model as &dyn SemanticSearch),
    }))
}
