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

    /// How many characters of its passages go away when it is mended; 0 if it asks for no deletion.
    pub(super) fn asked_deletion(&self, tool: Tool) -> usize {
        let passage = self.range.len();
        if let Some(words) = self.replacement() {
            return passage.saturating_sub(words.chars().count());
        }
        match self.record.rule {
            Rule::Length => self.excess().map_or(0, |share| (share * passage as f64) as usize),
            // One occurrence stays.
            Rule::Doubled | Rule::Repetition => passage * self.record.evidence.len().max(1),
            _ if tool == Tool::Shorten => passage,
            _ => 0,
        }
    }

    /// The share of a scene that is more than its target length; `None` if it is not too long.
    fn excess(&self) -> Option<f64> {
        let length = |value: &str| value.parse::<f64>().ok();
        let (found, target) = (length(&self.record.found)?, length(&self.record.expected)?);
        (found > target && target >= 0.0).then(|| 1.0 - target / found)
    }

    /// The words of the other passages of which one may go as well as its own.
    pub(super) fn other_passages(&self) -> impl Iterator<Item = &str> {
        let is_meant = |quote: &&str| self.record.rule == Rule::Repetition && !quote.is_empty();
        self.record.evidence.iter().map(|passage| passage.quote.as_str()).filter(is_meant)
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
