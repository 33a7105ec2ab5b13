//! Quotes of a chapter as evidence.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sqlx::SqliteConnection;
use wenfang_canon::passages::within;
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::chapter::{ChapterTexts, Piece};
use wenfang_recall::summaries::KeyEvent;

/// The evidence of a quote in a working text. Its version is the one of the text; for a draft, its base
/// version.
pub(super) fn evidence(chapter: &ChapterTexts, at: Piece) -> Option<Evidence> {
    let scene = chapter.scenes.get(at.scene)?;
    let quote = chapter.words(at).to_owned();
    Some(Evidence { scene: scene.id, version: scene.version, range: at.range, quote })
}

/// Updates quotes to stored versions: drafts become versions first, and a quote whose text has changed is
/// searched for again. Returns one item per quote; none if the quote is no longer in the text.
pub async fn requoted(
    conn: &mut SqliteConnection,
    now: Timestamp,
    quotes: &[Evidence],
) -> Result<Vec<Option<Evidence>>> {
    let mut texts: HashMap<SceneId, (VersionNo, String)> = HashMap::new();
    let mut requoted = Vec::with_capacity(quotes.len());
    for quote in quotes {
        let (version, text) = match texts.entry(quote.scene) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                versions::commit_draft(conn, now, quote.scene).await?;
                let (version, text) = versions::text(conn, quote.scene, None).await?;
                place.insert((version.version, text))
            }
        };
        let range =
            within(text, Some(quote.range), &quote.quote).or_else(|| within(text, None, &quote.quote));
        requoted.push(range.map(|range| Evidence { version: *version, range, ..quote.clone() }));
    }
    Ok(requoted)
}

/// Updates the quotes of events. Events whose quote is gone are dropped and counted.
pub(super) async fn requote_events(
    conn: &mut SqliteConnection,
    now: Timestamp,
    events: &[KeyEvent],
) -> Result<(Vec<KeyEvent>, usize)> {
    let quotes: Vec<Evidence> = events.iter().map(|event| event.evidence.clone()).collect();
    let requoted = requoted(conn, now, &quotes).await?;
    let remaining: Vec<KeyEvent> = events
        .iter()
        .zip(requoted)
        .filter_map(|(event, evidence)| Some(KeyEvent { text: event.text.clone(), evidence: evidence? }))
        .collect();
    let gone = events.len() - remaining.len();
    Ok((remaining, gone))
}
