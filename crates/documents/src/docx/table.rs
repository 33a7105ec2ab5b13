//! Tables: a row is a line.

use crate::LossKind;
use crate::docx::flow::{Flow, Reader};
use crate::docx::inline::{branch, is_word, plain_text};
use crate::rows::Rows;
use crate::xml::Element;

impl<'x> Reader<'x> {
    pub fn table(&mut self, table: Element<'x>, flow: &mut Flow) {
        let mut found = Vec::new();
        gather(table, "tr", &mut found);
        let mut rows = Rows::default();
        for row in found {
            if row.child("trPr").is_some_and(|row| row.child("del").is_some()) {
                self.losses.note(LossKind::TrackedDeletion, &plain_text(row));
                continue;
            }
            let mut cells = Vec::new();
            gather(row, "tc", &mut cells);
            rows.add(cells.into_iter().map(|cell| self.blocks_of(cell)).collect());
        }
        rows.finish(&mut flow.blocks, &mut self.losses);
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
