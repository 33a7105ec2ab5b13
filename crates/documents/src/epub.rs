//! Reads EPUB books, versions 2 and 3.
//!
//! The text is that of the spine, in its order. Chapters are the entries of the table of contents, also where they
//! begin inside a file; a heading that is a picture has the title of its entry. Protected books are refused.

mod chapters;
mod contents;
mod package;
mod protection;

use std::collections::HashMap;

use crate::archive::Archive;
use crate::epub::chapters::Headings;
use crate::epub::package::Package;
use crate::html::{self, Notes, Page};
use crate::titles;
use crate::xml::Xml;
use crate::{Document, LossKind, Losses, Part, PartKind, ReadError};

/// The most bytes of style sheets that are read.
const MAX_SHEETS: usize = 4 << 20;

/// Reads a book.
///
/// # Errors
/// Damage, limits, missing parts and protection; see [`ReadError`].
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes)?;
    protection::require_open(&mut archive)?;
    let package = Package::read(&mut archive)?;
    let mut document = Document {
        title: package.title.clone(),
        author: package.author.clone(),
        language: package.language.clone(),
        ..Document::default()
    };
    let mut losses = Losses::default();
    let trees = trees(&mut archive, &package, &mut losses)?;
    if trees.is_empty() {
        return Err(ReadError::MissingEntry { entry: "spine".to_owned() });
    }
    let entries = contents::read(&mut archive, &package)?;
    let sheets = sheets(&mut archive, &package)?;
    let roots: Vec<_> = trees.iter().map(|(name, tree)| (name.as_str(), tree.root())).collect();
    let mut notes = Notes::find(&roots);
    let mut headings = Headings::of(&entries, roots.iter().map(|(name, _)| *name), package.title.as_deref());
    let mut blocks = Vec::new();
    for (name, root) in roots {
        let read = Page::new(root, name, &sheets).read_with(&mut notes, std::mem::take(&mut losses));
        losses = read.losses.clone();
        headings.add(name, read, &mut blocks);
    }
    titles::take(&mut blocks, &mut document);
    document.losses = losses;
    document.parts = vec![Part { kind: PartKind::Flow, blocks, ..Part::default() }];
    Ok(document)
}

/// The pages of the spine, with their names.
fn trees(
    archive: &mut Archive<'_>,
    package: &Package,
    losses: &mut Losses,
) -> Result<Vec<(String, Xml)>, ReadError> {
    let mut trees = Vec::new();
    for item in &package.spine {
        if !item.is_page() {
            losses.name(LossKind::Attachment, &item.name);
            continue;
        }
        match archive.read_if_present(&item.name)? {
            Some(bytes) => trees.push((item.name.clone(), html::tree_of(&item.name, &bytes, losses)?)),
            None => losses.name(LossKind::MissingPart, &item.name),
        }
    }
    Ok(trees)
}

fn sheets(archive: &mut Archive<'_>, package: &Package) -> Result<HashMap<String, String>, ReadError> {
    let mut sheets = HashMap::new();
    let mut size = 0;
    for item in package.items.iter().filter(|item| item.kind == "text/css") {
        let Some(bytes) = archive.read_if_present(&item.name)? else { continue };
        size += bytes.len();
        if size > MAX_SHEETS {
            break;
        }
        sheets.insert(item.name.clone(), String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(sheets)
}

#[cfg(test)]
mod tests;
