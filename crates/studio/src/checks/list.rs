//! Findings as the author sees them: where their passages stand now, what they conflict with, what was said of them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::canon::{self, CanonItem};
use wenfang_project::findings::{self, Finding};
use wenfang_project::waivers::{self, Waiver};
use wenfang_project::{Project, scene_checks};
use wenfang_story::canon::{FactObject, FactRecord, RelationRecord};
use wenfang_story::check::{
    Against, ErrorKind, FindingRecord, FindingState, FoundBy, Rule, Severity, WaiverScope,
};
use wenfang_story::{ChapterId, EntityId, FindingId, SceneId, Timestamp, VersionNo, WaiverId};
use wenfang_text::CharRange;

use super::standing::{Around, Stands, WorkingTexts, around, standing};
use crate::canon::books::Book;
use crate::error::Result;

/// Which findings to list.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListFindings {
    /// Only of this scene.
    pub scene: Option<SceneId>,
    /// Only of this chapter.
    pub chapter: Option<ChapterId>,
    /// Whether waived ones are listed too; they are not when absent.
    pub waived: Option<bool>,
}

/// Findings in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FindingList {
    /// In reading order.
    pub findings: Vec<FindingView>,
    /// When what was asked about was last checked, the scene that waits longest; none where one never was.
    pub checked_at: Option<Timestamp>,
}

/// A finding.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FindingView {
    /// Which one.
    pub id: FindingId,
    /// By which rule.
    pub rule: Rule,
    /// What kind of error it is about.
    pub kind: ErrorKind,
    /// How much it matters.
    pub severity: Severity,
    /// The passage itself first, then those it conflicts with.
    pub evidence: Vec<EvidenceView>,
    /// What of the canon it conflicts with.
    pub against: Option<AgainstView>,
    /// What was expected: a value, as it stands in the canon or the text.
    pub expected: String,
    /// What was found: a value, as it stands in the text.
    pub found: String,
    /// Words to put in the place of the passage.
    pub replacement: Option<String>,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// Who noticed.
    pub found_by: FoundBy,
    /// Whether something is to be done.
    pub state: FindingStatus,
    /// What the author said of it.
    pub waiver: Option<WaiverView>,
}

/// A passage of a finding.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EvidenceView {
    /// The scene.
    pub scene: SceneId,
    /// Its chapter; none where it lies in the bin.
    pub chapter: Option<ChapterId>,
    /// The title of that; empty where it lies in the bin.
    pub chapter_title: String,
    /// The version that was checked.
    pub version: VersionNo,
    /// Where in that, in char offsets.
    pub range: CharRange,
    /// What stood there.
    pub quote: String,
    /// Where it stands in the working text now, in char offsets; none where it is gone. The passage itself is gone as
    /// soon as its words are others.
    pub standing: Option<CharRange>,
    /// The words before it in its paragraph as it stands now, where the passage is too short to be known by itself;
    /// from “…” on where there are more.
    pub before: String,
    /// The words after it, likewise.
    pub after: String,
}

/// What of the canon a finding conflicts with.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AgainstView {
    /// Which item.
    #[serde(flatten)]
    pub item: Against,
    /// What it is called, or says.
    pub title: String,
}

/// Whether something is to be done about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingStatus {
    /// It waits for the author.
    Open,
    /// The author lets it be.
    Waived,
    /// It is not in the text any more.
    Gone,
}

/// What the author said of a finding.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct WaiverView {
    /// Which word; that of another finding where it was said for an item.
    pub id: WaiverId,
    /// How far it goes.
    pub scope: WaiverScope,
    /// Why.
    pub reason: String,
    /// When it was said.
    pub at: Timestamp,
}

/// Lists what was found, as it stands now.
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

/// Findings as the author sees them, in reading order.
pub(super) async fn views(
    conn: &mut SqliteConnection,
    book: &Book,
    found: Vec<Finding>,
) -> Result<Vec<FindingView>> {
    let said = waivers::list(conn).await?;
    let passages: Vec<_> = found.iter().flat_map(|finding| &finding.record.evidence).collect();
    let mut texts = WorkingTexts::default();
    let stand = standing(conn, &mut texts, &passages).await?;
    let places: Vec<_> = passages
        .iter()
        .zip(&stand)
        .map(|(passage, stands)| (passage.scene, stands.map(|stands| stands.range)))
        .collect();
    let mut stand = stand.into_iter().zip(around(conn, &mut texts, &places).await?);
    let mut views = Vec::with_capacity(found.len());
    for finding in found {
        let here: Vec<(Option<Stands>, Around)> =
            stand.by_ref().take(finding.record.evidence.len()).collect();
        let against = match finding.record.against {
            Some(item) => Some(AgainstView { item, title: title(conn, item).await? }),
            None => None,
        };
        // What was said of this one itself goes before what was said of its like.
        let own = said.iter().find(|waiver| waiver.finding == finding.id);
        let waiver = own.or_else(|| said.iter().find(|waiver| waiver.holds_for(&finding)));
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
    (finding, here): (Finding, Vec<(Option<Stands>, Around)>),
    (against, waiver): (Option<AgainstView>, Option<&Waiver>),
) -> FindingView {
    let FindingRecord {
        rule, severity, evidence, expected, found, replacement, confidence, found_by, ..
    } = finding.record;
    let mut passages = Vec::with_capacity(evidence.len());
    for (at, (proof, (stands, around))) in evidence.into_iter().zip(here).enumerate() {
        let place = book.place(proof.scene);
        // A figure about a whole text stands as long as that does; of any other finding the words are what is wrong.
        let is_there = |stands: &Stands| at > 0 || stands.has_same_words || rule.is_about_the_whole();
        let standing = stands.filter(is_there).map(|stands| stands.range);
        // Of a passage that is gone only its own words are known.
        let Around { before, after } = standing.map(|_| around).unwrap_or_default();
        passages.push(EvidenceView {
            scene: proof.scene,
            chapter: place.chapter,
            chapter_title: place.chapter_title,
            version: proof.version,
            range: proof.range,
            quote: proof.quote,
            standing,
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

/// What an item of the canon is called, removed or not.
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
