//! Ends the work on a session: scenes without a better text are given up, the others are accepted or
//! wait for the author.

use sqlx::SqliteConnection;
use wenfang_project::mend::scenes::{self, Decision};
use wenfang_story::mend::SceneFate;
use wenfang_story::{MendSessionId, Timestamp};
use wenfang_usecase::Result;

use super::accept::accept_by_itself;
use super::ending::end_or_wait;
use super::state::hold;

/// What a session left to the author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Closed {
    /// Scenes with changes that wait for the author.
    pub(crate) waiting: usize,
    /// Scenes that were given up, because no round was better than the text as it was.
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
            (SceneFate::Open, _) if accept_by_itself(conn, &scene, now).await? => closed.accepted += 1,
            (SceneFate::Open, _) => closed.waiting += 1,
            _ => {}
        }
    }
    end_or_wait(conn, session, now).await?;
    Ok(closed)
}
