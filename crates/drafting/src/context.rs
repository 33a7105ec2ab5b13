//! The context pack: which pieces of the project go to a model, and what became of every other one.
//!
//! A pure function of values: who gathers candidates reads the project, [`pack`] decides. Always: the pack never holds
//! more tokens than its [`Budget`]; every candidate has exactly one [`Fate`]; the order of the candidates changes nothing;
//! nothing told later than the scene, no secret that was not allowed and nothing unapproved is kept; a piece that is cut
//! is cut at a sentence end. Deliberately absent: wording (labels are part of a candidate's text) and retrieval.

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
pub use candidate::{Candidate, Cut, Precedence, Standing, StoryPosition, Subject};
use fill::{Filled, Item};
pub use source::{Source, TextRange};

/// What a pack is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackInput {
    /// The room there is.
    pub budget: Budget,
    /// The scene being written.
    pub scene: StoryPosition,
    /// Everything that might be sent, in any order.
    pub candidates: Vec<Candidate>,
    /// What the author does not want sent; names and titles in it count for nothing.
    pub excluded: Vec<Source>,
    /// Whether the author allows secrets for this act.
    pub allow_secrets: bool,
}

/// What is sent, and what became of every candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ContextPack")]
pub struct Pack {
    /// All five layers in the order of [`Layer::ALL`], empty ones included.
    pub layers: Vec<LayerText>,
    /// One for each candidate: by layer, those that are shown first in the order they are shown, then the others in the
    /// order they were considered.
    pub parts: Vec<Part>,
    /// What all layers take together: never more than [`Budget::tokens`].
    pub total_tokens: usize,
}

impl Pack {
    /// The text of a layer; empty when nothing of it is sent.
    pub fn text(&self, layer: Layer) -> &str {
        self.layers.iter().find(|text| text.layer == layer).map_or("", |text| text.text.as_str())
    }

    /// What is sent of a part; `None` when nothing is.
    pub fn text_of(&self, part: &Part) -> Option<&str> {
        part.shown.map(|range| TextIndex::new(self.text(part.layer)).slice(range))
    }

    /// The parts that must not be left out and were, or were cut: the window is too small for them.
    pub fn missing(&self) -> impl Iterator<Item = &Part> {
        let is_over =
            |fate: &Fate| matches!(fate, Fate::Cut { .. } | Fate::Dropped { reason: DropReason::OverBudget });
        self.parts.iter().filter(move |part| part.precedence == Precedence::Required && is_over(&part.fate))
    }
}

/// One layer of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct LayerText {
    /// The layer.
    pub layer: Layer,
    /// The most it could have taken, in tokens.
    pub budget: usize,
    /// What it takes, in tokens, with the blank lines between its parts.
    pub used: usize,
    /// Its parts, a blank line between any two that do not follow each other in one text.
    pub text: String,
}

/// What became of one candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ContextPart")]
pub struct Part {
    /// The layer it was meant for.
    pub layer: Layer,
    /// Where it comes from.
    pub source: Source,
    /// How true it is.
    pub standing: Standing,
    /// How strongly it was wanted.
    pub precedence: Precedence,
    /// The tokens of its whole text.
    pub tokens: usize,
    /// The Unicode scalar values of its whole text.
    pub characters: usize,
    /// SHA-256 of its whole text, hexadecimal.
    pub text_hash: String,
    /// What became of it.
    pub fate: Fate,
    /// Where it stands in the text of its layer; `None` when it was dropped.
    pub shown: Option<CharRange>,
}

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "ContextFate")]
pub enum Fate {
    /// It is sent whole.
    Kept,
    /// Part of it is sent.
    Cut {
        /// The tokens of what is sent.
        kept_tokens: usize,
        /// What is sent, in char offsets of its text.
        kept: CharRange,
    },
    /// It is not sent.
    Dropped {
        /// Why.
        reason: DropReason,
    },
}

/// Why a candidate is not sent. One that has several reasons has the first of them in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DropReason {
    /// There is nothing to see in it.
    Empty,
    /// The author excluded it.
    DroppedByAuthor,
    /// Nobody approved it.
    NotApproved,
    /// The scene being written comes before it.
    LaterThanScene,
    /// It is a secret, and secrets are not allowed.
    Secret,
    /// Something truer says otherwise of the same subject.
    OverruledBy {
        /// What says otherwise. It may be left out itself for want of room: what it contradicts is false all the same.
        source: Source,
    },
    /// The same words are sent already.
    Duplicate {
        /// The part that holds them.
        of: Source,
    },
    /// There is no room for it.
    OverBudget,
}

/// Chooses what is sent.
///
/// `count` gives the tokens of a text. It is called once for each candidate, once for a blank line, and for the sentences
/// of the few pieces that are cut. The total is the sum of the parts: a tokenizer that joins tokens over a blank line can only
/// need fewer.
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
