//! Receipts: records of what a model was sent, stored with what it wrote.
//!
//! A receipt records which pieces went into the prompt and which did not and why, the template and model used, and
//! the messages verbatim. It is written once and never changed. Always: equal receipts have equal canonical forms,
//! and the prompt hash shows whether two prompts are the same. Deliberately absent: keys, headers, answers.

mod canonical;
mod compare;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_story::artifact::{ArtifactPlace, Subject};
use wenfang_story::generation::PromptRef;
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::{CharRange, ContentHash, TextIndex};

use crate::context::{Budget, LayerText, Part, Source};
use crate::prompts::{RenderedMessage, Suspicion};
use canonical::canonical;
pub use compare::{
    BudgetChange, MessageChange, ModelChange, ParameterChange, PartChange, ReceiptDiff, TemplateChange,
    compare,
};

/// The record of one request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Receipt {
    /// When the request was assembled.
    pub at: Timestamp,
    /// The scene being written.
    pub scene: SceneId,
    /// The requested act, as named by the studio (`draft`, `continue`, `rewrite` …).
    pub act: String,
    pub template: PromptRef,
    pub model: ModelRef,
    pub parameters: Value,
    pub budget: Budget,
    /// The passages of the novel that the request is about, as they were sent; none if it is about a place or about
    /// texts that were derived from the novel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<AskedPassage>>", optional)]
    pub passages: Vec<AskedPassage>,
    /// The layers of the context. Their text is also in the messages; here the parts refer to it.
    pub layers: Vec<LayerText>,
    /// What happened to every piece of context.
    pub parts: Vec<Part>,
    /// The artifacts that the template read, as of the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ReadArtifact>>", optional)]
    pub artifacts: Vec<ReadArtifact>,
    /// The instruction, if a step put it into other words. The messages have those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rewritten: Option<RewrittenInstruction>,
    /// The messages of the first request.
    pub messages: Vec<RenderedMessage>,
    /// The [`prompt_hash`] of messages and parameters.
    pub prompt_hash: String,
    /// Data that looked like instructions to the model.
    pub flags: Vec<Flag>,
    /// The number of names and personal data replaced by stand-ins in the messages.
    #[serde(default, skip_serializing_if = "is_none")]
    #[ts(as = "Option<usize>", optional)]
    pub masked: usize,
    /// The requests after the first, which asked the model to continue.
    pub rounds: Vec<RoundSent>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Receipt {
    /// The canonical JSON form: no white space, object keys sorted by their characters.
    pub fn canonical(&self) -> String {
        canonical(self)
    }
}

/// An instruction as the author wrote it, and as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct RewrittenInstruction {
    pub raw: String,
    pub sent: String,
}

/// A value of an artifact that a template read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ReadArtifact {
    /// The artifact and its version.
    pub source: Source,
    pub subject: Subject,
    /// The place that the value is told up to; none if it is plain from the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<ArtifactPlace>,
    /// The variable of the template that has it.
    pub variable: String,
    /// The characters of the text that was sent.
    pub characters: usize,
    /// The characters that were left out because the text was too long.
    #[serde(default, skip_serializing_if = "is_none")]
    #[ts(as = "Option<usize>", optional)]
    pub left_out: usize,
    /// SHA-256 of the text that was sent, hexadecimal.
    pub text_hash: String,
}

/// A passage that a request is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AskedPassage {
    pub scene: SceneId,
    /// The version of the scene; for a draft, the version it was based on.
    pub version: VersionNo,
    /// In char offsets of the text that was sent.
    pub range: CharRange,
    /// SHA-256 of the passage, hexadecimal.
    pub text_hash: String,
    /// SHA-256 of the whole text of the scene, hexadecimal. It tells a draft from its version.
    pub scene_hash: String,
}

impl AskedPassage {
    /// A passage of a scene with this text. A range beyond the text is cut off.
    pub fn new((scene, version): (SceneId, VersionNo), text: &str, range: CharRange) -> Self {
        let hash = |text: &str| ContentHash::of(text.as_bytes()).to_string();
        let text_hash = hash(TextIndex::new(text).slice(range));
        Self { scene, version, range, text_hash, scene_hash: hash(text) }
    }
}

/// A model as it was configured at the time of the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelRef {
    /// The id of its provider in the settings of this machine.
    pub provider: String,
    /// The author's name for the provider.
    pub provider_name: String,
    /// The model name as its server knows it.
    pub model: String,
}

/// A pattern of injected instructions found in data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ReceiptFlag")]
pub struct Flag {
    pub pattern: String,
    /// The variable of the template that contains the text.
    pub variable: String,
    /// The range in the text of that variable, in char offsets.
    pub range: CharRange,
    /// The piece of context that contains it, the first if it spans several; `None` if it is not from the context.
    pub source: Option<Source>,
}

/// A request that asked the model to continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct RoundSent {
    /// The number of the round; 2 is the first after the first request.
    pub round: u32,
    /// The [`prompt_hash`] of the request.
    pub prompt_hash: String,
    /// The 字 still needed.
    pub remaining: usize,
}

/// Converts the result of [`Template::suspicions`](crate::prompts::Template::suspicions) to flags, each with the part
/// it is in.
///
/// The variables of the layers must hold the texts of the pack that `parts` belong to.
pub fn flags(
    found: &[(Cow<'static, str>, Suspicion)],
    (parts, artifacts): (&[Part], &[ReadArtifact]),
) -> Vec<Flag> {
    let source = |variable: &str, range: CharRange| {
        let holds = |part: &&Part| {
            part.layer.variable() == variable && part.shown.is_some_and(|shown| shown.overlaps(range))
        };
        let of_artifact = artifacts.iter().find(|read| read.variable == variable);
        let source = parts.iter().find(holds).map(|part| &part.source);
        source.or(of_artifact.map(|read| &read.source)).cloned()
    };
    let flag = |(variable, Suspicion { range, pattern }): &(Cow<'static, str>, Suspicion)| Flag {
        pattern: pattern.name().to_owned(),
        variable: variable.to_string(),
        range: *range,
        source: source(variable, *range),
    };
    found.iter().map(flag).collect()
}

/// SHA-256 of the canonical JSON of messages and parameters, hexadecimal: equal prompts have equal hashes.
pub fn prompt_hash(messages: &[RenderedMessage], parameters: &Value) -> String {
    #[derive(Serialize)]
    struct Prompt<'p> {
        messages: &'p [RenderedMessage],
        parameters: &'p Value,
    }
    ContentHash::of(canonical(&Prompt { messages, parameters }).as_bytes()).to_string()
}
