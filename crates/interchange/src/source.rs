//! One file on its way in: its text, its name, and what reading it gave.

use std::borrow::Cow;

use crate::change::ChangeLog;
use crate::file_name;
use crate::notation::Notation;
use crate::outline::Part;
use crate::warning::Warning;

/// Where a file stands among the files of a book: only the first says the book's title without a mark.
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
    /// How it is written.
    pub notation: &'static Notation,
    /// The name of the file when it is one of several, without its folders.
    pub name: Option<&'t str>,
    /// Where it stands among the files of its book.
    pub place: Place,
}

impl Source<'_> {
    /// The chapter title the file's name gives: without number in front and extension. `None` for a file imported
    /// by itself, whose name is the author's business.
    pub fn name_title(&self) -> Option<&str> {
        self.name.map(file_name::title_of)
    }

    /// A line of prose as its notation means it.
    pub fn decode_line<'l>(&self, line: Cow<'l, str>, at: usize, log: &mut ChangeLog) -> Cow<'l, str> {
        (self.notation.decode_line)(line, at, log)
    }
}

/// What reading a file gave.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub parts: Vec<Part>,
    pub warnings: Vec<Warning>,
    pub log: ChangeLog,
}
