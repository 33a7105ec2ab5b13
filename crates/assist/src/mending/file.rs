//! Takes findings as issues: where their passages are now, and which scenes they are in.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;
use wenfang_checks::rules::Found;
use wenfang_manuscript::find::{FindScope, places};
use wenfang_project::findings::{self, Finding};
use wenfang_project::mend::issues;
use wenfang_project::mend::scenes;
use wenfang_project::waivers;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingState, Rule};
use wenfang_story::mend::{IssueAnchor, IssueRecord, QcCode};
use wenfang_story::{FindingId, IssueId, SceneId, Timestamp, VersionNo};
use wenfang_text::{CharRange, ContentHash, Method, SURE};
use wenfang_usecase::{Error, Result};
use wenfang_versions as versions;

use super::canon::canon_hash;
use super::recheck::finding_in_copy;
use super::request::{BeginMending, MendTarget};
use super::state::{SceneState, hex};
use super::views::ClaimedScene;
use crate::checks::{Ahead, Gathered, GatheredCanon, Located, WorkingTexts, read_canon, standing};

/// The issues of a scene that are to be filed.
#[derive(Clone, Debug)]
pub(super) struct ScenePlan {
    pub(super) scene: SceneId,
    /// The version of its working text; for a draft, its base.
    pub(super) version: VersionNo,
    pub(super) text: String,
    /// With the finding, if it is stored.
    pub(super) issues: Vec<(Option<FindingId>, IssueRecord)>,
    /// The ids of the issues in their order, if they are filed.
    pub(super) filed: Vec<IssueId>,
}

impl ScenePlan {
    /// The issues of a session that are worked on, in the newest text. One whose place there is unknown is unsure.
    pub(super) fn of_state(state: &SceneState) -> Self {
        let placed = state.placed(true);
        let records = placed.iter().map(|issue| {
            let mut record = issue.record.clone();
            record.anchor.confidence = issue.sureness;
            (None, record)
        });
        Self {
            scene: state.scene.scene,
            version: state.scene.version,
            text: state.text().to_owned(),
            issues: records.collect(),
            filed: placed.iter().map(|issue| issue.id).collect(),
        }
    }
}

/// What a mending would take.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    /// In reading order.
    pub(super) scenes: Vec<ScenePlan>,
    pub(super) claimed: Vec<ClaimedScene>,
}

/// Reads the findings that a mending would take, in the working texts.
///
/// # Errors
/// An unknown target; [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a finding that is gone or waived.
pub(super) async fn take(conn: &mut SqliteConnection, request: &BeginMending) -> Result<Taken> {
    let found = wanted(conn, request).await?;
    let mut texts = WorkingTexts::default();
    let passages: Vec<&Evidence> = found.iter().filter_map(|finding| finding.record.passage()).collect();
    let located = standing(conn, (&mut texts, &Ahead::default()), &passages).await?;
    let mut by_scene: BTreeMap<SceneId, Vec<(&Finding, Option<Located>)>> = BTreeMap::new();
    for (finding, located) in found.iter().zip(located) {
        let Some(passage) = finding.record.passage() else { continue };
        by_scene.entry(passage.scene).or_default().push((finding, located));
    }
    let canon = read_canon(conn).await?;
    let mut taken = Taken::default();
    for place in places(conn, FindScope::Book).await? {
        let Some(group) = by_scene.remove(&place.scene) else { continue };
        if let Some(claim) = scenes::claim_of(conn, place.scene).await? {
            taken.claimed.push(ClaimedScene { scene: place.scene, session: claim.session });
            continue;
        }
        let Some(working) = texts.get(conn, place.scene).await? else { continue };
        let (version, text) = (working.version.version, working.text.clone());
        let mut issues = Vec::with_capacity(group.len());
        for (finding, located) in group {
            issues.push((Some(finding.id), issue(conn, &text, (finding, located), &canon).await?));
        }
        taken.scenes.push(ScenePlan { scene: place.scene, version, text, issues, filed: Vec::new() });
    }
    Ok(taken)
}

/// The open findings of the target, without those that are waived. A passage comes first in its record, so a finding
/// belongs to the scene of that passage.
async fn wanted(conn: &mut SqliteConnection, request: &BeginMending) -> Result<Vec<Finding>> {
    let waived = waivers::list(conn).await?;
    let is_waived = |finding: &Finding| waived.iter().any(|waiver| waiver.holds_for(finding));
    if let MendTarget::Finding(id) = request.target {
        let finding = findings::require(conn, id).await?;
        if finding.state == FindingState::Gone || is_waived(&finding) {
            return Err(Error::bad_request(
                format!("finding {id} is gone or waived"),
                "Nothing was changed. Choose a finding of the list.",
            ));
        }
        return Ok(vec![finding]);
    }
    let scope = request.target.within().unwrap_or_default();
    let wanted: Vec<SceneId> = places(conn, scope).await?.into_iter().map(|place| place.scene).collect();
    let least = super::policy_of(request).least_severity;
    let is_of_rule = |rule: &Rule| request.rules.as_ref().is_none_or(|rules| rules.contains(rule));
    let mut found = findings::list_open(conn).await?;
    found.retain(|finding| {
        finding.record.passage().is_some_and(|passage| wanted.contains(&passage.scene))
            && is_of_rule(&finding.record.rule)
            && finding.record.severity >= least
            && !is_waived(finding)
    });
    Ok(found)
}

/// The record of an issue for a finding at its place in a text.
async fn issue(
    conn: &mut SqliteConnection,
    text: &str,
    (finding, located): (&Finding, Option<Located>),
    canon: &GatheredCanon,
) -> Result<IssueRecord> {
    let record = &finding.record;
    let quote = record.passage().map_or("", |passage| &passage.quote);
    // The passage of an issue about the whole text is only its first line.
    let whole = record.rule.is_about_the_whole().then(|| CharRange::new(0, text.chars().count()));
    let anchor = anchor(text, quote, (whole, located));
    let related = issues::list_by_finding(conn, finding.id).await?;
    Ok(IssueRecord {
        qc: (anchor.confidence < SURE).then_some(QcCode::ManualAlignment),
        canon_hash: record.against.and_then(|against| canon_hash(canon, against)),
        related: related.into_iter().map(|issue| issue.id).collect(),
        ..IssueRecord::of(record, anchor)
    })
}

/// The place of a passage. Without a sure one, it is somewhere in the text.
fn anchor(text: &str, quote: &str, (whole, located): (Option<CharRange>, Option<Located>)) -> IssueAnchor {
    let reanchored = located.as_ref().and_then(|located| located.reanchored.clone());
    let (range, method, confidence) = match (whole, &located, &reanchored) {
        (Some(whole), ..) => (whole, Method::ExactMatch, 1.0),
        (None, Some(located), Some(reanchored)) => {
            (located.range, reanchored.method, reanchored.confidence.max(SURE))
        }
        (None, Some(located), None) => (located.range, Method::ExactMatch, 1.0),
        (None, None, _) => (CharRange::new(0, 0), Method::ManualConfirmation, 0.0),
    };
    IssueAnchor {
        text_hash: hex(text),
        range,
        checksum: ContentHash::of(quote.as_bytes()).to_string(),
        quote: quote.to_owned(),
        method,
        confidence,
        attempts: reanchored.map(|reanchored| reanchored.attempts).unwrap_or_default(),
    }
}

/// Adds what rules found in the working texts, without what the author waived. What is added has no id of a finding.
pub(super) async fn add_found(
    conn: &mut SqliteConnection,
    (request, gathered): (&BeginMending, &Gathered),
    found: Vec<Found>,
    taken: &mut Taken,
) -> Result<()> {
    let waived = waived_places(conn).await?;
    let least = super::policy_of(request).least_severity;
    for found in found.into_iter().filter(|found| found.severity >= least) {
        let Some(place) = found.places.first().copied() else { continue };
        let is_waived = |(rule, scene, range): &(Rule, SceneId, CharRange)| {
            (*rule, *scene) == (found.rule, place.scene)
                && (*range == place.range || range.overlaps(place.range))
        };
        if waived.iter().any(is_waived) || taken.claimed.iter().any(|claim| claim.scene == place.scene) {
            continue;
        }
        if let Some(claim) = scenes::claim_of(conn, place.scene).await? {
            taken.claimed.push(ClaimedScene { scene: place.scene, session: claim.session });
            continue;
        }
        let Some(text) = gathered.text(place.scene) else { continue };
        let record = of_found(&found, gathered, (&text.words, place.range));
        match taken.scenes.iter_mut().find(|plan| plan.scene == place.scene) {
            Some(plan) => plan.issues.push((None, record)),
            None => {
                let version = versions::working_text(conn, place.scene).await?.version.version;
                let (scene, text) = (place.scene, text.words.clone());
                let issues = vec![(None, record)];
                taken.scenes.push(ScenePlan { scene, version, text, issues, filed: Vec::new() });
            }
        }
    }
    Ok(())
}

/// Where the passages of waived findings are.
async fn waived_places(conn: &mut SqliteConnection) -> Result<Vec<(Rule, SceneId, CharRange)>> {
    let waivers = waivers::list(conn).await?;
    let mut waived = findings::list_open(conn).await?;
    waived.retain(|finding| waivers.iter().any(|waiver| waiver.holds_for(finding)));
    let passages: Vec<&Evidence> = waived.iter().filter_map(|finding| finding.record.passage()).collect();
    let located = standing(conn, (&mut WorkingTexts::default(), &Ahead::default()), &passages).await?;
    let places = waived.iter().zip(&passages).zip(located).filter_map(|((finding, passage), located)| {
        Some((finding.record.rule, passage.scene, located?.range))
    });
    Ok(places.collect())
}

/// The record of an issue for what a rule found in a text.
fn of_found(found: &Found, gathered: &Gathered, (text, range): (&str, CharRange)) -> IssueRecord {
    let words = |scene| gathered.text(scene).map_or("", |text| text.words.as_str());
    let record = finding_in_copy(found, words);
    let quote = record.passage().map_or("", |passage| passage.quote.as_str());
    let located = Located { range, has_same_words: true, reanchored: None };
    IssueRecord::of(&record, anchor(text, quote, (None, Some(located))))
}

/// Makes versions of the drafts of scenes, so that a session can freeze them. Returns the version of each.
pub(super) async fn settle(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scenes: &[ScenePlan],
) -> Result<Vec<(SceneId, VersionNo)>> {
    let mut frozen = Vec::with_capacity(scenes.len());
    for plan in scenes {
        versions::commit_draft(conn, now, plan.scene).await?;
        let working = versions::working_text(conn, plan.scene).await?;
        frozen.push((plan.scene, working.version.version));
    }
    Ok(frozen)
}
