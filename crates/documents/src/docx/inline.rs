//! Runs and what holds them inside a paragraph.

use crate::docx::flow::{Line, Reader};
use crate::docx::run::{RunProperties, value};
use crate::docx::symbol;
use crate::xml::{Child, Element};
use crate::{LossKind, Span, Style};

/// Namespaces of the text, in the transitional and the strict form.
const WORD: [&str; 2] = [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
];

/// Whether an element is text of the document, and not of a drawing or a formula.
pub(super) fn is_word(element: Element<'_>) -> bool {
    WORD.contains(&element.namespace())
}

impl<'x> Reader<'x> {
    pub fn inline(&mut self, container: Element<'x>, line: &mut Line<'x>) {
        for element in container.elements() {
            match element.name() {
                "AlternateContent" => {
                    if let Some(branch) = branch(element) {
                        self.inline(branch, line);
                    }
                }
                "oMath" | "oMathPara" => self.formula(element, line),
                _ if !is_word(element) => {}
                "r" => self.run(element, line),
                "hyperlink" => {
                    if let Some(target) = element.attribute("id").map(|id| self.target(id))
                        && !target.is_empty()
                    {
                        self.losses.name(LossKind::Link, target);
                    }
                    self.inline(element, line);
                }
                "ins" | "moveTo" => self.insertion(element, line),
                "smartTag" | "customXml" | "dir" | "bdo" => self.inline(element, line),
                "sdt" => {
                    if let Some(content) = element.child("sdtContent") {
                        self.inline(content, line);
                    }
                }
                "fldSimple" => {
                    self.fields.begin();
                    self.fields.instruct(element.attribute("instr").unwrap_or_default());
                    self.fields.separate();
                    self.inline(element, line);
                    self.end_field(line, Style::default());
                }
                "del" | "moveFrom" => self.deletion(element, line),
                "commentRangeStart" => self.comment(element, line, Self::comment_start),
                "commentRangeEnd" => self.comment(element, line, Self::comment_end),
                _ => {}
            }
        }
    }

    fn comment(
        &mut self,
        element: Element<'x>,
        line: &mut Line<'x>,
        mark: fn(&mut Self, &str) -> Option<Span>,
    ) {
        let span = mark(self, element.attribute("id").unwrap_or_default());
        line.spans.extend(span);
    }

    fn run(&mut self, run: Element<'x>, line: &mut Line<'x>) {
        let properties = run.child("rPr");
        let own = RunProperties::read(properties);
        let character = properties.and_then(|properties| properties.child("rStyle")).map(value);
        let character = character.map(|id| self.styles.character(id)).unwrap_or_default();
        let style = own.style(line.run, character);
        if own.is_decorated && self.fields.is_shown() {
            let text = plain_text(run);
            if !text.trim().is_empty() {
                self.losses.name(LossKind::Formatting, &text);
            }
        }
        self.run_content(run, line, style);
    }

    fn run_content(&mut self, run: Element<'x>, line: &mut Line<'x>, style: Style) {
        for element in run.elements() {
            if element.is("AlternateContent") {
                if let Some(branch) = branch(element) {
                    self.run_content(branch, line, style);
                }
                continue;
            }
            if !is_word(element) {
                continue;
            }
            match element.name() {
                "t" => self.text(line, &text_of(element), style),
                "delText" => self.deleted_text(line, &text_of(element), style),
                "tab" | "ptab" => self.text(line, "\t", style),
                "br" if matches!(element.attribute("type"), Some("page")) => self.page(line),
                "br" | "cr" => self.span(line, Span::LineBreak),
                "noBreakHyphen" => self.text(line, "\u{2011}", style),
                "sym" => self.symbol(element, line, style),
                "footnoteReference" | "endnoteReference" => self.note(element, line),
                "commentReference" => {
                    self.comment(element, line, Self::comment_start);
                    self.comment(element, line, Self::comment_end);
                }
                "fldChar" => match element.attribute("fldCharType") {
                    Some("begin") => self.fields.begin(),
                    Some("separate") => self.fields.separate(),
                    Some("end") => self.end_field(line, style),
                    _ => {}
                },
                "instrText" => self.fields.instruct(&element.text()),
                "ruby" => self.ruby(element, line, style),
                "drawing" | "pict" | "object" => self.graphic(element, line),
                _ => {}
            }
        }
    }

    fn page(&mut self, line: &mut Line<'x>) {
        if self.fields.is_shown() && !self.in_note && !self.tracked.is_left_out() {
            line.start_page();
        }
    }

    fn symbol(&mut self, element: Element<'x>, line: &mut Line<'x>, style: Style) {
        let font = element.attribute("font").unwrap_or_default();
        let code = element.attribute("char").unwrap_or_default();
        match symbol::character(font, code) {
            Some(c) => self.text(line, c.encode_utf8(&mut [0; 4]), style),
            None => self.losses.note(LossKind::Undecodable, &format!("{font} {code}")),
        }
    }

    fn ruby(&mut self, element: Element<'x>, line: &mut Line<'x>, style: Style) {
        let part = |name: &str| element.child(name).map(plain_text).unwrap_or_default();
        let (base, reading) = (part("rubyBase"), part("rt"));
        let inner = element.child("rubyBase").and_then(|base| base.child("r"));
        let own = RunProperties::read(inner.and_then(|run| run.child("rPr")));
        let style = Style {
            italic: own.italic.unwrap_or(style.italic),
            bold: own.bold.unwrap_or(style.bold),
            dots: own.dots.unwrap_or(style.dots),
            hidden: own.hidden.unwrap_or(style.hidden),
        };
        let is_shown = self.fields.is_shown() && !self.tracked.is_left_out();
        if base.is_empty() || reading.is_empty() || !is_shown {
            self.text(line, &base, style);
            self.text(line, &reading, style);
        } else {
            line.spans.push(Span::Ruby { base, reading, style });
        }
    }

    /// The text of a formula in one line.
    pub fn formula(&mut self, element: Element<'x>, line: &mut Line<'x>) {
        let text: String =
            element.descendants().filter(|part| part.is("t")).map(|part| part.text()).collect();
        if !text.is_empty() {
            self.losses.name(LossKind::Formatting, &text);
            self.text(line, &text, Style::default());
        }
    }

    /// Pictures and text boxes.
    fn graphic(&mut self, graphic: Element<'x>, line: &mut Line<'x>) {
        let before = (line.boxes.len(), line.spans.len(), line.has_rule);
        self.shapes(graphic, line);
        if before == (line.boxes.len(), line.spans.len(), line.has_rule) {
            let name = graphic.descendant("docPr").and_then(|name| name.attribute("name"));
            self.losses.name(LossKind::Picture, name.unwrap_or_default());
        }
    }

    fn shapes(&mut self, graphic: Element<'x>, line: &mut Line<'x>) {
        for element in graphic.elements() {
            if element.attributes().any(|one| one.name == "hr" && matches!(one.value, "t" | "true")) {
                line.has_rule = true;
            }
            match element.name() {
                "txbxContent" => line.boxes.push(element),
                "blip" | "imagedata" => {
                    let id = ["embed", "link", "id"].into_iter().find_map(|name| element.attribute(name));
                    let place = self.target(id.unwrap_or_default()).to_owned();
                    self.span(line, Span::Picture { place });
                }
                "textpath" => {
                    if let Some(text) = element.attribute("string") {
                        self.losses.note(LossKind::TextBox, text);
                    }
                }
                "AlternateContent" => {
                    if let Some(branch) = branch(element) {
                        self.shapes(branch, line);
                    }
                }
                _ => self.shapes(element, line),
            }
        }
    }
}

/// The branch of a choice that is read: the first with content.
pub(super) fn branch(element: Element<'_>) -> Option<Element<'_>> {
    let has_content = |branch: &Element<'_>| {
        branch.descendants().any(|part| matches!(part.name(), "t" | "txbxContent" | "blip" | "imagedata"))
    };
    let branches = || element.elements().filter(|branch| matches!(branch.name(), "Choice" | "Fallback"));
    branches().find(has_content).or_else(|| branches().next())
}

/// The text of `w:t`. Line ends in it are spaces, and spaces at its ends count only if the file says so.
fn text_of(element: Element<'_>) -> String {
    let text = element.text().replace(['\n', '\r'], " ").replace('\u{ad}', "");
    if element.attribute("space") == Some("preserve") {
        text
    } else {
        text.trim_matches([' ', '\t']).to_owned()
    }
}

/// The text of an element without its structure, with a line for each paragraph.
pub(super) fn plain_text(element: Element<'_>) -> String {
    let mut text = String::new();
    collect(element, &mut text);
    text.truncate(text.trim_end().len());
    text
}

fn collect(element: Element<'_>, text: &mut String) {
    for child in element.children() {
        let Child::Element(child) = child else { continue };
        match child.name() {
            "AlternateContent" => {
                if let Some(branch) = branch(child) {
                    collect(branch, text);
                }
            }
            "t" | "delText" => text.push_str(&text_of(child)),
            "tab" | "ptab" if is_word(child) => text.push('\t'),
            "br" | "cr" if is_word(child) => text.push('\n'),
            "pPr" | "rPr" | "sdtPr" => {}
            "p" if is_word(child) => {
                collect(child, text);
                text.push('\n');
            }
            _ => collect(child, text),
        }
    }
}
