//! The numbers of a copy, as the web page and the EPUB have them.

use std::io::{Cursor, Read};

use thiserror::Error;

use crate::book::Source;

/// The most text that is read from an EPUB.
const MAX_TEXT: u64 = 256 * 1024 * 1024;
/// The most files of an EPUB.
const MAX_FILES: usize = 20_000;

/// A numbered paragraph of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    pub number: usize,
    pub source: Source,
    /// The line of the scene's text, from 0.
    pub line: usize,
}

/// Why a file is no copy with numbers.
#[derive(Debug, Error)]
pub enum CopyError {
    #[error("the file is neither a web page nor an EPUB")]
    Unreadable,
    #[error("the copy is larger than any that Wenfang writes")]
    TooLarge,
    #[error("the copy has no numbered paragraphs")]
    NoNumbers,
}

/// Reads the numbers of a copy.
///
/// # Errors
/// A file that is no copy; a copy without numbers.
pub fn numbered(bytes: &[u8]) -> Result<Vec<Numbered>, CopyError> {
    let mut found = Vec::new();
    if bytes.starts_with(b"PK") {
        for page in pages(bytes)? {
            read(&page, &mut found);
        }
    } else {
        let page = std::str::from_utf8(bytes).map_err(|_| CopyError::Unreadable)?;
        read(page, &mut found);
    }
    if found.is_empty() {
        return Err(CopyError::NoNumbers);
    }
    Ok(found)
}

/// Returns the texts of an EPUB.
fn pages(bytes: &[u8]) -> Result<Vec<String>, CopyError> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| CopyError::Unreadable)?;
    if zip.len() > MAX_FILES {
        return Err(CopyError::TooLarge);
    }
    let mut pages = Vec::new();
    let mut left = MAX_TEXT;
    for at in 0..zip.len() {
        let file = zip.by_index(at).map_err(|_| CopyError::Unreadable)?;
        if !file.name().is_ok_and(|name| name.ends_with(".xhtml")) {
            continue;
        }
        let mut page = Vec::new();
        file.take(left + 1).read_to_end(&mut page).map_err(|_| CopyError::Unreadable)?;
        left = left.checked_sub(page.len() as u64).ok_or(CopyError::TooLarge)?;
        pages.push(String::from_utf8(page).map_err(|_| CopyError::Unreadable)?);
    }
    Ok(pages)
}

/// Finds the elements that the markup writes: scenes with their source, paragraphs with number and line.
fn read(page: &str, found: &mut Vec<Numbered>) {
    let mut source = None;
    for tag in page.split('<').skip(1).filter_map(|piece| piece.split('>').next()) {
        let value = |name: &str| -> Option<usize> {
            let rest = tag.split_once(name)?.1;
            rest.split('"').next()?.parse().ok()
        };
        if tag.starts_with("div ") {
            let number = |name| value(name).and_then(|value| i64::try_from(value).ok());
            if let Some(scene) = number(" data-scene=\"") {
                source = Some(Source { scene, version: number(" data-version=\"") });
            }
        } else if tag.starts_with("p ")
            && let (Some(source), Some(number), Some(line)) =
                (source, value(" id=\"p"), value(" data-line=\""))
        {
            found.push(Numbered { number, source, line });
        }
    }
}
