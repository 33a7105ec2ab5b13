//! Footnotes and endnotes.

use std::collections::HashMap;

use crate::Span;
use crate::docx::field::Fields;
use crate::docx::flow::{Line, Reader};
use crate::docx::package::Package;
use crate::spans::paragraphs_of;
use crate::xml::{Element, Xml};

/// The notes that no reference has taken yet.
#[derive(Debug, Default)]
pub(super) struct Notes<'x> {
    footnotes: HashMap<&'x str, Element<'x>>,
    endnotes: HashMap<&'x str, Element<'x>>,
}

impl<'x> Notes<'x> {
    pub fn read(package: &'x Package) -> Self {
        Self { footnotes: notes(package.footnotes.as_ref()), endnotes: notes(package.endnotes.as_ref()) }
    }

    /// Takes a note. Each is taken once, so that a file with many references to one note stays small.
    fn take(&mut self, reference: Element<'_>) -> Option<Element<'x>> {
        let notes = if reference.is("endnoteReference") { &mut self.endnotes } else { &mut self.footnotes };
        notes.remove(reference.attribute("id").unwrap_or_default())
    }
}

fn notes(xml: Option<&Xml>) -> HashMap<&str, Element<'_>> {
    let all = xml.into_iter().flat_map(|xml| xml.root().elements());
    // Separators and notices of continuation have a type.
    let notes = all.filter(|note| note.attribute("type").is_none_or(|kind| kind == "normal"));
    notes.filter_map(|note| Some((note.attribute("id")?, note))).collect()
}

impl<'x> Reader<'x> {
    pub fn note(&mut self, reference: Element<'x>, line: &mut Line<'x>) {
        if self.in_note || !self.fields.is_shown() || self.tracked.is_left_out() {
            return;
        }
        let Some(note) = self.notes.take(reference) else { return };
        let fields = std::mem::replace(&mut self.fields, Fields::of(note));
        self.in_note = true;
        let paragraphs = paragraphs_of(self.blocks_of(note));
        self.in_note = false;
        self.fields = fields;
        if !paragraphs.is_empty() {
            line.spans.push(Span::Note(paragraphs));
        }
    }
}
