//! The room a pack has, and how its layers share it.
//!
//! Every layer but `recent` may take up to its upper share. Where that is too much together, each keeps its lower
//! share and the layers are raised in order. What a layer leaves goes to `recent`, and to nothing else.

use serde::{Deserialize, Serialize};

/// A layer of the context, in the order layers are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ContextLayer")]
pub enum Layer {
    /// How to write: language, style, point of view, tense, taboos, locked bible fields.
    System,
    /// What happened long ago: summaries, open threads.
    LongTerm,
    /// What is so: facts of the entities in play, lore entries.
    Structured,
    /// Passages like what is to be written.
    Vector,
    /// What was just told: the end of the scene before, the text so far.
    Recent,
}

impl Layer {
    /// All layers in order.
    pub const ALL: [Self; 5] = [Self::System, Self::LongTerm, Self::Structured, Self::Vector, Self::Recent];
    /// All layers but the recent one.
    pub(super) const BUT_RECENT: [Self; 4] = [Self::System, Self::LongTerm, Self::Structured, Self::Vector];

    /// The variable of templates that holds its text.
    pub const fn variable(self) -> &'static str {
        match self {
            Self::System => "layers.system",
            Self::LongTerm => "layers.long_term",
            Self::Structured => "layers.structured",
            Self::Vector => "layers.vector",
            Self::Recent => "layers.recent",
        }
    }
}

/// What a layer may take of a budget, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "LayerShare")]
pub struct Share {
    /// What it is sure of, as long as it has text for it.
    pub least: usize,
    /// What it never exceeds but for what is required.
    pub most: usize,
}

/// The shares of all layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "LayerShares")]
pub struct Shares {
    /// Of the system layer.
    pub system: Share,
    /// Of the long-term layer.
    pub long_term: Share,
    /// Of the structured layer.
    pub structured: Share,
    /// Of the vector layer.
    pub vector: Share,
    /// Of the recent layer. Its `most` says nothing: it may take all that is left.
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
            Layer::Recent => self.recent,
        }
    }
}

/// The shares of the design: system 5–10, long-term 10–15, structured 15–25, vector 5–8, recent from 50.
impl Default for Shares {
    fn default() -> Self {
        Self {
            system: Share { least: 5, most: 10 },
            long_term: Share { least: 10, most: 15 },
            structured: Share { least: 15, most: 25 },
            vector: Share { least: 5, most: 8 },
            recent: Share { least: 50, most: 100 },
        }
    }
}

/// The room there is, in tokens of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ContextBudget")]
pub struct Budget {
    /// The model's window.
    pub window: usize,
    /// What is kept free for the answer.
    pub answer: usize,
    /// What is sent in any case: the template and the instruction.
    pub fixed: usize,
    /// How the layers share the rest.
    pub shares: Shares,
}

impl Budget {
    /// A window less the answer, shared as usual.
    pub fn new(window_tokens: usize, answer_tokens: usize) -> Self {
        Self { window: window_tokens, answer: answer_tokens, fixed: 0, shares: Shares::default() }
    }

    /// The same with less room by what is sent in any case.
    #[must_use]
    pub fn with_fixed(self, fixed: usize) -> Self {
        Self { fixed, ..self }
    }

    /// What the layers share; 0 when nothing is left for them.
    pub const fn tokens(self) -> usize {
        self.window.saturating_sub(self.answer).saturating_sub(self.fixed)
    }

    /// What the recent layer gets in any case, if it has text for it: rounded up.
    pub fn kept_for_recent(self) -> usize {
        percent(self.tokens(), self.shares.recent.least.min(100), usize::div_ceil)
    }

    /// The most a layer but the recent one may take, before anything is known of the others: rounded down.
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

/// What a layer asks for, in tokens.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wish {
    /// All it has.
    pub(super) all: usize,
    /// What it must not leave out.
    pub(super) required: usize,
}

/// The most each layer but the recent one may take, together never more than what `recent` leaves.
pub(super) fn grants(budget: Budget, wishes: &[Wish; 5]) -> [usize; 4] {
    let kept_for_recent = budget.kept_for_recent().min(wishes[4].all);
    let mut room = budget.tokens() - kept_for_recent.min(budget.tokens());
    let mut granted = [0; 4];
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

/// The part of each layer in a list that is sorted by layer.
pub(super) fn by_layer<T>(sorted: &[T], layer_of: impl Fn(&T) -> Layer) -> [&[T]; 5] {
    Layer::ALL.map(|layer| {
        let start = sorted.partition_point(|item| layer_of(item) < layer);
        let end = sorted.partition_point(|item| layer_of(item) <= layer);
        &sorted[start..end]
    })
}
