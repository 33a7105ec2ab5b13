//! Documents as lines: what the readers of [`wenfang_documents`] return, for the finder of chapters.
//!
//! A document becomes a text of plain words, one paragraph per line, in which chapters are found as in any text, and
//! for each line the same words with marks, which become the manuscript. Headings by style come before headings by
//! their words. Everything that has no place in a manuscript is a counted change.

mod anchors;
mod headings;
mod lines;
mod losses;

pub(crate) use anchors::{Anchors, on_first_line, taken};
pub(crate) use losses::{note, note_unplaced};

use std::borrow::Cow;

use wenfang_documents::{Comment, Document, Losses};

use crate::change::ChangeLog;
use crate::heading::{Heading, Role};
use crate::lines::Line;
use crate::outline::Part;
use crate::source::Place;

/// A document as lines.
#[derive(Debug, Default)]
pub(crate) struct Rich {
    /// The plain words.
    pub text: String,
    pub title: Option<String>,
    pub author: Option<String>,
    /// Whether the title was a line of the text, so that no other line is one.
    pub has_title_line: bool,
    pub comments: Vec<Comment>,
    lines: Vec<RichLine>,
    losses: Losses,
    log: ChangeLog,
}

/// A line of a document.
#[derive(Debug, Default)]
struct RichLine {
    /// The words with marks, and signs of the comments.
    marked: String,
    /// Whether there are words beside notes.
    has_words: bool,
    /// The notes alone, for a line that becomes a title.
    notes: Option<String>,
    /// The visible characters of its ruby readings, which a title does not have.
    readings: usize,
    /// The level of a heading by style, from 1.
    level: Option<u8>,
    /// What a writing project says that the line is the title of.
    role: Option<Role>,
    /// Whether a scene begins with the line.
    starts_scene: bool,
}

impl Rich {
    /// Takes a document apart. `comments` is the number of comments of the files before it.
    pub fn new(document: Document, comments: usize) -> Self {
        let mut rich = Self {
            title: document.title,
            author: document.author,
            has_title_line: document.has_title_line,
            comments: document.comments,
            losses: document.losses,
            ..Self::default()
        };
        let mut builder = lines::Builder::new(&mut rich, comments);
        for part in document.parts {
            builder.part(part, false);
        }
        // An empty last line is a line only with a line end of its own, and may have a note.
        if rich.text.is_empty() || rich.text.ends_with('\n') {
            rich.text.push('\n');
        }
        rich
    }

    /// The words of a line with marks.
    pub fn line(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |line| &line.marked)
    }

    /// All lines with marks. A heading keeps its level.
    pub fn scene_text(&self) -> String {
        let line = |line: &RichLine| match line.level {
            Some(level) => format!("{} {}", "#".repeat(usize::from(level.clamp(1, 6))), line.marked),
            None => line.marked.clone(),
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// A line of the text, with marks. A heading that is no title of a part is one inside its scene.
    pub fn text_line(&self, at: usize) -> Cow<'_, str> {
        let line = self.line(at);
        let is_heading = self.lines.get(at).is_some_and(|line| line.level.is_some() && line.has_words);
        if is_heading { Cow::Owned(format!("# {line}")) } else { Cow::Borrowed(line) }
    }

    /// The notes of a line.
    pub fn notes_of(&self, at: usize) -> Option<&str> {
        self.lines.get(at)?.notes.as_deref()
    }

    /// The comments that begin in a line.
    pub fn comments_of(&self, at: usize) -> Vec<usize> {
        self.lines.get(at).map(|line| anchors::begun(&line.marked)).unwrap_or_default()
    }

    /// Whether a scene begins with a line.
    pub fn starts_scene(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| line.starts_scene)
    }

    /// The visible characters of the ruby readings of a line.
    pub fn readings_of(&self, at: usize) -> usize {
        self.lines.get(at).map_or(0, |line| line.readings)
    }

    /// The headings by style. The title of the book, if one of them is it, is added to the parts.
    pub fn headings(&self, lines: &[Line<'_>], place: Place, parts: &mut Vec<Part>) -> Vec<Heading> {
        let known = self.has_title_line || place == Place::Later;
        headings::of(&self.lines, lines, known, parts)
    }

    /// The changes that reading the document made.
    pub fn into_log(self) -> ChangeLog {
        let mut log = self.log;
        note(&self.losses, &mut log);
        log
    }
}

#[cfg(test)]
mod tests;
