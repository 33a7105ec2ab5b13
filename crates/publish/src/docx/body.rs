//! The body of a document: cover, headings, paragraphs.

use super::layout::Setting;
use super::runs::{CommentIds, Runs};
use super::{DocxOptions, cover};
use crate::book::{Block, Book, Chapter, Form, Paragraph, Scene, Span, Style};

/// The body of a document, and the notes that it refers to.
pub(super) struct Body<'b> {
    pub xml: String,
    pub notes: Vec<&'b [Span]>,
}

impl<'b> Body<'b> {
    pub(super) fn write(book: &'b Book, options: &DocxOptions, set: &Setting) -> Self {
        let mut next = 0;
        let ids = book.comments.iter().map(|comment| {
            let ids = CommentIds { first: next, count: 1 + comment.replies.len() };
            next += ids.count;
            ids
        });
        let runs = Runs {
            out: String::new(),
            notes: Vec::new(),
            comments: ids.collect(),
            asian_language: set.asian_language,
            dots: set.dots,
        };
        let mut writer = Writer { runs, set, is_first: true };
        cover::write(&mut writer, book, options);
        for volume in &book.volumes {
            if let (Some(level), false) = (set.levels.0, volume.title.is_empty()) {
                writer.heading(level, &volume.title);
            }
            volume.chapters.iter().for_each(|chapter| writer.chapter(chapter));
        }
        if set.is_manuscript() {
            writer.line("EndMark", "END");
        }
        let Runs { out, notes, .. } = writer.runs;
        Self { xml: out, notes }
    }
}

/// Writes the body.
pub(super) struct Writer<'b, 's> {
    pub runs: Runs<'b>,
    pub set: &'s Setting,
    /// Whether no heading is written yet.
    is_first: bool,
}

impl<'b> Writer<'b, '_> {
    /// Writes a paragraph of plain text.
    pub(super) fn line(&mut self, style: &str, text: &str) {
        self.open(style, "");
        self.runs.text(text, Style::default());
        self.runs.out.push_str("</w:p>");
    }

    /// Begins a paragraph; `properties` are those beside its style.
    fn open(&mut self, style: &str, properties: &str) {
        self.runs.out.push_str(r#"<w:p><w:pPr><w:pStyle w:val=""#);
        self.runs.out.push_str(style);
        self.runs.out.push_str(r#""/>"#);
        self.runs.out.push_str(properties);
        self.runs.out.push_str("</w:pPr>");
    }

    fn heading(&mut self, level: u8, title: &str) {
        // In a manuscript every heading begins a page by its style.
        let begins_page = self.is_first && !self.set.is_manuscript();
        self.is_first = false;
        self.open(&format!("Heading{level}"), if begins_page { "<w:pageBreakBefore/>" } else { "" });
        self.runs.text(title, Style::default());
        self.runs.out.push_str("</w:p>");
    }

    fn chapter(&mut self, chapter: &'b Chapter) {
        self.heading(self.set.levels.1, &chapter.label());
        for (at, scene) in chapter.scenes.iter().enumerate() {
            if at > 0 {
                self.scene_break();
            }
            self.scene(scene, at + 1 == chapter.scenes.len());
        }
    }

    fn scene(&mut self, scene: &'b Scene, is_last: bool) {
        for (at, block) in scene.blocks.iter().enumerate() {
            // The line before a break stays on its page, so that a break neither begins nor ends a page.
            let before_break = match scene.blocks.get(at + 1) {
                Some(next) => *next == Block::Break,
                None => !is_last,
            };
            match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph, before_break),
                Block::Break => self.scene_break(),
                Block::Blank => {
                    self.open("BodyText", keep(before_break));
                    self.runs.out.push_str("</w:p>");
                }
            }
        }
    }

    fn scene_break(&mut self) {
        let mark = self.set.scene_break;
        self.line("SceneBreak", mark);
    }

    fn paragraph(&mut self, paragraph: &'b Paragraph, before_break: bool) {
        let style = match paragraph.form {
            Form::Body => "BodyText",
            Form::Centre => "Centred",
            Form::Right => "RightAligned",
            Form::Quotation => "Quote",
            Form::Heading => "Subheading",
            Form::Item => "Item",
        };
        self.open(style, keep(before_break));
        self.runs.spans(&paragraph.spans);
        self.runs.out.push_str("</w:p>");
    }
}

fn keep(with_next: bool) -> &'static str {
    if with_next { "<w:keepNext/>" } else { "" }
}
