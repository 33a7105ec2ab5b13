//! Requests for comments.

use std::path::Path;

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::canon::{Input, text_or_input};
use super::{Request, read, write};
use crate::args::comment::{AddComment, Comment, CommentIds, ListComments, Remarks};

pub(super) fn comment<'a>(comment: &'a Comment, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match comment {
        Comment::List(wanted) => list(wanted),
        Comment::InScene(of) => read(&of.file, "comments.in_scene", json!({ "scene": of.scene })),
        Comment::Add(new) => add(new, input)?,
        Comment::Edit { file, comment, text, colour, not_for_print } => {
            let text = text_or_input(text.as_deref(), input)?;
            let change = json!({
                "comment": comment, "text": text, "colour": colour, "not_for_print": not_for_print,
            });
            write(file, "comments.edit", change)
        }
        Comment::Reply { file, comment, text, reply, editor } => {
            let text = text_or_input(Some(text), input)?;
            let by = writer(editor.as_deref());
            write(
                file,
                "comments.reply",
                json!({ "comment": comment, "text": text, "reply": reply, "by": by }),
            )
        }
        Comment::Done(of) => set_state(of, "done"),
        Comment::Reopen(of) => set_state(of, "open"),
        Comment::Place { file, comment, scene, quote } => {
            let passage = json!({ "scene": scene, "quote": quote });
            write(file, "comments.place", json!({ "comment": comment, "passage": passage }))
        }
        Comment::Carry { file, scene, comments } => {
            let passages: Vec<_> = comments.iter().map(|id| json!({ "comment": id })).collect();
            write(file, "scene.carry_passages", json!({ "scene": scene, "passages": passages }))
        }
        Comment::CarryBack { file } => write(file, "scene.carry_back", printed(&input()?, "comment carry")?),
        Comment::Remarks(of) => remarks(of, input)?,
        Comment::TakeBack { file } => take_back(file, &input()?)?,
        Comment::Remove(of) => write(&of.file, "comments.remove", json!({ "comments": of.comments })),
        Comment::PutBack(of) => write(&of.file, "comments.put_back", json!({ "comments": of.comments })),
    })
}

fn remarks<'a>(of: &'a Remarks, input: Input<'_>) -> Result<Request<'a>, Error> {
    if let Some(returned) = &of.returned {
        let request = json!({
            "file": returned,
            "keep_unplaced": of.keep_unplaced,
            "restore": of.restore,
            "dry_run": of.dry_run,
        });
        return Ok(write(&of.file, "comments.import_returned", request));
    }
    let by = match &of.editor {
        Some(name) => writer(Some(name)),
        // A reader without a name is not the author.
        None => {
            let copy = of.copy.as_deref().and_then(Path::file_name).unwrap_or_default();
            json!({ "who": "import", "name": copy.to_string_lossy() })
        }
    };
    let request = json!({ "text": input()?, "copy": of.copy, "by": by, "dry_run": of.dry_run });
    Ok(write(&of.file, "comments.import_remarks", request))
}

/// The request that undoes an import, from the answer of the import.
fn take_back<'a>(file: &'a Path, answer: &str) -> Result<Request<'a>, Error> {
    let answer = printed(answer, "comment remarks")?;
    let ids = |list: &str| {
        let items = answer[list].as_array().map(Vec::as_slice).unwrap_or_default();
        items.iter().map(|item| item["id"].clone()).filter(|id| !id.is_null()).collect::<Vec<_>>()
    };
    let restored = answer["restored"].as_array().cloned().unwrap_or_default();
    let comments = [ids("placed"), ids("comments"), ids("unplaced")].concat();
    let answered = answer.get("answered").cloned().unwrap_or_else(|| json!([]));
    let request = json!({ "comments": comments, "restored": restored, "answered": answered });
    Ok(write(file, "comments.take_back_returned", request))
}

/// What a command printed.
fn printed(answer: &str, command: &str) -> Result<Value, Error> {
    serde_json::from_str(answer).map_err(|error| {
        Error::bad_request(
            format!("standard input is not an answer of `{command}`: {error}"),
            format!("Nothing was changed. Give what `{command}` printed."),
        )
    })
}

fn list(wanted: &ListComments) -> Request<'_> {
    let request = json!({
        "scene": wanted.scene,
        "chapter": wanted.chapter,
        "state": wanted.state,
        "who": wanted.who,
        "name": wanted.name,
        "colour": wanted.colour,
        "text": wanted.text,
        "not_for_print": wanted.not_for_print,
        "removed": wanted.removed,
    });
    read(&wanted.file, "comments.list", request)
}

fn add<'a>(new: &'a AddComment, input: Input<'_>) -> Result<Request<'a>, Error> {
    let end = |start: usize| start + new.quote.chars().count();
    let range = new.start.map(|start| json!({ "start": start, "end": end(start) }));
    let request = json!({
        "passage": { "scene": new.scene, "quote": new.quote, "range": range },
        "text": text_or_input(Some(&new.text), input)?,
        "colour": new.colour,
        "by": writer(new.editor.as_deref()),
        "not_for_print": new.not_for_print,
    });
    Ok(write(&new.file, "comments.add", request))
}

fn set_state<'a>(of: &'a CommentIds, state: &str) -> Request<'a> {
    write(&of.file, "comments.set_state", json!({ "comments": of.comments, "state": state }))
}

/// The author, or an editor by name.
fn writer(editor: Option<&str>) -> Value {
    match editor {
        Some(name) => json!({ "who": "editor", "name": name }),
        None => json!({}),
    }
}
