//! The results stored for a chapter.

use serde::{Deserialize, Serialize};
use wenfang_story::{ChapterId, Timestamp};
use wenfang_usecase::Result;

use super::chapter::ChapterTexts;
use super::suggestion::{self, ThreadRef};
use crate::Session;
use wenfang_recall::summaries::{KeyEvent, WorkSource, summary_of};

/// Identifies a chapter.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "ChapterRequest")]
pub struct ChapterRequest {
    pub chapter: ChapterId,
}

/// The results stored for a chapter.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterCompletion {
    /// None if it was never summarized.
    pub summary: Option<SummaryShown>,
    /// Directions for the next chapter; none if none were suggested.
    pub suggestions: Option<Suggested>,
}

/// A summary.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ChapterSummaryView")]
pub struct SummaryShown {
    pub text: String,
    pub key_events: Vec<KeyEvent>,
    pub source: WorkSource,
    /// When it was stored.
    pub at: Timestamp,
    /// Whether a text of the chapter has changed since.
    pub stale: bool,
}

/// Directions for the next chapter.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SuggestionsView")]
pub struct Suggested {
    pub items: Vec<SuggestionShown>,
    /// When they were stored.
    pub at: Timestamp,
    /// Whether a text of the chapter has changed since.
    pub stale: bool,
}

/// A direction for the next chapter.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SuggestionView")]
pub struct SuggestionShown {
    pub id: u32,
    /// A title for the chapter.
    pub title: String,
    pub outline: String,
    /// The threads it advances.
    pub threads: Vec<ThreadRef>,
    /// The reason for the suggestion.
    pub why: String,
    pub source: WorkSource,
    /// Whether the author accepted it.
    pub accepted: bool,
}

/// Returns the results stored for a chapter.
///
/// # Errors
/// An unknown chapter, or one in the bin.
pub async fn chapter(session: &Session, request: ChapterRequest) -> Result<ChapterCompletion> {
    let mut tx = session.project.begin_read().await?;
    let texts = ChapterTexts::read_any(&mut tx, request.chapter).await?.hash();
    let summary = summary_of(&mut tx, request.chapter).await?.map(|(kept, at)| SummaryShown {
        stale: kept.texts != texts,
        text: kept.text,
        key_events: kept.key_events,
        source: kept.source,
        at,
    });
    let suggestions = suggestion::read(&mut tx, request.chapter).await?.map(|(kept, at)| Suggested {
        stale: kept.texts != texts,
        at,
        items: kept
            .items
            .into_iter()
            .map(|item| SuggestionShown {
                id: item.id,
                title: item.title,
                outline: item.outline,
                threads: item.threads,
                why: item.why,
                source: item.source,
                accepted: item.accepted_as.is_some(),
            })
            .collect(),
    });
    Ok(ChapterCompletion { summary, suggestions })
}
