//! The interpreter: goes over the tokens once, with a stack of groups and a stack of texts.

use super::comments::Comments;
use super::field::{self, Code};
use super::flow::{Flow, Meaning};
use super::header::{Colours, Fonts, Styles};
use super::state::{AtEnd, ParagraphFormat, State, Target, Value};
use super::token::{Token, Tokens};
use super::{MAX_DEPTH, PassageLink, Rtf};
use crate::loss::LossKind;
use crate::tree::{Block, Paragraph, Span, raw_text};
use crate::{Changes, Limit, ReadError, spans};

/// Reads an RTF file that begins with its group.
pub(super) fn read(bytes: &[u8], first_comment: u32, changes: Changes) -> Result<Rtf, ReadError> {
    let mut interpreter = Interpreter::new(bytes, first_comment);
    interpreter.changes = changes;
    for token in Tokens::new(bytes) {
        if interpreter.take(token)? == Next::Stop {
            break;
        }
    }
    Ok(interpreter.finish())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    /// The group of the file has ended.
    Stop,
}

#[derive(Default)]
pub(super) struct Field {
    pub code: String,
    pub has_result: bool,
}

pub(super) struct Interpreter {
    pub state: State,
    pub groups: Vec<State>,
    pub flows: Vec<Flow>,
    pub fields: Vec<Field>,
    pub values: Vec<String>,
    pub fonts: Fonts,
    pub colours: Colours,
    pub styles: Styles,
    pub comments: Comments,
    pub out: Rtf,
    /// The code page of the document.
    pub page: i32,
    pub default_font: i32,
    /// Whether bytes that are not escaped are UTF-8, against the format.
    pub raw_is_utf8: bool,
    /// Bytes of a code page that are not decoded yet.
    pub bytes: Vec<u8>,
    /// The first half of a character outside the basic plane.
    pub surrogate: Option<u16>,
    /// The characters to pass over after `\u`.
    pub skip: u32,
    /// Whether `\*` was read before this control word.
    pub is_optional: bool,
    pub sizes: (Option<i32>, bool),
    pub changes: Changes,
    /// Whether the last text was deleted, and whether it was inserted.
    pub last_change: (bool, bool),
}

impl Interpreter {
    fn new(bytes: &[u8], first_comment: u32) -> Self {
        Self {
            state: State::new(),
            groups: Vec::new(),
            flows: vec![Flow::default()],
            fields: Vec::new(),
            values: Vec::new(),
            fonts: Fonts::default(),
            colours: Colours::default(),
            styles: Styles::default(),
            comments: Comments::new(first_comment),
            out: Rtf::default(),
            page: 1252,
            default_font: 0,
            raw_is_utf8: !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok(),
            bytes: Vec::new(),
            surrogate: None,
            skip: 0,
            is_optional: false,
            sizes: (None, false),
            changes: Changes::Accepted,
            last_change: (false, false),
        }
    }

    fn take(&mut self, token: Token<'_>) -> Result<Next, ReadError> {
        match token {
            Token::Hex(byte) => self.byte(byte),
            Token::Text(text) => self.raw(text),
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Word { word, number } => {
                self.flush();
                if word == "u" {
                    self.unicode(number.unwrap_or(0));
                } else if self.skip > 0 {
                    self.skip -= 1;
                } else {
                    self.word(word, number);
                }
            }
            Token::Open => {
                self.flush();
                self.skip = 0;
                self.open()?;
            }
            Token::Close => {
                self.flush();
                self.skip = 0;
                return Ok(self.close());
            }
        }
        Ok(Next::Continue)
    }

    fn open(&mut self) -> Result<(), ReadError> {
        if self.groups.len() >= MAX_DEPTH {
            return Err(ReadError::TooLarge { what: Limit::Depth, limit: MAX_DEPTH as u64 });
        }
        self.groups.push(self.state);
        self.state = self.state.inside();
        self.is_optional = false;
        if self.state.is_literal {
            self.state.at_end = AtEnd::Brace;
            self.text("{");
        }
        if self.state.target == Target::StyleSheet {
            self.styles.begin();
        }
        Ok(())
    }

    fn close(&mut self) -> Next {
        self.is_optional = false;
        let Some(outer) = self.groups.pop() else { return Next::Stop };
        self.end_group();
        let is_mark = self.state.at_end == AtEnd::Brace;
        self.state = outer;
        if is_mark {
            self.text("}");
        }
        if self.groups.is_empty() { Next::Stop } else { Next::Continue }
    }

    fn end_group(&mut self) {
        match self.state.at_end {
            AtEnd::Nothing | AtEnd::Brace => {}
            AtEnd::Value(value) => self.end_value(value),
            AtEnd::Note => {
                let notes = spans::paragraphs_of(self.end_flow());
                self.flow().span(Span::Note(notes));
            }
            AtEnd::Comment => self.end_comment(),
            AtEnd::TextBox => {
                let blocks = self.end_flow();
                self.out.losses.name(LossKind::TextBox, &plain(&blocks));
                self.flow().after(blocks);
            }
            AtEnd::Lost(kind) => {
                let text = plain(&self.end_flow());
                if !text.trim().is_empty() {
                    self.out.losses.note(kind, &text);
                }
            }
            AtEnd::Field => self.end_field(),
            AtEnd::Passage(id) => self.flow().span(Span::CommentEnd(id)),
        }
    }

    fn end_value(&mut self, kind: Value) {
        let value = self.values.pop().unwrap_or_default();
        let value = value.trim();
        match kind {
            Value::Title if !value.is_empty() => self.out.title = Some(value.to_owned()),
            Value::Author if !value.is_empty() => self.out.author = Some(value.to_owned()),
            Value::Title | Value::Author => {}
            Value::CommentInitials => self.comments.set_initials(value),
            Value::CommentAuthor => self.comments.set_author(value),
            Value::CommentDate => self.comments.set_date(value),
            Value::CommentPassage => self.comments.set_passage(value),
            Value::PassageStart => {
                if let Some(id) = self.comments.passage(value) {
                    self.flow().span(Span::CommentStart(id));
                }
            }
            Value::PassageEnd => {
                if let Some(id) = self.comments.end_passage(value) {
                    self.flow().span(Span::CommentEnd(id));
                }
            }
        }
    }

    fn end_comment(&mut self) {
        let text = plain(&self.end_flow()).trim_start().to_owned();
        if let Some(done) = self.comments.end(text)
            && !done.has_passage
        {
            self.flow().span(Span::CommentStart(done.id));
            self.flow().span(Span::CommentEnd(done.id));
        }
    }

    fn end_field(&mut self) {
        let Some(field) = self.fields.pop() else { return };
        match field::read(&field.code) {
            Code::Ruby { base, reading } => {
                let style = self.state.style;
                self.flow().span(Span::Ruby { base, reading, style });
            }
            Code::Symbol(c) if !field.has_result => self.text(c.encode_utf8(&mut [0; 4])),
            Code::Symbol(_) => {}
            Code::Link { target } if is_comment(&target) => {}
            Code::Link { target } => self.out.losses.name(LossKind::Link, &target),
            Code::Other if field.code.trim().is_empty() => {}
            // The visible text of a field is kept.
            Code::Other if field.has_result => self.out.losses.name(LossKind::Field, &field.code),
            Code::Other => self.out.losses.note(LossKind::Field, &field.code),
        }
    }

    /// The visible text of a field begins.
    pub fn begin_result(&mut self) {
        let Some(field) = self.fields.last_mut() else { return };
        field.has_result = true;
        match field::read(&field.code) {
            Code::Ruby { .. } => self.state.target = Target::Skip,
            Code::Link { target } if is_comment(&target) => {
                let id = self.comments.new_id();
                self.out.links.push(PassageLink { id, target });
                self.flow().span(Span::CommentStart(id));
                self.state.at_end = AtEnd::Passage(id);
            }
            _ => {}
        }
    }

    pub fn flow(&mut self) -> &mut Flow {
        if self.flows.is_empty() {
            self.flows.push(Flow::default());
        }
        let last = self.flows.len() - 1;
        &mut self.flows[last]
    }

    pub fn begin_flow(&mut self) {
        self.flows.push(Flow::default());
        self.state.paragraph = ParagraphFormat::default();
    }

    fn end_flow(&mut self) -> Vec<Block> {
        let (format, meaning) = (self.state.paragraph, self.meaning());
        let flow = if self.flows.len() > 1 { self.flows.pop() } else { None };
        let flow = flow.unwrap_or_default();
        for _ in 0..flow.tables {
            self.out.losses.name(LossKind::Table, "");
        }
        flow.finish(format, meaning)
    }

    pub fn end_paragraph(&mut self) {
        if !matches!(self.state.target, Target::Text | Target::Lost(_)) {
            return;
        }
        let (format, meaning) = (self.state.paragraph, self.meaning());
        self.flow().end_paragraph(format, meaning);
    }

    fn meaning(&self) -> Meaning {
        let format = self.state.paragraph;
        let by_outline = format.outline.map(|level| (level < 9).then(|| level + 1));
        Meaning {
            heading: by_outline.unwrap_or_else(|| self.styles.heading(format.style)),
            is_quotation: self.styles.is_quotation(format.style),
        }
    }

    fn finish(mut self) -> Rtf {
        self.flush();
        if !self.groups.is_empty() {
            self.out.losses.name(LossKind::CutShort, "");
        }
        while let Some(outer) = self.groups.pop() {
            self.end_group();
            self.state = outer;
        }
        let (format, meaning) = (self.state.paragraph, self.meaning());
        let flow = std::mem::take(self.flow());
        for _ in 0..flow.tables {
            self.out.losses.name(LossKind::Table, "");
        }
        self.out.blocks = flow.finish(format, meaning);
        let without_comment = self.comments.without_comment();
        if !without_comment.is_empty() {
            without_passages(&mut self.out.blocks, &without_comment);
        }
        self.out.next_comment = self.comments.new_id();
        self.out.comments = self.comments.done;
        self.out
    }
}

fn is_comment(target: &str) -> bool {
    target.starts_with("scrivcmt:")
}

/// Removes the ends of passages.
fn without_passages(blocks: &mut [Block], ids: &[u32]) {
    let is_kept = |span: &Span| match span {
        Span::CommentStart(id) | Span::CommentEnd(id) => !ids.contains(id),
        _ => true,
    };
    for block in blocks {
        if let Block::Heading { spans, .. } | Block::Paragraph(Paragraph { spans, .. }) = block {
            spans.retain(is_kept);
        }
    }
}

/// The text of blocks, one line a paragraph.
fn plain(blocks: &[Block]) -> String {
    let lines: Vec<String> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Paragraph(Paragraph { spans, .. }) | Block::Heading { spans, .. } => Some(raw_text(spans)),
            Block::Break | Block::PageStart => None,
        })
        .collect();
    lines.join("\n").trim_end().to_owned()
}
