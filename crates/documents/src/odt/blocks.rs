//! Headings, paragraphs and what holds them.

use crate::odt::numbering::Counters;
use crate::odt::reader::{Line, Reader};
use crate::odt::styles::Properties;
use crate::spans;
use crate::titles::{self, AUTHOR_LEVEL, TITLE_LEVEL};
use crate::xml::Element;
use crate::{Block, Form, LossKind, Paragraph, Span, Style};

/// The list around a paragraph.
#[derive(Clone, Copy, Debug)]
struct List<'x> {
    style: &'x str,
    level: usize,
}

impl<'x> Reader<'x> {
    /// Reads the blocks of the body, a section, a note or a text box.
    pub fn blocks_of(&mut self, container: Element<'x>) -> Vec<Block> {
        let mut blocks = Vec::new();
        self.container(container, &mut blocks);
        blocks
    }

    fn container(&mut self, container: Element<'x>, blocks: &mut Vec<Block>) {
        for element in container.elements() {
            match element.name() {
                "p" | "h" => self.paragraph(element, None, blocks),
                "list" => self.list(element, None, blocks),
                "section" | "index-body" | "numbered-paragraph" => {
                    if element.attribute("display") == Some("none") {
                        self.hidden(element, blocks);
                    } else {
                        self.container(element, blocks);
                    }
                }
                "table" => self.table(element, blocks),
                "change" | "change-start" | "change-end" => self.change_between(element, blocks),
                "frame" | "custom-shape" | "g" => {
                    let mut line = Line::default();
                    self.graphic(element, &mut line);
                    self.finish(line, &Properties::default(), blocks);
                }
                // Indexes: their heading and their entries.
                name if name == "table-of-content" || name.ends_with("-index") || name == "bibliography" => {
                    self.losses.note(LossKind::Field, &element.text());
                }
                _ => {}
            }
        }
    }

    /// A hidden section: its text is hidden text.
    fn hidden(&mut self, section: Element<'x>, blocks: &mut Vec<Block>) {
        let mut inner = self.blocks_of(section);
        for block in &mut inner {
            if let Block::Heading { spans, .. } = block {
                *block = Block::Paragraph(Paragraph { spans: std::mem::take(spans), ..Paragraph::default() });
            }
            let Block::Paragraph(paragraph) = block else { continue };
            for span in &mut paragraph.spans {
                if let Span::Text { style, .. } | Span::Ruby { style, .. } = span {
                    style.hidden = true;
                }
            }
        }
        blocks.append(&mut inner);
    }

    fn list(&mut self, list: Element<'x>, around: Option<List<'x>>, blocks: &mut Vec<Block>) {
        let style = list.attribute("style-name").or(around.map(|around| around.style)).unwrap_or_default();
        let level = around.map_or(0, |around| around.level + 1);
        if level == 0 && list.attribute("continue-numbering") != Some("true") && !list.has("continue-list") {
            self.lists.insert(style, Counters::default());
        }
        let own = List { style, level };
        for item in list.elements() {
            let is_counted = item.is("list-item");
            let mut is_first = is_counted;
            for part in item.elements() {
                match part.name() {
                    "p" | "h" => {
                        self.paragraph(part, Some(own).filter(|_| std::mem::take(&mut is_first)), blocks);
                    }
                    "list" => self.list(part, Some(own), blocks),
                    _ => {}
                }
            }
        }
    }

    fn paragraph(&mut self, element: Element<'x>, list: Option<List<'x>>, blocks: &mut Vec<Block>) {
        let properties = self.styles.properties("paragraph", element.attribute("style-name"));
        if properties.is_subtitle && !self.in_note && titles::are_only_titles(blocks) {
            self.losses.note(LossKind::TitlePage, &element.text());
            return;
        }
        let mut line = Line::default();
        line.is_muted = self.tracked.is_left_out();
        let is_heading = element.is("h") && !properties.is_subtitle;
        let levels = list.and_then(|list| Some((self.styles.lists.get(list.style)?, list.level)));
        line.is_item = levels.is_some_and(|(levels, level)| levels.has_bullets(level));
        let number = match (is_heading, list) {
            (true, _) => self.heading_number(element),
            (false, Some(list)) => self.list_number(list),
            (false, None) => None,
        };
        if let Some(number) = number {
            line.push(&number, Style::default());
        }
        // The bold of a heading and the italics of a quotation are layout.
        let is_layout = is_heading || properties.is_title || properties.is_author || properties.is_quotation;
        let style = properties.style(Style::default());
        let style = if is_layout { Style { hidden: style.hidden, ..Style::default() } } else { style };
        self.inline(element, &mut line, style);
        if is_heading && !spans::is_blank(&line.spans) {
            let level = element.attribute("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1);
            self.finish_heading(line, level, &properties, blocks);
        } else if properties.is_title && !spans::is_blank(&line.spans) {
            self.finish_heading(line, TITLE_LEVEL, &properties, blocks);
        } else if properties.is_author && !spans::is_blank(&line.spans) {
            self.finish_heading(line, AUTHOR_LEVEL, &properties, blocks);
        } else {
            self.finish(line, &properties, blocks);
        }
    }

    fn heading_number(&mut self, heading: Element<'x>) -> Option<String> {
        if heading.attribute("is-list-header") == Some("true") {
            return None;
        }
        let level =
            heading.attribute("outline-level").and_then(|level| level.parse::<usize>().ok()).unwrap_or(1);
        self.styles.outline.next(level.checked_sub(1)?, &mut self.outline)
    }

    fn list_number(&mut self, list: List<'x>) -> Option<String> {
        let levels = self.styles.lists.get(list.style)?;
        levels.next(list.level, self.lists.entry(list.style).or_default())
    }

    fn finish_heading(
        &mut self,
        line: Line<'x>,
        level: u8,
        properties: &Properties,
        blocks: &mut Vec<Block>,
    ) {
        if properties.starts_page == Some(true) {
            blocks.push(Block::PageStart);
        }
        let level = if level == AUTHOR_LEVEL { level } else { level.min(9) };
        blocks.push(Block::Heading { level, spans: line.spans });
        self.text_boxes(line.boxes, blocks);
    }

    fn finish(&mut self, line: Line<'x>, properties: &Properties, blocks: &mut Vec<Block>) {
        if properties.starts_page == Some(true) {
            blocks.push(Block::PageStart);
        }
        let is_empty = line.spans.is_empty() && line.boxes.is_empty() && !line.is_muted;
        if is_empty && (properties.is_rule() || line.has_rule) {
            blocks.push(Block::Break);
        } else if !line.spans.is_empty() || line.boxes.is_empty() {
            blocks.push(Block::Paragraph(Paragraph {
                alignment: properties.alignment.unwrap_or_default(),
                is_quotation: properties.is_quotation,
                form: if line.is_item { Form::Item } else { Form::Text },
                spans: line.spans,
            }));
        }
        if properties.ends_page == Some(true) {
            blocks.push(Block::PageStart);
        }
        self.text_boxes(line.boxes, blocks);
    }

    fn text_boxes(&mut self, boxes: Vec<Element<'x>>, blocks: &mut Vec<Block>) {
        for text_box in boxes {
            let text = text_box.text();
            if !text.trim().is_empty() {
                self.losses.name(LossKind::TextBox, &text);
                self.container(text_box, blocks);
            }
        }
    }
}
