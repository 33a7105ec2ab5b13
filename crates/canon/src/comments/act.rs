//! Writing, answering, closing and removing comments.

use serde::Deserialize;
use wenfang_project::{Project, canon};
use wenfang_story::CommentId;
use wenfang_story::canon::{CommentBy, CommentColour, CommentRecord, CommentReply, CommentState, CommentWho};
use wenfang_usecase::{Error, Result};

use super::{CommentView, view};
use crate::lore::Done;
use crate::passages::{Passage, evidence};
use crate::{removal, words};

/// Maximum number of replies to a comment.
pub const MAX_REPLIES: usize = 1_000;

/// A new comment.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct AddComment {
    pub passage: Passage,
    /// May be empty only if the passage is not printed.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub text: String,
    pub colour: Option<CommentColour>,
    /// The writer; the author when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub by: CommentBy,
    /// Whether the paragraphs of the passage are left out of every export and print.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub not_for_print: bool,
}

/// Adds a comment to a passage.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an empty text, or an editor without a name;
/// [`Code::QuoteNotFound`](wenfang_usecase::Code::QuoteNotFound) for a passage that does not occur in the text.
pub async fn add(project: &Project, request: AddComment) -> Result<CommentView> {
    let text = content(&request.text, request.not_for_print)?;
    let by = writer(request.by)?;
    let mut tx = project.begin_write().await?;
    let proof = evidence(&mut tx, project.now(), &request.passage).await?;
    let record = CommentRecord {
        text,
        scene: proof.scene,
        version: proof.version,
        range: proof.range,
        quote: proof.quote,
        gone: false,
        state: CommentState::Open,
        colour: request.colour.unwrap_or_default(),
        by,
        at: project.now(),
        replies: Vec::new(),
        not_for_print: request.not_for_print,
        taken_back: false,
    };
    let id = canon::insert(&mut tx, &record, project.now()).await?;
    let view = view(&mut tx, id).await?;
    tx.commit().await?;
    Ok(view)
}

/// Changes to a comment. Absent fields stay unchanged.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct EditComment {
    pub comment: CommentId,
    /// May be empty only if the passage is not printed.
    pub text: Option<String>,
    pub colour: Option<CommentColour>,
    /// Whether the paragraphs of the passage are left out of every export and print.
    pub not_for_print: Option<bool>,
}

/// Changes a comment.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an empty text.
pub async fn edit(project: &Project, request: EditComment) -> Result<CommentView> {
    let mut tx = project.begin_write().await?;
    let mut record = canon::live(&mut tx, request.comment).await?;
    record.not_for_print = request.not_for_print.unwrap_or(record.not_for_print);
    record.colour = request.colour.unwrap_or(record.colour);
    record.text = content(request.text.as_deref().unwrap_or(&record.text), record.not_for_print)?;
    canon::update(&mut tx, request.comment, &record).await?;
    let view = view(&mut tx, request.comment).await?;
    tx.commit().await?;
    Ok(view)
}

/// A reply to write, change or remove.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReplyToComment {
    pub comment: CommentId,
    /// The reply to change, from 0; a new reply when absent.
    pub reply: Option<usize>,
    /// An empty text removes the reply.
    pub text: String,
    /// The writer of a new reply; the author when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub by: CommentBy,
}

/// Adds a reply to a comment, or changes or removes one.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an empty new reply, a number without a reply, or an
/// editor without a name.
pub async fn reply(project: &Project, request: ReplyToComment) -> Result<CommentView> {
    let text = words::text("reply", &request.text)?.trim().to_owned();
    let by = writer(request.by)?;
    let mut tx = project.begin_write().await?;
    let mut record = canon::live(&mut tx, request.comment).await?;
    match request.reply {
        Some(at) => change_reply(&mut record, at, text)?,
        None => add_reply(&mut record, CommentReply { text, by, at: project.now() })?,
    }
    canon::update(&mut tx, request.comment, &record).await?;
    let view = view(&mut tx, request.comment).await?;
    tx.commit().await?;
    Ok(view)
}

fn add_reply(record: &mut CommentRecord, reply: CommentReply) -> Result<()> {
    if reply.text.is_empty() {
        return Err(Error::bad_request("the reply is empty", "Nothing was changed. Write something."));
    }
    if record.replies.len() >= MAX_REPLIES {
        return Err(Error::bad_request(
            format!("the comment has {MAX_REPLIES} replies"),
            "Nothing was changed. Add a new comment to the passage.",
        ));
    }
    record.replies.push(reply);
    Ok(())
}

fn change_reply(record: &mut CommentRecord, at: usize, text: String) -> Result<()> {
    let count = record.replies.len();
    let Some(reply) = record.replies.get_mut(at) else {
        return Err(Error::bad_request(
            format!("the comment has no reply {at}: it has {count}"),
            "Nothing was changed. Replies are numbered from 0.",
        ));
    };
    if text.is_empty() {
        record.replies.remove(at);
    } else {
        reply.text = text;
    }
    Ok(())
}

/// A new state for comments.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetCommentState {
    pub comments: Vec<CommentId>,
    pub state: CommentState,
}

/// Marks comments as done, or opens them again.
///
/// # Errors
/// [`Code::NotFound`](wenfang_usecase::Code::NotFound) for a comment that does not exist or is removed.
pub async fn set_state(project: &Project, request: SetCommentState) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    for id in &request.comments {
        let record = canon::live(&mut tx, *id).await?;
        canon::update(&mut tx, *id, &CommentRecord { state: request.state, ..record }).await?;
    }
    tx.commit().await?;
    Ok(Done { count: request.comments.len() })
}

/// Comments.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CommentIds {
    pub comments: Vec<CommentId>,
}

/// Removes comments. [`put_back`] restores them.
pub async fn remove(project: &Project, request: CommentIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::remove(&mut tx, &request.comments, project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: request.comments.len() })
}

/// Restores removed comments.
pub async fn put_back(project: &Project, request: CommentIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &request.comments).await?;
    for id in &request.comments {
        let record = canon::live(&mut tx, *id).await?;
        if record.taken_back {
            canon::update(&mut tx, *id, &CommentRecord { taken_back: false, ..record }).await?;
        }
    }
    tx.commit().await?;
    Ok(Done { count: request.comments.len() })
}

/// A new passage for a comment.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct PlaceComment {
    pub comment: CommentId,
    pub passage: Passage,
}

/// Moves a comment to a passage in this or another scene.
///
/// # Errors
/// [`Code::QuoteNotFound`](wenfang_usecase::Code::QuoteNotFound) for a passage that does not occur in the text.
pub async fn place(project: &Project, request: PlaceComment) -> Result<CommentView> {
    let mut tx = project.begin_write().await?;
    let before = canon::live(&mut tx, request.comment).await?;
    let proof = evidence(&mut tx, project.now(), &request.passage).await?;
    let record = CommentRecord {
        scene: proof.scene,
        version: proof.version,
        range: proof.range,
        quote: proof.quote,
        gone: false,
        ..before
    };
    canon::update(&mut tx, request.comment, &record).await?;
    let view = view(&mut tx, request.comment).await?;
    tx.commit().await?;
    Ok(view)
}

/// The text of a comment.
fn content(text: &str, may_be_empty: bool) -> Result<String> {
    let text = words::text("comment", text)?.trim().to_owned();
    if text.is_empty() && !may_be_empty {
        return Err(Error::bad_request("the comment is empty", "Nothing was changed. Write something."));
    }
    Ok(text)
}

/// A writer with a valid name.
pub(super) fn writer(by: CommentBy) -> Result<CommentBy> {
    let name = words::line("name of the writer", &by.name)?;
    if name.is_empty() && by.who == CommentWho::Editor {
        return Err(Error::bad_request("the editor has no name", "Nothing was changed. Give the name."));
    }
    Ok(CommentBy { name, ..by })
}

#[cfg(test)]
mod tests {
    use wenfang_story::Timestamp;

    use super::*;

    #[test]
    fn only_a_passage_not_for_print_needs_no_words() {
        assert!(content(" \n", false).is_err());
        assert_eq!(content(" \n", true).unwrap(), "");
        assert_eq!(content(" 太长。\n", false).unwrap(), "太长。");
    }

    #[test]
    fn an_editor_has_a_name() {
        let by = |who, name: &str| writer(CommentBy { who, name: name.to_owned() });
        assert!(by(CommentWho::Editor, " ").is_err());
        assert_eq!(by(CommentWho::Editor, " 林编 ").unwrap().name, "林编");
        assert!(by(CommentWho::Import, "").is_ok());
    }

    #[test]
    fn replies_are_changed_and_removed_by_number() {
        let reply = |text: &str| CommentReply {
            text: text.to_owned(),
            by: CommentBy::default(),
            at: Timestamp::from(0),
        };
        let mut record: CommentRecord = serde_json::from_str(
            r#"{"text":"问","scene":1,"version":1,"range":{"start":0,"end":1},"quote":"雾","at":0}"#,
        )
        .unwrap();
        add_reply(&mut record, reply("一")).unwrap();
        add_reply(&mut record, reply("二")).unwrap();
        assert!(add_reply(&mut record, reply("")).is_err());
        change_reply(&mut record, 1, "改".to_owned()).unwrap();
        change_reply(&mut record, 0, String::new()).unwrap();
        assert_eq!(record.replies, [reply("改")]);
        assert!(change_reply(&mut record, 1, "无".to_owned()).is_err());
    }
}
