//! Text as blocks: the paragraphs of the running text, of a note, of a comment or of a text box.

use std::mem;

use super::state::ParagraphFormat;
use crate::tree::{Block, Paragraph, Span, Style};

/// Text that grows run by run.
#[derive(Default)]
pub(super) struct Flow {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    run: String,
    style: Style,
    /// Blocks that follow the current paragraph.
    after: Vec<Block>,
    /// Whether the current line is a row of a table.
    in_row: bool,
    /// Whether the last line was a row of a table.
    is_after_row: bool,
    pub tables: usize,
}

/// What the format of a paragraph means.
#[derive(Clone, Copy, Default)]
pub(super) struct Meaning {
    pub heading: Option<u8>,
    pub is_quotation: bool,
}

impl Flow {
    pub fn text(&mut self, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        if style != self.style {
            self.end_run();
            self.style = style;
        }
        self.run.push_str(text);
    }

    fn end_run(&mut self) {
        if !self.run.is_empty() {
            self.spans.push(Span::Text { text: mem::take(&mut self.run), style: self.style });
        }
    }

    pub fn span(&mut self, span: Span) {
        self.end_run();
        self.spans.push(span);
    }

    /// Puts blocks after the current paragraph.
    pub fn after(&mut self, blocks: Vec<Block>) {
        self.after.extend(blocks);
    }

    /// Ends a paragraph. Inside a row of a table, it is a line break.
    pub fn end_paragraph(&mut self, format: ParagraphFormat, meaning: Meaning) {
        if format.is_cell {
            self.span(Span::LineBreak);
            return;
        }
        self.in_row = false;
        self.is_after_row = false;
        self.close(format, meaning);
    }

    fn close(&mut self, format: ParagraphFormat, meaning: Meaning) {
        self.end_run();
        if format.starts_page {
            self.page();
        }
        let spans = mem::take(&mut self.spans);
        self.blocks.push(match meaning.heading {
            Some(level) if has_text(&spans) => Block::Heading { level, spans },
            _ => Block::Paragraph(Paragraph {
                alignment: format.alignment,
                is_quotation: meaning.is_quotation,
                form: crate::Form::Text,
                spans,
            }),
        });
        self.blocks.append(&mut self.after);
    }

    /// A cell of a table ends.
    pub fn end_cell(&mut self) {
        if !self.in_row {
            self.in_row = true;
            if !self.is_after_row {
                self.tables += 1;
            }
        }
        self.end_run();
        if self.spans.last() == Some(&Span::LineBreak) {
            self.spans.pop();
        }
        self.text("\t", Style::default());
    }

    /// A row of a table ends: it is a line.
    pub fn end_row(&mut self, format: ParagraphFormat) {
        if self.run.ends_with('\t') {
            self.run.pop();
        }
        self.in_row = false;
        self.is_after_row = true;
        self.close(ParagraphFormat { is_cell: false, starts_page: false, ..format }, Meaning::default());
    }

    /// A page begins.
    pub fn page(&mut self) {
        if !self.blocks.is_empty() && self.blocks.last() != Some(&Block::PageStart) {
            self.blocks.push(Block::PageStart);
        }
    }

    pub fn is_at_start(&self) -> bool {
        self.spans.is_empty() && self.run.is_empty()
    }

    /// Ends the text. A last line without text is no paragraph.
    pub fn finish(mut self, format: ParagraphFormat, meaning: Meaning) -> Vec<Block> {
        self.end_run();
        if self.spans.is_empty() {
            self.blocks.append(&mut self.after);
        } else {
            self.close(ParagraphFormat { is_cell: false, ..format }, meaning);
        }
        self.blocks
    }
}

fn has_text(spans: &[Span]) -> bool {
    spans.iter().any(|span| {
        matches!(span, Span::Text { text, .. } if !text.trim().is_empty())
            || matches!(span, Span::Ruby { .. })
    })
}
