//! Receipts: what a model was sent, kept with what it wrote.
//!
//! A receipt says which pieces went into the prompt and which did not and why, which template and model were used, and
//! holds the messages word for word. It is written once and never changed. Always: the same receipt has the same canonical
//! form, and the hash of a prompt says whether two of them are the same. Deliberately absent: keys, headers, answers.

mod canonical;
mod compare;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_story::generation::PromptRef;
use wenfang_story::{SceneId, Timestamp};
use wenfang_text::{CharRange, ContentHash};

use crate::context::{Budget, LayerText, Part, Source};
use crate::prompts::{RenderedMessage, Suspicion};
use canonical::canonical;
pub use compare::{
    BudgetChange, MessageChange, ModelChange, ParameterChange, PartChange, ReceiptDiff, TemplateChange,
    compare,
};

/// What a model was sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Receipt {
    /// When it was put together.
    pub at: Timestamp,
    /// The scene that was written.
    pub scene: SceneId,
    /// What was asked for, as the studio names it (`draft`, `continue`, `rewrite` …).
    pub act: String,
    /// The template of the messages.
    pub template: PromptRef,
    /// The model that was asked.
    pub model: ModelRef,
    /// How it was to answer.
    pub parameters: Value,
    /// The room there was.
    pub budget: Budget,
    /// The layers of the context. Their text is in the messages too; here the parts say where in it they stand.
    pub layers: Vec<LayerText>,
    /// What became of every piece of context.
    pub parts: Vec<Part>,
    /// What was sent first.
    pub messages: Vec<RenderedMessage>,
    /// The [`prompt_hash`] of messages and parameters.
    pub prompt_hash: String,
    /// What looked like orders to the model in text that is data.
    pub flags: Vec<Flag>,
    /// How many names and personal data were not sent: stand-ins stand for them in the messages.
    #[serde(default, skip_serializing_if = "is_none")]
    #[ts(as = "Option<usize>", optional)]
    pub masked: usize,
    /// The requests after the first, which asked the model to go on.
    pub rounds: Vec<RoundSent>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Receipt {
    /// The canonical JSON form: no blanks, the names of every object in the order of their characters.
    pub fn canonical(&self) -> String {
        canonical(self)
    }
}

/// A model as it was when it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelRef {
    /// The id of its provider in the settings of this machine.
    pub provider: String,
    /// What the author calls the provider.
    pub provider_name: String,
    /// The model's name as its server knows it.
    pub model: String,
}

/// A pattern of injected orders that was found in text that is data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ReceiptFlag")]
pub struct Flag {
    /// The name of the pattern.
    pub pattern: String,
    /// The variable of the template that holds the text.
    pub variable: String,
    /// Where in the text of that variable, in char offsets.
    pub range: CharRange,
    /// The piece of context that brought it, the first when it reaches over several; `None` for what is no piece of context.
    pub source: Option<Source>,
}

/// A request that asked the model to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct RoundSent {
    /// Which one: 2 is the first after the first request.
    pub round: u32,
    /// The [`prompt_hash`] of what was sent.
    pub prompt_hash: String,
    /// How many 字 remained.
    pub remaining: usize,
}

/// What [`Template::suspicions`](crate::prompts::Template::suspicions) found, each with the part it stands in.
///
/// The variables of the layers must hold the texts of the pack that `parts` are of.
pub fn flags(found: &[(&'static str, Suspicion)], parts: &[Part]) -> Vec<Flag> {
    let source = |variable: &str, range: CharRange| {
        let holds = |part: &&Part| {
            part.layer.variable() == variable && part.shown.is_some_and(|shown| shown.overlaps(range))
        };
        parts.iter().find(holds).map(|part| part.source.clone())
    };
    let flag = |(variable, Suspicion { range, pattern }): &(&'static str, Suspicion)| Flag {
        pattern: pattern.name().to_owned(),
        variable: (*variable).to_owned(),
        range: *range,
        source: source(variable, *range),
    };
    found.iter().map(flag).collect()
}

/// SHA-256 of the canonical JSON of messages and parameters, hexadecimal: the same prompt, the same hash.
pub fn prompt_hash(messages: &[RenderedMessage], parameters: &Value) -> String {
    #[derive(Serialize)]
    struct Prompt<'p> {
        messages: &'p [RenderedMessage],
        parameters: &'p Value,
    }
    ContentHash::of(canonical(&Prompt { messages, parameters }).as_bytes()).to_string()
}
