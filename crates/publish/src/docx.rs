//! Writes a book as a Word document, in the layout of an English manuscript or of a Chinese editor.
//!
//! Headings have the ids of Word's own styles, so that its outline works; footnotes, comments with their answers,
//! ruby and emphasis dots are Word's own. The parts are written as strings: the libraries that write documents
//! have no footnotes, no ruby and no emphasis marks.

mod body;
mod comments;
mod container;
mod cover;
mod layout;
mod notes;
mod parts;
mod runs;
mod styles;
#[cfg(test)]
mod tests;

use crate::PublishError;
use crate::book::Book;

/// How a document is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocxLayout {
    /// The English manuscript: 12 point serif, double spaced, a header from the second page, END.
    #[default]
    Manuscript,
    /// The copy for a Chinese editor: A4, 宋体 小四, one and a half lines, paragraphs indented by two characters.
    Editor,
}

/// What a document has besides the text of the book.
#[derive(Clone, Debug, Default)]
pub struct DocxOptions {
    pub layout: DocxLayout,
    /// The lines of the author's name and address on the title page of a manuscript.
    pub contact: Vec<String>,
    /// The name in the header of a manuscript; the last word of the author's name if there is none.
    pub surname: Option<String>,
    pub length: usize,
    /// Whether the length is in words, not in characters.
    pub is_in_words: bool,
    /// How it was counted, as the cover of an editor's copy says it.
    pub rule: String,
    /// RFC 3339 without fractions, in UTC.
    pub created_at: String,
}

/// Writes a book as a Word document.
///
/// # Errors
/// The container cannot be written.
pub fn docx(book: &Book, options: &DocxOptions) -> Result<Vec<u8>, PublishError> {
    let set = layout::Setting::new(book, options);
    let body = body::Body::write(book, options, &set);
    let files = parts::all(book, options, &set, &body);
    container::pack(&files)
}
