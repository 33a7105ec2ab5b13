//! Candidates for the context: a text, its source, and its importance.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use super::{Layer, Source, TextRange};

/// A piece of context that might be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub layer: Layer,
    pub source: Source,
    /// The text to send, including its label.
    pub text: String,
    /// How authoritative it is.
    pub standing: Authority,
    /// How strongly it is wanted.
    pub precedence: Precedence,
    /// Within the same precedence, the highest priority comes first.
    pub priority: i32,
    /// Its rank in the result that found it; 0 is the best. Decides within the same priority.
    pub rank: u32,
    /// The point of the story from which it is known; `None` if it has no place in the story. A summary has the
    /// position of its last scene.
    pub at: Option<StoryPosition>,
    /// How it may be shortened if it does not fit.
    pub cut: Cut,
    /// Its subject, if other candidates may contradict it.
    pub about: Option<Subject>,
    /// Passages quoted in its text; shown if the candidate is shown whole.
    pub quotes: Vec<TextRange>,
    /// Whether readers and models must not know it yet.
    pub secret: bool,
}

impl Candidate {
    /// Creates a candidate of usual precedence, without a place in the story, that is never cut.
    pub fn new(layer: Layer, source: Source, standing: Authority, text: impl Into<String>) -> Self {
        Self {
            layer,
            source,
            text: text.into(),
            standing,
            precedence: Precedence::Usual,
            priority: 0,
            rank: 0,
            at: None,
            cut: Cut::Whole,
            about: None,
            quotes: Vec::new(),
            secret: false,
        }
    }

    /// The order in which candidates are considered: by layer, precedence, priority, rank, then latest in the story,
    /// then by source. Only identical candidates compare equal.
    pub(super) fn considered(&self, other: &Self) -> Ordering {
        let wish = |candidate: &Self| (candidate.precedence, Reverse(candidate.priority), candidate.rank);
        let first = |candidate: &Self| (candidate.layer, wish(candidate), Reverse(candidate.at));
        let rest = |candidate: &Self| (candidate.standing, candidate.cut, candidate.secret);
        first(self)
            .cmp(&first(other))
            .then_with(|| self.source.cmp(&other.source))
            .then_with(|| self.text.cmp(&other.text))
            .then_with(|| rest(self).cmp(&rest(other)))
            .then_with(|| self.about.cmp(&other.about))
            .then_with(|| self.quotes.cmp(&other.quotes))
    }
}

/// How authoritative something is, most authoritative first. In a conflict the more authoritative candidate is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ContextAuthority")]
pub enum Authority {
    /// Locked by the author: bible fields and lore entries.
    LockedCanon,
    /// Written or approved by the author.
    ApprovedFact,
    /// Stated by the text.
    CurrentText,
    /// Extracted and not approved. Never sent.
    Unapproved,
}

/// How strongly something is wanted, strongest first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ContextPrecedence")]
pub enum Precedence {
    /// A hard constraint, such as a locked bible field: it may exceed its layer's share, but never uses the half
    /// reserved for the recent text.
    Required,
    /// Pinned by the author for this act.
    Pinned,
    /// Always relevant, such as a constant lore entry.
    Constant,
    /// No special precedence.
    #[default]
    Usual,
}

/// How a piece may be shortened if it does not fit. Cuts are made at sentence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// Sent whole or not at all.
    Whole,
    /// The beginning is kept.
    KeepStart,
    /// The end is kept: the text leading up to the caret.
    KeepEnd,
}

/// A position in reading order, as counted by the canon's `StoryOrder`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoryPosition {
    /// The number of chapters before it.
    pub chapter: usize,
    /// The number of scenes before it in the book.
    pub scene: usize,
}

/// The subject of a candidate. Different texts about the same subject contradict each other if one is more
/// authoritative; equally authoritative ones are sent side by side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The entity, by any key that the gatherer uses consistently.
    pub subject: String,
    /// The attribute described.
    pub predicate: String,
}
