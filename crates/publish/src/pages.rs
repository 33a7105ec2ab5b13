//! A book for programs that lay out pages: the program that writes PDF, and the window when it prints.
//!
//! [`PrintBook`] is the contract with both: the book without what is not printed. The program has the same types in
//! `pdf/src/job.rs`; `pdf/tests/job.json` is an example that the tests of both read.

mod parts;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use wenfang_text::NovelLanguage;

use crate::book::{Block, Book, Chapter, Form, Scene, Span, Style};

pub use parts::{PdfPart, parts};

/// The form of the job that the program reads.
const FORM: u32 = 1;

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PageSize {
    A4,
    #[default]
    A5,
    B6,
}

/// What the program is asked for.
#[derive(Debug, Serialize)]
struct Job {
    form: u32,
    page: PageSize,
    contents: bool,
    book: PrintBook,
}

/// A book as it is printed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PrintBook {
    pub title: String,
    pub author: String,
    pub language: NovelLanguage,
    pub volumes: Vec<PrintVolume>,
}

/// A volume, or some of its chapters.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PrintVolume {
    /// Empty if the volume has no page of its own.
    pub title: String,
    pub chapters: Vec<PrintChapter>,
}

/// A chapter.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PrintChapter {
    /// Empty if only the number is printed.
    pub title: String,
    pub number: usize,
    pub scenes: Vec<PrintScene>,
}

/// A scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PrintScene {
    pub blocks: Vec<PrintBlock>,
}

/// A line of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PrintBlock {
    Paragraph { form: Form, spans: Vec<PrintSpan> },
    Break,
    Blank,
}

/// A part of a paragraph.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PrintSpan {
    Text { text: String, style: Style },
    Ruby { base: String, reading: String, style: Style },
    Note { spans: Vec<Self> },
}

impl PrintBook {
    /// Returns a part of a book.
    pub fn of(book: &Book, part: &PdfPart<'_>) -> Self {
        let volumes = part.volumes.iter().map(|(title, chapters)| {
            let chapters = chapters.iter().copied().map(printed_chapter).collect();
            PrintVolume { title: (*title).to_owned(), chapters }
        });
        let volumes = volumes.collect();
        Self { title: book.title.clone(), author: book.author.clone(), language: book.language, volumes }
    }
}

fn printed_chapter(chapter: &Chapter) -> PrintChapter {
    let scenes = chapter.scenes.iter().map(printed_scene).collect();
    PrintChapter { title: chapter.title.clone(), number: chapter.number, scenes }
}

fn printed_scene(scene: &Scene) -> PrintScene {
    let blocks = scene.blocks.iter().map(|block| match block {
        Block::Paragraph(paragraph) => {
            PrintBlock::Paragraph { form: paragraph.form, spans: printed_spans(&paragraph.spans) }
        }
        Block::Break => PrintBlock::Break,
        Block::Blank => PrintBlock::Blank,
    });
    PrintScene { blocks: blocks.collect() }
}

fn printed_spans(spans: &[Span]) -> Vec<PrintSpan> {
    let printed = spans.iter().filter_map(|span| match span {
        Span::Text { text, style } => Some(PrintSpan::Text { text: text.clone(), style: *style }),
        Span::Ruby { base, reading, style } => {
            Some(PrintSpan::Ruby { base: base.clone(), reading: reading.clone(), style: *style })
        }
        Span::Note(note) => Some(PrintSpan::Note { spans: printed_spans(note) }),
        Span::CommentStart(_) | Span::CommentEnd(_) => None,
    });
    printed.collect()
}

/// Returns the job for one file of a book, in JSON.
///
/// # Errors
/// Never for a book; a failure would be one of the serializer.
pub fn pdf_job(book: &Book, part: &PdfPart<'_>, page: PageSize) -> Result<Vec<u8>, serde_json::Error> {
    let printed = PrintBook::of(book, part);
    let chapters: usize = printed.volumes.iter().map(|volume| volume.chapters.len()).sum();
    serde_json::to_vec(&Job { form: FORM, page, contents: chapters > 1, book: printed })
}
