//! Recognises comments that the novel has already.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_interchange::{Returned, ReturnedComment, ReturnedReply};
use wenfang_project::canon;
use wenfang_story::canon::{AnchorId, CommentBy, CommentRecord, CommentReply, CommentWho};
use wenfang_story::{CommentId, SceneId, Timestamp};
use wenfang_text::CharRange;
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::pages::Spots;

/// A comment of the novel.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub id: CommentId,
    pub record: CommentRecord,
    pub is_removed: bool,
    /// Where its passage is now.
    now: Option<CharRange>,
}

/// The comments of the novel that have the words of one in the document, or a reply with them.
pub(super) async fn read(conn: &mut SqliteConnection, returned: &Returned) -> Result<Vec<Known>> {
    let wanted: HashSet<String> = returned.comments.iter().map(|comment| words(&comment.text)).collect();
    let live: Vec<(CommentId, CommentRecord)> = canon::list(conn).await?;
    let removed = canon::list_removed::<CommentId>(conn).await?;
    let live = live.into_iter().map(|(id, record)| (id, record, false));
    let removed = removed.into_iter().filter(|row| !row.record.taken_back);
    let removed = removed.map(|row| (row.id, row.record, true));
    let mut known: Vec<Known> = live
        .chain(removed)
        .filter(|(_, record, _)| {
            let replies = record.replies.iter().map(|reply| &reply.text);
            std::iter::once(&record.text).chain(replies).any(|text| wanted.contains(&words(text)))
        })
        .map(|(id, record, is_removed)| Known { id, record, is_removed, now: None })
        .collect();
    let places = places(conn, &known).await?;
    for one in &mut known {
        one.now = places.get(&one.id).copied();
    }
    Ok(known)
}

/// Where the passages of comments are now.
async fn places(conn: &mut SqliteConnection, known: &[Known]) -> Result<HashMap<CommentId, CharRange>> {
    let standing = known.iter().filter(|one| !one.is_removed && !one.record.gone);
    let scenes: HashSet<SceneId> = standing.map(|one| one.record.scene).collect();
    let mut places = HashMap::new();
    for scene in scenes {
        let (_, anchors) = versions::located_anchors(conn, scene, None).await?;
        places.extend(anchors.into_iter().filter_map(|anchor| match anchor.id {
            AnchorId::Comment(id) => Some((id, anchor.now?)),
            AnchorId::Thread(_) => None,
        }));
    }
    Ok(places)
}

/// The known comment that each comment of the document is. No two are the same one.
pub(super) fn matches(
    (returned, spots): (&Returned, &Spots),
    known: &[Known],
    author: &str,
) -> Vec<Option<usize>> {
    let mut pairs = Vec::new();
    for (number, comment) in returned.comments.iter().enumerate() {
        for (at, one) in known.iter().enumerate() {
            let said = (one.record.text.as_str(), &one.record.by, one.record.at);
            let signs = Signs::of((comment, number, spots), (one, said), author);
            if signs.are_enough() {
                pairs.push((signs.count(), !one.is_removed, number, at));
            }
        }
    }
    // The strongest first; in the order of the document among equals.
    pairs.sort_by_key(|&(count, is_live, number, at)| (std::cmp::Reverse((count, is_live)), number, at));
    let mut found = vec![None; returned.comments.len()];
    let mut taken = HashSet::new();
    for (_, _, number, at) in pairs {
        if found[number].is_none() && taken.insert(at) {
            found[number] = Some(at);
        }
    }
    found
}

/// Whether a comment of the document is a reply of the novel: some programs return replies as comments of their own.
pub(super) fn is_reply(
    (comment, number, spots): (&ReturnedComment, usize, &Spots),
    known: &[Known],
    author: &str,
) -> bool {
    known.iter().filter(|one| !one.is_removed).any(|one| {
        one.record.replies.iter().any(|reply| {
            let said = (reply.text.as_str(), &reply.by, reply.at);
            Signs::of((comment, number, spots), (one, said), author).are_enough()
        })
    })
}

/// What two comments with the same words have in common.
#[derive(Clone, Copy, Debug)]
struct Signs {
    writer: bool,
    time: bool,
    passage: bool,
}

impl Signs {
    /// Compares a comment of the document with what somebody said on the passage of a known one.
    fn of(
        (comment, number, spots): (&ReturnedComment, usize, &Spots),
        (one, (text, by, at)): (&Known, (&str, &CommentBy, Timestamp)),
        author: &str,
    ) -> Self {
        if words(&comment.text) != words(text) {
            return Self { writer: false, time: false, passage: false };
        }
        let record = &one.record;
        let passage = match (&spots.spots[number], one.now) {
            (Ok(spot), Some(now)) => spot.scene == record.scene && spot.range.overlaps(now),
            _ => words(&comment.quote) == words(&record.quote),
        };
        Self {
            writer: comment.by == exported(by, author),
            time: comment.at.is_some_and(|comment| is_same_second(comment, at)),
            passage,
        }
    }

    /// Two signs are enough: programs change names and times, and readers say the same twice.
    fn are_enough(self) -> bool {
        self.count() >= 2
    }

    fn count(self) -> usize {
        [self.writer, self.time, self.passage].into_iter().filter(|sign| *sign).count()
    }
}

fn is_same_second(a: Timestamp, b: Timestamp) -> bool {
    a.get() / 1000 == b.get() / 1000
}

/// The name of a writer in an exported document.
fn exported<'n>(by: &'n CommentBy, author: &'n str) -> &'n str {
    match (by.name.as_str(), by.who) {
        ("", CommentWho::Author) => author,
        (name, _) => name,
    }
}

/// The replies that a comment does not have yet.
pub(super) fn new_replies<'r>(
    comment: &'r ReturnedComment,
    replies: &[CommentReply],
) -> Vec<&'r ReturnedReply> {
    let mut there: Vec<String> = replies.iter().map(|reply| words(&reply.text)).collect();
    let is_new = |reply: &&ReturnedReply| {
        let reply = words(&reply.text);
        match there.iter().position(|one| *one == reply) {
            Some(at) => {
                there.swap_remove(at);
                false
            }
            None => true,
        }
    };
    comment.replies.iter().filter(is_new).collect()
}

/// A text without its line ends and blanks, which programs change.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect()
}
