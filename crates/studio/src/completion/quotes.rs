//! Quotes of a chapter, as evidence in versions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_versions as versions;

use super::chapter::{ChapterTexts, Piece};
use crate::canon::passages::within;
use crate::error::Result;

/// Something that happens in a chapter, with the passage that tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct KeyEvent {
    /// What happens.
    pub text: String,
    /// The passage.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// A quote where it stands in a working text. The version is that of the text, or the one its draft was begun from.
pub(super) fn evidence(chapter: &ChapterTexts, at: Piece) -> Option<Evidence> {
    let scene = chapter.scenes.get(at.scene)?;
    let quote = chapter.words(at).to_owned();
    Some(Evidence { scene: scene.id, version: scene.version, range: at.range, quote })
}

/// Quotes in versions of their own: drafts become versions first, and a quote is looked for anew where its text has changed
/// meanwhile. Answers one for each: none where the quote stands there no more.
pub async fn settled(
    conn: &mut SqliteConnection,
    now: Timestamp,
    quotes: &[Evidence],
) -> Result<Vec<Option<Evidence>>> {
    let mut texts: HashMap<SceneId, (VersionNo, String)> = HashMap::new();
    let mut settled = Vec::with_capacity(quotes.len());
    for quote in quotes {
        let (version, text) = match texts.entry(quote.scene) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                versions::settle(conn, now, quote.scene).await?;
                let (version, text) = versions::text(conn, quote.scene, None).await?;
                place.insert((version.version, text))
            }
        };
        let range =
            within(text, Some(quote.range), &quote.quote).or_else(|| within(text, None, &quote.quote));
        settled.push(range.map(|range| Evidence { version: *version, range, ..quote.clone() }));
    }
    Ok(settled)
}

/// The same for events: those whose passage is gone are left out and counted.
pub(super) async fn settled_events(
    conn: &mut SqliteConnection,
    now: Timestamp,
    events: &[KeyEvent],
) -> Result<(Vec<KeyEvent>, usize)> {
    let quotes: Vec<Evidence> = events.iter().map(|event| event.evidence.clone()).collect();
    let settled = settled(conn, now, &quotes).await?;
    let standing: Vec<KeyEvent> = events
        .iter()
        .zip(settled)
        .filter_map(|(event, evidence)| Some(KeyEvent { text: event.text.clone(), evidence: evidence? }))
        .collect();
    let gone = events.len() - standing.len();
    Ok((standing, gone))
}
