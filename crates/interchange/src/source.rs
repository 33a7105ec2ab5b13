//! A source file: its text and name, and the outcome of reading it.

use std::borrow::Cow;

use crate::change::ChangeLog;
use crate::file_name;
use crate::notation::Notation;
use crate::outline::Part;
use crate::rich::Rich;
use crate::warning::Warning;

/// The position of a file among the files of a book. Only the first file may give the book's title without
/// markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The only file, or the first.
    First,
    Later,
}

/// A file to read.
#[derive(Debug)]
pub(crate) struct Source<'t> {
    /// The canonical text.
    pub text: &'t str,
    pub notation: &'static Notation,
    /// The file name without folders, if it is one of several files.
    pub name: Option<&'t str>,
    pub place: Place,
    /// The formatted lines of a document; `None` for a text.
    pub rich: Option<&'t Rich>,
}

impl Source<'_> {
    /// Returns the chapter title from the file name, without a leading number and the extension. `None` for a
    /// file imported on its own, because its name says nothing about its chapters.
    pub fn name_title(&self) -> Option<&str> {
        self.name.map(file_name::title_of)
    }

    /// Decodes a line of prose with the file's notation.
    pub fn decode_line<'l>(&self, line: Cow<'l, str>, at: usize, log: &mut ChangeLog) -> Cow<'l, str> {
        (self.notation.decode_line)(line, at, log)
    }
}

/// The outcome of reading a file.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub parts: Vec<Part>,
    pub warnings: Vec<Warning>,
    pub log: ChangeLog,
}
