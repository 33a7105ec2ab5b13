//! The author's decisions about issues: refuse, reopen, point at the place.

use wenfang_project::Project;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, Issue, IssueChange};
use wenfang_project::mend::sessions;
use wenfang_story::IssueId;
use wenfang_story::mend::{AuditAction, DeferReason, IssueEvent};
use wenfang_text::{ContentHash, Method, TextIndex};
use wenfang_usecase::{Error, Result};

use super::answer::{Answer, answer};
use super::close::waits_for_proposal;
use super::request::{AlignIssue, DecideIssue, IssueDecision, IssueRequest};
use super::show::issue_view;
use super::state::{State, hex};
use super::views::IssueView;

/// Decides about an issue.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the issue changed since it was seen, or cannot take the
/// decision.
pub async fn decide(project: &Project, request: DecideIssue) -> Result<IssueView> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let known = issues::require(&mut tx, request.issue).await?;
    let proposed = match request.decision {
        IssueDecision::ChangeSetting => Some(Answer::Take),
        IssueDecision::Refuse if waits_for_proposal(&known) => Some(Answer::Refuse),
        IssueDecision::Refuse | IssueDecision::Reopen => None,
    };
    if let Some(taken) = proposed {
        drop(tx);
        answer(project, (request.issue, request.seen), taken).await?;
        return super::show::issue(project, IssueRequest { issue: request.issue }).await;
    }
    let mut record = known.record.clone();
    let event = match request.decision {
        IssueDecision::Refuse | IssueDecision::ChangeSetting => {
            record.reason = Some(DeferReason::Author);
            IssueEvent::Deferred
        }
        // A reason that stays is the consent to a tool that asks first.
        IssueDecision::Reopen => {
            record.reason = record.reason.filter(|reason| *reason == DeferReason::AskFirst);
            IssueEvent::Reopened
        }
    };
    let change =
        IssueChange { issue: request.issue, seen: request.seen, event: Some(event), record: Some(&record) };
    let issue = issues::change(&mut tx, &change, now).await?;
    log(&mut tx, (&issue, AuditAction::Decided), now).await?;
    let view = issue_view(&mut tx, issue).await?;
    tx.commit().await?;
    Ok(view)
}

pub(super) async fn log(
    conn: &mut sqlx::SqliteConnection,
    (issue, action): (&Issue, AuditAction),
    now: wenfang_story::Timestamp,
) -> Result<()> {
    let session = sessions::require(conn, issue.session).await?;
    let entry = AuditEntry {
        session: Some(issue.session),
        issue: Some(issue.id),
        metadata: Some(serde_json::json!({ "state": issue.state })),
        ..AuditEntry::new(action, session.record.initiator, now)
    };
    audit::append(conn, &entry).await?;
    Ok(())
}

/// Sets the place of an issue to where the author points.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a range outside the newest text of the mending, or if the issue
/// changed since it was seen.
pub async fn align(project: &Project, request: AlignIssue) -> Result<IssueView> {
    let mut tx = project.begin_read().await?;
    let known = issues::require(&mut tx, request.issue).await?;
    drop(tx);
    let state = State::of_scene(project, known.session, known.scene).await?;
    let scene = state.require(known.scene)?;
    let quote = TextIndex::new(scene.text()).get(request.range).filter(|quote| !quote.is_empty());
    let quote = quote.ok_or_else(|| outside(request.issue))?.to_owned();
    let mut record = known.record;
    record.qc = None;
    let anchor = &mut record.anchor;
    (anchor.text_hash, anchor.range) = (hex(scene.text()), request.range);
    anchor.checksum = ContentHash::of(quote.as_bytes()).to_string();
    (anchor.quote, anchor.method, anchor.confidence) = (quote, Method::ManualConfirmation, 1.0);
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let change = IssueChange { issue: request.issue, seen: request.seen, event: None, record: Some(&record) };
    let issue = issues::change(&mut tx, &change, now).await?;
    log(&mut tx, (&issue, AuditAction::Aligned), now).await?;
    let view = issue_view(&mut tx, issue).await?;
    tx.commit().await?;
    Ok(view)
}

fn outside(issue: IssueId) -> Error {
    Error::bad_request(
        format!("the range is not in the text in which issue {issue} is mended"),
        "Nothing was changed. Select the passage in the newest text of the mending.",
    )
}
