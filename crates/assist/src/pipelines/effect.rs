//! What a step may do.

use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use wenfang_drafting::pipeline::include::Layer;
use wenfang_story::GenerationId;

/// An effect of a step. There is no other way for a step to change anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Effect {
    /// Offers a text for the prompt of the generation. It competes for room with everything else.
    Offer(Offer),
    /// The value of the step. It is kept as `writes` of the step says; without that, it stays with the run.
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
