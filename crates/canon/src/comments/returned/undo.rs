//! Takes an import of a returned document back.

use serde::Deserialize;
use wenfang_project::{Project, canon};
use wenfang_story::CommentId;
use wenfang_story::canon::{CommentRecord, CommentReply, CommentState};
use wenfang_usecase::Result;

use crate::lore::Done;

/// What an import of a returned document added.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct TakeBackReturned {
    /// The comments that it added.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub comments: Vec<CommentId>,
    /// The removed comments that it restored.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub restored: Vec<CommentId>,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub answered: Vec<AnswerBack>,
}

/// What an import added to a comment of the novel.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct AnswerBack {
    pub comment: CommentId,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub replies: Vec<CommentReply>,
    /// Whether it marked the comment as done.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub done: bool,
}

/// Removes the comments and replies that an import added, and opens the comments that it closed. What the author
/// changed or removed since stays as it is. Returns the number of comments.
pub async fn take_back_returned(project: &Project, request: TakeBackReturned) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    let mut count = 0;
    let added = request.comments.into_iter().map(|id| (id, true));
    for (id, taken_back) in added.chain(request.restored.into_iter().map(|id| (id, false))) {
        let row = canon::require(&mut tx, id).await?;
        if row.removed_at.is_none() {
            canon::update(&mut tx, id, &CommentRecord { taken_back, ..row.record }).await?;
            canon::remove(&mut tx, &[id], project.now()).await?;
            count += 1;
        }
    }
    for AnswerBack { comment, replies, done } in request.answered {
        let row = canon::require(&mut tx, comment).await?;
        if row.removed_at.is_some() {
            continue;
        }
        let mut record = row.record.clone();
        for reply in &replies {
            if let Some(at) = record.replies.iter().rposition(|one| one == reply) {
                record.replies.remove(at);
            }
        }
        if done {
            record.state = CommentState::Open;
        }
        if record != row.record {
            canon::update(&mut tx, comment, &record).await?;
            count += 1;
        }
    }
    tx.commit().await?;
    Ok(Done { count })
}
