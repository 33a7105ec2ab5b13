//! The ways a book is written in a text file, known by the ending of its name.
//!
//! A new one is a file with its [`Notation`] and a line in [`NOTATIONS`]: the import of a file and of a folder, the
//! dialogs of the window and the command line read what stands there. Deliberately absent: files that are no text.

use std::borrow::Cow;

use crate::change::ChangeLog;
use crate::markdown;
use crate::source::{Outcome, Source};

/// A way to write a book in a file.
#[derive(Debug)]
pub(crate) struct Notation {
    /// How names of such files end: lower case, without the dot.
    pub endings: &'static [&'static str],
    /// Reads a file by its own marks; `None` when it has none, then its lines say where chapters begin.
    pub read: fn(&Source<'_>) -> Option<Outcome>,
    /// What a line of prose at a byte of the text means; what it changes goes into the log.
    pub decode_line: for<'l> fn(Cow<'l, str>, usize, &mut ChangeLog) -> Cow<'l, str>,
}

/// Lines and nothing else.
const PLAIN: Notation = Notation { endings: &["txt"], read: |_| None, decode_line: |line, _, _| line };

/// Every notation that is read.
const NOTATIONS: &[&Notation] = &[&PLAIN, &markdown::NOTATION];

/// The notation of a file; plain text when its name says nothing we know.
pub(crate) fn of(name: Option<&str>) -> &'static Notation {
    name.and_then(known).unwrap_or(&PLAIN)
}

/// How the names of texts that can be imported end: lower case, without the dot.
pub fn endings() -> impl Iterator<Item = &'static str> {
    NOTATIONS.iter().flat_map(|notation| notation.endings.iter().copied())
}

/// Whether the name of a file is that of a text that can be imported, as a folder is looked through.
pub fn is_text(name: &str) -> bool {
    known(name).is_some()
}

fn known(name: &str) -> Option<&'static Notation> {
    let (stem, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    // A name that is all ending is that of a hidden file.
    if stem.is_empty() {
        return None;
    }
    NOTATIONS.iter().copied().find(|notation| notation.endings.contains(&ending.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_says_how_a_file_is_written() {
        assert_eq!(of(Some("渡口.MD")).endings, markdown::NOTATION.endings);
        for (name, text) in [
            ("a.txt", true),
            ("b.Markdown", true),
            ("c.docx", false),
            ("txt", false),
            (".md", false),
            ("", false),
        ] {
            assert_eq!(is_text(name), text, "{name}");
        }
        assert_eq!(of(Some("c.docx")).endings, PLAIN.endings);
        assert_eq!(of(None).endings, PLAIN.endings);
    }

    #[test]
    fn no_ending_has_two_notations() {
        let all: Vec<&str> = endings().collect();
        let different: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), different.len(), "{all:?}");
    }
}
