//! Issues at their places, and edits.

use wenfang_story::IssueId;
use wenfang_story::check::Rule;
use wenfang_story::mend::{IssueRecord, Tool};
use wenfang_text::{CharRange, SURE};

/// An open issue at its place in the text of a round.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    pub id: IssueId,
    pub record: &'a IssueRecord,
    /// In char offsets of the text.
    pub range: CharRange,
    /// How sure the place is, 0 to 1; below [`SURE`] it is not used.
    pub sureness: f64,
    /// Whether the author agreed to the tool that asks first.
    pub is_approved: bool,
}

impl Issue<'_> {
    pub(super) fn has_sure_place(&self) -> bool {
        self.sureness >= SURE
    }

    /// The words that the rule suggests for the passage, if they would change it.
    pub(super) fn replacement(&self) -> Option<&str> {
        self.record.replacement.as_deref().filter(|words| *words != self.record.anchor.quote)
    }

    /// Whether mending it means that text goes away.
    pub(super) fn asks_for_deletion(&self, tool: Tool) -> bool {
        let is_shorter = |words: &str| words.chars().count() < self.record.anchor.quote.chars().count();
        tool == Tool::Shorten
            || self.replacement().is_some_and(is_shorter)
            || matches!(self.record.rule, Rule::Doubled | Rule::Repetition)
    }

    /// Whether it is about a name: then the fix may remove the name.
    pub(super) fn is_about(&self, name: &str) -> bool {
        let record = self.record;
        record.found.contains(name)
            || record.expected.contains(name)
            || matches!(record.rule, Rule::NameDrift | Rule::AbsentActs | Rule::DialogueTags)
                && record.anchor.quote.contains(name)
    }
}

/// A change of a text: the words that replace those of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// In char offsets of the text before the round.
    pub range: CharRange,
    pub words: String,
}
