//! The job: what Wenfang's own programs write to standard input.
//!
//! The shape of the book is that of `Book` in `crates/publish/src/book.rs`; `tests/job.json` is one example that the
//! tests of both programs read.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The form of the job that this program reads.
pub const FORM: u32 = 1;

/// A book, or a part of one, to be set as one file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub form: u32,
    pub page: Page,
    /// Whether the file begins with a table of contents.
    pub contents: bool,
    pub book: Book,
}

/// The size of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Page {
    A4,
    A5,
    /// B6 as printers in East Asia cut it.
    B6,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    pub title: String,
    pub author: String,
    pub language: Language,
    pub volumes: Vec<Volume>,
}

/// The language of the text, which decides fonts, indents and the words of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    Zh,
    En,
    Ja,
}

/// A volume; one without a title has no page of its own.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    pub title: String,
    pub chapters: Vec<Chapter>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    pub title: String,
    pub number: usize,
    pub scenes: Vec<Scene>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    pub blocks: Vec<Block>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Block {
    Paragraph {
        form: Form,
        spans: Vec<Span>,
    },
    /// A line of marks that breaks a scene.
    Break,
    /// An empty line.
    Blank,
}

/// How a paragraph is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    Body,
    Centre,
    Right,
    Quotation,
    Heading,
    Item,
}

/// A part of a paragraph.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Span {
    Text {
        text: String,
        #[serde(default)]
        style: Style,
    },
    Ruby {
        base: String,
        reading: String,
        #[serde(default)]
        style: Style,
    },
    Note {
        spans: Vec<Self>,
    },
}

/// How characters are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Style {
    pub bold: bool,
    pub italic: bool,
    /// Emphasis dots.
    pub dots: bool,
}

impl Job {
    /// Parses a job.
    ///
    /// # Errors
    /// It is not JSON of the known form.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let job: Self = serde_json::from_slice(bytes).map_err(|error| Error::BadJob(error.to_string()))?;
        if job.form != FORM {
            return Err(Error::BadJob(format!(
                "its form is {}, and this program reads form {FORM}",
                job.form
            )));
        }
        Ok(job)
    }

    /// Calls `visit` with every text that is printed.
    pub fn texts(&self, mut visit: impl FnMut(&str)) {
        visit(&self.book.title);
        visit(&self.book.author);
        for volume in &self.book.volumes {
            visit(&volume.title);
            for chapter in &volume.chapters {
                visit(&chapter.title);
                for block in chapter.scenes.iter().flat_map(|scene| &scene.blocks) {
                    if let Block::Paragraph { spans, .. } = block {
                        span_texts(spans, &mut visit);
                    }
                }
            }
        }
    }
}

fn span_texts(spans: &[Span], visit: &mut impl FnMut(&str)) {
    for span in spans {
        match span {
            Span::Text { text, .. } => visit(text),
            Span::Ruby { base, reading, .. } => {
                visit(base);
                visit(reading);
            }
            Span::Note { spans } => span_texts(spans, visit),
        }
    }
}
