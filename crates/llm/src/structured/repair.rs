//! The kinds of repair made to an answer.

use serde::{Deserialize, Serialize};

/// A kind of repair. None changes the meaning of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// The model's thinking before the answer was dropped.
    Thinking,
    /// The value was in a Markdown fence.
    Fence,
    /// Prose before or after the value was dropped.
    Prose,
    /// The value was JSON written as a JSON string.
    DoubleEncoded,
    /// A comma before a closing bracket.
    TrailingComma,
    /// A comma before the first item, or two in a row.
    ExtraComma,
    /// Two items without a comma.
    MissingComma,
    /// A missing closing bracket.
    MissingBracket,
    /// A surplus closing bracket at the end.
    ExtraBracket,
    /// `'…'` instead of `"…"`.
    SingleQuotes,
    /// `“…”`, `「…」` and the like instead of `"…"`.
    WideQuotes,
    /// `，`, `：`, `、`, `｛｝`, `［］` instead of the ASCII characters.
    WideMarks,
    /// White space that JSON does not allow.
    Whitespace,
    /// A key without quotation marks.
    UnquotedKey,
    /// A comment.
    Comment,
    /// `True`, `False` or `None`.
    PythonLiteral,
    /// A line end or another control character in a string.
    RawControl,
    /// Unescaped quotation marks within a string; they come in pairs.
    UnescapedQuotes,
    /// `\'`.
    Escape,
}

/// The repairs so far, each kind once.
#[derive(Debug, Default)]
pub(super) struct Repairs(Vec<Repair>);

impl Repairs {
    pub(super) fn note(&mut self, repair: Repair) {
        if !self.0.contains(&repair) {
            self.0.push(repair);
        }
    }

    /// Whether a bracket was inserted or skipped.
    pub(super) fn moved_brackets(&self) -> bool {
        self.0.iter().any(|repair| matches!(repair, Repair::MissingBracket | Repair::ExtraBracket))
    }

    pub(super) fn into_vec(self) -> Vec<Repair> {
        self.0
    }
}
