//! What a step may do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_drafting::context;
use wenfang_story::GenerationId;

/// A layer of the context pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    System,
    LongTerm,
    Structured,
    Recent,
    /// Working notes, printed directly before the task.
    Notes,
}

impl From<Layer> for context::Layer {
    fn from(layer: Layer) -> Self {
        match layer {
            Layer::System => Self::System,
            Layer::LongTerm => Self::LongTerm,
            Layer::Structured => Self::Structured,
            Layer::Recent => Self::Recent,
            Layer::Notes => Self::Notes,
        }
    }
}

/// An effect of a step. There is no other way for a step to change anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Effect {
    /// Offers a text for the prompt of the generation. It competes for room with everything else.
    Offer(Offer),
    /// Leaves the value of the step.
    Write { value: Value },
    /// A candidate made of a candidate; the text of the model stays as it is.
    Derive { of: GenerationId, text: String },
    /// Values for the report.
    Note { values: Value },
    /// Replaces the author's instruction in the prompt. Both are in the report.
    Instruct { instruction: String },
    /// Does not begin the generation.
    Refuse { reason: String },
}

/// A text for the prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    pub layer: Layer,
    pub text: String,
    /// Among offers of one layer, the higher comes first.
    #[serde(default)]
    pub priority: i32,
}
