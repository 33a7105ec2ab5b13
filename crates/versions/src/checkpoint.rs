//! Creating checkpoints.

use sqlx::SqliteConnection;
use wenfang_project::checkpoints::{self, NewCheckpoint};
use wenfang_project::{current, drafts};
use wenfang_story::{CheckpointId, Timestamp};

use crate::error::Result;
use crate::save::{NewText, save};

/// Creates a checkpoint of the current project. Drafts are saved as versions first.
pub async fn checkpoint(
    conn: &mut SqliteConnection,
    now: Timestamp,
    new: NewCheckpoint<'_>,
) -> Result<CheckpointId> {
    commit_drafts(conn, now).await?;
    let id = checkpoints::insert(conn, new, now).await?;
    current::remember(conn, id).await?;
    Ok(id)
}

/// Saves every draft as a version.
pub async fn commit_drafts(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    for draft in drafts::list(conn).await? {
        save(conn, now, NewText::of_draft(&draft)).await?;
    }
    Ok(())
}
