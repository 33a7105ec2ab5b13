//! Tables: a row is a line.

use crate::Block;
use crate::html::blocks::Around;
use crate::html::page::Reader;
use crate::rows::Rows;
use crate::xml::Element;

impl<'x> Reader<'_, '_, 'x> {
    pub fn table(&mut self, table: Element<'x>, around: Around) {
        self.end_line(around);
        let mut rows = Rows::default();
        self.rows(table, around, &mut rows);
        rows.finish(&mut self.text.blocks, &mut self.text.losses);
    }

    fn rows(&mut self, container: Element<'x>, around: Around, rows: &mut Rows) {
        for element in container.elements() {
            match element.name() {
                "tr" => {
                    let cells: Vec<Element<'x>> =
                        element.elements().filter(|cell| matches!(cell.name(), "td" | "th")).collect();
                    rows.add(cells.into_iter().map(|cell| self.cell(cell, around)).collect());
                }
                "tbody" | "thead" | "tfoot" => self.rows(element, around, rows),
                "caption" => {
                    let caption = self.cell(element, around);
                    rows.add(vec![caption]);
                }
                _ => {}
            }
        }
    }

    fn cell(&mut self, cell: Element<'x>, around: Around) -> Vec<Block> {
        let style = self.style_of(cell, around.style);
        self.apart(|reader| reader.block(cell, Around { style, ..around }))
    }
}
