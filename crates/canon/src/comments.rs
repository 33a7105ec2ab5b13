//! Comments (批注) on passages: listed by scene, chapter and book. They are never in the text and count nothing.

mod act;
mod in_scene;
mod remarks;
mod returned;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{CommentBy, CommentColour, CommentRecord, CommentReply, CommentState, CommentWho};
use wenfang_story::{ChapterId, CommentId, SceneId, Timestamp, VersionNo};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use crate::books::{Book, SceneRef};

pub use act::{
    AddComment, CommentIds, EditComment, PlaceComment, ReplyToComment, SetCommentState, add, edit, place,
    put_back, remove, reply, set_state,
};
pub use in_scene::{SceneComment, SceneComments, in_scene};
pub use remarks::{ImportRemarks, RemarkImported, RemarksImported, import_remarks};
pub use returned::{
    AnswerBack, ImportReturned, ReturnedAnswered, ReturnedImported, ReturnedPlaced, ReturnedUnplaced,
    TakeBackReturned, WhyUnplaced, import_returned, take_back_returned,
};

/// Which comments to list. Absent fields restrict nothing.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListComments {
    pub scene: Option<SceneId>,
    pub chapter: Option<ChapterId>,
    pub state: Option<CommentState>,
    pub who: Option<CommentWho>,
    /// The name of the writer.
    pub name: Option<String>,
    pub colour: Option<CommentColour>,
    /// Words in the comment, its replies or its passage; upper and lower case are the same.
    pub text: Option<String>,
    /// Whether to list only passages that are not printed, or only others.
    pub not_for_print: Option<bool>,
    /// Whether to list the removed comments instead.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub removed: bool,
}

/// Comments in reading order; those of scenes in the bin last.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Comments {
    pub comments: Vec<CommentView>,
    /// How many open comments the place has, whatever the other restrictions; a wordless “not for print” is none.
    pub open: usize,
    /// How many that are done.
    pub done: usize,
}

/// A comment with its place in the book.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CommentView {
    pub id: CommentId,
    /// Empty only for a passage that is not printed.
    pub text: String,
    pub state: CommentState,
    pub colour: CommentColour,
    pub by: CommentBy,
    /// When it was written.
    pub at: Timestamp,
    /// Oldest first.
    pub replies: Vec<CommentReply>,
    /// Whether the paragraphs of the passage are left out of every export and print.
    pub not_for_print: bool,
    /// The text of the passage; the last known text if it was deleted.
    pub quote: String,
    /// Whether the passage was deleted.
    pub gone: bool,
    /// The last version in which its position was certain.
    pub version: VersionNo,
    /// Its range in that version.
    pub range: CharRange,
    pub place: SceneRef,
    /// When it was removed; none if it is not.
    pub removed_at: Option<Timestamp>,
}

impl CommentView {
    fn new(book: &Book, (id, record): (CommentId, CommentRecord), removed_at: Option<Timestamp>) -> Self {
        Self {
            id,
            text: record.text,
            state: record.state,
            colour: record.colour,
            by: record.by,
            at: record.at,
            replies: record.replies,
            not_for_print: record.not_for_print,
            quote: record.quote,
            gone: record.gone,
            version: record.version,
            range: record.range,
            place: book.place(record.scene),
            removed_at,
        }
    }

    /// Whether it is a comment in this state, and not only a passage that is left out of print.
    fn is_in(&self, state: CommentState) -> bool {
        let has_words = !self.text.is_empty() || !self.replies.is_empty();
        self.state == state && (has_words || !self.not_for_print)
    }
}

/// Lists comments.
pub async fn list(project: &Project, request: ListComments) -> Result<Comments> {
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let known = read(&mut tx, request.removed).await?;
    let mut of_place: Vec<CommentView> = known
        .into_iter()
        .map(|(id, record, removed_at)| CommentView::new(&book, (id, record), removed_at))
        .filter(|comment| request.is_place_of(&comment.place))
        .collect();
    let count = |state| of_place.iter().filter(|comment| comment.is_in(state)).count();
    let (open, done) = (count(CommentState::Open), count(CommentState::Done));
    let words = request.text.as_deref().map(|text| text.trim().to_lowercase()).unwrap_or_default();
    of_place.retain(|comment| request.accepts(comment, &words));
    of_place.sort_by_key(|comment| {
        let rank = book.order.rank(comment.place.scene);
        (rank.is_none(), rank, comment.place.scene, comment.range.start(), comment.id)
    });
    Ok(Comments { comments: of_place, open, done })
}

type Known = (CommentId, CommentRecord, Option<Timestamp>);

async fn read(conn: &mut SqliteConnection, removed: bool) -> Result<Vec<Known>> {
    if removed {
        let rows = canon::list_removed::<CommentId>(conn).await?;
        return Ok(rows.into_iter().map(|row| (row.id, row.record, row.removed_at)).collect());
    }
    let live: Vec<(CommentId, CommentRecord)> = canon::list(conn).await?;
    Ok(live.into_iter().map(|(id, record)| (id, record, None)).collect())
}

impl ListComments {
    fn is_place_of(&self, place: &SceneRef) -> bool {
        self.scene.is_none_or(|scene| place.scene == scene)
            && self.chapter.is_none_or(|chapter| place.chapter == Some(chapter))
    }

    /// Whether a comment of the place meets the other restrictions; `words` are lower case.
    fn accepts(&self, comment: &CommentView, words: &str) -> bool {
        let has = |text: &str| text.to_lowercase().contains(words);
        let named = |by: &CommentBy| self.name.as_deref().is_none_or(|name| by.name == name);
        self.state.is_none_or(|state| comment.is_in(state))
            && self.who.is_none_or(|who| comment.by.who == who)
            && named(&comment.by)
            && self.colour.is_none_or(|colour| comment.colour == colour)
            && self.not_for_print.is_none_or(|wanted| comment.not_for_print == wanted)
            && (has(&comment.text)
                || has(&comment.quote)
                || comment.replies.iter().any(|reply| has(&reply.text)))
    }
}

/// One comment with its place in the book.
async fn view(conn: &mut SqliteConnection, id: CommentId) -> Result<CommentView> {
    let row = canon::require(conn, id).await?;
    let book = Book::read(conn).await?;
    Ok(CommentView::new(&book, (id, row.record), row.removed_at))
}
