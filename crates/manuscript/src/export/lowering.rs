//! The book that the writers take.

use std::collections::HashSet;

use wenfang_interchange::{Manuscript, StoredScene};
use wenfang_publish::{Book, BookBuilder, Comment, Passage, Remark, Source};
use wenfang_story::canon::{CommentBy, CommentRecord, CommentState, CommentWho};
use wenfang_story::{ProjectRecord, SceneId, Timestamp};

/// Lowers a manuscript, with the comments of some scenes or without any.
pub(super) fn book(
    record: &ProjectRecord,
    manuscript: &Manuscript,
    commented: Option<&HashSet<SceneId>>,
) -> Book {
    let mut builder = BookBuilder::new(&record.title, &record.author, record.novel_language());
    for (title, chapters) in &manuscript.volumes {
        builder.volume(title);
        for chapter in chapters {
            builder.chapter(&chapter.title);
            for scene in &chapter.scenes {
                let version = scene.version.map(wenfang_story::VersionNo::get);
                let source = Source { scene: scene.id.get(), version };
                let is_commented = commented.is_some_and(|scenes| scenes.contains(&scene.id));
                let passages = if is_commented { passages(scene, &record.author) } else { Vec::new() };
                builder.scene(Some(source), (&scene.text, &scene.unprinted), passages);
            }
        }
    }
    builder.finish()
}

/// Returns the comments of a scene in the order of the text.
fn passages(scene: &StoredScene, author: &str) -> Vec<Passage> {
    let written = scene.comments.iter().filter(|(comment, _)| !comment.not_for_print);
    let mut passages: Vec<Passage> = written
        .map(|(comment, range)| Passage { range: *range, comment: lowered(comment, author) })
        .collect();
    passages.sort_by_key(|passage| (passage.range.start(), passage.range.end()));
    passages
}

fn lowered(comment: &CommentRecord, author: &str) -> Comment {
    let replies = comment.replies.iter();
    Comment {
        remark: remark(&comment.text, (&comment.by, author), comment.at),
        replies: replies.map(|reply| remark(&reply.text, (&reply.by, author), reply.at)).collect(),
        is_done: comment.state == CommentState::Done,
    }
}

fn remark(text: &str, (by, author): (&CommentBy, &str), at: Timestamp) -> Remark {
    let name = match (by.name.as_str(), by.who) {
        ("", CommentWho::Author) => author,
        (name, _) => name,
    };
    Remark { author: name.to_owned(), at: rfc3339(at), text: text.to_owned() }
}

/// Returns a time as RFC 3339 in UTC, to the second.
pub(super) fn rfc3339(at: Timestamp) -> Option<String> {
    let time = jiff::Timestamp::from_second(at.get() / 1000).ok()?;
    Some(time.to_string())
}
