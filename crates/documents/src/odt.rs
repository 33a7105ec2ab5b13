//! Reads OpenDocument texts (.odt, .ott, .fodt).
//!
//! The text is that of the document with all tracked changes accepted, or with all of them rejected. Numbers of headings and lists are in the text.
//! Tables of contents, page numbers, deletions, headers and footers are losses.

mod annotations;
mod blocks;
mod changes;
mod inline;
mod numbering;
mod reader;
mod styles;
mod table;

use crate::archive::Archive;
use crate::odt::reader::Reader;
use crate::odt::styles::Styles;
use crate::titles;
use crate::xml::{Dialect, Element, Xml};
use crate::{Changes, Document, LossKind, Part, PartKind, ReadError};

/// The parts of a document that are read.
#[derive(Clone, Copy, Debug)]
struct Sources<'x> {
    content: Element<'x>,
    styles: Option<Element<'x>>,
    meta: Option<Element<'x>>,
}

/// Reads a packed document (.odt) with its tracked changes accepted.
///
/// # Errors
/// Damage, limits, missing parts, passwords; see [`ReadError`].
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    read_with(bytes, Changes::Accepted)
}

/// Reads a packed document (.odt).
///
/// # Errors
/// Damage, limits, missing parts, passwords; see [`ReadError`].
pub fn read_with(bytes: &[u8], changes: Changes) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes)?;
    require_open(&mut archive)?;
    let name = "content.xml";
    let content = Xml::read(name, &archive.read(name)?, Dialect::Xml)?;
    let mut part = |name: &str| -> Result<Option<Xml>, ReadError> {
        let bytes = archive.read_if_present(name)?;
        bytes.map(|bytes| Xml::read(name, &bytes, Dialect::Xml)).transpose()
    };
    let (styles, meta) = (part("styles.xml")?, part("meta.xml")?);
    let sources = Sources {
        content: content.root(),
        styles: styles.as_ref().map(Xml::root),
        meta: meta.as_ref().and_then(|xml| xml.root().child("meta")),
    };
    document(sources, changes)
}

/// Reads a document in one XML file (.fodt) with its tracked changes accepted.
///
/// # Errors
/// Damage and limits; see [`ReadError`].
pub fn read_flat(bytes: &[u8]) -> Result<Document, ReadError> {
    read_flat_with(bytes, Changes::Accepted)
}

/// Reads a document in one XML file (.fodt).
///
/// # Errors
/// Damage and limits; see [`ReadError`].
pub fn read_flat_with(bytes: &[u8], changes: Changes) -> Result<Document, ReadError> {
    let xml = Xml::read("fodt", bytes, Dialect::Xml)?;
    let root = xml.root();
    document(Sources { content: root, styles: Some(root), meta: root.child("meta") }, changes)
}

fn require_open(archive: &mut Archive<'_>) -> Result<(), ReadError> {
    let name = "META-INF/manifest.xml";
    let Some(bytes) = archive.read_if_present(name)? else { return Ok(()) };
    // A manifest may name a DTD of its own, which is skipped; a damaged one says nothing.
    let Ok(manifest) = Xml::read(name, &bytes, Dialect::Xml) else { return Ok(()) };
    let is_protected = manifest.root().descendants().any(|part| part.is("encryption-data"));
    if is_protected { Err(ReadError::Protected) } else { Ok(()) }
}

fn document(sources: Sources<'_>, changes: Changes) -> Result<Document, ReadError> {
    let body = sources.content.child("body").and_then(|body| body.child("text"));
    let body = body.ok_or_else(|| ReadError::MissingEntry { entry: "office:text".to_owned() })?;
    let mut reader = Reader::new(Styles::read(sources), body, changes);
    let mut blocks = reader.blocks_of(body);
    let mut document = Document { comments: std::mem::take(&mut reader.comments), ..Document::default() };
    if let Some(meta) = sources.meta {
        let value =
            |name: &str| Some(meta.child_text(name).trim().to_owned()).filter(|text| !text.is_empty());
        document.title = value("title");
        document.author = value("initial-creator").or_else(|| value("creator"));
        document.language = value("language");
    }
    titles::take(&mut blocks, &mut document);
    document.tracked = reader.tracked.counts;
    document.losses = reader.losses;
    let margins = sources.styles.and_then(|styles| styles.child("master-styles"));
    for margin in margins.into_iter().flat_map(|margins| margins.descendants()) {
        if matches!(margin.name(), "header" | "footer") {
            let text = margin.text();
            if !text.trim().is_empty() {
                document.losses.note(LossKind::HeaderFooter, &text);
            }
        }
    }
    document.parts = vec![Part { kind: PartKind::Flow, blocks, ..Part::default() }];
    Ok(document)
}

#[cfg(test)]
mod tests;
