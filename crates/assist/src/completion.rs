//! Completing a chapter: its summary, proposals for the graph, a model's findings, and directions for the next
//! chapter.
//!
//! Each step consists of three functions, so that the caller may store its result in its own transaction:
//! `gather` reads; `work` computes the result, as a pure function of what was read or by calling a model;
//! `store` writes on a connection that the caller commits. Always: nothing but receipts and usage records is
//! written before `store`; quotes that are not in the text are dropped and counted; a result names its source;
//! storing the same result twice stores it once. Every step works without a model.

mod book_words;
mod chapter;
pub mod commands;
pub mod extraction;
pub mod model_checks;
mod quotes;
mod show;
pub mod suggestion;
pub mod summary;

use serde::{Deserialize, Serialize};
use wenfang_story::generation::{Act, Cost};
use wenfang_story::{ChapterId, GenerationId};
use wenfang_usecase::Error;

use crate::Session;
use crate::drafting::{Estimate, can_ask};

pub use chapter::{ChapterTexts, SceneText};
pub use quotes::requoted;
pub use show::{ChapterCompletion, ChapterRequest, Suggested, SummaryShown, chapter};

/// Who performs a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CompletedBy")]
pub enum By {
    /// The program. Nothing is sent.
    #[default]
    Local,
    /// A model if one is set up for the task, else the program.
    Model,
}

/// The combined cost of model calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Took {
    /// The sum, in the currency of the first call; none if no price is known.
    pub cost: Option<Cost>,
    /// Number of calls.
    pub calls: usize,
    /// The generations with each answer and its receipt.
    pub generations: Vec<GenerationId>,
}

impl Took {
    /// Adds an answer.
    pub(crate) fn add(&mut self, generation: GenerationId, cost: Option<Cost>) {
        self.calls += 1;
        self.generations.push(generation);
        self.cost = Cost::sum(self.cost.take().into_iter().chain(cost));
    }
}

/// The estimated cost of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "CompletionEstimate")]
pub struct Estimated {
    /// The model that would be called; none if the program performs the step.
    pub model: Option<String>,
    /// Number of calls.
    pub calls: usize,
    pub prompt_tokens: usize,
    /// Typical answer tokens.
    pub answer_tokens: usize,
    /// The cost, if the price is known.
    pub cost: Option<Cost>,
}

impl Estimated {
    /// The number of tokens, prompts and answers together.
    pub(crate) fn tokens(&self) -> u64 {
        u64::try_from(self.prompt_tokens + self.answer_tokens).unwrap_or(u64::MAX)
    }

    pub(crate) fn add(&mut self, estimate: Estimate) {
        self.calls += 1;
        self.cost = Cost::sum(self.cost.take().into_iter().chain(estimate.cost));
        self.model = self.model.take().or(estimate.target.map(|target| target.model));
        self.prompt_tokens += estimate.prompt;
        self.answer_tokens += estimate.answer;
    }
}

/// Resolves who performs a step: a model only if one is set up for the task.
pub fn resolve_by(session: &Session, act: Act, by: By) -> By {
    if by == By::Model && can_ask(session, act) { By::Model } else { By::Local }
}

/// The error for a chapter without words.
pub(crate) fn chapter_is_empty(chapter: ChapterId) -> Error {
    Error::bad_request(
        format!("chapter {chapter} has no words"),
        "Nothing was changed. Write the chapter first.",
    )
}
