//! Writers of a book: a Word document, an EPUB, one web page, text for the sites where novels are published.
//!
//! A caller lowers the texts of a novel to one [`Book`], whose marks are read; every writer takes it and returns
//! bytes or texts. The writers touch no file, ask no clock and give the same result for the same book.

mod book;
mod commonmark;
mod docx;
mod epub;
mod error;
mod html;
mod length;
mod lower;
mod markup;
mod pages;
mod remarks;
#[cfg(test)]
mod sample;
mod site;
mod xml;

pub use book::{
    Block, Book, Chapter, Comment, Form, ITEM, Paragraph, Remark, Scene, Source, Span, Style, Volume, plain,
};
pub use commonmark::{commonmark, commonmark_chapter};
pub use docx::{DocxLayout, DocxOptions, docx};
pub use epub::{EpubOptions, epub};
pub use error::PublishError;
pub use html::{HtmlOptions, html};
pub use lower::{BookBuilder, Passage};
pub use pages::{
    PageSize, PdfPart, PrintBlock, PrintBook, PrintChapter, PrintScene, PrintSpan, PrintVolume, parts,
    pdf_job,
};
pub use remarks::{CopyError, Numbered, NumberedRemark, Remarks, numbered, remarks};
pub use site::{
    Dots, Escape, Length, LocalName, Note, ProfileError, Ruby, SiteChapter, SiteMarks, SiteProfile,
    SiteVolume, SiteWarning, SiteWarningKind, Wrap, chapter_text, profile, shipped, site,
};
