//! Findings as the author sees them: current positions, conflicting canon, waivers.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_canon::books::Book;
use wenfang_project::canon::{self, CanonItem};
use wenfang_project::findings::{self, Finding};
use wenfang_project::waivers::{self, Waiver};
use wenfang_project::{Project, scene_checks};
use wenfang_story::canon::{FactObject, FactRecord, RelationRecord};
use wenfang_story::check::{
    Against, ErrorKind, FindingRecord, FindingState, FoundBy, Rule, Severity, WaiverScope,
};
use wenfang_story::{ChapterId, EntityId, FindingId, SceneId, Timestamp, VersionNo, WaiverId};
use wenfang_text::{CharRange, Method};
use wenfang_usecase::Result;

use super::ahead::Ahead;
use super::standing::{Located, PassageContext, WorkingTexts, contexts, standing};

/// A filter for findings.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListFindings {
    /// Only in this scene.
    pub scene: Option<SceneId>,
    /// Only in this chapter.
    pub chapter: Option<ChapterId>,
    /// Whether to include waived findings; false when absent.
    pub waived: Option<bool>,
}

/// A list of findings.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FindingList {
    /// In reading order.
    pub findings: Vec<FindingView>,
    /// The oldest last check among the requested scenes; none if one of them was never checked.
    pub checked_at: Option<Timestamp>,
}

/// A finding.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FindingView {
    pub id: FindingId,
    pub rule: Rule,
    pub kind: ErrorKind,
    pub severity: Severity,
    /// The passage itself first, then those it conflicts with.
    pub evidence: Vec<EvidenceView>,
    /// The canon item it conflicts with.
    pub against: Option<AgainstView>,
    /// The expected value, from the canon or the text.
    pub expected: String,
    /// The value in the text.
    pub found: String,
    /// Suggested replacement of the passage.
    pub replacement: Option<String>,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    pub found_by: FoundBy,
    /// Whether it needs the author's attention.
    pub state: FindingStatus,
    pub waiver: Option<WaiverView>,
}

/// A passage of a finding.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EvidenceView {
    pub scene: SceneId,
    /// None if the scene is in the bin.
    pub chapter: Option<ChapterId>,
    /// Empty if the scene is in the bin.
    pub chapter_title: String,
    /// The version that was checked.
    pub version: VersionNo,
    /// The range in that version, in char offsets.
    pub range: CharRange,
    /// The text of that range.
    pub quote: String,
    /// The current range in the working text, in char offsets; none if it is gone. The first passage counts as
    /// gone once its words change.
    pub standing: Option<CharRange>,
    /// How the passage was found there; none in the version that was checked.
    pub method: Option<Method>,
    /// Confidence that it is the same passage, 0 to 1; 0 if it is gone.
    pub placement: f64,
    /// Text before a short passage in its paragraph, as it is now; starts with “…” if it is shortened.
    pub before: String,
    /// Text after it, likewise.
    pub after: String,
}

/// A canon item that a finding conflicts with.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AgainstView {
    #[serde(flatten)]
    pub item: Against,
    pub title: String,
}

/// The status of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingStatus {
    /// Awaits the author.
    Open,
    /// Waived by the author.
    Waived,
    /// No longer in the text.
    Gone,
}

/// The author's waiver of a finding.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct WaiverView {
    /// The id of the waiver; a waiver for an item may belong to another finding.
    pub id: WaiverId,
    /// What the waiver applies to.
    pub scope: WaiverScope,
    pub reason: String,
    /// When the waiver was given.
    pub at: Timestamp,
}

/// Lists findings with their current positions.
pub async fn list(project: &Project, request: ListFindings) -> Result<FindingList> {
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let is_wanted = |scene: SceneId| {
        let chapter = book.order.chapter_of(scene);
        chapter.is_some()
            && request.scene.is_none_or(|wanted| wanted == scene)
            && request.chapter.is_none_or(|wanted| chapter == Some(wanted))
    };
    let mut found = match request.scene {
        Some(scene) => findings::list_open_by_scene(&mut tx, scene).await?,
        None => findings::list_open(&mut tx).await?,
    };
    found.retain(|finding| finding.record.passage().is_some_and(|passage| is_wanted(passage.scene)));
    let mut views = views(&mut tx, &book, found).await?;
    if request.waived != Some(true) {
        views.retain(|view| view.waiver.is_none());
    }
    let checks: HashMap<SceneId, Timestamp> =
        scene_checks::list(&mut tx).await?.into_iter().map(|check| (check.scene, check.at)).collect();
    let scenes = (0..book.order.len()).filter_map(|rank| book.order.scene_at(rank));
    let times: Option<Vec<Timestamp>> =
        scenes.filter(|scene| is_wanted(*scene)).map(|scene| checks.get(&scene).copied()).collect();
    Ok(FindingList { findings: views, checked_at: times.and_then(|times| times.into_iter().min()) })
}

/// Builds the views of findings, in reading order.
pub(super) async fn views(
    conn: &mut SqliteConnection,
    book: &Book,
    found: Vec<Finding>,
) -> Result<Vec<FindingView>> {
    let waivers = waivers::list(conn).await?;
    let passages: Vec<_> = found.iter().flat_map(|finding| &finding.record.evidence).collect();
    let mut texts = WorkingTexts::default();
    let located = standing(conn, (&mut texts, &Ahead::default()), &passages).await?;
    let places: Vec<_> = passages
        .iter()
        .zip(&located)
        .map(|(passage, located)| (passage.scene, located.as_ref().map(|located| located.range)))
        .collect();
    let mut located = located.into_iter().zip(contexts(conn, &mut texts, &places).await?);
    let mut views = Vec::with_capacity(found.len());
    for finding in found {
        let here: Vec<(Option<Located>, PassageContext)> =
            located.by_ref().take(finding.record.evidence.len()).collect();
        let against = match finding.record.against {
            Some(item) => Some(AgainstView { item, title: title(conn, item).await? }),
            None => None,
        };
        // A waiver of this finding precedes one for similar findings.
        let own = waivers.iter().find(|waiver| waiver.finding == finding.id);
        let waiver = own.or_else(|| waivers.iter().find(|waiver| waiver.holds_for(&finding)));
        views.push(view(book, (finding, here), (against, waiver)));
    }
    views.sort_by_key(|view| {
        let passage = view.evidence.first();
        let rank = passage.and_then(|passage| book.order.rank(passage.scene));
        let range = passage.map(|passage| passage.standing.unwrap_or(passage.range));
        (rank.is_none(), rank, range.map(|range| (range.start(), range.end())), view.id)
    });
    Ok(views)
}

fn view(
    book: &Book,
    (finding, here): (Finding, Vec<(Option<Located>, PassageContext)>),
    (against, waiver): (Option<AgainstView>, Option<&Waiver>),
) -> FindingView {
    let FindingRecord {
        rule, severity, evidence, expected, found, replacement, confidence, found_by, ..
    } = finding.record;
    let mut passages = Vec::with_capacity(evidence.len());
    for (at, (proof, (located, context))) in evidence.into_iter().zip(here).enumerate() {
        let place = book.place(proof.scene);
        // A finding about a whole text stays with the text; any other finding is gone once its words change.
        let is_there = |located: &Located| at > 0 || located.has_same_words || rule.is_about_the_whole();
        let located = located.filter(is_there);
        let standing = located.as_ref().map(|located| located.range);
        let reanchored = located.and_then(|located| located.reanchored);
        // The context of a passage that is gone is unknown.
        let PassageContext { before, after } = standing.map(|_| context).unwrap_or_default();
        passages.push(EvidenceView {
            scene: proof.scene,
            chapter: place.chapter,
            chapter_title: place.chapter_title,
            version: proof.version,
            range: proof.range,
            quote: proof.quote,
            standing,
            method: reanchored.as_ref().map(|found| found.method),
            placement: standing.map_or(0.0, |_| reanchored.map_or(1.0, |found| found.confidence)),
            before,
            after,
        });
    }
    let is_gone = finding.state == FindingState::Gone
        || passages.first().is_none_or(|passage| passage.standing.is_none());
    let state = match waiver {
        _ if is_gone => FindingStatus::Gone,
        Some(_) => FindingStatus::Waived,
        None => FindingStatus::Open,
    };
    let waiver = waiver.map(|waiver| WaiverView {
        id: waiver.id,
        scope: waiver.scope,
        reason: waiver.reason.clone(),
        at: waiver.at,
    });
    FindingView {
        id: finding.id,
        rule,
        kind: rule.kind(),
        severity,
        evidence: passages,
        against,
        expected,
        found,
        replacement,
        confidence,
        found_by,
        state,
        waiver,
    }
}

/// The title of a canon item, even if it was deleted.
async fn title(conn: &mut SqliteConnection, item: Against) -> Result<String> {
    Ok(match item {
        Against::Bible(id) => record(conn, id).await?.key,
        Against::Lore(id) => record(conn, id).await?.title,
        Against::Entity(id) => record(conn, id).await?.name,
        Against::Thread(id) => record(conn, id).await?.title,
        Against::Event(id) => record(conn, id).await?.title,
        Against::Relation(id) => {
            let RelationRecord { from, to, kind, .. } = record(conn, id).await?;
            format!("{} · {kind} · {}", name(conn, from).await?, name(conn, to).await?)
        }
        Against::Fact(id) => {
            let FactRecord { subject, predicate, object, .. } = record(conn, id).await?;
            let object = match object {
                FactObject::Text(words) => words,
                FactObject::Entity(entity) => name(conn, entity).await?,
            };
            format!("{} · {predicate} · {object}", name(conn, subject).await?)
        }
    })
}

async fn record<I: CanonItem>(conn: &mut SqliteConnection, id: I) -> Result<I::Record> {
    Ok(canon::require(conn, id).await?.record)
}

async fn name(conn: &mut SqliteConnection, entity: EntityId) -> Result<String> {
    Ok(record(conn, entity).await?.name)
}
