//! The end of a session, once all its scenes are decided.

use sqlx::SqliteConnection;
use wenfang_project::mend::scenes;
use wenfang_project::mend::sessions::{self, End};
use wenfang_story::mend::{AuditAction, SceneFate};
use wenfang_story::{MendSessionId, Timestamp};
use wenfang_usecase::Result;

use super::plan::log;

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
