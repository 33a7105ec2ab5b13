//! Use cases on plain text, without a project.

use serde::{Deserialize, Serialize};
use wenfang_project::manuscript::Totals;
use wenfang_text::{CanonicalText, CountRule, Counts, Hunk};

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
