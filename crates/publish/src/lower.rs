//! Lowers the texts of a novel to a [`Book`]: the marks in them become spans.

mod line;
#[cfg(test)]
mod tests;

use wenfang_text::{CharRange, NovelLanguage};

use crate::book::{Block, Book, Chapter, Comment, Scene, Source, Span, Volume};
use line::Boundaries;

/// A comment on a passage of a scene, in characters of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub range: CharRange,
    pub comment: Comment,
}

/// Builds a book from the texts of its scenes, in order.
#[derive(Debug)]
pub struct BookBuilder {
    book: Book,
    chapters: usize,
    paragraphs: usize,
}

impl BookBuilder {
    /// Begins a book.
    pub fn new(title: &str, author: &str, language: NovelLanguage) -> Self {
        let book = Book {
            title: one_line(title),
            author: one_line(author),
            language,
            volumes: Vec::new(),
            comments: Vec::new(),
        };
        Self { book, chapters: 0, paragraphs: 0 }
    }

    /// Begins a volume.
    pub fn volume(&mut self, title: &str) {
        self.book.volumes.push(Volume { title: one_line(title), chapters: Vec::new() });
    }

    /// Begins a chapter.
    pub fn chapter(&mut self, title: &str) {
        self.chapters += 1;
        let chapter = Chapter { title: one_line(title), number: self.chapters, scenes: Vec::new() };
        self.last_volume().chapters.push(chapter);
    }

    /// Adds a scene to the last chapter. One without visible text is left out, and so are paragraphs with a part in
    /// one of the `unprinted` passages.
    pub fn scene(
        &mut self,
        source: Option<Source>,
        (text, unprinted): (&str, &[CharRange]),
        passages: Vec<Passage>,
    ) {
        let first = self.book.comments.len();
        let boundaries = Boundaries::new(passages.iter().map(|passage| passage.range), first);
        let blocks = line::blocks((text, unprinted), boundaries, &mut self.paragraphs);
        if !blocks.iter().any(|block| matches!(block, Block::Paragraph(_))) {
            return;
        }
        self.book.comments.extend(passages.into_iter().map(|passage| passage.comment));
        let chapters = &mut self.last_volume().chapters;
        match chapters.last_mut() {
            Some(chapter) => chapter.scenes.push(Scene { source, blocks }),
            None => chapters.push(Chapter { scenes: vec![Scene { source, blocks }], ..Chapter::default() }),
        }
    }

    /// Returns the book.
    pub fn finish(self) -> Book {
        self.book
    }

    fn last_volume(&mut self) -> &mut Volume {
        let volumes = &mut self.book.volumes;
        if volumes.is_empty() {
            volumes.push(Volume::default());
        }
        let last = volumes.len() - 1;
        &mut volumes[last]
    }
}

/// Returns a title as one line.
fn one_line(title: &str) -> String {
    let shown = title.chars().map(|c| if c.is_control() { ' ' } else { c });
    shown.collect::<String>().trim().to_owned()
}

/// Whether spans show nothing.
fn is_empty(spans: &[Span]) -> bool {
    spans.iter().all(|span| match span {
        Span::Text { text, .. } => text.trim().is_empty(),
        Span::CommentStart(_) | Span::CommentEnd(_) => true,
        Span::Ruby { .. } | Span::Note(_) => false,
    })
}
