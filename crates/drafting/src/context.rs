//! The context pack: which pieces of the project go to a model, and what happened to every other one.
//!
//! A pure function of values: the caller gathers candidates from the project, [`pack`] decides. Always: the pack
//! never holds more tokens than its [`Budget`]; every candidate has exactly one [`Fate`]; the order of the candidates
//! does not matter; nothing that comes later than the scene, no secret unless allowed, and nothing unapproved is
//! kept; a piece is cut only at a sentence end. Deliberately absent: wording (labels are part of a candidate's text)
//! and retrieval.

mod admit;
mod budget;
mod candidate;
mod cut;
mod fill;
mod show;
mod shown;
mod source;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use wenfang_text::{CharRange, ContentHash, TextIndex};

pub use budget::{Budget, Layer, Share, Shares};
pub use candidate::{Authority, Candidate, Cut, Precedence, StoryPosition, Subject};
use fill::{Filled, Item};
pub use source::{Source, TextRange};

/// The input of [`pack`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackInput {
    pub budget: Budget,
    /// The scene being written.
    pub scene: StoryPosition,
    /// Everything that might be sent, in any order.
    pub candidates: Vec<Candidate>,
    /// Sources that the author excluded. Their names and titles are ignored.
    pub excluded: Vec<Source>,
    /// Whether the author allows secrets for this act.
    pub allow_secrets: bool,
}

/// The text to send, and what happened to every candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ContextPack")]
pub struct Pack {
    /// All layers in the order of [`Layer::ALL`], empty ones included.
    pub layers: Vec<LayerText>,
    /// One part per candidate: by layer, first the shown ones in display order, then the others in the order they
    /// were considered.
    pub parts: Vec<Part>,
    /// The tokens of all layers together: never more than [`Budget::tokens`].
    pub total_tokens: usize,
}

impl Pack {
    /// The text of a layer; empty if nothing of it is sent.
    pub fn text(&self, layer: Layer) -> &str {
        self.layers.iter().find(|text| text.layer == layer).map_or("", |text| text.text.as_str())
    }

    /// The text sent for a part; `None` if nothing is.
    pub fn text_of(&self, part: &Part) -> Option<&str> {
        part.shown.map(|range| TextIndex::new(self.text(part.layer)).slice(range))
    }

    /// The required parts that were dropped or cut because the window is too small for them.
    pub fn missing(&self) -> impl Iterator<Item = &Part> {
        let is_over =
            |fate: &Fate| matches!(fate, Fate::Cut { .. } | Fate::Dropped { reason: DropReason::OverBudget });
        self.parts.iter().filter(move |part| part.precedence == Precedence::Required && is_over(&part.fate))
    }
}

/// One layer of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct LayerText {
    pub layer: Layer,
    /// The maximum number of tokens it could have used.
    pub budget: usize,
    /// The tokens used, including the blank lines between its parts.
    pub used: usize,
    /// Its parts, separated by a blank line unless they are adjacent in one text.
    pub text: String,
}

/// One candidate and what happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ContextPart")]
pub struct Part {
    /// The intended layer.
    pub layer: Layer,
    pub source: Source,
    /// How authoritative the candidate is.
    pub standing: Authority,
    pub precedence: Precedence,
    /// The tokens of its whole text.
    pub tokens: usize,
    /// The Unicode scalar values of its whole text.
    pub characters: usize,
    /// SHA-256 of its whole text, hexadecimal.
    pub text_hash: String,
    pub fate: Fate,
    /// Its position in the text of its layer; `None` if it was dropped.
    pub shown: Option<CharRange>,
}

impl Part {
    /// Whether any of it is sent.
    pub const fn is_sent(&self) -> bool {
        !matches!(self.fate, Fate::Dropped { .. })
    }
}

/// What happened to a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "ContextFate")]
pub enum Fate {
    /// The whole candidate is sent.
    Kept,
    /// Part of the candidate is sent.
    Cut {
        /// The tokens of the part sent.
        kept_tokens: usize,
        /// The part sent, in char offsets of its text.
        kept: CharRange,
    },
    /// The candidate is not sent.
    Dropped { reason: DropReason },
}

/// The reason why a candidate is not sent. If several apply, the first in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DropReason {
    /// The text is blank.
    Empty,
    /// The author excluded it.
    DroppedByAuthor,
    /// The author has not approved it.
    NotApproved,
    /// It comes later than the scene being written.
    LaterThanScene,
    /// It is a secret, and secrets are not allowed.
    Secret,
    /// A more authoritative candidate contradicts it.
    OverruledBy {
        /// The contradicting source. It may itself be dropped for lack of room; what it contradicts is still false.
        source: Source,
    },
    /// The same text is already sent.
    Duplicate {
        /// The part that contains it.
        of: Source,
    },
    /// There is not enough room.
    OverBudget,
}

/// Chooses what is sent.
///
/// `count` returns the tokens of a text. It is called once per candidate, once for a blank line, and for the
/// sentences of the few pieces that are cut. The total is the sum of the parts: a tokenizer that merges tokens across
/// a blank line can only need fewer.
pub fn pack(input: &PackInput, count: &dyn Fn(&str) -> usize) -> Pack {
    let items = admit::admit(input, count);
    let layers = budget::by_layer(&items, |item: &Item<'_>| item.candidate.layer);
    let filled = fill::fill_all(layers, input.budget, count);
    let mut pack = Pack { layers: Vec::new(), parts: Vec::new(), total_tokens: 0 };
    for ((layer, items), Filled { fates, budget, used, .. }) in Layer::ALL.into_iter().zip(layers).zip(filled)
    {
        let shown = show::show(layer, items, &fates);
        pack.total_tokens += used;
        pack.layers.push(LayerText { layer, budget, used, text: shown.text });
        let mut fates: Vec<Option<Fate>> = fates.into_iter().map(Some).collect();
        let places = shown.places.into_iter().map(|(at, range)| (at, Some(range)));
        let dropped: Vec<usize> =
            (0..items.len()).filter(|&at| matches!(fates[at], Some(Fate::Dropped { .. }))).collect();
        for (at, place) in places.chain(dropped.into_iter().map(|at| (at, None))) {
            pack.parts.extend(fates[at].take().map(|fate| part(&items[at], fate, place)));
        }
    }
    pack
}

fn part(item: &Item<'_>, fate: Fate, shown: Option<CharRange>) -> Part {
    let candidate = item.candidate;
    Part {
        layer: candidate.layer,
        source: candidate.source.clone(),
        standing: candidate.standing,
        precedence: candidate.precedence,
        tokens: item.tokens,
        characters: candidate.text.chars().count(),
        text_hash: ContentHash::of(candidate.text.as_bytes()).to_string(),
        fate,
        shown,
    }
}
