//! Opens sessions: checks the target, freezes its texts and files its findings as issues. Takes open ones up, and gives
//! them up.

use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::Project;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, NewIssue};
use wenfang_project::mend::rounds::{self, NewRound};
use wenfang_project::mend::scenes;
use wenfang_project::mend::sessions::{self, End, NewSession, Session as MendSession};
use wenfang_project::watch::Watch;
use wenfang_story::mend::{Actor, AuditAction, MendStatus, QcCode, RoundRecord, SessionRecord};
use wenfang_story::{IssueId, MendSessionId, RunId, Timestamp};
use wenfang_usecase::{Error, Result};

use super::estimate::{of_taken, session_record};
use super::file::{Taken, settle, take};
use super::policy_of;
use super::request::BeginMending;
use super::state::{hold, holder};
use super::views::{MendBegun, MendEstimate};
use crate::Session;
use crate::agreement::check_agreed;
use crate::checks::{self, RunCheck};

/// Who begins a mending.
pub(super) const fn initiator(request: &BeginMending) -> Actor {
    if request.command_line { Actor::CommandLine } else { Actor::Author }
}

/// Opens a session for a request whose target has none. Without a finding nothing is opened.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an unknown target or an invalid policy;
/// [`Code::AgreementNeeded`](wenfang_usecase::Code::AgreementNeeded).
pub(crate) async fn open(session: &Session, request: &BeginMending, watch: &Watch) -> Result<MendBegun> {
    check_first(session, request, watch).await?;
    let mut tx = session.project.begin_read().await?;
    let taken = take(&mut tx, request).await?;
    drop(tx);
    let estimate = of_taken(session, request, &taken).await?;
    check_agreed(estimate.max_tokens(), request.agreed)?;
    let mut begun =
        MendBegun { session: None, uid: None, run: None, already: false, issues: Vec::new(), estimate };
    if taken.scenes.is_empty() {
        return Ok(begun);
    }
    let holder = holder(&session.project).await?;
    let mut tx = session.project.begin_write().await?;
    let record = session_record(request, session.models.tools());
    let (id, uid, issues) = open_session(&mut tx, (request, &record), &holder, session.project.now()).await?;
    tx.commit().await?;
    (begun.session, begun.uid, begun.issues) = (Some(id), Some(uid), issues);
    Ok(begun)
}

/// Refuses a policy that cannot be followed, and an empty list of rules.
pub(crate) fn check_policy(request: &BeginMending) -> Result<()> {
    policy_of(request)
        .validate()
        .map_err(|error| Error::bad_request(error.to_string(), "Nothing was changed. Correct the policy."))?;
    if request.rules.as_ref().is_some_and(Vec::is_empty) {
        return Err(Error::bad_request(
            "the list of rules is empty",
            "Nothing was changed. Name at least one rule, or omit the list.",
        ));
    }
    Ok(())
}

/// Checks the target by rules, so that its findings are those of the text of now.
async fn check_first(session: &Session, request: &BeginMending, watch: &Watch) -> Result<()> {
    let Some(within) = request.target.within() else { return Ok(()) };
    let rules = request
        .rules
        .as_ref()
        .map(|rules| rules.iter().copied().filter(|rule| !rule.needs_model()).collect::<Vec<_>>());
    // Only a model finds what the others find.
    if rules.as_ref().is_some_and(Vec::is_empty) {
        return Ok(());
    }
    checks::run(&session.project, RunCheck { within, rules }, watch).await?;
    Ok(())
}

/// Opens a session: its claims, the input of each scene, and its issues. The findings are read again in the
/// transaction, as drafts become versions in it.
async fn open_session(
    conn: &mut SqliteConnection,
    (request, record): (&BeginMending, &SessionRecord),
    holder: &str,
    now: Timestamp,
) -> Result<(MendSessionId, String, Vec<IssueId>)> {
    let drafts = take(conn, request).await?;
    let frozen = settle(conn, now, &drafts.scenes).await?;
    let taken: Taken = take(conn, request).await?;
    let uid = sessions::new_uid(conn).await?;
    let (scope, target) = request.target.stored();
    let new = NewSession { uid: &uid, scope, target, run: None, record };
    let id = sessions::open(conn, &new, now).await?;
    scenes::claim(conn, (id, &frozen), holder, now).await?;
    for scene in &taken.scenes {
        let open = u32::try_from(scene.issues.len()).unwrap_or(u32::MAX);
        let issues = scene.issues.iter().map(|(_, issue)| (issue.severity, issue.confidence));
        let weight = wenfang_checks::mending::weight(issues);
        let record = RoundRecord { open, ..RoundRecord::default() };
        let round = NewRound {
            session: id,
            scene: scene.scene,
            round: 0,
            text: &scene.text,
            weight,
            record: &record,
        };
        rounds::insert(conn, &round, now).await?;
    }
    let filed: Vec<NewIssue<'_>> = taken
        .scenes
        .iter()
        .flat_map(|scene| {
            scene.issues.iter().map(|(finding, record)| NewIssue {
                scene: scene.scene,
                finding: *finding,
                record,
            })
        })
        .collect();
    let issues = issues::file(conn, id, &filed, now).await?;
    let entry = AuditEntry {
        session: Some(id),
        metadata: Some(json!({ "scenes": frozen.len(), "issues": issues.len() })),
        ..AuditEntry::new(AuditAction::Opened, record.initiator.clone(), now)
    };
    audit::append(conn, &entry).await?;
    Ok((id, uid, issues))
}

/// Notes the run that works on a session. A short run may have ended the session already.
pub(crate) async fn set_run(project: &Project, session: MendSessionId, run: RunId) -> Result<()> {
    let mut tx = project.begin_write().await?;
    if !sessions::require(&mut tx, session).await?.status.has_ended() {
        sessions::set_run(&mut tx, session, run).await?;
    }
    Ok(tx.commit().await?)
}

/// Takes up an open session in this process. One that waits for the author is left to the author.
pub(crate) async fn take_up(project: &Project, open: &MendSession) -> Result<MendBegun> {
    let holder = holder(project).await?;
    let mut tx = project.begin_write().await?;
    hold(&mut tx, (open.id, &holder), project.now()).await?;
    let issues = issues::list(&mut tx, open.id).await?.into_iter().map(|issue| issue.id).collect();
    tx.commit().await?;
    Ok(MendBegun {
        session: Some(open.id),
        uid: Some(open.uid.clone()),
        run: None,
        already: true,
        issues,
        estimate: MendEstimate::default(),
    })
}

/// Lets a session work again that waits for the author.
///
/// # Errors
/// An unknown session; one that has ended.
pub(crate) async fn reactivate(project: &Project, id: MendSessionId) -> Result<MendSession> {
    let mut tx = project.begin_write().await?;
    if sessions::require(&mut tx, id).await?.status == MendStatus::Waiting {
        let mut last = 0;
        for scene in scenes::list(&mut tx, id).await? {
            let rounds = rounds::list(&mut tx, (id, scene.scene)).await?;
            last = last.max(rounds.last().map_or(0, |round| round.round));
        }
        sessions::change(&mut tx, id, |record| record.resumed_after = last).await?;
    }
    // Texts that were missing are looked for again: a disk with backups may be plugged in now.
    sessions::change(&mut tx, id, |record| record.missing.clear()).await?;
    sessions::set_waiting(&mut tx, id, false).await?;
    let session = sessions::require(&mut tx, id).await?;
    tx.commit().await?;
    Ok(session)
}

/// Ends a session whose rows are damaged, as failed. Its scenes are free.
pub(crate) async fn abandon_damaged(project: &Project, id: MendSessionId) -> Result<()> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    sessions::end_damaged(&mut tx, id, now).await?;
    let entry = AuditEntry {
        session: Some(id),
        qc: Some(QcCode::StorageFailure),
        ..AuditEntry::new(AuditAction::Failed, Actor::Author, now)
    };
    audit::append(&mut tx, &entry).await?;
    Ok(tx.commit().await?)
}

/// Ends a session without a decision about what waits, unless it has ended. Its scenes are free, its rows are kept.
pub(crate) async fn abandon(project: &Project, id: MendSessionId) -> Result<()> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let session = sessions::require(&mut tx, id).await?;
    if session.status.has_ended() {
        return Ok(());
    }
    sessions::end(&mut tx, id, End::Abandoned, now).await?;
    let entry = AuditEntry {
        session: Some(id),
        ..AuditEntry::new(AuditAction::Abandoned, session.record.initiator, now)
    };
    audit::append(&mut tx, &entry).await?;
    Ok(tx.commit().await?)
}
