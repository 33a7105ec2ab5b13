//! The commands of completing a chapter: each step alone, and what became of it.

use serde::{Deserialize, Serialize};
use wenfang_story::ChapterId;
use wenfang_story::check::FindingRecord;

use super::extraction::Stored;
use super::model_checks::OF_MODELS;
use super::suggestion::SuggestionsKept;
use super::summary::{StoryKept, SummaryKept};
use super::{By, Estimated, Took, extraction, model_checks, show, suggestion, summary};
use crate::commands::command_list;
use crate::drafting::Session;
use crate::error::Result;

command_list! {
    Session, crate::commands::Needs::Session, crate::commands::Announce::Always;
    "completion.preview" => preview, reads [Workflows, Manuscript, Texts, Drafts, Models];
    "completion.summarize" => summarize, changes [Workflows, Generations, Usage, Texts, History, Drafts];
    "completion.extract" => extract, changes [Workflows, Graph, Proposals, Generations, Usage, Texts, History, Drafts];
    "completion.suggest" => suggest, changes [Workflows, Generations, Usage];
    "completion.check" => check, changes [Findings, Generations, Usage, Texts, History, Drafts];
    "completion.accept_suggestion" => suggestion::accept, changes [Manuscript, Texts, History, Workflows];
}

/// A step of a chapter.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct Complete {
    /// The chapter.
    pub chapter: ChapterId,
    /// Who shall do it; the program itself when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub by: By,
}

/// A summary that was written.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Summarized {
    /// The summary.
    pub summary: SummaryKept,
    /// The story so far, where it was time for one.
    pub story: Option<StoryKept>,
    /// Events whose quote does not stand in the text, and which were dropped.
    pub dropped: usize,
    /// What it took.
    pub took: Took,
}

/// Sums a chapter up, and the story so far where it is time.
pub async fn summarize(session: &Session, request: Complete) -> Result<Summarized> {
    let written = summary::make(session, request.chapter, request.by).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let summary = summary::store(&mut tx, now, &written).await?;
    tx.commit().await?;
    Ok(Summarized { summary, story: written.story, dropped: written.dropped, took: written.took })
}

/// What was found for the graph.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterExtracted {
    /// What became of it.
    #[serde(flatten)]
    pub stored: Stored,
    /// Proposals that nobody could read or apply, and which were dropped.
    pub dropped: usize,
    /// What it took.
    pub took: Took,
}

/// Proposes what a chapter says for the graph.
pub async fn extract(session: &Session, request: Complete) -> Result<ChapterExtracted> {
    let extracted = extraction::make(session, request.chapter, request.by).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let stored = extraction::store(&mut tx, now, &extracted).await?;
    tx.commit().await?;
    Ok(ChapterExtracted { stored, dropped: extracted.dropped, took: extracted.took })
}

/// Directions that were thought of.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterSuggested {
    /// The directions.
    pub suggestions: SuggestionsKept,
    /// What it took.
    pub took: Took,
}

/// Thinks of directions for the next chapter.
pub async fn suggest(session: &Session, request: Complete) -> Result<ChapterSuggested> {
    let suggested = suggestion::make(session, request.chapter, request.by).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let suggestions = suggestion::store(&mut tx, now, &suggested).await?;
    tx.commit().await?;
    Ok(ChapterSuggested { suggestions, took: suggested.took })
}

/// What a model found wrong.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterChecked {
    /// What became of the findings.
    #[serde(flatten)]
    pub stored: model_checks::Stored,
    /// The findings.
    pub findings: Vec<FindingRecord>,
    /// Findings whose quote does not stand in the text, and which were dropped.
    pub dropped: usize,
    /// Findings that were too unsure.
    pub unsure: usize,
    /// Who was asked.
    pub model: Option<String>,
    /// What it took.
    pub took: Took,
}

/// Asks a model what is wrong with a chapter, and keeps what it finds.
pub async fn check(session: &Session, request: show::ChapterRequest) -> Result<ChapterChecked> {
    let (material, found) = model_checks::make(session, request.chapter, &OF_MODELS).await?;
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    let stored = model_checks::store(&mut tx, now, (&material, &found)).await?;
    tx.commit().await?;
    let model_checks::ModelFindings { findings, dropped, unsure, model, took, .. } = found;
    Ok(ChapterChecked { stored, findings, dropped, unsure, model, took })
}

/// What the steps of a chapter would take.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CompletionPreview {
    /// The summary, and the story so far.
    pub summary: Estimated,
    /// Proposals for the graph.
    pub extraction: Estimated,
    /// Directions for the next chapter.
    pub suggestion: Estimated,
    /// What a model finds wrong; nothing where none is to be asked.
    pub check: Estimated,
}

/// Says what the steps of a chapter would take. Nothing is sent.
pub async fn preview(session: &Session, request: Complete) -> Result<CompletionPreview> {
    let Complete { chapter, by } = request;
    let summary = summary::estimate(session, chapter, by).await?;
    let extraction = extraction::estimate(session, chapter, by).await?;
    let suggestion = suggestion::estimate(session, chapter, by).await?;
    let check = model_checks::estimate(session, chapter, by).await?;
    Ok(CompletionPreview { summary, extraction, suggestion, check })
}
