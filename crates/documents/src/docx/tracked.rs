//! Tracked changes: text that was inserted, deleted or moved.

use crate::docx::flow::{Flow, Line, Reader};
use crate::docx::inline::plain_text;
use crate::xml::Element;
use crate::{Changes, LossKind, Style, TrackedChanges};

/// How tracked changes are read, and how many there are.
#[derive(Debug, Default)]
pub(super) struct Tracked {
    changes: Changes,
    pub counts: TrackedChanges,
    /// Whether an insertion that is not read is around.
    in_rejected: bool,
}

impl Tracked {
    pub fn new(changes: Changes) -> Self {
        Self { changes, ..Self::default() }
    }

    /// Whether the text that is being read belongs to a rejected insertion.
    pub fn is_left_out(&self) -> bool {
        self.in_rejected
    }

    /// Whether the end of a paragraph is no end in the text that is read; `mark` is the properties of the end.
    pub fn joins(&self, mark: Option<Element<'_>>) -> bool {
        let names = match self.changes {
            Changes::Accepted => ["del", "moveFrom"],
            Changes::Rejected => ["ins", "moveTo"],
        };
        mark.is_some_and(|mark| names.into_iter().any(|name| mark.child(name).is_some()))
    }

    fn keeps_deletions(&self) -> bool {
        self.changes == Changes::Rejected
    }

    /// Counts an insertion. Returns what [`Self::in_rejected`] was before it.
    fn begin_insertion(&mut self, element: Element<'_>) -> bool {
        self.counts.insertions += usize::from(!plain_text(element).is_empty());
        let before = self.in_rejected;
        self.in_rejected = before || self.changes == Changes::Rejected;
        before
    }
}

impl<'x> Reader<'x> {
    /// An inserted part of a paragraph. Passages of comments begin and end in it even if its text is not read.
    pub fn insertion(&mut self, element: Element<'x>, line: &mut Line<'x>) {
        let before = self.tracked.begin_insertion(element);
        self.inline(element, line);
        self.tracked.in_rejected = before;
    }

    /// Inserted paragraphs.
    pub fn inserted_blocks(&mut self, element: Element<'x>, flow: &mut Flow) {
        let before = self.tracked.begin_insertion(element);
        self.container(element, flow);
        self.tracked.in_rejected = before;
    }

    /// A deleted part of a paragraph.
    pub fn deletion(&mut self, element: Element<'x>, line: &mut Line<'x>) {
        if !self.tracked.keeps_deletions() {
            return self.delete(line, &plain_text(element));
        }
        self.tracked.counts.deletions += usize::from(!plain_text(element).is_empty());
        self.inline(element, line);
    }

    /// Deleted paragraphs.
    pub fn deleted_blocks(&mut self, element: Element<'x>, flow: &mut Flow) {
        let text = plain_text(element);
        self.tracked.counts.deletions += usize::from(!text.is_empty());
        match self.tracked.keeps_deletions() {
            true => self.container(element, flow),
            false => self.losses.note(LossKind::TrackedDeletion, &text),
        }
    }

    /// Deleted text of a run.
    pub fn deleted_text(&mut self, line: &mut Line<'x>, text: &str, style: Style) {
        match self.tracked.keeps_deletions() {
            true => self.text(line, text, style),
            false => self.delete(line, text),
        }
    }

    fn delete(&mut self, line: &mut Line<'x>, text: &str) {
        line.has_dropped = true;
        if !text.is_empty() {
            self.tracked.counts.deletions += 1;
            self.losses.note(LossKind::TrackedDeletion, text);
        }
    }
}
