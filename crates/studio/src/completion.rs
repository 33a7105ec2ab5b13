//! Completing a chapter: its summary, what it says for the graph, what a model finds wrong, where the next one could go.
//!
//! Each step is three functions, so that whoever runs it may keep its result in a transaction of their own: `gather` reads,
//! `work` thinks — a pure function of what was read, or a model that is asked — and `store` writes on a connection that
//! somebody else commits. Always: nothing of a result is written before `store`, but the receipts and the usage of calls; a
//! quote that does not stand in the text is dropped and counted; a result says who made it; storing the same result twice
//! stores it once. Every step works without a model.

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

/// Who shall do a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CompletedBy")]
pub enum By {
    /// The program itself. Nothing is sent.
    #[default]
    Local,
    /// A model, where one is set up for the task; else the program.
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

/// What calls of models cost together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Took {
    /// The sum, in the currency of the first; none where no price is known.
    pub cost: Option<Cost>,
    /// How many calls there were.
    pub calls: usize,
    /// Where the words of each answer and its receipt are kept.
    pub generations: Vec<GenerationId>,
}

impl Took {
    /// The same with another answer.
    pub(crate) fn add(&mut self, generation: GenerationId, cost: Option<Cost>) {
        self.calls += 1;
        self.generations.push(generation);
        add(&mut self.cost, cost);
    }
}

/// What a step would take, before it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "CompletionEstimate")]
pub struct Estimated {
    /// The model that would be asked; none where the program does it itself.
    pub model: Option<String>,
    /// Calls.
    pub calls: usize,
    /// Tokens sent.
    pub prompt_tokens: usize,
    /// Tokens of the answers, by what is usual.
    pub answer_tokens: usize,
    /// What it costs, where the price is known.
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

/// Adds a cost; one in another currency than the first is in the usage records alone.
fn add(sum: &mut Option<Cost>, cost: Option<Cost>) {
    match (sum.as_mut(), cost) {
        (Some(sum), Some(cost)) if sum.currency == cost.currency => {
            sum.micros = sum.micros.saturating_add(cost.micros);
        }
        (None, Some(cost)) => *sum = Some(cost),
        _ => {}
    }
}

/// Who does a step that is wanted of `by`: a model only where one is set up for the task.
pub fn settled_on(session: &Session, act: Act, by: By) -> By {
    if by == By::Model && can_ask(session, act) { By::Model } else { By::Local }
}

/// There is nothing to do for a chapter without words.
pub(crate) fn nothing_written(chapter: ChapterId) -> Error {
    Error::bad_request(format!("chapter {chapter} has no words yet"), "Nothing was changed. Write it first.")
}

/// Work in a thread of its own.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))
}

/// Results of one step for one chapter that are kept.
const KEEP: u32 = 5;

/// Keeps a value under a tag. The same value again is not another version.
pub(crate) async fn keep(
    conn: &mut sqlx::SqliteConnection,
    now: Timestamp,
    tag: &str,
    value: &impl Serialize,
) -> Result<()> {
    let artifact =
        Artifact { tag, writer: "completion", visibility: Visibility::PromptAndUi, keep: Some(KEEP) };
    let value = serde_json::to_string(value).map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?;
    let before = match artifacts::newest(conn, tag).await {
        // One that is damaged is followed all the same.
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

/// The value kept under a tag, and since when. One of another shape, or that is damaged, is as good as none.
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
