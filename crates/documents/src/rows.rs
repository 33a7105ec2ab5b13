//! Tables as lines.

use crate::spans::{self, is_blank_block, spans_of, text_of};
use crate::{Block, LossKind, Losses, Paragraph, Style};

/// The rows of a table that is being read.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    blocks: Vec<Block>,
    /// The most cells of a row.
    columns: usize,
}

impl Rows {
    /// Adds a row. It is one line, with tabs between its cells, unless a cell has several paragraphs.
    pub fn add(&mut self, cells: Vec<Vec<Block>>) {
        self.columns = self.columns.max(cells.len());
        let is_simple = |cell: &Vec<Block>| matches!(cell.as_slice(), [] | [Block::Paragraph(_)]);
        if cells.len() < 2 || !cells.iter().all(is_simple) {
            self.blocks.extend(cells.into_iter().flatten());
            return;
        }
        let mut line = Vec::new();
        for (at, cell) in cells.into_iter().enumerate() {
            if at > 0 {
                spans::push_text(&mut line, "\t", Style::default());
            }
            for block in cell {
                if let Block::Paragraph(paragraph) = block {
                    line.extend(paragraph.spans);
                }
            }
        }
        self.blocks.push(Block::Paragraph(Paragraph { spans: line, ..Paragraph::default() }));
    }

    /// Adds the rows to a text. A table with one cell in each row is a frame around the text, and no loss.
    pub fn finish(self, blocks: &mut Vec<Block>, losses: &mut Losses) {
        if self.columns > 1 {
            let first = self.blocks.iter().find(|block| !is_blank_block(block));
            losses.name(LossKind::Table, &first.map(|block| text_of(spans_of(block))).unwrap_or_default());
        }
        blocks.extend(self.blocks);
    }
}
