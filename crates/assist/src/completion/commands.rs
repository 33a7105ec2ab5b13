//! The commands of completing a chapter: one for each step.

use serde::{Deserialize, Serialize};
use wenfang_story::ChapterId;
use wenfang_story::check::FindingRecord;
use wenfang_usecase::{Result, command_list};

use super::extraction::Stored;
use super::model_checks::MODEL_RULES;
use super::suggestion::SuggestionsKept;

use super::{By, Estimated, Took, extraction, model_checks, suggestion, summary};
use crate::Session;
use crate::agreement::check_agreed;
use crate::drafting::Observer;
use wenfang_recall::summaries::{StoredStory, StoredSummary};

command_list! {
    Session, Observer, Session, Always;
    "completion.preview" watched => preview, reads [Workflows, Manuscript, Texts, Drafts, Models];
    "completion.summarize" watched => summarize, changes [Workflows, Generations, Usage, Texts, History, Drafts];
    "completion.extract" watched => extract, changes [Workflows, Graph, Proposals, Generations, Usage, Texts, History, Drafts];
    "completion.suggest" watched => suggest, changes [Workflows, Generations, Usage];
    "completion.check" watched => check, changes [Findings, Generations, Usage, Texts, History, Drafts];
    "completion.accept_suggestion" => suggestion::accept, changes [Manuscript, Texts, History, Workflows];
}

/// A request for one step of a chapter.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct Complete {
    pub chapter: ChapterId,
    /// The program when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub by: By,
    /// The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
    /// checked when absent.
    pub agreed: Option<u64>,
}

/// Refuses a step whose estimate exceeds the author's agreement.
async fn check_step(agreed: Option<u64>, estimate: impl Future<Output = Result<Estimated>>) -> Result<()> {
    if agreed.is_none() {
        return Ok(());
    }
    check_agreed(estimate.await?.tokens(), agreed)
}

/// The result of a summary.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Summarized {
    pub summary: StoredSummary,
    /// The story so far, if it was due.
    pub story: Option<StoredStory>,
    /// Number of events dropped because their quote is not in the text.
    pub dropped: usize,
    pub took: Took,
}

/// Summarizes a chapter, and the story so far if it is due.
pub async fn summarize(session: &Session, request: Complete, observer: &Observer) -> Result<Summarized> {
    check_step(request.agreed, summary::estimate(session, request.chapter, request.by, &observer.watch))
        .await?;
    let written = summary::make(session, request.chapter, request.by, observer).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let summary = summary::store(&mut tx, now, &written).await?;
    tx.commit().await?;
    Ok(Summarized { summary, story: written.story, dropped: written.dropped, took: written.took })
}

/// The result of an extraction.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterExtracted {
    #[serde(flatten)]
    pub stored: Stored,
    /// Number of proposals dropped because they were malformed or not applicable.
    pub dropped: usize,
    pub took: Took,
}

/// Extracts proposals for the graph from a chapter.
pub async fn extract(session: &Session, request: Complete, observer: &Observer) -> Result<ChapterExtracted> {
    check_step(request.agreed, extraction::estimate(session, request.chapter, request.by, &observer.watch))
        .await?;
    let extracted = extraction::make(session, request.chapter, request.by, observer).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let stored = extraction::store(&mut tx, now, &extracted).await?;
    tx.commit().await?;
    Ok(ChapterExtracted { stored, dropped: extracted.dropped, took: extracted.took })
}

/// The suggested directions.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterSuggested {
    pub suggestions: SuggestionsKept,
    pub took: Took,
}

/// Suggests directions for the next chapter.
pub async fn suggest(session: &Session, request: Complete, observer: &Observer) -> Result<ChapterSuggested> {
    check_step(request.agreed, suggestion::estimate(session, request.chapter, request.by)).await?;
    let suggested = suggestion::make(session, request.chapter, request.by, observer).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let suggestions = suggestion::store(&mut tx, now, &suggested).await?;
    tx.commit().await?;
    Ok(ChapterSuggested { suggestions, took: suggested.took })
}

/// A chapter for a model to check.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct CheckChapter {
    pub chapter: ChapterId,
    /// As in [`Complete`].
    pub agreed: Option<u64>,
}

/// The result of a model's checks.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterChecked {
    #[serde(flatten)]
    pub stored: model_checks::Stored,
    pub findings: Vec<FindingRecord>,
    /// Number of findings dropped because their quote is not in the text.
    pub dropped: usize,
    /// Number of findings below their confidence threshold.
    pub unsure: usize,
    pub model: Option<String>,
    pub took: Took,
}

/// Asks a model to check a chapter and stores its findings.
pub async fn check(session: &Session, request: CheckChapter, observer: &Observer) -> Result<ChapterChecked> {
    check_step(request.agreed, model_checks::estimate(session, request.chapter, By::Model)).await?;
    let (material, found) = model_checks::make(session, request.chapter, &MODEL_RULES, observer).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let stored = model_checks::store(&mut tx, now, (&material, &found)).await?;
    tx.commit().await?;
    let model_checks::ModelFindings { findings, dropped, unsure, model, took, .. } = found;
    Ok(ChapterChecked { stored, findings, dropped, unsure, model, took })
}

/// The estimates for the steps of a chapter.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CompletionPreview {
    /// The summary, and the story so far if it is due.
    pub summary: Estimated,
    /// Proposals for the graph.
    pub extraction: Estimated,
    /// Directions for the next chapter.
    pub suggestion: Estimated,
    /// The model's checks; empty if no model is to be asked.
    pub check: Estimated,
}

/// Estimates the steps of a chapter. Nothing is sent.
pub async fn preview(session: &Session, request: Complete, observer: &Observer) -> Result<CompletionPreview> {
    let (Complete { chapter, by, .. }, watch) = (request, &observer.watch);
    let summary = summary::estimate(session, chapter, by, watch).await?;
    let extraction = extraction::estimate(session, chapter, by, watch).await?;
    let suggestion = suggestion::estimate(session, chapter, by).await?;
    let check = model_checks::estimate(session, chapter, by).await?;
    Ok(CompletionPreview { summary, extraction, suggestion, check })
}
