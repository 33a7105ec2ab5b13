//! Documents that come back from readers: their comments go to their passages in the novel as it is now.

mod finder;
mod known;
mod pages;
mod undo;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_interchange::{self as interchange, Returned, ReturnedComment};
use wenfang_manuscript::transfer::read_file;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, canon, manuscript, meta};
use wenfang_story::canon::{CommentBy, CommentColour, CommentRecord, CommentReply, CommentState, CommentWho};
use wenfang_story::{CommentId, SceneId, Timestamp};
use wenfang_text::{CanonicalText, CharRange, TextIndex};
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions as versions;

use self::known::{Known, new_replies};
use self::pages::{Spot, Spots};
use super::act::MAX_REPLIES;
use crate::books::{Book, SceneRef};
use crate::words::MAX_NAME_LEN;

pub use self::undo::{AnswerBack, TakeBackReturned, take_back_returned};

/// A document that a reader returned.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ImportReturned {
    /// A Word, OpenDocument or RTF file.
    pub file: PathBuf,
    /// Whether comments without a place are added too, as comments whose passage was deleted.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub keep_unplaced: bool,
    /// Whether comments of the document that were removed from the novel are restored.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub restore: bool,
    /// Whether nothing is written.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub dry_run: bool,
}

/// What became of the comments of a document.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct ReturnedImported {
    /// New comments, in the order of the document.
    pub placed: Vec<ReturnedPlaced>,
    /// Comments of the novel that got replies, or are done now.
    pub answered: Vec<ReturnedAnswered>,
    /// Comments that are in the novel with nothing new.
    pub known: usize,
    /// How many are among the removed comments of the novel, and stay there.
    pub removed: usize,
    /// The removed comments that were restored.
    pub restored: Vec<CommentId>,
    pub unplaced: Vec<ReturnedUnplaced>,
    /// Tracked insertions and deletions of the reader. They are not applied.
    pub insertions: usize,
    pub deletions: usize,
}

/// A new comment at its passage.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ReturnedPlaced {
    /// None if nothing was written.
    pub id: Option<CommentId>,
    pub by: CommentBy,
    pub text: String,
    pub replies: usize,
    pub place: SceneRef,
    /// The passage as it is now.
    pub quote: String,
    /// The passage in the document.
    pub was: String,
}

/// A comment of the novel with something new.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ReturnedAnswered {
    pub comment: CommentId,
    pub text: String,
    pub place: SceneRef,
    /// The new replies.
    pub replies: Vec<CommentReply>,
    /// Whether the reader marked it as done.
    pub done: bool,
}

/// A comment without a place.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ReturnedUnplaced {
    /// None if it was not added.
    pub id: Option<CommentId>,
    pub by: CommentBy,
    pub text: String,
    /// The words of its replies.
    pub replies: Vec<String>,
    /// The passage in the document; empty if it has none.
    pub quote: String,
    /// The heading above it in the document.
    pub heading: String,
    pub reason: WhyUnplaced,
}

/// Why a comment of a document has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum WhyUnplaced {
    /// It is on a heading that no text of the novel is below, and titles have no comments.
    Heading,
    /// It is on no words of the text.
    NoPassage,
    /// It says nothing.
    NoWords,
    /// Its passage is no longer in the novel.
    Gone,
    /// Its passage has changed so much, or occurs so often, that its place is not certain.
    Unsure,
}

/// Imports the comments of a document that a reader returned, at their passages in the novel as it is now. A comment
/// that the novel has is not added again; it gets the replies that are new, and is done if the reader says so.
///
/// # Errors
/// A file that is no document with comments; damage.
pub async fn import_returned(project: &Project, request: ImportReturned) -> Result<ReturnedImported> {
    let bytes = read_file(&request.file)?;
    let name = request.file.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut tx = project.begin_read().await?;
    let newer = interchange::newer_drafts(&mut tx).await?;
    let manuscript = interchange::collect(&mut tx, newer, &Watch::silent()).await?;
    drop(tx);
    // The comparison takes seconds in a long novel, so that nothing is locked meanwhile.
    let found = tokio::task::spawn_blocking(move || {
        let returned = interchange::returned(&bytes, name.as_deref())?;
        let spots = pages::spots(&returned, &manuscript);
        Ok::<_, Error>((returned, spots))
    });
    let (returned, spots) = found.await.map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })??;
    let mut tx = project.begin_write().await?;
    let author = meta::require(&mut tx).await?.author;
    let book = Book::read(&mut tx).await?;
    let mut import =
        Import { now: project.now(), author, book, request, answer: ReturnedImported::default() };
    (import.answer.insertions, import.answer.deletions) = (returned.insertions, returned.deletions);
    import.comments(&mut tx, &returned, spots).await?;
    if !import.request.dry_run {
        tx.commit().await?;
    }
    Ok(import.answer)
}

/// An import under way.
struct Import {
    now: Timestamp,
    author: String,
    book: Book,
    request: ImportReturned,
    answer: ReturnedImported,
}

impl Import {
    async fn comments(
        &mut self,
        conn: &mut SqliteConnection,
        returned: &Returned,
        spots: Spots,
    ) -> Result<()> {
        let known = known::read(conn, returned).await?;
        let matches = known::matches((returned, &spots), &known, &self.author);
        let is_reply = |(number, comment)| known::is_reply((comment, number, &spots), &known, &self.author);
        let replies: Vec<bool> = returned.comments.iter().enumerate().map(is_reply).collect();
        let spots = spots.spots.into_iter().zip(spots.near).zip(replies);
        for ((comment, ((spot, near), is_reply)), found) in returned.comments.iter().zip(spots).zip(matches) {
            match (found.and_then(|at| known.get(at)), spot) {
                (Some(known), _) => self.known(conn, comment, known).await?,
                (None, _) if is_reply => self.answer.known += 1,
                (None, Ok(spot)) => self.placed(conn, comment, spot).await?,
                (None, Err(reason)) => self.unplaced(conn, comment, (reason, near)).await?,
            }
        }
        Ok(())
    }

    async fn known(
        &mut self,
        conn: &mut SqliteConnection,
        comment: &ReturnedComment,
        known: &Known,
    ) -> Result<()> {
        if known.is_removed {
            if self.request.restore && !self.request.dry_run {
                canon::put_back(conn, &[known.id]).await?;
                self.answer.restored.push(known.id);
            } else {
                self.answer.removed += 1;
            }
            return Ok(());
        }
        let mut record = known.record.clone();
        let done = comment.is_done && record.state == CommentState::Open;
        let free = MAX_REPLIES.saturating_sub(record.replies.len());
        let replies = new_replies(comment, &record.replies).into_iter().take(free);
        let replies: Vec<CommentReply> =
            replies.map(|reply| self.reply(&reply.text, &reply.by, reply.at)).collect();
        if !done && replies.is_empty() {
            self.answer.known += 1;
            return Ok(());
        }
        self.answer.answered.push(ReturnedAnswered {
            comment: known.id,
            text: record.text.clone(),
            place: self.book.place(record.scene),
            replies: replies.clone(),
            done,
        });
        if !self.request.dry_run {
            record.replies.extend(replies);
            if done {
                record.state = CommentState::Done;
            }
            canon::update(conn, known.id, &record).await?;
        }
        Ok(())
    }

    async fn placed(
        &mut self,
        conn: &mut SqliteConnection,
        comment: &ReturnedComment,
        spot: Spot,
    ) -> Result<()> {
        let mut id: Option<CommentId> = None;
        if !self.request.dry_run {
            let Some(record) = self.record_at(conn, comment, &spot).await? else {
                return self.unplaced(conn, comment, (WhyUnplaced::Gone, Some(spot.scene))).await;
            };
            id = Some(canon::insert(conn, &record, self.now).await?);
        }
        self.answer.placed.push(ReturnedPlaced {
            id,
            by: self.writer(&comment.by),
            text: text(&comment.text),
            replies: comment.replies.len(),
            place: self.book.place(spot.scene),
            quote: spot.quote,
            was: comment.quote.clone(),
        });
        Ok(())
    }

    async fn unplaced(
        &mut self,
        conn: &mut SqliteConnection,
        comment: &ReturnedComment,
        (reason, near): (WhyUnplaced, Option<SceneId>),
    ) -> Result<()> {
        let mut id: Option<CommentId> = None;
        if self.request.keep_unplaced && !self.request.dry_run && !comment.text.is_empty() {
            let scene = match near {
                Some(scene) => Some(scene),
                None => manuscript::scenes(conn).await?.first().map(|scene| scene.id),
            };
            if let Some(scene) = scene {
                let record = self.record_without(conn, comment, scene).await?;
                id = Some(canon::insert(conn, &record, self.now).await?);
            }
        }
        self.answer.unplaced.push(ReturnedUnplaced {
            id,
            by: self.writer(&comment.by),
            text: text(&comment.text),
            replies: comment.replies.iter().map(|reply| text(&reply.text)).collect(),
            quote: comment.quote.clone(),
            heading: comment.heading.clone(),
            reason,
        });
        Ok(())
    }

    /// The record of a comment on a passage. A draft becomes a version first; none if the passage went away meanwhile.
    async fn record_at(
        &self,
        conn: &mut SqliteConnection,
        comment: &ReturnedComment,
        spot: &Spot,
    ) -> Result<Option<CommentRecord>> {
        if spot.version.is_none() {
            versions::commit_draft(conn, self.now, spot.scene).await?;
        }
        let (version, words) = versions::text(conn, spot.scene, spot.version).await?;
        let index = TextIndex::new(&words);
        let range = match index.get(spot.range) {
            Some(there) if there == spot.quote => Some(spot.range),
            // The author wrote on while the texts were compared.
            _ => words.find(&spot.quote).map(|at| index.range_of(at..at + spot.quote.len())),
        };
        let quote = spot.quote.clone();
        Ok(range.map(|range| CommentRecord {
            range,
            version: version.version,
            quote,
            gone: false,
            ..self.record(comment, spot.scene)
        }))
    }

    /// The record of a comment without a passage, with the words that it was on.
    async fn record_without(
        &self,
        conn: &mut SqliteConnection,
        comment: &ReturnedComment,
        scene: SceneId,
    ) -> Result<CommentRecord> {
        let (version, _) = versions::text(conn, scene, None).await?;
        Ok(CommentRecord { version: version.version, ..self.record(comment, scene) })
    }

    fn record(&self, comment: &ReturnedComment, scene: SceneId) -> CommentRecord {
        let replies = comment.replies.iter().take(MAX_REPLIES);
        CommentRecord {
            text: text(&comment.text),
            scene,
            version: wenfang_story::VersionNo::FIRST,
            range: CharRange::new(0, 0),
            quote: comment.quote.clone(),
            gone: true,
            state: if comment.is_done { CommentState::Done } else { CommentState::Open },
            colour: CommentColour::default(),
            by: self.writer(&comment.by),
            at: comment.at.map_or(self.now, |at| at.min(self.now)),
            replies: replies.map(|reply| self.reply(&reply.text, &reply.by, reply.at)).collect(),
            not_for_print: false,
            taken_back: false,
        }
    }

    fn reply(&self, words: &str, by: &str, at: Option<Timestamp>) -> CommentReply {
        let at = at.map_or(self.now, |at| at.min(self.now));
        CommentReply { text: text(words), by: self.writer(by), at }
    }

    /// The writer, as the document names them. The author has the name of the novel's author.
    fn writer(&self, name: &str) -> CommentBy {
        let who = match name {
            "" => CommentWho::Import,
            name if name == self.author => return CommentBy::default(),
            _ => CommentWho::Editor,
        };
        let name = CanonicalText::new(name.replace(['\n', '\r', '\t'], " ")).into_string();
        CommentBy { who, name: name.chars().take(MAX_NAME_LEN).collect() }
    }
}

fn text(words: &str) -> String {
    CanonicalText::new(words).into_string().trim().to_owned()
}
