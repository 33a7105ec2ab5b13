//! What might be sent: a text, where it comes from, and how much it matters.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use super::{Layer, Source, TextRange};

/// A piece of context that might be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where it would stand.
    pub layer: Layer,
    /// Where it comes from.
    pub source: Source,
    /// What would be sent, label and all.
    pub text: String,
    /// How true it is.
    pub standing: Standing,
    /// How strongly it is wanted.
    pub precedence: Precedence,
    /// Among those of the same precedence the highest comes first.
    pub priority: i32,
    /// Its place in the order of what found it: 0 is the best. Decides among those of the same priority.
    pub rank: u32,
    /// Since when it is told; `None` for what has no place in the story. A summary stands where its last scene does.
    pub at: Option<StoryPosition>,
    /// What may be done with it when it does not fit.
    pub cut: Cut,
    /// What it speaks of, when something else may contradict it.
    pub about: Option<Subject>,
    /// Passages that its text quotes: they are shown when it is shown whole.
    pub quotes: Vec<TextRange>,
    /// Whether readers, and models, are not to know it yet.
    pub secret: bool,
}

impl Candidate {
    /// A piece that is wanted as much as any other, has no place in the story and is never cut.
    pub fn new(layer: Layer, source: Source, standing: Standing, text: impl Into<String>) -> Self {
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

    /// The order in which candidates are considered: by layer, precedence, priority, rank, then what is told last, then by
    /// source. Only candidates that are alike in everything are equal.
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

/// How true something is, the truest first. On a conflict the truer one is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ContextStanding")]
pub enum Standing {
    /// The author locked it: bible fields and lore entries.
    LockedCanon,
    /// The author wrote or approved it.
    ApprovedFact,
    /// The text says so.
    CurrentText,
    /// It was extracted and nobody approved it. Never sent.
    Unapproved,
}

/// How strongly something is wanted, the strongest first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ContextPrecedence")]
pub enum Precedence {
    /// A hard constraint, as a locked bible field: it may take its layer beyond its share, never into the half that is
    /// kept for the recent text.
    Required,
    /// The author pinned it for this act.
    Pinned,
    /// It always counts, as a constant lore entry.
    Constant,
    /// It is as good as any other.
    #[default]
    Usual,
}

/// What may be done with a piece that does not fit. Cuts fall on sentence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// It is sent whole or not at all.
    Whole,
    /// Its beginning is kept.
    KeepStart,
    /// Its end is kept: what leads up to the caret.
    KeepEnd,
}

/// A place in the telling, as `StoryOrder` of the canon counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoryPosition {
    /// How many chapters stand before.
    pub chapter: usize,
    /// How many scenes of the book are told before.
    pub scene: usize,
}

/// What a piece speaks of. Pieces about the same subject whose texts differ contradict each other when one is truer; those
/// equally true stand side by side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// Who or what, by any key the gatherer uses throughout.
    pub subject: String,
    /// What is said of it.
    pub predicate: String,
}
