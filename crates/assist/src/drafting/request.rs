//! Request and answer types of drafting.

use serde::{Deserialize, Serialize};
use wenfang_drafting::context::{Budget, Candidate, LayerText, Part, Source};
use wenfang_drafting::prompts::RenderedMessage;
use wenfang_engine::Estimate;
use wenfang_story::generation::{Act, GenerationRecord, PromptRef, TurnRef};
use wenfang_story::{GenerationId, SceneId, Timestamp};
use wenfang_text::CharRange;

/// A request for generated text.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Generate {
    pub scene: SceneId,
    pub act: Act,
    /// The range of the working text to work on, or where to insert; the end of the text when absent.
    pub range: Option<CharRange>,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub instruction: String,
    /// Target length in 字, 10–20,000. When absent: what remains of the scene's planned length, or a default for
    /// the act.
    pub target: Option<u32>,
    pub candidates: Option<u32>,
    /// Sources that must not be sent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub excluded: Vec<Source>,
    /// Whether secrets of lore entries may be sent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub allow_secrets: bool,
    /// A template to try in place of the one in use.
    pub template: Option<String>,
    /// Whether a cached answer to an identical question may be returned. For cards and titles only.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reuse: bool,
    /// The maximum number of tokens, prompt and answer together, that the author agreed to. A request is
    /// refused if its candidates need more than this and more than their model may use without asking. No limit
    /// when absent.
    pub agreed: Option<u64>,
    /// The profile to use this time, in place of the one that is set.
    pub profile: Option<String>,
    /// The steps of the profile that are left out this time.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub skip: Vec<String>,
    /// What tells two presses apart that the author means as two; equal requests without it are one turn.
    pub press: Option<String>,
    /// What the steps before offered.
    #[serde(skip)]
    #[ts(skip)]
    pub made: Made,
    /// For an estimate: the tokens that the steps before may add to each prompt.
    #[serde(skip)]
    #[ts(skip)]
    pub(crate) offered_tokens: usize,
}

/// What the steps before a generation made for it.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// Texts for the prompt.
    pub(crate) offers: Vec<Candidate>,
    /// The instruction for the model, if it is not the author's own words.
    pub(crate) instruction: Option<String>,
    /// The turn and the run that the generation is part of.
    pub(crate) turn: Option<TurnRef>,
}

impl Generate {
    /// A default request for an act on a whole scene.
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
            profile: None,
            skip: Vec::new(),
            press: None,
            made: Made::default(),
            offered_tokens: 0,
        }
    }
}

/// What would be sent.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ContextPreview {
    /// The model that would be called first; none if no model is set up.
    pub target: Option<AskedModel>,
    pub prompt: PromptRef,
    /// The complete messages.
    pub messages: Vec<RenderedMessage>,
    /// The context budget and its shares, in tokens.
    pub budget: Budget,
    pub layers: Vec<LayerText>,
    /// Every part, sent or dropped, with the reason.
    pub parts: Vec<Part>,
    pub tokens: usize,
    /// What the request takes at most, with all its candidates; `least` if the first answers are good enough.
    pub takes: Estimate,
    /// Target length in 字.
    pub length: usize,
    /// Number of names and personal data replaced by stand-ins in the messages.
    pub masked: usize,
    /// Project text that reads like an instruction to the model.
    pub suspicions: Vec<String>,
}

/// A model that is or would be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct AskedModel {
    pub provider: String,
    /// The author's name for the provider.
    pub provider_name: String,
    pub model: String,
    /// Where requests go: scheme, host and port.
    pub origin: String,
    /// Whether the author agreed to send text there.
    pub consented: bool,
    /// Tokens, prompt and answer together, that a request may use without asking the author.
    pub unasked: u64,
}

/// The generated candidates.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Generated {
    /// In the order they were started.
    pub generations: Vec<GenerationView>,
}

/// A generation with its text.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GenerationView {
    pub id: GenerationId,
    #[serde(flatten)]
    pub record: GenerationRecord,
    /// The received text; JSON for cards and titles.
    pub text: String,
    /// The text beyond the limit (余稿).
    pub overflow: String,
    /// When it started.
    pub created_at: Timestamp,
    /// Whether the program ended while text was arriving; `text` holds what was received.
    pub interrupted: bool,
}
