//! What a generation is asked for, and how it is answered.

use serde::{Deserialize, Serialize};
use wenfang_drafting::context::{Budget, LayerText, Part, Source};
use wenfang_drafting::prompts::RenderedMessage;
use wenfang_story::generation::{Act, Cost, GenerationRecord, PromptRef};
use wenfang_story::{GenerationId, SceneId, Timestamp};
use wenfang_text::CharRange;

/// Text that a model shall write.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Generate {
    /// For which scene.
    pub scene: SceneId,
    /// What shall be done.
    pub act: Act,
    /// In the working text: what is worked on, or where text is put in; the end of the text when absent.
    pub range: Option<CharRange>,
    /// The author's own words on it.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub instruction: String,
    /// Wanted length in 字, 10–20,000. When absent: what the scene's plan says is still wanted, or what fits the act.
    pub target: Option<u32>,
    /// How many candidates, 1–3; one when absent.
    pub candidates: Option<u32>,
    /// Sources that shall not be sent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub excluded: Vec<Source>,
    /// Whether secrets of lore entries may be sent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub allow_secrets: bool,
    /// A template to try in place of the one in use.
    pub template: Option<String>,
    /// Whether an answer to the very same question may be given again without asking. For cards and titles alone.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reuse: bool,
    /// The most tokens, sent and answered together, that the author agreed to. Where the candidates take more than this, and
    /// more than their model may take unasked, nothing is sent. No limit when absent.
    pub agreed: Option<u64>,
}

impl Generate {
    /// An act on a scene as it stands, with everything else as usual.
    pub(crate) fn of_scene(scene: SceneId, act: Act) -> Self {
        Self {
            scene,
            act,
            range: None,
            instruction: String::new(),
            target: None,
            candidates: None,
            excluded: Vec::new(),
            allow_secrets: false,
            template: None,
            reuse: true,
            agreed: None,
        }
    }
}

/// What would be sent.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ContextPreview {
    /// Who would be asked first; none where no model is set up.
    pub target: Option<AskedModel>,
    /// The template.
    pub prompt: PromptRef,
    /// The messages, word for word.
    pub messages: Vec<RenderedMessage>,
    /// Room and how it is shared, in tokens.
    pub budget: Budget,
    /// The layers of the context.
    pub layers: Vec<LayerText>,
    /// Every part, kept or dropped, and why.
    pub parts: Vec<Part>,
    /// Tokens of the messages, estimated.
    pub tokens: usize,
    /// What asking takes, each candidate once.
    pub takes: RequestEstimate,
    /// Wanted length in 字.
    pub length: usize,
    /// How many names and personal data are not sent: stand-ins stand for them in the messages.
    pub masked: usize,
    /// Text that reads like an order to the model, in what comes from the project.
    pub suspicions: Vec<String>,
}

/// What asking takes, by estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct RequestEstimate {
    /// Requests.
    pub requests: u32,
    /// Tokens sent.
    pub prompt: u64,
    /// Tokens of the answers.
    pub answer: u64,
    /// What it costs, where the price is known.
    pub cost: Option<Cost>,
}

impl RequestEstimate {
    /// Tokens in all.
    pub fn tokens(&self) -> u64 {
        self.prompt.saturating_add(self.answer)
    }
}

/// A model that is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct AskedModel {
    /// The id of its provider.
    pub provider: String,
    /// What the author calls the provider.
    pub provider_name: String,
    /// The model.
    pub model: String,
    /// Where the request goes: scheme, host and port.
    pub origin: String,
    /// Whether the author agreed that text is sent there.
    pub consented: bool,
    /// How many tokens a request may take, sent and answered together, without asking the author.
    pub unasked: u64,
}

/// Text that was written.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Generated {
    /// The candidates, in the order they were begun.
    pub generations: Vec<GenerationView>,
}

/// A generation.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GenerationView {
    /// Its id.
    pub id: GenerationId,
    /// What is said about it.
    #[serde(flatten)]
    pub record: GenerationRecord,
    /// What came; for cards and titles JSON.
    pub text: String,
    /// What was beyond the limit (余稿).
    pub overflow: String,
    /// When it was begun.
    pub created_at: Timestamp,
    /// Whether the program ended while the text came in: what had come is here.
    pub interrupted: bool,
}
