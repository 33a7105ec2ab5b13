//! Blocks: headings, paragraphs, lists and what holds them.

use crate::html::left_out;
use crate::html::notes::id_of;
use crate::html::page::Reader;
use crate::titles::{AUTHOR_LEVEL, TITLE_LEVEL};
use crate::xml::{Child, Element};
use crate::{Alignment, Block, Form, LossKind, Paragraph, Style};

/// What holds around a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    pub style: Style,
    pub alignment: Alignment,
    pub is_quotation: bool,
    pub heading: Option<u8>,
    pub keeps_space: bool,
    /// Whether an empty paragraph is shown if it has a space that does not collapse.
    pub is_paragraph: bool,
    /// Whether the place is in a list of notes, whose rules are layout.
    pub in_notes: bool,
    pub form: Form,
    /// Whether paragraphs begin with a number for remarks of readers, as in our own copies.
    pub is_numbered: bool,
}

impl<'x> Reader<'_, '_, 'x> {
    /// Reads what is in an element that stands on its own lines.
    pub fn block(&mut self, element: Element<'x>, around: Around) {
        self.end_line(around);
        self.content(element, around);
        self.end_line(around);
    }

    pub fn content(&mut self, element: Element<'x>, around: Around) {
        for child in element.children() {
            match child {
                Child::Text(text) if around.keeps_space => self.line.push_kept(text, around.style),
                Child::Text(text) => self.line.push_raw(text, around.style),
                Child::Element(element) => self.element(element, around),
            }
        }
    }

    /// Ends the paragraph that is being read.
    pub fn end_line(&mut self, around: Around) {
        let is_shown = self.line.is_shown;
        let spans = self.line.take();
        let is_blank = crate::spans::is_blank(&spans);
        let has_marks = spans.iter().any(|span| !matches!(span, crate::Span::Text { .. }));
        if is_blank && !has_marks && !(is_shown && around.is_paragraph) {
            return;
        }
        self.text.blocks.push(match around.heading.filter(|_| !is_blank) {
            Some(level) => Block::Heading { level, spans },
            None => Block::Paragraph(Paragraph {
                alignment: around.alignment,
                is_quotation: around.is_quotation,
                form: around.form,
                spans: if is_blank && !has_marks { Vec::new() } else { spans },
            }),
        });
    }

    pub fn element(&mut self, element: Element<'x>, around: Around) {
        let name = element.name();
        if let Some(id) = id_of(element) {
            let place = self.text.blocks.len();
            self.text.ids.entry(id.to_owned()).or_insert(place);
        }
        if !self.in_note && self.notes.has(self.page.file, element) {
            return;
        }
        if let Some(kind) = left_out(name) {
            if let Some(kind) = kind {
                let text = element.text();
                self.text.losses.note(kind, text.trim());
            }
            return;
        }
        let declared = self.page.sheet.of(element);
        let mut inner = around;
        inner.style = self.style_of(element, around.style);
        inner.alignment = declared.alignment.unwrap_or(around.alignment);
        inner.keeps_space = declared.keeps_space.unwrap_or(around.keeps_space);
        match name {
            "p" | "div" | "section" | "article" | "main" | "header" | "footer" | "aside" | "address"
            | "figure" | "figcaption" | "center" | "blockquote" | "pre" | "h1" | "h2" | "h3" | "h4"
            | "h5" | "h6" | "ul" | "ol" | "li" | "dl" | "dt" | "dd" | "form" | "fieldset" | "details"
            | "summary" | "hgroup" | "body" | "menu" | "legend" | "caption" | "dialog" | "nav" => {
                if declared.starts_page {
                    self.end_line(around);
                    self.text.blocks.push(Block::PageStart);
                }
                self.end_line(around);
                self.known_block(element, inner, declared.outline);
                if declared.ends_page {
                    self.text.blocks.push(Block::PageStart);
                }
            }
            "table" => self.table(element, around),
            "hr" => {
                self.end_line(around);
                if !around.in_notes {
                    self.text.blocks.push(Block::Break);
                }
            }
            "br" if declared.starts_page => {
                self.end_line(around);
                self.text.blocks.push(Block::PageStart);
            }
            _ => self.inline(element, inner, declared),
        }
    }

    fn known_block(&mut self, element: Element<'x>, mut inner: Around, outline: Option<u8>) {
        let classes = element.attribute("class").unwrap_or_default();
        let has_class = |word: &str| classes.split_whitespace().any(|class| class == word);
        let name = element.name();
        let is_contents = name == "nav"
            || element
                .attribute("type")
                .is_some_and(|kind| kind.split_whitespace().any(|word| word == "toc"))
            || classes.starts_with("MsoToc");
        if is_title_page(element) {
            self.text.losses.note(LossKind::TitlePage, element.text().trim());
            return;
        }
        if is_contents && !self.in_note {
            self.text.losses.note(LossKind::Field, element.text().trim());
            return;
        }
        if element.attribute("style").is_some_and(|style| style.contains("mso-element:comment-list")) {
            return;
        }
        inner.is_paragraph = name == "p";
        if name == "p" {
            inner.is_numbered = element.has("data-line");
            inner.form = form(has_class("subheading"), has_class("item"));
            if has_class("gap") && !self.in_note {
                self.text.blocks.push(Block::Paragraph(Paragraph::default()));
            }
        }
        if inner.form == Form::Subheading {
            (inner.alignment, inner.style) = (Alignment::Start, Style::default());
        }
        inner.in_notes |= has_class("footnotes") || element.attribute("role") == Some("doc-endnotes");
        inner.is_quotation |= name == "blockquote";
        if name == "center" || matches!(element.attribute("align"), Some("center" | "middle")) {
            inner.alignment = Alignment::Centre;
        } else if element.attribute("align") == Some("right") {
            inner.alignment = Alignment::End;
        }
        if let Some(level) = level(name).or(outline) {
            inner.heading = Some(level);
            inner.style = Style { hidden: inner.style.hidden, ..Style::default() };
        }
        let is_first = has_class("MsoTitle") || has_class("title") && level(name) == Some(1);
        if is_first && !self.in_note {
            inner.heading = Some(TITLE_LEVEL);
        } else if name == "p" && has_class("author") && !self.in_note {
            inner.heading = Some(AUTHOR_LEVEL);
        }
        match name {
            "pre" => {
                inner.keeps_space = true;
                self.block(element, inner);
            }
            "ol" => self.list(element, inner),
            _ => self.block(element, inner),
        }
    }

    fn list(&mut self, list: Element<'x>, around: Around) {
        let mut number = list.attribute("start").and_then(|start| start.parse::<u32>().ok()).unwrap_or(1);
        for item in list.elements() {
            if item.is("li") && !self.notes.has(self.page.file, item) {
                self.end_line(around);
                self.line.push(&format!("{number}. "), around.style);
                let before = self.text.blocks.len();
                self.item(item, around);
                if self.text.blocks.len() > before {
                    number = number.saturating_add(1);
                }
            } else {
                self.element(item, around);
            }
        }
    }

    /// An item of a numbered list. Its first paragraph goes on after the number.
    fn item(&mut self, item: Element<'x>, around: Around) {
        if let Some(id) = id_of(item) {
            let place = self.text.blocks.len();
            self.text.ids.entry(id.to_owned()).or_insert(place);
        }
        let mut is_first = true;
        for child in item.children() {
            match child {
                Child::Element(first) if std::mem::take(&mut is_first) && first.is("p") => {
                    self.content(first, Around { style: self.style_of(first, around.style), ..around });
                    self.end_line(around);
                }
                Child::Element(element) => self.element(element, around),
                Child::Text(text) => {
                    is_first &= text.trim().is_empty();
                    self.line.push_raw(text, around.style);
                }
            }
        }
        self.end_line(around);
    }
}

fn form(is_subheading: bool, is_item: bool) -> Form {
    match (is_subheading, is_item) {
        (true, _) => Form::Subheading,
        (_, true) => Form::Item,
        _ => Form::Text,
    }
}

/// Whether an element is a title page or a cover, or explains our own copies to their readers.
fn is_title_page(element: Element<'_>) -> bool {
    let kind = element.attribute("type").filter(|_| element.is("section")).unwrap_or_default();
    kind.split_whitespace().any(|word| matches!(word, "titlepage" | "halftitlepage" | "cover"))
        || element.has("data-wenfang")
}

fn level(name: &str) -> Option<u8> {
    let digit = name.strip_prefix('h')?.parse::<u8>().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}
