//! Paragraphs and what holds them.

use crate::docx::flow::{Flow, Line, Reader};
use crate::docx::inline::{branch, is_word, plain_text};
use crate::docx::numbering::Mark;
use crate::docx::run::{RunProperties, value};
use crate::docx::styles::{ParagraphProperties, Role};
use crate::spans;
use crate::titles::{self, AUTHOR_LEVEL, TITLE_LEVEL};
use crate::xml::Element;
use crate::{Block, Form, LossKind, Paragraph, Span, Style};

impl<'x> Reader<'x> {
    /// Reads the blocks of the body, a note or a text box.
    pub fn blocks_of(&mut self, container: Element<'x>) -> Vec<Block> {
        let mut flow = Flow::default();
        self.container(container, &mut flow);
        if !flow.carried.is_empty() {
            let spans = std::mem::take(&mut flow.carried);
            flow.blocks.push(Block::Paragraph(Paragraph { spans, ..Paragraph::default() }));
        }
        flow.blocks
    }

    pub fn container(&mut self, container: Element<'x>, flow: &mut Flow) {
        for element in container.elements() {
            match element.name() {
                "AlternateContent" => {
                    if let Some(branch) = branch(element) {
                        self.container(branch, flow);
                    }
                }
                "oMathPara" | "oMath" => self.formula_block(element, flow),
                _ if !is_word(element) => {}
                "p" => self.paragraph(element, flow),
                "tbl" => self.table(element, flow),
                "sdt" if is_contents(element) => self.losses.note(LossKind::Field, &plain_text(element)),
                "sdt" => {
                    if let Some(content) = element.child("sdtContent") {
                        self.container(content, flow);
                    }
                }
                "customXml" | "smartTag" => self.container(element, flow),
                "ins" | "moveTo" => self.inserted_blocks(element, flow),
                "del" | "moveFrom" => self.deleted_blocks(element, flow),
                "commentRangeStart" => {
                    flow.carried.extend(self.comment_start(element.attribute("id").unwrap_or_default()));
                }
                "commentRangeEnd" => {
                    flow.carried.extend(self.comment_end(element.attribute("id").unwrap_or_default()));
                }
                "altChunk" => {
                    let name = self.target(element.attribute("id").unwrap_or_default());
                    self.losses.name(LossKind::Attachment, name);
                }
                _ => {}
            }
        }
    }

    fn formula_block(&mut self, element: Element<'x>, flow: &mut Flow) {
        let mut line = Line::default();
        self.formula(element, &mut line);
        flow.blocks.push(Block::Paragraph(Paragraph { spans: line.spans, ..Paragraph::default() }));
    }

    fn paragraph(&mut self, element: Element<'x>, flow: &mut Flow) {
        let own = element.child("pPr");
        let style = own.and_then(|own| own.child("pStyle")).map(value);
        let of_style = self.styles.paragraph(style);
        let fixed_role = of_style.role.filter(|role| !matches!(role, Role::Text | Role::Quotation));
        let mut properties = ParagraphProperties::read(own, "").or(of_style);
        properties.role = fixed_role.or(properties.role);
        let is_on_title_page =
            properties.role == Some(Role::Subtitle) && !self.in_note && titles::are_only_titles(&flow.blocks);
        if properties.role == Some(Role::Cover) || is_on_title_page {
            self.losses.note(LossKind::TitlePage, &plain_text(element));
            return;
        }
        let mut line = Line { spans: std::mem::take(&mut flow.carried), ..Line::default() };
        line.run = inherited(&properties);
        if let Some(list) = &properties.list {
            match self.numbering.next(list) {
                Some(Mark::Number(number)) => self.text(&mut line, &number, Style::default()),
                Some(Mark::Bullet) if matches!(properties.role, None | Some(Role::Text)) => {
                    properties.role = Some(Role::Item);
                }
                Some(Mark::Bullet) | None => {}
            }
        }
        self.inline(element, &mut line);
        self.fields.end_paragraph();
        let mark = own.and_then(|own| own.child("rPr"));
        if self.tracked.joins(mark) {
            flow.carried = std::mem::take(&mut line.spans);
            if !line.pages.is_empty() {
                self.emit(line, &properties, flow);
            }
            return;
        }
        let is_empty = line.spans.is_empty() && line.pages.is_empty();
        if is_empty && (line.has_rule || properties.is_rule()) {
            flow.blocks.push(Block::Break);
            line.has_dropped = true;
        }
        self.emit(line, &properties, flow);
        if own.and_then(|own| own.child("sectPr")).is_some_and(starts_page) {
            flow.blocks.push(Block::PageStart);
        }
    }

    /// Adds the finished paragraph, and the text boxes that are anchored in it.
    fn emit(&mut self, line: Line<'x>, properties: &ParagraphProperties, flow: &mut Flow) {
        if properties.page_start == Some(true) {
            flow.blocks.push(Block::PageStart);
        }
        let has_pages = !line.pages.is_empty();
        let mut pieces = line.pages;
        pieces.push(line.spans);
        for (at, spans) in pieces.into_iter().enumerate() {
            if at > 0 {
                flow.blocks.push(Block::PageStart);
            }
            if !(spans.is_empty() && (has_pages || line.has_dropped || !line.boxes.is_empty())) {
                flow.blocks.push(block(spans, properties));
            }
        }
        for text_box in line.boxes {
            let text = plain_text(text_box);
            if !text.trim().is_empty() {
                self.losses.name(LossKind::TextBox, &text);
                self.container(text_box, flow);
            }
        }
    }
}

fn block(spans: Vec<Span>, properties: &ParagraphProperties) -> Block {
    let has_text = !spans::is_blank(&spans);
    match (properties.role, properties.heading()) {
        (Some(Role::Title), _) if has_text => Block::Heading { level: TITLE_LEVEL, spans },
        (Some(Role::Author), _) if has_text => Block::Heading { level: AUTHOR_LEVEL, spans },
        (role, Some(level)) if has_text && role != Some(Role::Subtitle) => Block::Heading { level, spans },
        (role, _) => Block::Paragraph(Paragraph {
            alignment: properties.alignment.unwrap_or_default(),
            is_quotation: role == Some(Role::Quotation),
            form: match role {
                Some(Role::Subheading) => Form::Subheading,
                Some(Role::Item) => Form::Item,
                _ => Form::Text,
            },
            spans,
        }),
    }
}

/// What runs inherit from their paragraph. The bold of a heading and the italics of a quotation are layout.
fn inherited(properties: &ParagraphProperties) -> RunProperties {
    let is_layout = properties.heading().is_some() || properties.role.is_some_and(|role| role != Role::Text);
    if is_layout {
        return RunProperties { hidden: properties.run.hidden, ..RunProperties::default() };
    }
    properties.run
}

/// Whether the section after this one starts on a new page.
fn starts_page(section: Element<'_>) -> bool {
    section.child("type").map(value) != Some("continuous")
}

/// Whether a content control is a table of contents.
fn is_contents(control: Element<'_>) -> bool {
    let gallery = control.child("sdtPr").and_then(|properties| properties.child("docPartObj"));
    let gallery = gallery.and_then(|part| part.child("docPartGallery")).map(value);
    gallery == Some("Table of Contents")
}
