//! Documents that come back from readers: their words, and the comments on them.
//!
//! The words are those before the reader's tracked changes, because these are nearest to what the author sent.

mod words;

use wenfang_documents::{Changes, Comment, Format};
use wenfang_story::Timestamp;
use wenfang_text::CharRange;

use crate::comments::moment;
use crate::plan::ImportError;

/// The formats that have comments.
const FORMATS: [Format; 4] = [Format::Docx, Format::Odt, Format::FlatOdt, Format::Rtf];

/// The endings of files that readers return.
pub fn returned_endings() -> &'static [&'static str] {
    &["docx", "docm", "odt", "fodt", "rtf"]
}

/// A document that a reader returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// One paragraph per line, headings included, without blank lines and without blanks at the ends of lines.
    pub text: String,
    pub comments: Vec<ReturnedComment>,
    /// The tracked changes of the reader, which are not in `text`.
    pub insertions: usize,
    pub deletions: usize,
}

/// A comment in a returned document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnedComment {
    /// The writer, as the document names them.
    pub by: String,
    /// None if the document does not say, or nothing that can be read.
    pub at: Option<Timestamp>,
    pub text: String,
    pub is_done: bool,
    /// Oldest first.
    pub replies: Vec<ReturnedReply>,
    /// In char offsets of [`Returned::text`].
    pub passage: Result<CharRange, NoPassage>,
    /// Where it is in the text, even without a passage.
    pub position: Option<usize>,
    /// The words of the passage, or of the heading that the comment is on.
    pub quote: String,
    /// The heading above it; empty if there is none.
    pub heading: String,
}

/// A reply in a returned document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnedReply {
    pub by: String,
    pub at: Option<Timestamp>,
    pub text: String,
}

/// Why a comment has no passage in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPassage {
    /// It is on a heading.
    Heading,
    /// It is on a footnote, on an empty paragraph, or on nothing.
    Nothing,
}

/// Reads a document that a reader returned.
///
/// # Errors
/// [`ImportError::NotReturned`]; [`ImportError::Document`].
pub fn returned(bytes: &[u8], name: Option<&str>) -> Result<Returned, ImportError> {
    let failed = |error| ImportError::Document { name: None, error };
    let format = Format::of(bytes, name).map_err(failed)?.filter(|format| FORMATS.contains(format));
    let format = format.ok_or(ImportError::NotReturned)?;
    let document = format.read_with(bytes, Changes::Rejected).map_err(failed)?;
    let tracked = document.tracked;
    let (text, passages) = words::of(document.parts, document.comments.len());
    let comments = document.comments.into_iter().zip(passages).map(|(comment, found)| read(comment, found));
    let comments = comments.collect();
    Ok(Returned { text, comments, insertions: tracked.insertions, deletions: tracked.deletions })
}

fn read(comment: Comment, found: words::Found) -> ReturnedComment {
    let replies = comment.replies.into_iter().map(|reply| ReturnedReply {
        by: reply.author.trim().to_owned(),
        at: moment(&reply.at),
        text: reply.text.trim().to_owned(),
    });
    ReturnedComment {
        by: comment.author.trim().to_owned(),
        at: moment(&comment.at),
        text: comment.text.trim().to_owned(),
        is_done: comment.is_done,
        replies: replies.filter(|reply| !reply.text.is_empty()).collect(),
        passage: found.passage,
        position: found.position,
        quote: found.quote,
        heading: found.heading,
    }
}

#[cfg(test)]
mod tests;
