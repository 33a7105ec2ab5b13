//! The text of a document: its RTF, its comments and the marks inside it.

use std::collections::HashMap;

use super::marks::{self, Annotations};
use crate::ReadError;
use crate::loss::{LossKind, Losses};
use crate::project::plain;
use crate::rtf;
use crate::tree::{Block, Comment, Paragraph, Span};
use crate::xml::{Dialect, Xml};

/// A text with its comments.
#[derive(Default)]
pub(super) struct Text {
    pub blocks: Vec<Block>,
    pub comments: Vec<Comment>,
}

impl Text {
    /// The text as lines, with its comments after it.
    pub fn plain(&self) -> String {
        let comments: Vec<&str> = self.comments.iter().map(|comment| comment.text.as_str()).collect();
        crate::project::joined(&[&plain(&self.blocks), &comments.join("\n")])
    }
}

/// A comment or footnote beside the text.
pub(super) struct Beside {
    is_footnote: bool,
    paragraphs: Vec<Paragraph>,
}

/// The comments beside the text of a document, by id.
pub(super) type Besides = HashMap<String, Beside>;

/// Reads `content.comments`.
pub(super) fn besides(entry: &str, bytes: &[u8], losses: &mut Losses) -> Result<Besides, ReadError> {
    let xml = Xml::read(entry, bytes, Dialect::Xml)?;
    let mut found = HashMap::new();
    for comment in xml.root().all("Comment") {
        let id = comment.attribute("ID").unwrap_or_default().to_owned();
        let is_footnote =
            comment.attribute("Footnote").is_some_and(|value| value.eq_ignore_ascii_case("yes"));
        let body = comment.text();
        let blocks = match rtf::read_text(body.trim().as_bytes(), 1) {
            Ok(rtf) => {
                losses.extend(rtf.losses);
                rtf.blocks
            }
            Err(ReadError::WrongFormat { .. }) => crate::project::paragraphs(body.trim()),
            Err(error) => return Err(error),
        };
        let blocks = marks::remove(blocks, &mut Annotations { next: &mut 1, comments: Vec::new() }, losses);
        found.insert(id, Beside { is_footnote, paragraphs: paragraphs(blocks) });
    }
    Ok(found)
}

fn paragraphs(blocks: Vec<Block>) -> Vec<Paragraph> {
    let paragraph = |block| match block {
        Block::Paragraph(paragraph) => Some(paragraph),
        Block::Heading { spans, .. } => Some(Paragraph { spans, ..Paragraph::default() }),
        Block::Break | Block::PageStart => None,
    };
    blocks.into_iter().filter_map(paragraph).collect()
}

/// Reads the RTF of a document. `next` is the next number of a comment.
pub(super) fn read(
    bytes: &[u8],
    mut besides: Besides,
    next: &mut u32,
    losses: &mut Losses,
) -> Result<Text, ReadError> {
    let rtf = rtf::read_text(bytes, *next)?;
    *next = rtf.next_comment;
    losses.extend(rtf.losses);
    let mut text = Text { blocks: rtf.blocks, comments: rtf.comments };
    let mut places = HashMap::new();
    for link in rtf.links {
        let id = link.target.split_once("://").map_or("", |(_, id)| id);
        match besides.remove(id) {
            Some(Beside { is_footnote: true, paragraphs }) => {
                places.insert(link.id, Place::Note(paragraphs));
            }
            Some(beside) => text.comments.push(comment(link.id, beside)),
            None => {
                losses.name(LossKind::MissingPart, &link.target);
                places.insert(link.id, Place::Nothing);
            }
        }
    }
    put(&mut text.blocks, &mut places);
    let mut left: Vec<(String, Beside)> = besides.into_iter().collect();
    left.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (_, beside) in left {
        text.comments.push(comment(*next, beside));
        *next = next.wrapping_add(1);
    }
    let mut annotations = Annotations { next, comments: Vec::new() };
    text.blocks = marks::remove(text.blocks, &mut annotations, losses);
    text.comments.append(&mut annotations.comments);
    Ok(text)
}

fn comment(id: u32, beside: Beside) -> Comment {
    let blocks: Vec<Block> = beside.paragraphs.into_iter().map(Block::Paragraph).collect();
    Comment { id, text: plain(&blocks), ..Comment::default() }
}

/// What stands at the end of a passage instead of a comment.
enum Place {
    Note(Vec<Paragraph>),
    Nothing,
}

fn put(blocks: &mut [Block], places: &mut HashMap<u32, Place>) {
    if places.is_empty() {
        return;
    }
    for block in blocks {
        let (Block::Heading { spans, .. } | Block::Paragraph(Paragraph { spans, .. })) = block else {
            continue;
        };
        let put_one = |span| match span {
            Span::CommentStart(id) if places.contains_key(&id) => None,
            Span::CommentEnd(id) => match places.get_mut(&id) {
                Some(Place::Note(note)) => Some(Span::Note(std::mem::take(note))),
                Some(Place::Nothing) => None,
                None => Some(Span::CommentEnd(id)),
            },
            span => Some(span),
        };
        *spans = std::mem::take(spans).into_iter().filter_map(put_one).collect();
    }
}
