//! What is known of a chapter's completion.

use serde::{Deserialize, Serialize};
use wenfang_story::{ChapterId, Timestamp};

use super::chapter::ChapterTexts;
use super::quotes::KeyEvent;
use super::suggestion::{self, ThreadRef};
use super::{WorkSource, summary};
use crate::drafting::Session;
use crate::error::Result;

/// Which chapter.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "ChapterRequest")]
pub struct ChapterRequest {
    /// The chapter.
    pub chapter: ChapterId,
}

/// What is known of a chapter's completion.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterCompletion {
    /// Its summary; none where nobody wrote one.
    pub summary: Option<SummaryShown>,
    /// Where the next one could go; none where nobody thought of it.
    pub suggestions: Option<Suggested>,
}

/// A summary.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ChapterSummaryView")]
pub struct SummaryShown {
    /// What happens.
    pub text: String,
    /// What matters most.
    pub key_events: Vec<KeyEvent>,
    /// Who wrote it.
    pub source: WorkSource,
    /// When.
    pub at: Timestamp,
    /// Whether a text of the chapter has changed since.
    pub stale: bool,
}

/// Directions.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SuggestionsView")]
pub struct Suggested {
    /// The directions.
    pub items: Vec<SuggestionShown>,
    /// Since when they are kept.
    pub at: Timestamp,
    /// Whether a text of the chapter has changed since.
    pub stale: bool,
}

/// A direction.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SuggestionView")]
pub struct SuggestionShown {
    /// Its number.
    pub id: u32,
    /// A title for the chapter.
    pub title: String,
    /// What happens.
    pub outline: String,
    /// The threads it serves.
    pub threads: Vec<ThreadRef>,
    /// Why it could be good.
    pub why: String,
    /// Who thought of it.
    pub source: WorkSource,
    /// Whether the author took it.
    pub accepted: bool,
}

/// Shows what is known of a chapter's completion.
///
/// # Errors
/// An unknown chapter, or one in the bin.
pub async fn chapter(session: &Session, request: ChapterRequest) -> Result<ChapterCompletion> {
    let mut tx = session.project.begin_read().await?;
    let texts = ChapterTexts::read_any(&mut tx, request.chapter).await?.hash();
    let summary = summary::read(&mut tx, request.chapter).await?.map(|(kept, at)| SummaryShown {
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
