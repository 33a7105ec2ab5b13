//! Completing a chapter: its summary, extracted graph facts, model checks, suggestions for the next chapter.
//!
//! Each step is three functions, so that the caller can store its result in its own transaction: `gather` reads,
//! `work` computes (a pure function of the gathered data, or a model call), and `store` writes on a connection that
//! the caller commits. Always: `store` writes the result; before it, only the receipts and usage of model calls are
//! written; a quote that is not in the text is dropped and counted; a result records its source; storing the same
//! result twice stores it once. Every step works without a model.

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

use crate::drafting::{Estimate, Session, can_ask};
use crate::error::{Code, Error, Result};

pub use chapter::{ChapterTexts, SceneText, texts_hash};
pub use quotes::{KeyEvent, settled};
pub use show::{ChapterCompletion, ChapterRequest, Suggested, SummaryShown, chapter};

/// Who should do a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CompletedBy")]
pub enum By {
    /// The program itself; nothing is sent.
    #[default]
    Local,
    /// A model, if one is set up for the task; otherwise the program.
    Model,
}

/// Who did a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CompletionSource")]
pub enum WorkSource {
    /// The program itself.
    #[default]
    Local,
    /// A model of this name.
    Model(String),
}

/// The total cost of several model calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Took {
    /// The sum, in the currency of the first call; none if no price is known.
    pub cost: Option<Cost>,
    /// The number of calls.
    pub calls: usize,
    /// The generations that store each answer and its receipt.
    pub generations: Vec<GenerationId>,
}

impl Took {
    /// Adds one answer.
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
    /// The model that would be called; none if the program does the step itself.
    pub model: Option<String>,
    pub calls: usize,
    pub prompt_tokens: usize,
    /// Expected tokens of the answers.
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

/// Adds a cost. A cost in another currency than the first is only in the usage records.
fn add(sum: &mut Option<Cost>, cost: Option<Cost>) {
    match (sum.as_mut(), cost) {
        (Some(sum), Some(cost)) if sum.currency == cost.currency => {
            sum.micros = sum.micros.saturating_add(cost.micros);
        }
        (None, Some(cost)) => *sum = Some(cost),
        _ => {}
    }
}

/// Who does a step that was requested of `by`: a model only if one is set up for the task.
pub fn settled_on(session: &Session, act: Act, by: By) -> By {
    if by == By::Model && can_ask(session, act) { By::Model } else { By::Local }
}

/// The error for a chapter without text.
pub(crate) fn nothing_written(chapter: ChapterId) -> Error {
    Error::bad_request(format!("chapter {chapter} has no words yet"), "Nothing was changed. Write it first.")
}

/// Runs blocking work on its own thread.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))
}

/// Versions stored per step and chapter.
const STORED_VERSIONS: u32 = 5;

/// Stores a value under a tag. An unchanged value creates no new version.
pub(crate) async fn keep(
    conn: &mut sqlx::SqliteConnection,
    now: Timestamp,
    tag: &str,
    value: &impl Serialize,
) -> Result<()> {
    let artifact = Artifact {
        tag,
        writer: "completion",
        visibility: Visibility::PromptAndUi,
        keep: Some(STORED_VERSIONS),
    };
    let value = serde_json::to_string(value).map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?;
    let before = match artifacts::newest(conn, tag).await {
        // A damaged version may be superseded.
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

/// The newest value under a tag and its time. A damaged value or one of another shape counts as absent.
pub(crate) async fn kept<T: serde::de::DeserializeOwned>(
    conn: &mut sqlx::SqliteConnection,
    tag: &str,
) -> Result<Option<(T, Timestamp)>> {
    let newest = match artifacts::newest(conn, tag).await {
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    Ok(newest.and_then(|newest| Some((serde_json::from_str(&newest.value).ok()?, newest.created_at))))
}
