//! What was repaired in an answer.

use serde::{Deserialize, Serialize};

/// A kind of repair. None of them changes what the answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// The model's thinking before the answer was left out.
    Thinking,
    /// The value stood in a Markdown fence.
    Fence,
    /// There was prose before or after the value.
    Prose,
    /// The value was JSON written as a JSON string.
    DoubleEncoded,
    /// A comma before a closing bracket.
    TrailingComma,
    /// A comma before the first item, or two in a row.
    ExtraComma,
    /// Two items without a comma.
    MissingComma,
    /// A closing bracket that was not there.
    MissingBracket,
    /// A closing bracket too many at the end.
    ExtraBracket,
    /// `'…'` for `"…"`.
    SingleQuotes,
    /// `“…”`, `「…」` and their like for `"…"`.
    WideQuotes,
    /// `，`, `：`, `、`, `｛｝`, `［］` for the ASCII marks.
    WideMarks,
    /// White space that JSON does not know.
    Whitespace,
    /// A key without quote marks.
    UnquotedKey,
    /// A comment.
    Comment,
    /// `True`, `False` or `None`.
    PythonLiteral,
    /// A line end or another control character in a string.
    RawControl,
    /// Quote marks within a string that were not escaped; they come in pairs.
    UnescapedQuotes,
    /// `\'`.
    Escape,
}

/// The kinds of repair so far, each once.
#[derive(Debug, Default)]
pub(super) struct Repairs(Vec<Repair>);

impl Repairs {
    pub(super) fn note(&mut self, repair: Repair) {
        if !self.0.contains(&repair) {
            self.0.push(repair);
        }
    }

    /// Whether a bracket was added or passed over.
    pub(super) fn moved_brackets(&self) -> bool {
        self.0.iter().any(|repair| matches!(repair, Repair::MissingBracket | Repair::ExtraBracket))
    }

    pub(super) fn into_vec(self) -> Vec<Repair> {
        self.0
    }
}
