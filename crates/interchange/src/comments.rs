//! Comments of documents, on their way into a project.

use sqlx::SqliteConnection;
use wenfang_documents::Comment;
use wenfang_project::{canon, scene_versions};
use wenfang_story::canon::{CommentBy, CommentRecord, CommentReply, CommentState, CommentWho};
use wenfang_story::{CommentId, SceneId, Timestamp};
use wenfang_text::{CharRange, TextIndex};
use wenfang_versions::Result;

use crate::plan::PlannedScene;

/// Inserts the comments of a scene on the newest version of its text. Returns their number.
pub(crate) async fn insert(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, scene): (SceneId, &PlannedScene),
) -> Result<usize> {
    if scene.comments.is_empty() {
        return Ok(0);
    }
    let version = scene_versions::head(conn, id).await?.version;
    let index = TextIndex::new(&scene.text);
    for planned in &scene.comments {
        let Comment { author, at, text, is_done, replies, .. } = &planned.comment;
        let (at, range) = (written(at, now), passage(&scene.text, planned.passage));
        let answered = replies.iter().map(|reply| CommentReply {
            text: reply.text.clone(),
            by: by(&reply.author),
            at: written(&reply.at, now),
        });
        let record = CommentRecord {
            text: text.clone(),
            scene: id,
            version,
            range,
            quote: index.slice(range).to_owned(),
            gone: range.is_empty(),
            state: if *is_done { CommentState::Done } else { CommentState::Open },
            colour: Default::default(),
            by: by(author),
            at,
            replies: answered.filter(|reply| !reply.text.trim().is_empty()).collect(),
            not_for_print: false,
            taken_back: false,
        };
        canon::insert::<CommentId>(conn, &record, now).await?;
    }
    Ok(scene.comments.len())
}

/// The passage of a comment. One at a point gets the visible character before it, or the first one of the text.
fn passage(text: &str, range: CharRange) -> CharRange {
    if !range.is_empty() {
        return range;
    }
    let visible = || text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).map(|(at, _)| at);
    let at = visible().take_while(|at| *at < range.start().get()).last().or_else(|| visible().next());
    at.map_or(range, |at| CharRange::new(at, at + 1))
}

/// The writer, as the document names them.
fn by(name: &str) -> CommentBy {
    match name.trim() {
        "" => CommentBy { who: CommentWho::Import, name: String::new() },
        name => CommentBy { who: CommentWho::Editor, name: name.to_owned() },
    }
}

/// When it was written: what the document says, but not in the future; `now` if it says nothing that can be read.
fn written(at: &str, now: Timestamp) -> Timestamp {
    moment(at).map_or(now, |at| at.min(now))
}

/// A time as documents write it. Word and LibreOffice write the time of the clock on the wall, with or without a zone.
pub(crate) fn moment(at: &str) -> Option<Timestamp> {
    let zoned = at.parse::<jiff::Timestamp>().ok();
    let local = || at.parse::<jiff::civil::DateTime>().ok()?.to_zoned(jiff::tz::TimeZone::UTC).ok();
    let at = zoned.or_else(|| local().map(|at| at.timestamp()))?;
    Some(Timestamp::from(at.as_millisecond().max(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_gets_the_character_before_it() {
        let at = |text: &str, point| passage(text, CharRange::new(point, point));
        assert_eq!(at("一二\n三", 3), CharRange::new(1, 2));
        assert_eq!(at("\n三", 0), CharRange::new(1, 2));
        assert!(at(" ", 1).is_empty());
        assert_eq!(passage("一二", CharRange::new(0, 2)), CharRange::new(0, 2));
    }

    #[test]
    fn writers_and_times_are_those_of_the_document() {
        let now = Timestamp::from(1_000_000_000_000);
        assert_eq!(written("2001-09-09T01:46:39Z", now).get(), 999_999_999_000);
        assert_eq!(written("2999-01-01T00:00:00Z", now), now);
        assert_eq!(written("yesterday", now), now);
        assert_eq!(written("2001-09-09T01:46:39.000000000", now).get(), 999_999_999_000);
        assert_eq!((by(" 林编 ").who, by("").who), (CommentWho::Editor, CommentWho::Import));
    }
}
