//! Use cases on plain text, without a project.

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
    pub text: String,
    /// The rule for the total.
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
    pub rule: CountRule,
    /// The total by that rule.
    pub total: usize,
    /// The totals by all four rules.
    pub counts: Totals,
    /// Counts per character class.
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
    pub old: String,
    pub new: String,
}

/// The edits between two texts, each of which the author can accept or reject.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextEdits {
    /// The edits, in char offsets of both texts.
    pub edits: Vec<Hunk>,
}

/// Compares two texts edit by edit.
pub fn edits(request: &CompareTexts) -> TextEdits {
    TextEdits { edits: wenfang_text::edits(&request.old, &request.new) }
}

/// A range to find in another text.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ReanchorText {
    /// The text the range belongs to.
    pub old: String,
    /// The text to find it in.
    pub new: String,
    /// The range, in char offsets of the canonical old text.
    pub range: CharRange,
}

/// Finds a range of one text in another; uses the embedding model, if there is one, for rewritten passages.
///
/// # Errors
/// A range that is empty or ends beyond the old text.
pub async fn reanchor(meaning: &Meaning, request: &ReanchorText) -> Result<Reanchored> {
    let (old, new) = (CanonicalText::new(request.old.as_str()), CanonicalText::new(request.new.as_str()));
    let length = TextIndex::new(&old).len();
    if request.range.is_empty() || request.range.end().get() > length {
        return Err(Error::bad_request(
            format!(
                "the range {}..{} is empty or ends beyond the text",
                request.range.start(),
                request.range.end()
            ),
            format!("Choose a range within 0..{length}."),
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
