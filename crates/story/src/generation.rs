//! Generations: texts that a model wrote at the author's request, and their fate.

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::{GenerationId, PromptId, Record, RunId, SceneId, VersionNo};

/// The author's request.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// A card of the scene: goal, conflict, turning point, beats.
    Card,
    /// The scene, written from its plan.
    #[default]
    Draft,
    /// More text at the caret.
    Continue,
    /// The selection in other words.
    Rewrite,
    /// A longer version of the selection.
    Expand,
    /// A shorter version of the selection.
    Compress,
    /// The selection in better words with the same meaning.
    Polish,
    /// Titles for the chapter.
    Titles,
    /// Search queries for the book before the scene is written.
    Memory,
    /// A summary of a chapter.
    Summary,
    /// A summary of the story up to the end of a chapter.
    StorySoFar,
    /// Statements of a chapter for the graph.
    Extraction,
    /// Ideas for the next chapter.
    Suggestion,
    /// Contradictions to the setting and point-of-view shifts in a chapter.
    Check,
    /// A passage of a copy of the text, written again to mend its issues.
    Mend,
    /// Verdicts on issues that were mended.
    Verify,
    /// Working notes for a text before it is written.
    Notes,
    /// The author's instruction in clearer words.
    Instruction,
    /// How things stand after a scene.
    State,
    /// A comment on an accepted text, for the author.
    Comment,
}

impl Act {
    /// All acts.
    pub const ALL: [Self; 20] = [
        Self::Card,
        Self::Draft,
        Self::Continue,
        Self::Rewrite,
        Self::Expand,
        Self::Compress,
        Self::Polish,
        Self::Titles,
        Self::Memory,
        Self::Summary,
        Self::StorySoFar,
        Self::Extraction,
        Self::Suggestion,
        Self::Check,
        Self::Mend,
        Self::Verify,
        Self::Notes,
        Self::Instruction,
        Self::State,
        Self::Comment,
    ];

    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Draft => "draft",
            Self::Continue => "continue",
            Self::Rewrite => "rewrite",
            Self::Expand => "expand",
            Self::Compress => "compress",
            Self::Polish => "polish",
            Self::Titles => "titles",
            Self::Memory => "memory",
            Self::Summary => "summary",
            Self::StorySoFar => "story_so_far",
            Self::Extraction => "extraction",
            Self::Suggestion => "suggestion",
            Self::Check => "check",
            Self::Mend => "mend",
            Self::Verify => "verify",
            Self::Notes => "notes",
            Self::Instruction => "instruction",
            Self::State => "state",
            Self::Comment => "comment",
        }
    }

    /// The group and key of the prompt template for this act.
    pub const fn prompt(self) -> (&'static str, &'static str) {
        match self {
            Self::Card => ("scene_generation", "scene_card"),
            Self::Draft => ("scene_generation", "scene_draft"),
            Self::Continue => ("scene_generation", "continue"),
            Self::Rewrite => ("scene_generation", "rewrite"),
            Self::Expand => ("scene_generation", "expand"),
            Self::Compress => ("scene_generation", "compress"),
            Self::Polish => ("scene_generation", "polish"),
            Self::Titles => ("title", "chapter_titles"),
            Self::Memory => ("memory", "scene_queries"),
            Self::Summary => ("summary", "chapter"),
            Self::StorySoFar => ("summary", "story_so_far"),
            Self::Extraction => ("extraction", "chapter"),
            Self::Suggestion => ("suggestion", "next_chapter"),
            Self::Check => ("check", "setting"),
            Self::Mend => ("mending", "passage"),
            Self::Verify => ("check", "verify"),
            Self::Notes => ("pipeline", "work_notes"),
            Self::Instruction => ("pipeline", "rewrite_instruction"),
            Self::State => ("pipeline", "update_state"),
            Self::Comment => ("pipeline", "comment"),
        }
    }

    /// Whether the act works on a selection.
    pub const fn is_of_selection(self) -> bool {
        matches!(self, Self::Rewrite | Self::Expand | Self::Compress | Self::Polish)
    }

    /// Whether the answer is prose for the scene, subject to the word-count gate. Other answers are values.
    pub const fn is_prose(self) -> bool {
        !matches!(self, Self::Card | Self::Titles | Self::Memory)
            && !self.is_of_chapter()
            && !self.is_of_step()
    }

    /// Whether a step of a profile requests the act, beside the generation of the profile.
    pub const fn is_of_step(self) -> bool {
        matches!(self, Self::Notes | Self::Instruction | Self::State | Self::Comment)
    }

    /// Whether the act concerns a whole chapter. Such acts are requested by the steps that complete a chapter, never
    /// by an author in a scene.
    pub const fn is_of_chapter(self) -> bool {
        matches!(
            self,
            Self::Summary
                | Self::StorySoFar
                | Self::Extraction
                | Self::Suggestion
                | Self::Check
                | Self::Verify
        )
    }

    /// Whether an author can request the act in a scene. The others are requested by steps of workflows.
    pub const fn is_of_scene(self) -> bool {
        !self.is_of_chapter() && !self.is_of_step() && !matches!(self, Self::Mend)
    }

    /// The fate of an answer before the author decides.
    pub const fn first_fate(self) -> Fate {
        match self {
            Self::Memory => Fate::Accepted,
            Self::Mend => Fate::Held,
            _ if self.is_of_chapter() || self.is_of_step() => Fate::Accepted,
            _ => Fate::Open,
        }
    }
}

/// The progress of a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum GenerationStatus {
    /// The text is arriving. If nothing is running, the program ended during the generation.
    #[default]
    Running,
    /// Ended by the model or the gate.
    Complete,
    /// Stopped by the author.
    Stopped,
    /// The answer broke off.
    Incomplete,
    /// Failed before any text was usable.
    Failed,
}

/// The fate of the generated text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The author has not decided.
    #[default]
    Open,
    /// All or part of it was accepted into the scene.
    Accepted,
    /// The author rejected it.
    Dismissed,
    /// It is part of a mending, which offers it with its other changes.
    Held,
}

/// The fate of the overflow (余稿).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OverflowFate {
    /// On the shelf, if there is any.
    #[default]
    Kept,
    /// Inserted into a text.
    Used,
    /// Discarded by the author.
    Dismissed,
}

/// The prompt template of a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PromptRef {
    pub group: String,
    /// The key within the group.
    pub key: String,
    /// `zh` or `en`.
    pub language: String,
    /// The project's own version; `None` for the shipped template.
    #[serde(skip_serializing_if = "is_default")]
    pub id: Option<PromptId>,
    /// The number of that version.
    #[serde(skip_serializing_if = "is_default")]
    pub version: Option<u32>,
    /// SHA-256 of the template, in hex.
    pub hash: String,
}

/// An amount of money, in millionths of the currency unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Cost {
    /// ISO 4217.
    pub currency: String,
    /// Millionths of the currency unit.
    #[ts(type = "number")]
    pub micros: u64,
}

impl Cost {
    /// The sum of costs; those in another currency than the first are ignored.
    pub fn sum(costs: impl IntoIterator<Item = Self>) -> Option<Self> {
        costs.into_iter().reduce(|mut sum, cost| {
            if sum.currency == cost.currency {
                sum.micros = sum.micros.saturating_add(cost.micros);
            }
            sum
        })
    }
}

/// What a model thought before it answered. The words are not stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Reasoning {
    /// Its tokens by our own count; the server's count of the answer includes them.
    #[ts(type = "number")]
    pub tokens: u64,
    /// SHA-256 of the words, in hex.
    pub hash: String,
}

/// The token counts of a whole generation, summed over its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Tokens {
    /// Tokens sent.
    #[ts(type = "number")]
    pub prompt: u64,
    /// Tokens received.
    #[ts(type = "number")]
    pub completion: u64,
    /// Sent tokens that the server read from its cache.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(type = "number")]
    pub cached: u64,
    /// Whether any of the counts is an estimate.
    #[serde(skip_serializing_if = "is_default")]
    pub estimated: bool,
}

/// The result of the word-count gate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct GateRecord {
    /// The target length in 字.
    pub target: usize,
    /// The length of the text in 字.
    pub counted: usize,
    /// The gate's name for the outcome.
    pub outcome: String,
    /// The number of answers requested, including the first.
    pub rounds: u32,
    /// The quotation marks that the gate appended.
    #[serde(skip_serializing_if = "is_default")]
    pub closing: String,
}

/// Why a generation failed or broke off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Trouble {
    pub kind: TroubleKind,
    /// The message of the server or of this program, in English; not needed to know the kind. At most 2,000
    /// characters, without the API key.
    pub message: String,
}

/// The kinds of failure that the author can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum TroubleKind {
    /// No connection: unknown host, refused, no TLS, or timed out.
    NoConnection,
    /// No first token in time.
    NoFirstWord,
    /// The answer broke off, or nothing more arrived in time.
    BrokenOff,
    /// The answer exceeded the author's time limit.
    TookTooLong,
    /// Too many requests.
    RateLimited,
    /// An error of the server.
    Server,
    /// The API key is missing, wrong, or lacks permission.
    Key,
    /// The account is empty or has reached its limit.
    Quota,
    /// The server rejects the request.
    BadRequest,
    /// The prompt is too long for the model.
    PromptTooLong,
    /// The server or the model refuses the content.
    Refused,
    /// The response is not an answer.
    NoAnswer,
    /// The provider failed too often and is paused for a while.
    Resting,
    /// The answer does not have the requested form.
    Shape,
    /// The generation would exceed the author's spending limit.
    Ceiling,
    /// The received text could not be stored.
    Storage,
    /// The author withdrew the consent to sending text to the host.
    Withdrawn,
}

/// The metadata of a generation; its text is stored separately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct GenerationRecord {
    /// The scene it was written for.
    pub scene: SceneId,
    pub act: Act,
    /// The version whose text `range` refers to.
    pub base: VersionNo,
    /// The text to replace; empty for an insertion.
    pub range: CharRange,
    /// The author's instruction.
    #[serde(default, skip_serializing_if = "is_default")]
    pub instruction: String,
    /// The first of the candidates (A, B, C …) to which it belongs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub candidate_of: Option<GenerationId>,
    pub prompt: PromptRef,
    /// SHA-256 of the prompt as sent, in hex.
    pub prompt_hash: String,
    /// The provider that answered, or the last one called.
    pub provider: String,
    pub model: String,
    pub status: GenerationStatus,
    /// Set if the generation failed or broke off.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trouble: Option<Trouble>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub gate: Option<GateRecord>,
    /// Whether the server silently truncated the prompt: it reported fewer tokens than were sent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prompt_cut: bool,
    pub tokens: Tokens,
    /// Set if the model thought before it answered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reasoning: Option<Reasoning>,
    /// `None` if the price is unknown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: Option<Cost>,
    pub fate: Fate,
    pub overflow_fate: OverflowFate,
    /// The turn that it is part of.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn: Option<TurnRef>,
    /// Set if a step made it of another generation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub derived: Option<Derived>,
    /// The step of a profile that asked for it; `None` for a text of the author's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub asked_by: Option<AskedBy>,
    /// Every request that went out for it, in order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub requests: Vec<SentRequest>,
}

impl Record for GenerationRecord {}

/// The step of a profile that asked a model something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AskedBy {
    /// The run of the turn, or that after the acceptance.
    pub run: RunId,
    pub step: String,
}

/// A request to a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct SentRequest {
    pub model: String,
    /// `ok`; for an answer that was asked for again or given up `too_short`, `no_json`, `misshapen` or `cut`;
    /// `cancelled` if the author or the length gate ended it; else the kind of failure.
    pub outcome: String,
    /// What was wrong, in English; empty if nothing was.
    #[serde(skip_serializing_if = "is_default")]
    pub problem: String,
    pub tokens: Tokens,
    /// `None` if the price is unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub cost: Option<Cost>,
    #[ts(type = "number")]
    pub millis: u64,
}

/// The turn of a generation: one press of the author, with the profile that it ran under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct TurnRef {
    /// SHA-256 of what was asked for, in hex. Equal presses have equal hashes.
    pub hash: String,
    /// The run of its steps; `None` without steps.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run: Option<RunId>,
    pub profile: String,
    pub profile_version: u32,
    /// SHA-256 of the profile, in hex.
    pub profile_hash: String,
    /// Which level set the profile: `asked`, `scene`, `chapter`, `volume`, `novel`, `machine` or `default`.
    pub level: String,
}

/// A candidate that a step made of another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Derived {
    /// What the model wrote.
    pub of: GenerationId,
    /// The step in the profile.
    pub step: String,
}

/// A stretch of a text that a model wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AiSpan {
    pub generation: GenerationId,
    /// In char offsets of the text.
    pub range: CharRange,
}

/// One saved version of a project's own prompt template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PromptRecord {
    pub group: String,
    /// The key within the group.
    pub key: String,
    /// `zh` or `en`.
    pub language: String,
    /// 1, 2, 3 … among templates of the same group, key and language.
    pub version: u32,
    /// Including front matter.
    pub template: String,
    /// The author's note.
    #[serde(skip_serializing_if = "is_default")]
    pub note: String,
    /// Whether it is in use; at most one of the same group, key and language.
    #[serde(skip_serializing_if = "is_default")]
    pub enabled: bool,
}

impl Record for PromptRecord {}
