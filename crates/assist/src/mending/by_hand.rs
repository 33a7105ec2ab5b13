//! Checks the issues of a session again in the text of now, which the author may have changed by hand.
//!
//! Rules are asked. No model is: what a model found counts as resolved only if its passage is gone as a whole, and as
//! changed if some of it is left.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_checks::mending::Trace;
use wenfang_checks::rules::{check, prepare};
use wenfang_manuscript::find::FindScope;
use wenfang_project::Project;
use wenfang_project::mend::issues::Issue;
use wenfang_project::mend::sessions;
use wenfang_story::check::{FindingRecord, Rule};
use wenfang_story::mend::{Actor, AuditAction, IssueEvent, IssueRecord, IssueState, MendStatus};
use wenfang_story::{IssueId, MendSessionId, SceneId, Timestamp};
use wenfang_text::SURE;
use wenfang_usecase::{Error, Result, aside};

use super::places::is_about;
use super::plan::step_as;
use super::recheck::finding_in_copy;
use super::request::MendingRequest;
use super::state::{SceneState, State, hex};
use crate::checks::{Gathered, gather};

/// What the author's own changes did to the issues of a session.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
#[ts(rename = "MendRechecked")]
pub struct Rechecked {
    /// The issues that they resolved.
    pub resolved: Vec<IssueId>,
    /// The issues that earlier changes had resolved and that are there again.
    pub again: Vec<IssueId>,
    /// The issues of a model whose passages changed: only a model can say whether they are gone.
    pub changed: Vec<IssueId>,
}

/// Checks the issues of a session again in the text of now.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) while its rounds are not over; those of reading.
pub async fn recheck_by_hand(project: &Project, request: MendingRequest) -> Result<Rechecked> {
    let state = State::read(project, request.session).await?;
    refuse_active(state.session.status, request.session)?;
    let of_issues = state.scenes.iter().flat_map(|scene| &scene.issues).map(|issue| issue.record.rule);
    let rules: BTreeSet<Rule> = of_issues.filter(|rule| !rule.needs_model()).collect();
    let rules: Vec<Rule> = rules.into_iter().collect();
    let gathered = Arc::new(gather(project, FindScope::Book, Some(&rules)).await?);
    let scenes: Vec<SceneId> = state.scenes.iter().map(|scene| scene.scene.scene).collect();
    let book = Arc::clone(&gathered);
    let found = aside(move || found_now(&book, &scenes)).await?;
    let events: Vec<(IssueId, IssueEvent)> = state
        .scenes
        .iter()
        .filter_map(|scene| Some((scene, &*gathered.text(scene.scene.scene)?.words)))
        .flat_map(|(scene, words)| events(scene, words, found.get(&scene.scene.scene)))
        .collect();
    let now = project.now();
    let mut tx = project.begin_write().await?;
    // A run may have been started meanwhile.
    let session = sessions::require(&mut tx, request.session).await?;
    refuse_active(session.status, request.session)?;
    let rechecked = store(&mut tx, (&session.record.initiator, &events), now).await?;
    if !events.is_empty() {
        let figures = serde_json::json!({
            "resolved": rechecked.resolved.len(), "again": rechecked.again.len(),
            "changed": rechecked.changed.len(),
        });
        super::plan::log(&mut tx, (request.session, AuditAction::Rechecked), figures, now).await?;
    }
    tx.commit().await?;
    Ok(rechecked)
}

fn refuse_active(status: MendStatus, session: MendSessionId) -> Result<()> {
    if status != MendStatus::Active {
        return Ok(());
    }
    Err(Error::bad_request(
        format!("mending {session} is not finished"),
        "Nothing was changed. Wait for the end of its rounds.",
    ))
}

/// What the rules find in the texts of now, by scene.
fn found_now(gathered: &Gathered, scenes: &[SceneId]) -> HashMap<SceneId, Vec<FindingRecord>> {
    let book = gathered.book();
    let prepared = prepare(&book);
    let text = |scene| gathered.text(scene).map_or("", |text| text.words.as_str());
    let found = |scene: &SceneId| {
        let found = gathered.in_texts(check(&prepared, &gathered.rules, *scene));
        (*scene, found.iter().map(|found| finding_in_copy(found, text)).collect())
    };
    scenes.iter().map(found).collect()
}

/// What happened to the issues of a scene by the author's hand.
fn events(scene: &SceneState, words: &str, found: Option<&Vec<FindingRecord>>) -> Vec<(IssueId, IssueEvent)> {
    let found = found.map_or(&[][..], Vec::as_slice);
    let back = Trace::of_texts(scene.text(), scene.input());
    let forth = Trace::of_texts(scene.input(), words);
    let hash = hex(scene.text());
    let event = |issue: &Issue| {
        let (record, anchor) = (&issue.record, &issue.record.anchor);
        let is_known = anchor.text_hash == hash && anchor.confidence >= SURE;
        // An issue that a round brought in was never in the author's text.
        if record.round > 0 || !is_known {
            return None;
        }
        let before = back.map(anchor.range).range;
        let place = forth.map(before);
        let is_there = if record.rule.needs_model() {
            let is_covered = |hunk: &wenfang_text::Hunk| {
                hunk.old.start() <= before.start() && before.end() <= hunk.old.end()
            };
            let is_gone = place.range.is_empty() || forth.hunks().iter().any(is_covered);
            match (place.is_unchanged, is_gone) {
                (true, _) => Some(true),
                (false, true) => Some(false),
                (false, false) => None,
            }
        } else {
            Some(found.iter().any(|one| is_about(record, one, place.range)))
        };
        let event = match (is_there, issue.state) {
            // A round resolved it in a copy, or is about to.
            (_, IssueState::Resolved) if !record.by_author => return None,
            (_, IssueState::InProgress) => return None,
            (Some(true), IssueState::Resolved) => IssueEvent::FoundAgain,
            (Some(false), state) if state != IssueState::Resolved => IssueEvent::VerifiedGone,
            (None, state) if state != IssueState::Partial => IssueEvent::VerifiedPartly,
            _ => return None,
        };
        Some((issue.id, event))
    };
    scene.issues.iter().filter_map(event).collect()
}

async fn store(
    conn: &mut SqliteConnection,
    (author, events): (&Actor, &[(IssueId, IssueEvent)]),
    now: Timestamp,
) -> Result<Rechecked> {
    let mut rechecked = Rechecked::default();
    for (id, event) in events {
        let is_gone = *event == IssueEvent::VerifiedGone;
        let note = |record: &mut IssueRecord| {
            record.by_author = is_gone;
            record.qc = None;
        };
        let before = wenfang_project::mend::issues::require(conn, *id).await?.state;
        let issue = step_as(conn, (*id, *event), author, note, now).await?;
        if issue.state == before {
            continue;
        }
        match event {
            IssueEvent::VerifiedGone => rechecked.resolved.push(*id),
            IssueEvent::FoundAgain => rechecked.again.push(*id),
            _ => rechecked.changed.push(*id),
        }
    }
    Ok(rechecked)
}
