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
use wenfang_project::artifacts::{self, Artifact, Visibility};
use wenfang_story::generation::{Act, Cost};
use wenfang_story::{ChapterId, GenerationId, Timestamp};
use wenfang_usecase::{Code, Error, Result};

use crate::Session;
use crate::drafting::{Estimate, can_ask};

pub use chapter::{ChapterTexts, SceneText, texts_hash};
pub use quotes::{KeyEvent, requoted};
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

/// Who performed a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CompletionSource")]
pub enum WorkSource {
    /// The program.
    #[default]
    Local,
    /// A model of this name.
    Model(String),
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
        add(&mut self.cost, cost);
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
    pub(crate) fn add(&mut self, estimate: Estimate) {
        self.calls += 1;
        add(&mut self.cost, estimate.cost);
        self.model = self.model.take().or(estimate.target.map(|target| target.model));
        self.prompt_tokens += estimate.prompt;
        self.answer_tokens += estimate.answer;
    }
}

/// Adds a cost; a cost in another currency than the first is only in the usage records.
fn add(sum: &mut Option<Cost>, cost: Option<Cost>) {
    match (sum.as_mut(), cost) {
        (Some(sum), Some(cost)) if sum.currency == cost.currency => {
            sum.micros = sum.micros.saturating_add(cost.micros);
        }
        (None, Some(cost)) => *sum = Some(cost),
        _ => {}
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

/// Number of results stored for one step of one chapter.
const MAX_RESULTS: u32 = 5;

/// Stores a result under a tag. An identical result is not stored again.
pub(crate) async fn save_result(
    conn: &mut sqlx::SqliteConnection,
    now: Timestamp,
    tag: &str,
    value: &impl Serialize,
) -> Result<()> {
    let artifact =
        Artifact { tag, writer: "completion", visibility: Visibility::PromptAndUi, keep: Some(MAX_RESULTS) };
    let value = serde_json::to_string(value).map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?;
    let before = match artifacts::newest(conn, tag).await {
        // A damaged result does not prevent a new one.
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    if before.is_some_and(|before| before.value == value) {
        return Ok(());
    }
    let based_on = artifacts::newest_version(conn, tag).await?;
    artifacts::put(conn, &artifact, (based_on, &value), now).await?;
    Ok(())
}

/// Loads the result stored under a tag and when it was stored; none if it is damaged or of another format.
pub(crate) async fn load_result<T: serde::de::DeserializeOwned>(
    conn: &mut sqlx::SqliteConnection,
    tag: &str,
) -> Result<Option<(T, Timestamp)>> {
    let newest = match artifacts::newest(conn, tag).await {
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    Ok(newest.and_then(|newest| Some((serde_json::from_str(&newest.value).ok()?, newest.created_at))))
}
