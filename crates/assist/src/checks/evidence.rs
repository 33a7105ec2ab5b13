//! Builds the evidence of findings in stored versions. Drafts become versions first.

use std::collections::hash_map::{Entry, HashMap};

use sqlx::SqliteConnection;
use wenfang_checks::rules::Found;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FoundBy, Rule};
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::{Alignment, CharRange, TextIndex};
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::find::CheckOutcome;
use super::gather::Gathered;
use super::standing::old_text;

/// Builds finding records with evidence in the newest versions. Findings whose words the author has changed
/// since are dropped.
pub(super) async fn records(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, ran): (&Gathered, &CheckOutcome),
) -> Result<Vec<FindingRecord>> {
    let mut texts = HashMap::new();
    let mut records = Vec::with_capacity(ran.found.len() + ran.proven.len());
    for found in &ran.found {
        records.extend(record(conn, now, (gathered, &mut texts), found).await?);
    }
    for proven in &ran.proven {
        records.extend(update_proven(conn, now, (gathered, &mut texts), proven).await?);
    }
    Ok(records)
}

/// The newest text of a scene, and whether it is the text that was checked.
struct StoredText {
    version: VersionNo,
    text: String,
    is_as_read: bool,
}

async fn commit_text(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, scene): (&Gathered, SceneId),
) -> Result<StoredText> {
    versions::commit_draft(conn, now, scene).await?;
    let working = versions::working_text(conn, scene).await?;
    let is_as_read = gathered.text(scene).is_some_and(|read| read.words == working.text);
    Ok(StoredText { version: working.version.version, text: working.text, is_as_read })
}

/// Finds a passage of an older text of the scene; its words must be unchanged.
fn find_moved(stored: &StoredText, (old, range): (&str, CharRange)) -> Option<CharRange> {
    let found = Alignment::new(old, &stored.text).reanchor(range, None).sure();
    let words = TextIndex::new(old).get(range);
    found.filter(|range| TextIndex::new(&stored.text).get(*range) == words)
}

type StoredTexts = HashMap<SceneId, StoredText>;

async fn text_of<'s>(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, texts): (&Gathered, &'s mut StoredTexts),
    scene: SceneId,
) -> Result<&'s StoredText> {
    Ok(match texts.entry(scene) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => place.insert(commit_text(conn, now, (gathered, scene)).await?),
    })
}

/// Builds the record of a finding; none if its passage has changed.
async fn record(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, texts): (&Gathered, &mut StoredTexts),
    found: &Found,
) -> Result<Option<FindingRecord>> {
    let mut evidence = Vec::with_capacity(found.places.len());
    for (at, place) in found.places.iter().enumerate() {
        let Some(read) = gathered.text(place.scene) else { continue };
        let stored = text_of(conn, now, (gathered, texts), place.scene).await?;
        // A finding about a whole text only points to its beginning.
        let range = match found.rule {
            Rule::Length => first_line(&read.words, place.range),
            _ => place.range,
        };
        let range = if stored.is_as_read { Some(range) } else { find_moved(stored, (&read.words, range)) };
        match range.and_then(|range| evidence_at(place.scene, stored, range)) {
            Some(passage) => evidence.push(passage),
            None if at == 0 => return Ok(None),
            None => {}
        }
    }
    Ok((!evidence.is_empty()).then(|| FindingRecord {
        rule: found.rule,
        severity: found.severity,
        evidence,
        against: found.against,
        expected: found.expected.clone(),
        found: found.found.clone(),
        replacement: found.replacement.clone(),
        confidence: found.confidence,
        found_by: FoundBy::Rule,
        missed: false,
    }))
}

/// Updates evidence to the newest versions; none if the passage is no longer there.
async fn update_proven(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, texts): (&Gathered, &mut StoredTexts),
    proven: &FindingRecord,
) -> Result<Option<FindingRecord>> {
    let mut evidence = Vec::with_capacity(proven.evidence.len());
    for (at, given) in proven.evidence.iter().enumerate() {
        let stored = text_of(conn, now, (gathered, texts), given.scene).await?;
        let range = match given.version == stored.version {
            true => Some(given.range),
            false => old_text(conn, (given.scene, given.version))
                .await?
                .and_then(|old| find_moved(stored, (&old, given.range))),
        };
        let found = range.and_then(|range| evidence_at(given.scene, stored, range));
        match found.filter(|found| found.quote == given.quote) {
            Some(passage) => evidence.push(passage),
            None if at == 0 => return Ok(None),
            None => {}
        }
    }
    Ok((!evidence.is_empty()).then(|| FindingRecord { evidence, ..proven.clone() }))
}

fn evidence_at(scene: SceneId, stored: &StoredText, range: CharRange) -> Option<Evidence> {
    let quote = TextIndex::new(&stored.text).get(range)?.to_owned();
    Some(Evidence { scene, version: stored.version, range, quote })
}

/// The part of a range up to its first line end.
fn first_line(words: &str, range: CharRange) -> CharRange {
    let line = TextIndex::new(words).get(range).and_then(|words| words.lines().next());
    let length = line.map_or(0, |line| line.chars().count());
    CharRange::new(range.start().get(), range.start().get() + length)
}
