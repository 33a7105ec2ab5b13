//! Reads Word documents (.docx, .docm, .dotx).
//!
//! The text is that of the document with all tracked changes accepted, or with all of them rejected. Numbers that Word computes for headings and
//! lists are in the text. Tracked deletions, fields whose result is layout (tables of contents, page numbers),
//! headers and footers are losses. Relationships to other files are never followed.

mod blocks;
mod comments;
mod field;
mod flow;
mod inline;
mod notes;
mod numbering;
mod package;
mod properties;
mod run;
mod styles;
mod symbol;
mod table;
mod tracked;

use crate::archive::Archive;
use crate::docx::flow::Reader;
use crate::docx::package::Package;
use crate::titles;
use crate::{Changes, Document, LossKind, Part, PartKind, ReadError};

/// Reads a document with its tracked changes accepted.
///
/// # Errors
/// Damage, limits and missing parts; see [`ReadError`].
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    read_with(bytes, Changes::Accepted)
}

/// Reads a document.
///
/// # Errors
/// Damage, limits and missing parts; see [`ReadError`].
pub fn read_with(bytes: &[u8], changes: Changes) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes)?;
    let package = Package::read(&mut archive)?;
    let comments = comments::read(&package);
    let mut reader = Reader::new(&package, comments.anchors, changes);
    let body = package.document.root().child("body");
    let body = body.ok_or_else(|| ReadError::MissingEntry { entry: "w:body".to_owned() })?;
    let mut blocks = reader.blocks_of(body);
    let mut document = Document { comments: comments.list, ..Document::default() };
    properties::read(&package, &mut document);
    titles::take(&mut blocks, &mut document);
    document.tracked = reader.tracked.counts;
    document.losses = reader.into_losses();
    for text in package.margins.iter().map(|xml| inline::plain_text(xml.root())) {
        if !text.trim().is_empty() {
            document.losses.note(LossKind::HeaderFooter, &text);
        }
    }
    document.parts = vec![Part { kind: PartKind::Flow, blocks, ..Part::default() }];
    Ok(document)
}

#[cfg(test)]
mod tests;
