//! Evidence of what was found: words in versions. Drafts become versions first.

use std::collections::hash_map::{Entry, HashMap};

use sqlx::SqliteConnection;
use wenfang_checks::rules::Found;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FoundBy, Rule};
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::{Alignment, CharRange, TextIndex};
use wenfang_versions as versions;

use super::find::CheckOutcome;
use super::gather::Gathered;
use super::standing::old_text;
use crate::error::Result;

/// What was found, with evidence in the newest versions; without what does not stand there word for word, since the
/// author went on writing.
pub(super) async fn records(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, ran): (&Gathered, &CheckOutcome),
) -> Result<Vec<FindingRecord>> {
    let mut settled = HashMap::new();
    let mut records = Vec::with_capacity(ran.found.len() + ran.proven.len());
    for found in &ran.found {
        records.extend(record(conn, now, (gathered, &mut settled), found).await?);
    }
    for proven in &ran.proven {
        records.extend(proven_now(conn, now, (gathered, &mut settled), proven).await?);
    }
    Ok(records)
}

/// The newest text of a scene, and whether it is what was checked.
struct Settled {
    version: VersionNo,
    text: String,
    is_as_read: bool,
}

async fn settle(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, scene): (&Gathered, SceneId),
) -> Result<Settled> {
    versions::settle(conn, now, scene).await?;
    let working = versions::working_text(conn, scene).await?;
    let is_as_read = gathered.text(scene).is_some_and(|read| read.words == working.text);
    Ok(Settled { version: working.version.version, text: working.text, is_as_read })
}

/// Where words of another text of the scene stand, word for word.
fn moved(there: &Settled, (old, range): (&str, CharRange)) -> Option<CharRange> {
    let found = Alignment::new(old, &there.text).reanchor(range, None).sure();
    let words = TextIndex::new(old).get(range);
    found.filter(|range| TextIndex::new(&there.text).get(*range) == words)
}

type SettledTexts = HashMap<SceneId, Settled>;

async fn settled_once<'s>(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, settled): (&Gathered, &'s mut SettledTexts),
    scene: SceneId,
) -> Result<&'s Settled> {
    Ok(match settled.entry(scene) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => place.insert(settle(conn, now, (gathered, scene)).await?),
    })
}

/// What was found, with evidence in versions; none where its passage changed meanwhile.
async fn record(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, settled): (&Gathered, &mut SettledTexts),
    found: &Found,
) -> Result<Option<FindingRecord>> {
    let mut evidence = Vec::with_capacity(found.places.len());
    for (at, place) in found.places.iter().enumerate() {
        let Some(read) = gathered.text(place.scene) else { continue };
        let there = settled_once(conn, now, (gathered, settled), place.scene).await?;
        // What is about a whole text need not quote it: its beginning says where to look.
        let range = match found.rule {
            Rule::Length => first_line(&read.words, place.range),
            _ => place.range,
        };
        let range = if there.is_as_read { Some(range) } else { moved(there, (&read.words, range)) };
        match range.and_then(|range| proof(place.scene, there, range)) {
            Some(proof) => evidence.push(proof),
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
    }))
}

/// What was found with evidence, in the newest versions; none where its passage does not stand there.
async fn proven_now(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, settled): (&Gathered, &mut SettledTexts),
    proven: &FindingRecord,
) -> Result<Option<FindingRecord>> {
    let mut evidence = Vec::with_capacity(proven.evidence.len());
    for (at, given) in proven.evidence.iter().enumerate() {
        let there = settled_once(conn, now, (gathered, settled), given.scene).await?;
        let range = match given.version == there.version {
            true => Some(given.range),
            false => old_text(conn, (given.scene, given.version))
                .await?
                .and_then(|old| moved(there, (&old, given.range))),
        };
        let found = range.and_then(|range| proof(given.scene, there, range));
        match found.filter(|found| found.quote == given.quote) {
            Some(proof) => evidence.push(proof),
            None if at == 0 => return Ok(None),
            None => {}
        }
    }
    Ok((!evidence.is_empty()).then(|| FindingRecord { evidence, ..proven.clone() }))
}

fn proof(scene: SceneId, there: &Settled, range: CharRange) -> Option<Evidence> {
    let quote = TextIndex::new(&there.text).get(range)?.to_owned();
    Some(Evidence { scene, version: there.version, range, quote })
}

/// A range up to its first line end.
fn first_line(words: &str, range: CharRange) -> CharRange {
    let line = TextIndex::new(words).get(range).and_then(|words| words.lines().next());
    let length = line.map_or(0, |line| line.chars().count());
    CharRange::new(range.start().get(), range.start().get() + length)
}
