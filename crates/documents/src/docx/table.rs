//! Tables: a row is a line.

use crate::docx::flow::{Flow, Reader};
use crate::docx::inline::{branch, is_word, plain_text};
use crate::docx::is_blank;
use crate::spans;
use crate::xml::Element;
use crate::{Block, LossKind, Paragraph, Span, Style};

impl<'x> Reader<'x> {
    pub fn table(&mut self, table: Element<'x>, flow: &mut Flow) {
        let before = flow.blocks.len();
        let mut rows = Vec::new();
        gather(table, "tr", &mut rows);
        let mut columns = 0;
        for row in rows {
            if row.child("trPr").is_some_and(|row| row.child("del").is_some()) {
                self.losses.note(LossKind::TrackedDeletion, &plain_text(row));
                continue;
            }
            let mut cells = Vec::new();
            gather(row, "tc", &mut cells);
            columns = columns.max(cells.len());
            self.row(&cells, flow);
        }
        // A table with one cell in each row is a frame around the text.
        if columns > 1 {
            let first = flow.blocks[before..].iter().find(|block| !is_blank(block));
            let first = first.map(|block| spans::text_of(spans_of(block))).unwrap_or_default();
            self.losses.name(LossKind::Table, &first);
        }
    }

    fn row(&mut self, cells: &[Element<'x>], flow: &mut Flow) {
        let cells: Vec<Vec<Block>> = cells.iter().map(|cell| self.blocks_of(*cell)).collect();
        let is_simple = |cell: &Vec<Block>| matches!(cell.as_slice(), [] | [Block::Paragraph(_)]);
        if cells.len() < 2 || !cells.iter().all(is_simple) {
            flow.blocks.extend(cells.into_iter().flatten());
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
        flow.blocks.push(Block::Paragraph(Paragraph { spans: line, ..Paragraph::default() }));
    }
}

fn spans_of(block: &Block) -> &[Span] {
    match block {
        Block::Heading { spans, .. } => spans,
        Block::Paragraph(paragraph) => &paragraph.spans,
        Block::Break | Block::PageStart => &[],
    }
}

/// The rows of a table or the cells of a row, also inside content controls.
fn gather<'x>(container: Element<'x>, name: &str, found: &mut Vec<Element<'x>>) {
    for element in container.elements() {
        match element.name() {
            "AlternateContent" => {
                if let Some(branch) = branch(element) {
                    gather(branch, name, found);
                }
            }
            other if other == name && is_word(element) => found.push(element),
            "sdt" | "sdtContent" | "customXml" | "ins" => gather(element, name, found),
            _ => {}
        }
    }
}
