//! The book that every writer takes.

use serde::Serialize;
use wenfang_text::NovelLanguage;

/// A book, with its marks already read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub title: String,
    pub author: String,
    pub language: NovelLanguage,
    pub volumes: Vec<Volume>,
    /// Comments on passages; [`Span::CommentStart`] and [`Span::CommentEnd`] refer to them by index.
    pub comments: Vec<Comment>,
}

impl Book {
    /// Whether the book has a volume with a title, or more than one volume.
    pub fn has_volumes(&self) -> bool {
        self.volumes.len() > 1 || self.volumes.iter().any(|volume| !volume.title.is_empty())
    }

    /// Returns the chapters in order.
    pub fn chapters(&self) -> impl Iterator<Item = &Chapter> {
        self.volumes.iter().flat_map(|volume| &volume.chapters)
    }
}

/// A volume; a book without volumes has one without a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Volume {
    pub title: String,
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    /// Its place in the book, from 1.
    pub number: usize,
    /// Scenes without text are not in the list.
    pub scenes: Vec<Scene>,
}

impl Chapter {
    /// Returns the title, or the number of a chapter without one.
    pub fn label(&self) -> String {
        if self.title.is_empty() { self.number.to_string() } else { self.title.clone() }
    }
}

/// A scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Where its text is stored, for the way back of remarks.
    pub source: Option<Source>,
    pub blocks: Vec<Block>,
}

/// The stored text of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub scene: i64,
    /// The version, if the text is one.
    pub version: Option<i64>,
}

/// A line of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Paragraph),
    /// A line of marks that breaks a scene.
    Break,
    /// An empty line.
    Blank,
}

/// A paragraph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// Its place in the book, from 1; readers name a passage by it.
    pub number: usize,
    /// The line of the scene's text that it is, from 0.
    pub line: usize,
    pub form: Form,
    pub spans: Vec<Span>,
}

/// The sign before an item, for readers who see no list.
pub const ITEM: &str = "• ";

/// How a paragraph is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PrintForm")]
pub enum Form {
    #[default]
    Body,
    Centre,
    Right,
    /// A letter or a quotation.
    Quotation,
    /// A heading inside a scene.
    Heading,
    /// An item of a list.
    Item,
}

/// A part of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    Text { text: String, style: Style },
    Ruby { base: String, reading: String, style: Style },
    Note(Vec<Self>),
    CommentStart(usize),
    CommentEnd(usize),
}

/// How characters are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[ts(rename = "PrintStyle")]
pub struct Style {
    pub bold: bool,
    pub italic: bool,
    /// Emphasis dots.
    pub dots: bool,
}

/// A comment with its answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    pub remark: Remark,
    pub replies: Vec<Remark>,
    pub is_done: bool,
}

/// What somebody said about a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    pub author: String,
    /// RFC 3339 without fractions, in UTC.
    pub at: Option<String>,
    pub text: String,
}

/// Returns the text of spans without marks and notes.
pub fn plain(spans: &[Span]) -> String {
    let words = spans.iter().map(|span| match span {
        Span::Text { text, .. } => text.as_str(),
        Span::Ruby { base, .. } => base,
        Span::Note(_) | Span::CommentStart(_) | Span::CommentEnd(_) => "",
    });
    words.collect()
}
