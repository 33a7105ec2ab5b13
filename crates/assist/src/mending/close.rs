//! Ends the work on a session: scenes without a better text are given up, the others are accepted or
//! wait for the author.

use sqlx::SqliteConnection;
use wenfang_project::mend::fixes::{self, Fix};
use wenfang_project::mend::issues::{self, Issue};
use wenfang_project::mend::scenes::{self, Decision};
use wenfang_project::mend::sessions;
use wenfang_story::mend::{DeferReason, IssueEvent, IssueState, Verification};
use wenfang_story::{MendSessionId, SceneId, Timestamp};
use wenfang_usecase::Result;

use super::accept::accept_by_itself;
use super::ending::end_or_wait;
use super::fetch::{self, Kept};
use super::places::is_resolved_by_author;
use super::plan::step;
use super::state::{ReadScene, SceneState, hold, scenes_in_book};

/// What a session left to the author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Closed {
    /// Scenes that wait for the author: for a decision about their changes or those of the setting, for the consent to a
    /// tool, or for a missing text.
    pub(crate) waiting: usize,
    /// Scenes that were given up: no round was better than the text as it was, or they left the book.
    pub(crate) released: usize,
    /// Scenes whose changes were accepted, as the author wants for the rules that suggested them.
    pub(crate) accepted: usize,
}

/// Closes a session whose rounds are over.
///
/// # Errors
/// Those of the project file; a session that has ended.
pub(crate) async fn close(
    conn: &mut SqliteConnection,
    kept: &Kept,
    (session, holder): (MendSessionId, &str),
    now: Timestamp,
) -> Result<Closed> {
    hold(conn, (session, holder), now).await?;
    let known = sessions::require(conn, session).await?;
    let here = scenes_in_book(conn).await?;
    let mut closed = Closed::default();
    for scene in scenes::list(conn, session).await? {
        let state = match SceneState::read(conn, kept, (&known, scene.clone())).await? {
            ReadScene::Open(state) => state,
            ReadScene::Unread(unread) => {
                fetch::note(conn, session, &unread).await?;
                put_down(conn, (session, scene.scene), now).await?;
                closed.waiting += 1;
                continue;
            }
            ReadScene::Decided => continue,
        };
        let is_here = here.contains(&scene.scene);
        unprove(conn, &state, now).await?;
        if !is_here || !is_better(&state) && !asks(&state) {
            scenes::decide(conn, (session, scene.scene), Decision::Released).await?;
            closed.released += 1;
        } else if is_better(&state) && accept_by_itself(conn, &state, now).await? {
            closed.accepted += 1;
        } else {
            closed.waiting += 1;
        }
    }
    end_or_wait(conn, session, now).await?;
    Ok(closed)
}

/// Whether a round is better than the text as it was.
pub(super) fn is_better(state: &SceneState) -> bool {
    state.scene.best_round.is_some_and(|best| best > 0)
}

/// Whether a tool or a change of the setting waits for the author's consent.
pub(super) fn asks(state: &SceneState) -> bool {
    let asks_first = |issue: &Issue| {
        issue.state == IssueState::Deferred && issue.record.reason == Some(DeferReason::AskFirst)
    };
    state.issues.iter().any(|issue| asks_first(issue) || waits_for_proposal(issue))
}

/// Whether an issue waits for the decision on a change of the setting.
pub(super) fn waits_for_proposal(issue: &Issue) -> bool {
    issue.state == IssueState::Deferred && issue.record.reason == Some(DeferReason::Canon)
}

/// Makes the issues of a scene new that are in progress: without its text nothing was judged.
async fn put_down(
    conn: &mut SqliteConnection,
    place: (MendSessionId, SceneId),
    now: Timestamp,
) -> Result<()> {
    for issue in issues::list_by_scene(conn, place).await? {
        step(conn, issue.id, IssueEvent::LeftInFlight, |_| {}, now).await?;
    }
    Ok(())
}

/// Opens the issues again that only a later round than the best one resolved: its text is not the one that is offered.
async fn unprove(conn: &mut SqliteConnection, state: &SceneState, now: Timestamp) -> Result<()> {
    let best = state.scene.best_round.unwrap_or_default();
    if best == state.round() {
        return Ok(());
    }
    for issue in state.issues.iter().filter(|issue| issue.state == IssueState::Resolved) {
        if is_resolved_by_author(issue) {
            continue;
        }
        let fixes = fixes::list(conn, issue.id).await?;
        let is_proven = |fix: &Fix| fix.round <= best && fix.verification == Verification::Passed;
        if !fixes.iter().any(is_proven) {
            step(conn, issue.id, IssueEvent::FoundAgain, |_| {}, now).await?;
        }
    }
    Ok(())
}
