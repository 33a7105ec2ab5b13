//! Generations: what a model wrote when the author asked for it, and what became of it.

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::{GenerationId, PromptId, Record, SceneId, VersionNo};

/// What the author asked for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// A card of the scene: goal, conflict, turning point, beats.
    Card,
    /// The scene, from its plan.
    #[default]
    Draft,
    /// More text where the caret is.
    Continue,
    /// The selection in other words.
    Rewrite,
    /// The selection at greater length.
    Expand,
    /// The selection, shorter.
    Compress,
    /// The selection with better words and the same sense.
    Polish,
    /// Titles for the chapter.
    Titles,
    /// What to look for in the book before the scene is written.
    Memory,
    /// What happens in a chapter, in short.
    Summary,
    /// What happened up to the end of a chapter, in short.
    StorySoFar,
    /// What a chapter says that could be in the graph.
    Extraction,
    /// What could happen in the next chapter.
    Suggestion,
    /// What in a chapter contradicts the setting, or slips from its point of view.
    Check,
}

impl Act {
    /// Every act.
    pub const ALL: [Self; 14] = [
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
    ];

    /// The group and the key of the prompt template that asks for it.
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
        }
    }

    /// Whether it works on a selection.
    pub const fn is_of_selection(self) -> bool {
        matches!(self, Self::Rewrite | Self::Expand | Self::Compress | Self::Polish)
    }

    /// Whether its answer is prose for the scene, under the gate. The others answer with values.
    pub const fn is_prose(self) -> bool {
        !matches!(self, Self::Card | Self::Titles | Self::Memory) && !self.is_of_chapter()
    }

    /// Whether it is about a whole chapter: the steps that complete one ask for it, never an author at a scene.
    pub const fn is_of_chapter(self) -> bool {
        matches!(self, Self::Summary | Self::StorySoFar | Self::Extraction | Self::Suggestion | Self::Check)
    }

    /// Whether its answer is used as it comes: there is nothing for the author to decide about the words.
    pub const fn is_used_as_it_comes(self) -> bool {
        matches!(self, Self::Memory) || self.is_of_chapter()
    }
}

/// How far a generation came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum GenerationStatus {
    /// The text is coming in; one that is found so when nothing runs was cut off with the program.
    #[default]
    Running,
    /// The model, or the gate, ended it.
    Complete,
    /// The author stopped it.
    Stopped,
    /// The answer broke off.
    Incomplete,
    /// It failed before anything could be used.
    Failed,
}

/// What became of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The author has not decided.
    #[default]
    Open,
    /// All of it, or a part, went into the scene.
    Accepted,
    /// The author did not want it.
    Dismissed,
}

/// What became of the overflow (余稿).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OverflowFate {
    /// On the shelf, where there is any.
    #[default]
    Kept,
    /// It went into a text.
    Used,
    /// The author did not want it.
    Dismissed,
}

/// Which prompt template asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PromptRef {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// `zh` or `en`.
    pub language: String,
    /// The project's own version; the shipped one when none.
    #[serde(skip_serializing_if = "is_default")]
    pub id: Option<PromptId>,
    /// The number of that version.
    #[serde(skip_serializing_if = "is_default")]
    pub version: Option<u32>,
    /// SHA-256 of the template, in hex.
    pub hash: String,
}

/// Money, in millionths of the unit of a currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Cost {
    /// ISO 4217.
    pub currency: String,
    /// Millionths.
    #[ts(type = "number")]
    pub micros: u64,
}

/// Tokens of a whole generation, all of its calls together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Tokens {
    /// Sent.
    #[ts(type = "number")]
    pub prompt: u64,
    /// Received.
    #[ts(type = "number")]
    pub completion: u64,
    /// Of those sent, the ones the server had in its cache.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(type = "number")]
    pub cached: u64,
    /// Whether any of it is our own estimate.
    #[serde(skip_serializing_if = "is_default")]
    pub estimated: bool,
}

/// What the word-count gate did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct GateRecord {
    /// Wanted length in 字.
    pub target: usize,
    /// 字 of the text.
    pub counted: usize,
    /// How it ended: the gate's own word.
    pub outcome: String,
    /// Answers that were asked for, the first included.
    pub rounds: u32,
    /// The quote marks that the gate put at the end.
    #[serde(skip_serializing_if = "is_default")]
    pub closing: String,
}

/// Why a generation did not end well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Trouble {
    /// What kind.
    pub kind: TroubleKind,
    /// The server's words or ours, in English; never needed to know the kind. At most 2,000 characters, without the key.
    pub message: String,
}

/// What went wrong, as far as the author can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum TroubleKind {
    /// No connection: no such host, refused, no TLS, or not in time.
    NoConnection,
    /// No first word in time.
    NoFirstWord,
    /// The answer broke off, or nothing more came in time.
    BrokenOff,
    /// The answer took longer than the author lets one take.
    TookTooLong,
    /// Too many requests.
    RateLimited,
    /// The server's own fault.
    Server,
    /// The key is missing, wrong, or may not do this.
    Key,
    /// The account is empty, or its limit is reached.
    Quota,
    /// The server does not take the request.
    BadRequest,
    /// The prompt is too long for the model.
    PromptTooLong,
    /// The server or the model refuses the content.
    Refused,
    /// What came is no answer.
    NoAnswer,
    /// The provider failed too often and is left alone for a while.
    Resting,
    /// The answer has not the shape that was asked for.
    Shape,
    /// One generation may not cost more: a ceiling of the author's.
    Ceiling,
    /// What came could not be stored.
    Storage,
}

/// What is said about a generation; its words are stored beside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct GenerationRecord {
    /// The scene it was made for.
    pub scene: SceneId,
    /// What was asked for.
    pub act: Act,
    /// The version whose text `range` is in.
    pub base: VersionNo,
    /// What the text would replace; empty where it would be put in.
    pub range: CharRange,
    /// The author's own words on it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub instruction: String,
    /// The first of the candidates (A, B, C …) of which this is one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub candidate_of: Option<GenerationId>,
    /// Which template asked.
    pub prompt: PromptRef,
    /// SHA-256 of what was sent, in hex.
    pub prompt_hash: String,
    /// The provider that answered, or was asked last.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// How far it came.
    pub status: GenerationStatus,
    /// Why it ended there, where it did not end well.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trouble: Option<Trouble>,
    /// What the gate did.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gate: Option<GateRecord>,
    /// Whether the server cut the prompt without a word: it reported fewer tokens than were sent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prompt_cut: bool,
    /// What it took.
    pub tokens: Tokens,
    /// What it cost, where the price is known.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: Option<Cost>,
    /// What became of the text.
    pub fate: Fate,
    /// What became of the overflow.
    pub overflow_fate: OverflowFate,
}

impl Record for GenerationRecord {}

/// A stretch of a text that a model wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AiSpan {
    /// The generation it came from.
    pub generation: GenerationId,
    /// Where it stands, in char offsets of the text.
    pub range: CharRange,
}

/// A prompt template of the project's own: one saved version of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PromptRecord {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// `zh` or `en`.
    pub language: String,
    /// 1, 2, 3 … among those of the same group, key and language.
    pub version: u32,
    /// The template, front matter included.
    pub template: String,
    /// What the author noted.
    #[serde(skip_serializing_if = "is_default")]
    pub note: String,
    /// Whether it is in use; one of those with the same group, key and language at most.
    #[serde(skip_serializing_if = "is_default")]
    pub enabled: bool,
}

impl Record for PromptRecord {}
