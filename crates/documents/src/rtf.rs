//! Reads RTF: Word and WordPad, WPS, Pages, Scrivener.
//!
//! An interpreter goes over the control words once. Text is decoded in the code page of its font; groups with a
//! destination that is not known are skipped only if they are marked as optional (`\*`), as the format demands.
//! Pictures are passed over without being decoded.

mod code_page;
mod comments;
mod controls;
mod destination;
mod field;
mod flow;
mod header;
mod interpreter;
mod state;
mod text;
mod token;
mod words;

#[cfg(test)]
pub(crate) mod tests;

use crate::loss::Losses;
use crate::tree::{Block, Comment, Document, Part, PartKind};
use crate::{Changes, Limit, ReadError, TrackedChanges};

/// Groups inside each other. Word stays below 40.
const MAX_DEPTH: usize = 256;

/// The bytes of a file, as for every import.
const MAX_BYTES: usize = 200_000_000;

/// The text of an RTF file.
#[derive(Debug, Default)]
pub(crate) struct Rtf {
    pub title: Option<String>,
    pub author: Option<String>,
    pub blocks: Vec<Block>,
    pub comments: Vec<Comment>,
    /// The passages that a writing tool links to its own comments.
    pub links: Vec<PassageLink>,
    /// The first number that no comment has.
    pub next_comment: u32,
    pub losses: Losses,
    pub tracked: TrackedChanges,
}

/// A passage that is linked to the comment of a writing tool: its spans are between the start and the end of `id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassageLink {
    pub id: u32,
    /// The link, such as `scrivcmt://…`.
    pub target: String,
}

/// Reads an RTF file.
///
/// # Errors
/// [`ReadError::WrongFormat`], [`ReadError::TooLarge`].
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    read_with(bytes, Changes::Accepted)
}

/// Reads an RTF file with or without its tracked changes.
///
/// # Errors
/// [`ReadError::WrongFormat`], [`ReadError::TooLarge`].
pub fn read_with(bytes: &[u8], changes: Changes) -> Result<Document, ReadError> {
    let rtf = text_with(bytes, 1, changes)?;
    Ok(Document {
        title: rtf.title,
        author: rtf.author,
        parts: vec![Part { kind: PartKind::Flow, blocks: rtf.blocks, ..Part::default() }],
        comments: rtf.comments,
        losses: rtf.losses,
        tracked: rtf.tracked,
        ..Document::default()
    }
    .with_numbered_comments())
}

/// Reads the text of an RTF file. Its comments are numbered from `first_comment`.
pub(crate) fn read_text(bytes: &[u8], first_comment: u32) -> Result<Rtf, ReadError> {
    text_with(bytes, first_comment, Changes::Accepted)
}

fn text_with(bytes: &[u8], first_comment: u32, changes: Changes) -> Result<Rtf, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge { what: Limit::FileBytes, limit: MAX_BYTES as u64 });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if !bytes.starts_with(b"{\\rtf") {
        return Err(ReadError::WrongFormat { expected: "an RTF file" });
    }
    interpreter::read(bytes, first_comment, changes)
}
