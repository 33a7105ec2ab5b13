//! What control words do.

use std::mem;

use super::destination::{self, Destination};
use super::interpreter::{Field, Interpreter};
use super::state::{AtEnd, ParagraphFormat, Run, Target, decoration};
use super::words;
use crate::loss::LossKind;
use crate::tree::{Alignment, Span};

impl Interpreter {
    pub fn symbol(&mut self, symbol: u8) {
        if symbol == b'*' {
            self.is_optional = true;
            return;
        }
        if matches!(symbol, b'\\' | b'{' | b'}') {
            self.byte(symbol);
            return;
        }
        self.flush();
        if self.skip > 0 {
            self.skip -= 1;
        } else if matches!(symbol, b'\r' | b'\n') {
            self.end_paragraph();
        } else if symbol == b'|' || symbol == b'-' || symbol == b':' {
            // A formula character, a soft hyphen and an index entry: nothing is visible.
        } else if let Some(text) = words::symbol(symbol) {
            self.text(text);
        }
    }

    pub fn word(&mut self, word: &str, number: Option<i32>) {
        let is_optional = mem::take(&mut self.is_optional);
        if self.state.target == Target::Skip {
            self.skipped_word(word);
            return;
        }
        if self.state.is_literal || (word == "Scrv" && self.state.target == Target::Text) {
            self.literal(word, number);
            return;
        }
        let inside = match self.state.target {
            Target::Information => destination::of_information(word),
            _ => destination::of(word),
        };
        if let Some(destination) = inside {
            self.enter(word, destination);
        } else if word == "fldrslt" {
            self.state.target = self.groups.last().map_or(Target::Text, |outer| outer.target);
            self.begin_result();
        } else if word == "shppict" {
            // The group holds a picture, which counts itself.
        } else if is_optional {
            self.state.target = Target::Skip;
        } else {
            self.control(word, number);
        }
    }

    /// Control words that count inside groups whose text is skipped.
    fn skipped_word(&mut self, word: &str) {
        if word == "ud" {
            self.state.target = Target::Text;
        }
    }

    /// A tool's own marks look like control words, but are text of the tool.
    fn literal(&mut self, word: &str, number: Option<i32>) {
        if !self.state.is_literal {
            self.state.is_literal = true;
            self.state.at_end = AtEnd::Brace;
            self.text("{");
        }
        if words::is_scrivener(word) {
            self.text("\\");
            self.text(word);
            if let Some(number) = number {
                self.text(&number.to_string());
            }
        } else {
            self.control(word, number);
        }
    }

    fn enter(&mut self, word: &str, destination: Destination) {
        let outer = self.state.target;
        if outer == Target::Shape && !matches!(destination.at_end, AtEnd::TextBox) && word != "pict" {
            if destination.target == Target::Skip {
                self.state.target = Target::Skip;
            }
            return;
        }
        self.state.target = destination.target;
        self.state.at_end = destination.at_end;
        match destination.at_end {
            AtEnd::Note | AtEnd::TextBox | AtEnd::Lost(_) => self.begin_flow(),
            AtEnd::Comment => {
                self.comments.begin();
                self.begin_flow();
            }
            AtEnd::Value(_) => self.values.push(String::new()),
            AtEnd::Field => {
                self.state.target = outer;
                self.fields.push(Field::default());
            }
            AtEnd::Nothing | AtEnd::Passage(_) | AtEnd::Brace => {}
        }
        if word == "pict" || word == "NeXTGraphic" {
            self.out.losses.name(LossKind::Picture, "");
        }
    }

    fn control(&mut self, word: &str, number: Option<i32>) {
        match self.state.target {
            Target::FontTable => self.fonts.control(word, number),
            Target::ColourTable => self.colours.control(word, number),
            Target::StyleSheet => self.styles.control(word, number),
            Target::Information | Target::Shape | Target::Skip => {}
            Target::Value(_) | Target::FieldCode => match words::text(word) {
                Some(text) => self.text(text),
                None => self.character_word(word, number),
            },
            Target::Text | Target::Lost(_) => match words::text(word) {
                Some(text) => self.text(text),
                None if self.paragraph_word(word, number) => {}
                None => self.character_word(word, number),
            },
        }
    }

    /// Control words of lines, paragraphs and the document.
    fn paragraph_word(&mut self, word: &str, number: Option<i32>) -> bool {
        let paragraph = &mut self.state.paragraph;
        match word {
            "par" => self.end_paragraph(),
            "line" | "lbr" => self.flow().span(Span::LineBreak),
            "page" | "sect" | "column" => {
                if !self.flow().is_at_start() {
                    self.end_paragraph();
                }
                self.flow().page();
            }
            "cell" | "nestcell" => self.flow().end_cell(),
            "row" | "nestrow" => {
                let format = self.state.paragraph;
                self.flow().end_row(format);
            }
            "pard" => *paragraph = ParagraphFormat::default(),
            "ql" | "qj" => paragraph.alignment = Alignment::Start,
            "qc" => paragraph.alignment = Alignment::Centre,
            "qr" => paragraph.alignment = Alignment::End,
            "intbl" => paragraph.is_cell = number != Some(0),
            "pagebb" => paragraph.starts_page = number != Some(0),
            "s" => paragraph.style = number.unwrap_or(0),
            "outlinelevel" => paragraph.outline = number.and_then(|level| u8::try_from(level).ok()),
            "ansicpg" => self.page = number.filter(|page| *page != 0).unwrap_or(1252),
            "mac" => self.page = 10000,
            "deff" => {
                self.default_font = number.unwrap_or(0);
                self.state.font = self.default_font;
            }
            _ => return false,
        }
        true
    }

    /// Control words of characters.
    fn character_word(&mut self, word: &str, number: Option<i32>) {
        let is_on = number != Some(0);
        let state = &mut self.state;
        match word {
            "plain" => state.reset_characters(self.default_font),
            "i" => state.style.italic = is_on,
            "b" => state.style.bold = is_on,
            // Bold and italics of East Asian letters, as LibreOffice writes them.
            "ai" if state.run == Run::DoubleByte => state.style.italic = is_on,
            "ab" if state.run == Run::DoubleByte => state.style.bold = is_on,
            "v" => state.style.hidden = is_on,
            "accdot" | "acccomma" | "acccircle" | "accunderdot" => state.style.dots = is_on,
            "accnone" => state.style.dots = false,
            "deleted" => state.is_deleted = is_on,
            "revised" => state.is_inserted = is_on,
            "uc" => state.fallback = number.and_then(|count| u32::try_from(count).ok()).unwrap_or(1),
            "f" => {
                state.font = number.unwrap_or(0);
                state.run = Run::Usual;
            }
            "dbch" => state.run = Run::DoubleByte,
            "loch" | "hich" => state.run = Run::Usual,
            "af" if state.run == Run::DoubleByte => state.double_font = number,
            "fs" => state.size = number.unwrap_or(24),
            "cf" => state.has_colour = self.colours.is_bright(number.unwrap_or(0)),
            _ => self.decoration(word, is_on),
        }
    }

    fn decoration(&mut self, word: &str, is_on: bool) {
        let bit = match word {
            "ulnone" => {
                self.state.decorations &= !decoration::UNDERLINE;
                return;
            }
            "nosupersub" => {
                self.state.decorations &= !decoration::SCRIPT;
                return;
            }
            "strike" | "striked" => decoration::STRIKE,
            "super" | "sub" => decoration::SCRIPT,
            "scaps" | "caps" => decoration::CAPITALS,
            "highlight" => decoration::HIGHLIGHT,
            "outl" | "shad" | "embo" | "impr" => decoration::OUTLINE,
            _ if is_underline(word) => decoration::UNDERLINE,
            _ => return,
        };
        if is_on {
            self.state.decorations |= bit;
        } else {
            self.state.decorations &= !bit;
        }
    }
}

fn is_underline(word: &str) -> bool {
    word.strip_prefix("ul").is_some_and(|kind| {
        matches!(
            kind,
            "" | "d" | "db" | "dash" | "dashd" | "dashdd" | "hwave" | "ldash" | "th" | "thd" | "w" | "wave"
        )
    })
}
