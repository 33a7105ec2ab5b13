//! Text inside a paragraph.

use crate::html::blocks::Around;
use crate::html::css::Declared;
use crate::html::notes::is_reference;
use crate::html::page::Reader;
use crate::spans::paragraphs_of;
use crate::xml::{Child, Element};
use crate::{Block, Form, LossKind, Span, Style};

impl<'x> Reader<'_, '_, 'x> {
    /// The style of the text in an element.
    pub fn style_of(&self, element: Element<'x>, around: Style) -> Style {
        let declared = self.page.sheet.of(element);
        let (is_italic, is_bold) = match element.name() {
            "i" | "em" | "cite" | "dfn" | "var" => (true, around.bold),
            "b" | "strong" => (around.italic, true),
            _ => (around.italic, around.bold),
        };
        Style {
            italic: declared.italic.unwrap_or(is_italic),
            bold: declared.bold.unwrap_or(is_bold),
            dots: declared.dots.unwrap_or(around.dots),
            hidden: declared.hidden.unwrap_or(around.hidden) || element.has("hidden"),
        }
    }

    pub fn inline(&mut self, element: Element<'x>, inner: Around, declared: Declared) {
        match element.name() {
            "br" => self.line.push_span(Span::LineBreak),
            "img" | "image" => {
                let place =
                    element.attribute("src").or_else(|| element.attribute("href")).unwrap_or_default();
                // A picture inside the page is its own name.
                let place = if place.starts_with("data:") { "data:" } else { place }.to_owned();
                self.line.push_span(Span::Picture { place });
            }
            "ruby" => self.ruby(element, inner.style),
            "q" => {
                self.line.push("“", inner.style);
                self.content(element, inner);
                self.line.push("”", inner.style);
            }
            "del" => self.drop_text(element, LossKind::TrackedDeletion),
            _ if is_word_comment(element) => self.comment_sign(element),
            "a" => self.passage(element, |reader| reader.link(element, inner)),
            "span" if inner.is_numbered && element.attribute("class") == Some("n") => {
                self.drop_text(element, LossKind::Field);
            }
            // The dot before an item in our own pages.
            "span" if inner.form == Form::Item && element.attribute("class") == Some("sign") => {
                self.drop_text(element, LossKind::Field);
            }
            "u" | "s" | "strike" | "sup" | "sub" | "small" | "big" | "font" | "mark" | "tt" | "code"
            | "kbd" => {
                self.decorated(element);
                self.content(element, inner);
            }
            _ => {
                if declared.is_decorated {
                    self.decorated(element);
                }
                self.passage(element, |reader| reader.content(element, inner));
            }
        }
    }

    /// Reads an element, which may be the passage of comments.
    fn passage(&mut self, element: Element<'x>, read: impl FnOnce(&mut Self)) {
        for id in self.comments.begun_by(element) {
            self.line.push_mark(Span::CommentStart(id));
        }
        read(self);
        for id in self.comments.ended_by(element) {
            self.line.push_mark(Span::CommentEnd(id));
        }
    }

    /// The sign of a comment, which may be its only place.
    fn comment_sign(&mut self, sign: Element<'x>) {
        if let Some(id) = self.comments.at_sign(sign) {
            self.line.push_mark(Span::CommentStart(id));
            self.line.push_mark(Span::CommentEnd(id));
        }
    }

    fn decorated(&mut self, element: Element<'x>) {
        let text = element.text();
        if !text.trim().is_empty() && element.descendant("a").is_none() {
            self.text.losses.name(LossKind::Formatting, &text);
        }
    }

    fn drop_text(&mut self, element: Element<'x>, kind: LossKind) {
        let text = element.text();
        if !text.trim().is_empty() {
            self.text.losses.note(kind, text.trim());
        }
    }

    fn link(&mut self, link: Element<'x>, inner: Around) {
        let file = self.page.file;
        if self.in_note && self.notes.is_back(file, link) {
            self.drop_text(link, LossKind::Field);
            return;
        }
        if is_reference(&link)
            && !self.in_note
            && let Some(note) = self.notes.take(file, link)
        {
            self.drop_text(link, LossKind::Field);
            self.note(note);
            return;
        }
        let target = link.attribute("href").unwrap_or_default();
        let is_outside = target.contains(':') || target.starts_with("//");
        if is_outside && !link.text().trim().is_empty() {
            self.text.losses.name(LossKind::Link, target);
        }
        self.content(link, inner);
    }

    fn note(&mut self, note: Element<'x>) {
        self.in_note = true;
        let blocks = self.apart(|reader| reader.block(note, Around::default()));
        self.in_note = false;
        let paragraphs = paragraphs_of(blocks);
        if !paragraphs.is_empty() {
            self.line.push_span(Span::Note(paragraphs));
        }
    }

    /// Ruby: bases and readings in pairs. Parentheses for old browsers are left out.
    fn ruby(&mut self, ruby: Element<'x>, style: Style) {
        let mut base = String::new();
        for child in ruby.children() {
            match child {
                Child::Text(text) => base.push_str(text.trim_matches(['\n', '\r', '\t', ' '])),
                Child::Element(part) => match part.name() {
                    "rt" | "rtc" => {
                        let reading = part.text().trim().to_owned();
                        self.push_ruby(&mut base, reading, style);
                    }
                    "rp" => {}
                    _ => base.push_str(part.text().trim()),
                },
            }
        }
        self.push_ruby(&mut base, String::new(), style);
    }

    fn push_ruby(&mut self, base: &mut String, reading: String, style: Style) {
        let base = std::mem::take(base);
        if base.is_empty() || reading.is_empty() {
            self.line.push(&base, style);
            self.line.push(&reading, style);
        } else {
            self.line.push_span(Span::Ruby { base, reading, style });
        }
    }

    /// The blocks of an element that is read apart from the text around it.
    pub fn apart(&mut self, read: impl FnOnce(&mut Self)) -> Vec<Block> {
        let line = std::mem::take(&mut self.line);
        let blocks = std::mem::take(&mut self.text.blocks);
        read(self);
        let inside = std::mem::replace(&mut self.text.blocks, blocks);
        self.line = line;
        inside
    }
}

/// Whether an element is the sign of a comment in a page of Word.
fn is_word_comment(element: Element<'_>) -> bool {
    let class = element.attribute("class").unwrap_or_default();
    let style = element.attribute("style").unwrap_or_default();
    class == "msocomanchor"
        || class == "MsoCommentReference"
        || style.contains("mso-special-character:comment")
}
