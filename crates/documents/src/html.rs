//! Reads HTML: pages, Word's "save as web page", and MHTML.
//!
//! Only known elements become text of the tree; scripts, styles and forms are left out. Nothing is fetched.
//! Well-formed XHTML is read as XML, because the rules of HTML would misread its empty elements; everything else is
//! read by the rules of browsers.

mod blocks;
mod comments;
mod css;
mod decode;
mod inline;
mod line;
mod mime;
mod notes;
mod page;
mod parse;
mod table;

use std::collections::HashMap;

pub(crate) use notes::Notes;
pub(crate) use page::{Page, PageText};

use crate::titles;
use crate::xml::{Dialect, Element, Xml};
use crate::{Document, LossKind, Losses, Part, PartKind, ReadError};

/// Reads a page.
///
/// # Errors
/// Damage and limits; see [`ReadError`].
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut losses = Losses::default();
    let text = decode::text(bytes, None, &mut losses);
    document(&text, losses)
}

/// Reads a page packed with its pictures (.mht, .mhtml).
///
/// # Errors
/// [`ReadError::WrongFormat`] without an HTML part; damage and limits.
pub fn read_packed(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut losses = Losses::default();
    let part = mime::html_part(bytes).ok_or(ReadError::WrongFormat { expected: "a web page in one file" })?;
    let text = decode::text(&part.body, part.charset.as_deref(), &mut losses);
    document(&text, losses)
}

fn document(text: &str, losses: Losses) -> Result<Document, ReadError> {
    let tree = tree("html", text)?;
    let root = tree.root();
    let title = title_of(root);
    let page = Page::new(root, "", &HashMap::new());
    let mut read = page.read(losses);
    let mut document = Document { title, language: language_of(root), ..Document::default() };
    document.comments = std::mem::take(&mut read.comments);
    titles::take(&mut read.blocks, &mut document);
    document.losses = read.losses;
    document.parts = vec![Part { kind: PartKind::Flow, blocks: read.blocks, ..Part::default() }];
    Ok(document)
}

/// Reads a text as XHTML if it is well-formed, else as HTML.
pub(crate) fn tree(entry: &str, text: &str) -> Result<Xml, ReadError> {
    if is_xhtml(text) {
        match Xml::read_text(entry, text, Dialect::Html) {
            Err(ReadError::DamagedXml { .. } | ReadError::Entities { .. }) => {}
            read => return read,
        }
    }
    parse::html(text)
}

/// Reads the bytes of an XHTML file in a book.
pub(crate) fn tree_of(entry: &str, bytes: &[u8], losses: &mut Losses) -> Result<Xml, ReadError> {
    tree(entry, &decode::text(bytes, None, losses))
}

fn is_xhtml(text: &str) -> bool {
    let head: String = text.chars().take(1000).collect();
    head.trim_start().starts_with("<?xml") || head.contains("http://www.w3.org/1999/xhtml")
}

pub(crate) fn title_of(root: Element<'_>) -> Option<String> {
    let title = root.child("head")?.child("title")?.text();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

fn language_of(root: Element<'_>) -> Option<String> {
    root.attribute("lang").filter(|tag| !tag.is_empty()).map(str::to_owned)
}

/// The kind of loss of an element that is left out with everything in it; `None` for one that has no text.
fn left_out(name: &str) -> Option<Option<LossKind>> {
    match name {
        "script" | "style" | "head" | "template" | "rp" | "param" | "source" | "track" | "noembed" => {
            Some(None)
        }
        "iframe" | "object" | "embed" | "audio" | "video" | "canvas" => Some(Some(LossKind::Attachment)),
        "select" | "textarea" | "datalist" | "button" | "input" => Some(Some(LossKind::Field)),
        "svg" => Some(Some(LossKind::Picture)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
