//! Text inside a paragraph.

use crate::odt::reader::{Line, Reader};
use crate::odt::styles::millimetres;
use crate::spans::paragraphs_of;
use crate::xml::{Child, Element};
use crate::{LossKind, Span, Style};

/// The most spaces of one `text:s`.
const MAX_SPACES: usize = 1000;

impl<'x> Reader<'x> {
    pub fn inline(&mut self, container: Element<'x>, line: &mut Line<'x>, style: Style) {
        for child in container.children() {
            match child {
                Child::Text(text) => line.push_raw(text, style),
                Child::Element(element) => self.inline_element(element, line, style),
            }
        }
    }

    fn inline_element(&mut self, element: Element<'x>, line: &mut Line<'x>, style: Style) {
        match element.name() {
            "span" => self.span(element, line, style),
            "s" => {
                let count = element.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                line.push(&" ".repeat(count.min(MAX_SPACES)), style);
            }
            "tab" => line.push("\t", style),
            "line-break" => line.push_span(Span::LineBreak),
            "a" => {
                if let Some(target) = element.attribute("href").filter(|target| !target.starts_with('#')) {
                    self.losses.name(LossKind::Link, target);
                }
                self.inline(element, line, style);
            }
            "note" => self.note(element, line),
            "annotation" => self.annotation(element, line),
            "annotation-end" => self.annotation_end(element, line),
            "ruby" => self.ruby(element, line, style),
            "hidden-text" => {
                let text = element.attribute("string-value").map_or_else(|| element.text(), str::to_owned);
                line.push(&text, Style { hidden: true, ..style });
            }
            "page-number" | "page-count" | "page-continuation" => {
                self.losses.note(LossKind::Field, &element.text());
            }
            "frame" | "custom-shape" | "g" | "rect" | "line" | "image" => self.graphic(element, line),
            "change" | "change-start" | "change-end" => self.change(element, line, style),
            // Deletions are read from the list of changes, and settings of forms are no text.
            "tracked-changes" | "soft-page-break" => {}
            "bookmark" | "bookmark-start" | "bookmark-end" | "reference-mark" => {}
            // Fields and meta text: what they show.
            _ => self.inline(element, line, style),
        }
    }

    fn span(&mut self, element: Element<'x>, line: &mut Line<'x>, style: Style) {
        let properties = self.styles.properties("text", element.attribute("style-name"));
        if properties.is_decorated {
            let text = element.text();
            if !text.trim().is_empty() {
                self.losses.name(LossKind::Formatting, &text);
            }
        }
        self.inline(element, line, properties.style(style));
    }

    fn note(&mut self, element: Element<'x>, line: &mut Line<'x>) {
        let Some(body) = element.child("note-body").filter(|_| !self.in_note) else { return };
        self.in_note = true;
        let paragraphs = paragraphs_of(self.blocks_of(body));
        self.in_note = false;
        if !paragraphs.is_empty() {
            line.push_span(Span::Note(paragraphs));
        }
    }

    fn ruby(&mut self, element: Element<'x>, line: &mut Line<'x>, style: Style) {
        let (base, reading) = (element.child("ruby-base"), element.child_text("ruby-text"));
        let text = base.map(|base| base.text()).unwrap_or_default();
        if text.is_empty() || reading.is_empty() {
            line.push(&text, style);
            line.push(&reading, style);
            return;
        }
        let inner = base.and_then(|base| base.child("span")).and_then(|span| span.attribute("style-name"));
        let style = self.styles.properties("text", inner).style(style);
        line.push_span(Span::Ruby { base: text, reading, style });
    }

    /// A frame, a shape or a picture.
    pub fn graphic(&mut self, graphic: Element<'x>, line: &mut Line<'x>) {
        if graphic.is("image") {
            let place = graphic.attribute("href").unwrap_or_default().to_owned();
            line.push_span(Span::Picture { place });
            return;
        }
        // A frame shows the first of its contents that a program understands.
        let parts: Vec<Element<'x>> = graphic.elements().collect();
        let text_box = parts.iter().find(|part| part.is("text-box"));
        if let Some(text_box) = text_box {
            line.boxes.push(*text_box);
        } else if let Some(image) = parts.iter().find(|part| part.is("image")) {
            self.graphic(*image, line);
        } else if graphic.is("g") {
            for part in parts {
                self.graphic(part, line);
            }
        } else if is_rule(graphic) {
            line.has_rule = true;
        } else if !graphic.text().trim().is_empty() && parts.iter().any(|part| part.is("p")) {
            line.boxes.push(graphic);
        } else {
            self.losses.name(LossKind::Picture, graphic.attribute("name").unwrap_or_default());
        }
    }
}

/// The greatest height of a shape that is a line, in millimetres.
const RULE_HEIGHT: f32 = 1.5;

/// Whether a shape is a horizontal line: LibreOffice makes a flat rectangle of the rules of Word files.
fn is_rule(shape: Element<'_>) -> bool {
    let side = |name: &str| shape.attribute(name).and_then(millimetres);
    let has_text = !shape.text().trim().is_empty();
    match shape.name() {
        "rect" | "custom-shape" if !has_text => {
            let (height, width) = (side("height"), side("width").unwrap_or(0.0));
            height.is_some_and(|height| height <= RULE_HEIGHT && width >= 10.0 * RULE_HEIGHT)
        }
        "line" if !has_text => side("y1").is_some() && side("y1") == side("y2"),
        _ => false,
    }
}
