//! The token budget of a pack, and how its layers share it.
//!
//! Every layer except `recent` may take up to its maximum share. If these exceed the budget together, each layer
//! keeps its minimum share and the layers are raised in order. The rest goes to `recent` only.

use serde::{Deserialize, Serialize};

/// A layer of the context; layers are sent in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ContextLayer")]
pub enum Layer {
    /// Writing instructions: language, style, point of view, tense, taboos, locked bible fields.
    System,
    /// Earlier events: summaries, open threads.
    LongTerm,
    /// Established facts: facts of the entities in play, lore entries.
    Structured,
    /// Passages similar to the text to be written.
    Vector,
    /// Working notes of the steps before the generation; empty without such steps.
    Notes,
    /// The preceding text: the end of the previous scene, the text so far.
    Recent,
}

impl Layer {
    /// All layers in order.
    pub const ALL: [Self; 6] =
        [Self::System, Self::LongTerm, Self::Structured, Self::Vector, Self::Notes, Self::Recent];
    /// All layers except the recent one.
    pub(super) const BUT_RECENT: [Self; 5] =
        [Self::System, Self::LongTerm, Self::Structured, Self::Vector, Self::Notes];

    /// The template variable that holds the layer's text.
    pub const fn variable(self) -> &'static str {
        match self {
            Self::System => "layers.system",
            Self::LongTerm => "layers.long_term",
            Self::Structured => "layers.structured",
            Self::Vector => "layers.vector",
            Self::Notes => "layers.notes",
            Self::Recent => "layers.recent",
        }
    }
}

/// The share of a layer in a budget, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "LayerShare")]
pub struct Share {
    /// Guaranteed, as long as the layer has text for it.
    pub least: usize,
    /// Never exceeded, except by required candidates.
    pub most: usize,
}

/// The shares of all layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "LayerShares")]
pub struct Shares {
    pub system: Share,
    pub long_term: Share,
    pub structured: Share,
    pub vector: Share,
    /// Absent in receipts that were stored before there were notes.
    #[serde(default = "notes")]
    pub notes: Share,
    /// For the recent layer, `most` is ignored: it may take everything that is left.
    pub recent: Share,
}

impl Shares {
    /// The share of a layer.
    pub const fn of(&self, layer: Layer) -> Share {
        match layer {
            Layer::System => self.system,
            Layer::LongTerm => self.long_term,
            Layer::Structured => self.structured,
            Layer::Vector => self.vector,
            Layer::Notes => self.notes,
            Layer::Recent => self.recent,
        }
    }
}

fn notes() -> Share {
    Share { least: 0, most: 5 }
}

/// The shares of the design: system 5–10, long-term 10–15, structured 15–25, vector 5–8, notes 0–5,
/// recent from 50.
impl Default for Shares {
    fn default() -> Self {
        Self {
            system: Share { least: 5, most: 10 },
            long_term: Share { least: 10, most: 15 },
            structured: Share { least: 15, most: 25 },
            vector: Share { least: 5, most: 8 },
            notes: notes(),
            recent: Share { least: 50, most: 100 },
        }
    }
}

/// A token budget, in tokens of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ContextBudget")]
pub struct Budget {
    /// The model's context window.
    pub window: usize,
    /// Reserved for the answer.
    pub answer: usize,
    /// Always sent: the template and the instruction.
    pub fixed: usize,
    /// How the layers share the rest.
    pub shares: Shares,
}

impl Budget {
    /// Creates a budget of a window minus the answer, with the default shares.
    pub fn new(window_tokens: usize, answer_tokens: usize) -> Self {
        Self { window: window_tokens, answer: answer_tokens, fixed: 0, shares: Shares::default() }
    }

    /// The same budget with a fixed part that is always sent.
    #[must_use]
    pub fn with_fixed(self, fixed: usize) -> Self {
        Self { fixed, ..self }
    }

    /// The tokens that the layers share; 0 if nothing is left.
    pub const fn tokens(self) -> usize {
        self.window.saturating_sub(self.answer).saturating_sub(self.fixed)
    }

    /// The tokens guaranteed to the recent layer if it has text for them, rounded up.
    pub fn kept_for_recent(self) -> usize {
        percent(self.tokens(), self.shares.recent.least.min(100), usize::div_ceil)
    }

    /// The maximum of a layer other than the recent one, regardless of the others, rounded down.
    pub fn most(self, layer: Layer) -> usize {
        percent(self.tokens(), self.shares.of(layer).most.min(100), std::ops::Div::div)
    }

    fn least(self, layer: Layer) -> usize {
        percent(self.tokens(), self.shares.of(layer).least.min(100), std::ops::Div::div)
    }
}

fn percent(tokens: usize, percent: usize, divide: fn(usize, usize) -> usize) -> usize {
    divide(tokens.saturating_mul(percent), 100)
}

/// The tokens that a layer requests.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wish {
    /// The tokens of all its candidates.
    pub(super) all: usize,
    /// The tokens of its required candidates.
    pub(super) required: usize,
}

/// The maximum of each layer other than the recent one. Together never more than `recent` leaves.
pub(super) fn grants(budget: Budget, wishes: &[Wish; 6]) -> [usize; 5] {
    let kept_for_recent = budget.kept_for_recent().min(wishes[5].all);
    let mut room = budget.tokens() - kept_for_recent.min(budget.tokens());
    let mut granted = [0; 5];
    let steps: [&dyn Fn(Layer, Wish) -> usize; 3] =
        [&|_, wish| wish.required, &|layer, wish| budget.least(layer).min(wish.all), &|layer, wish| {
            budget.most(layer).min(wish.all)
        }];
    for step in steps {
        for (at, layer) in Layer::BUT_RECENT.into_iter().enumerate() {
            let more = step(layer, wishes[at]).saturating_sub(granted[at]).min(room);
            granted[at] += more;
            room -= more;
        }
    }
    granted
}

/// Splits a list sorted by layer into the part of each layer.
pub(super) fn by_layer<T>(sorted: &[T], layer_of: impl Fn(&T) -> Layer) -> [&[T]; 6] {
    Layer::ALL.map(|layer| {
        let start = sorted.partition_point(|item| layer_of(item) < layer);
        let end = sorted.partition_point(|item| layer_of(item) <= layer);
        &sorted[start..end]
    })
}
