//! Ends the work on a session: scenes without a better text are given up, the others wait for the author.

use sqlx::SqliteConnection;
use wenfang_project::mend::scenes::{self, Decision};
use wenfang_project::mend::sessions::{self, End};
use wenfang_story::mend::{AuditAction, SceneFate};
use wenfang_story::{MendSessionId, Timestamp};
use wenfang_usecase::Result;

use super::plan::log;
use super::state::hold;

/// What a session left to the author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Closed {
    /// Scenes with changes that wait for the author.
    pub(crate) waiting: usize,
    /// Scenes that were given up, because no round was better than the text as it was.
    pub(crate) released: usize,
}

/// Closes a session whose rounds are over.
///
/// # Errors
/// Those of the project file; a session that has ended.
pub(crate) async fn close(
    conn: &mut SqliteConnection,
    (session, holder): (MendSessionId, &str),
    now: Timestamp,
) -> Result<Closed> {
    hold(conn, (session, holder), now).await?;
    let mut closed = Closed::default();
    for scene in scenes::list(conn, session).await? {
        match (scene.fate, scene.best_round.unwrap_or_default()) {
            (SceneFate::Open, 0) => {
                scenes::decide(conn, (session, scene.scene), Decision::Released).await?;
                closed.released += 1;
            }
            (SceneFate::Open, _) => closed.waiting += 1,
            _ => {}
        }
    }
    end_or_wait(conn, session, now).await?;
    Ok(closed)
}

/// Completes a session without an open scene; otherwise it waits for the author. Returns whether it has ended.
pub(super) async fn end_or_wait(
    conn: &mut SqliteConnection,
    session: MendSessionId,
    now: Timestamp,
) -> Result<bool> {
    let is_open = scenes::list(conn, session).await?.iter().any(|scene| scene.fate == SceneFate::Open);
    if is_open {
        sessions::set_waiting(conn, session, true).await?;
    } else {
        sessions::end(conn, session, End::Completed, now).await?;
        log(conn, (session, AuditAction::Completed), serde_json::json!({}), now).await?;
    }
    Ok(!is_open)
}
