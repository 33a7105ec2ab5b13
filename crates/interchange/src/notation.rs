//! Text notations, selected by file extension.
//!
//! To add a notation, write its [`Notation`] in a module of this one and list it in [`NOTATIONS`]. File and folder
//! import, the window's dialogs and the command line all read that list. Documents are in [`wenfang_documents`].

pub(crate) mod markdown;

use std::borrow::Cow;

use crate::change::ChangeLog;
use crate::source::{Outcome, Source};

/// A notation for books in text files.
#[derive(Debug)]
pub(crate) struct Notation {
    /// The file extensions: lower case, without the dot.
    pub endings: &'static [&'static str],
    /// Moves parts of a file before it is read; `None` if nothing changes.
    pub prepare: fn(&str, &mut ChangeLog) -> Option<Prepared>,
    /// Reads a file by its markup. `None` if the file has none; its chapters are then found by its lines.
    pub read: fn(&Source<'_>) -> Option<Outcome>,
    /// Decodes a line of prose at a byte offset of the text and logs the changes.
    pub decode_line: for<'l> fn(Cow<'l, str>, usize, &mut ChangeLog) -> Cow<'l, str>,
}

/// A text in which parts were moved.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub text: String,
    /// The number of each line in the file, from 1.
    pub lines: Vec<usize>,
}

/// Plain text without markup.
const PLAIN: Notation =
    Notation { endings: &["txt"], prepare: |_, _| None, read: |_| None, decode_line: |line, _, _| line };

/// All notations that can be imported.
const NOTATIONS: &[&Notation] = &[&PLAIN, &markdown::NOTATION];

/// Returns the notation of a file; plain text if the extension is unknown.
pub(crate) fn of(name: Option<&str>) -> &'static Notation {
    name.and_then(known).unwrap_or(&PLAIN)
}

/// Returns the extensions of importable texts and documents: lower case, without the dot.
pub fn endings() -> impl Iterator<Item = &'static str> {
    NOTATIONS.iter().flat_map(|notation| notation.endings.iter().copied()).chain(wenfang_documents::endings())
}

/// Whether a file name has the extension of an importable text or document, or of a document that is refused by its
/// name and not passed over. Used when scanning folders.
pub fn is_importable(name: &str) -> bool {
    let Some(ending) = ending(name) else { return false };
    endings().chain(wenfang_documents::refused_endings()).any(|known| known == ending)
}

/// The extension in lower case. A name without a stem is a hidden file.
fn ending(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    (!stem.is_empty()).then(|| ending.to_ascii_lowercase())
}

fn known(name: &str) -> Option<&'static Notation> {
    let ending = ending(name)?;
    NOTATIONS.iter().copied().find(|notation| notation.endings.contains(&ending.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_notation() {
        assert_eq!(of(Some("渡口.MD")).endings, markdown::NOTATION.endings);
        for (name, text) in [
            ("a.txt", true),
            ("b.Markdown", true),
            ("c.docx", true),
            ("c.DOC", true),
            ("c.png", false),
            ("txt", false),
            (".md", false),
            ("", false),
        ] {
            assert_eq!(is_importable(name), text, "{name}");
        }
        assert_eq!(of(Some("c.docx")).endings, PLAIN.endings);
        assert_eq!(of(None).endings, PLAIN.endings);
    }

    #[test]
    fn each_extension_has_one_notation() {
        let all: Vec<&str> = endings().collect();
        let different: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), different.len(), "{all:?}");
    }
}
