//! Tables: a row is a line.

use crate::Block;
use crate::odt::reader::Reader;
use crate::rows::Rows;
use crate::xml::Element;

impl<'x> Reader<'x> {
    pub fn table(&mut self, table: Element<'x>, blocks: &mut Vec<Block>) {
        let mut rows = Rows::default();
        self.rows(table, &mut rows);
        rows.finish(blocks, &mut self.losses);
    }

    fn rows(&mut self, container: Element<'x>, rows: &mut Rows) {
        for element in container.elements() {
            match element.name() {
                "table-row" => {
                    let cells: Vec<Element<'x>> = element.all("table-cell").collect();
                    rows.add(cells.into_iter().map(|cell| self.blocks_of(cell)).collect());
                }
                "table-rows" | "table-header-rows" | "table-row-group" => self.rows(element, rows),
                _ => {}
            }
        }
    }
}
