//! The author's decision on a change of the setting that a mending proposed, and what it means for the issues.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use sqlx::SqliteConnection;
use wenfang_canon::proposals::{Decision, Review, review_within};
use wenfang_checks::mending::{Known, Place, Recheck, Scale, Trace, judge_by_rule};
use wenfang_manuscript::find::FindScope;
use wenfang_project::mend::issues::{self, Issue, IssueChange};
use wenfang_project::mend::scenes;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, proposals};
use wenfang_story::canon::ProposalStatus;
use wenfang_story::check::Rule;
use wenfang_story::mend::{DeferReason, IssueEvent, MendStatus};
use wenfang_story::{IssueId, MendSessionId, SceneId, Timestamp};
use wenfang_usecase::{Error, Result, aside};

use super::accept::{check_texts, note_mended};
use super::close::{asks, is_better};
use super::ending::end_or_wait;
use super::fetch::Kept;
use super::recheck::compare;
use super::setting::waiting_for;
use super::state::{ReadScene, SceneState, State};
use crate::checks::gather;

/// Whether the author takes the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Take,
    Refuse,
}

/// Decides the proposal of an issue, and judges every issue again that waits for it. A proposal that was decided in the
/// list of proposals is taken as it is.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an issue that changed since it was seen or has no proposal;
/// those of the review. Nothing is changed then.
pub(super) async fn answer(project: &Project, (issue, seen): (IssueId, i64), answer: Answer) -> Result<()> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let known = issues::require(&mut tx, issue).await?;
    // Refuses an issue that changed since, or whose session has ended.
    let change = IssueChange { issue, seen, event: None, record: None };
    let session = issues::change(&mut tx, &change, now).await?.session;
    let proposal = known.record.proposal.filter(|_| super::close::waits_for_proposal(&known));
    let proposal = proposal.ok_or_else(|| no_proposal(issue))?;
    let status = proposals::require(&mut tx, proposal).await?.status;
    let decision = match (answer, status) {
        (Answer::Take, ProposalStatus::Applied)
        | (Answer::Refuse, ProposalStatus::Rejected | ProposalStatus::Undone) => None,
        (Answer::Take, _) => Some(Decision::Accept),
        (Answer::Refuse, ProposalStatus::Applied) => return Err(applied(issue)),
        (Answer::Refuse, ProposalStatus::Pending) => Some(Decision::Reject),
    };
    if let Some(decision) = decision {
        review_within(&mut tx, now, Review { proposal, decision, corrected: None }).await?;
    }
    let waiting = waiting_for(&mut tx, (session, proposal)).await?;
    if answer == Answer::Refuse {
        settle(&mut tx, (session, &waiting, &BTreeSet::new(), DeferReason::Author), now).await?;
        return Ok(tx.commit().await?);
    }
    tx.commit().await?;
    // From here on the setting is changed. If the process ends, the same request judges the issues.
    let gone = gone(project, session, &waiting).await?;
    let mut tx = project.begin_write().await?;
    settle(&mut tx, (session, &waiting, &gone, DeferReason::NoTool), now).await?;
    tx.commit().await?;
    let changed: BTreeSet<SceneId> = waiting.iter().map(|issue| issue.scene).collect();
    let changed: Vec<SceneId> = changed.into_iter().collect();
    check_texts(project, (session, &changed), &Watch::silent()).await;
    Ok(())
}

/// The issues that the changed setting resolves: a rule no longer finds them. A model's issue is resolved because the
/// setting now has the value that it found in the text.
async fn gone(project: &Project, session: MendSessionId, waiting: &[Issue]) -> Result<BTreeSet<IssueId>> {
    let (of_model, of_rules): (Vec<&Issue>, Vec<&Issue>) =
        waiting.iter().partition(|issue| issue.record.rule.needs_model());
    let mut gone: BTreeSet<IssueId> = of_model.iter().map(|issue| issue.id).collect();
    if of_rules.is_empty() {
        return Ok(gone);
    }
    let state = State::read(project, session).await?;
    let rules: BTreeSet<Rule> = of_rules.iter().map(|issue| issue.record.rule).collect();
    let rules: Vec<Rule> = rules.into_iter().collect();
    let gathered = Arc::new(gather(project, FindScope::Book, Some(&rules)).await?);
    let texts: HashMap<SceneId, String> =
        state.scenes.iter().map(|scene| (scene.scene.scene, scene.text().to_owned())).collect();
    let scenes: Vec<SceneId> = texts.keys().copied().collect();
    let found = aside(move || compare(&gathered, &texts, &HashMap::new(), &scenes)).await?;
    for issue in of_rules {
        let Some(found) = found.get(&issue.scene) else { continue };
        let anchor = &issue.record.anchor;
        let place = Place { range: Some(anchor.range), sureness: anchor.confidence, is_unchanged: true };
        let known = Known { record: &issue.record, place, has_changed_canon: true };
        let text = state.scene(issue.scene).map_or("", SceneState::text);
        let trace = Trace::of_texts(text, text);
        let recheck = Recheck { before: &found.before, after: &found.after, trace: &trace };
        if judge_by_rule(&known, &recheck, &Scale::default()).event == IssueEvent::VerifiedGone {
            gone.insert(issue.id);
        }
    }
    Ok(gone)
}

/// Resolves the issues that are gone and leaves the others to the author for a reason. Gives up their scenes if nothing
/// else in them waits for the author.
async fn settle(
    conn: &mut SqliteConnection,
    (session, waiting, gone, reason): (MendSessionId, &[Issue], &BTreeSet<IssueId>, DeferReason),
    now: Timestamp,
) -> Result<()> {
    for issue in waiting {
        let known = issues::require(conn, issue.id).await?;
        let mut record = known.record.clone();
        let event = gone.contains(&issue.id).then_some(IssueEvent::VerifiedGone);
        record.reason = if event.is_some() { None } else { Some(reason) };
        let change = IssueChange { issue: issue.id, seen: known.revision, event, record: Some(&record) };
        let changed = issues::change(conn, &change, now).await?;
        super::decide::log(conn, (&changed, wenfang_story::mend::AuditAction::Decided), now).await?;
        note_mended(conn, &changed).await?;
    }
    let of_issues: BTreeSet<SceneId> = waiting.iter().map(|issue| issue.scene).collect();
    let known = wenfang_project::mend::sessions::require(conn, session).await?;
    if known.status != MendStatus::Waiting {
        return Ok(());
    }
    for scene in of_issues {
        let scene = scenes::require(conn, (session, scene)).await?;
        // A scene whose text is missing waits for the author anyway.
        let ReadScene::Open(state) = SceneState::read(conn, &Kept::default(), (&known, scene)).await? else {
            continue;
        };
        if !is_better(&state) && !asks(&state) {
            scenes::decide(conn, (session, state.scene.scene), scenes::Decision::Released).await?;
        }
    }
    end_or_wait(conn, session, now).await?;
    Ok(())
}

fn no_proposal(issue: IssueId) -> Error {
    Error::bad_request(
        format!("issue {issue} waits for no change of the setting"),
        "Nothing was changed. Look at the issue again.",
    )
}

fn applied(issue: IssueId) -> Error {
    Error::bad_request(
        format!("the change of the setting for issue {issue} was accepted already"),
        "Nothing was changed. Take it back in the list of proposals first.",
    )
}
