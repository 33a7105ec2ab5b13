//! Tracked changes: a list of them comes before the text, with what was deleted; signs in the text say where.

use std::collections::{HashMap, HashSet};

use crate::odt::reader::{Line, Reader};
use crate::xml::Element;
use crate::{Block, Changes, LossKind, Losses, Paragraph, Span, Style, TrackedChanges};

/// The tracked changes of a document.
#[derive(Debug, Default)]
pub(super) struct Tracked<'x> {
    pub counts: TrackedChanges,
    /// The insertions to leave out, by id.
    insertions: HashSet<&'x str>,
    /// The deletions to put back, by id. Each is taken once.
    deletions: HashMap<&'x str, Element<'x>>,
    /// The insertion to leave out that has begun.
    open: Option<&'x str>,
}

impl<'x> Tracked<'x> {
    /// Reads the list. Deleted texts that are not put back are losses.
    pub fn read(body: Element<'x>, changes: Changes, losses: &mut Losses) -> Self {
        let mut tracked = Self::default();
        let list = body.child("tracked-changes");
        for region in list.into_iter().flat_map(|list| list.elements().collect::<Vec<_>>()) {
            let id = region.attribute("id").unwrap_or_default();
            if region.child("insertion").is_some() {
                tracked.counts.insertions += 1;
                if changes == Changes::Rejected {
                    tracked.insertions.insert(id);
                }
            }
            let Some(deletion) = region.child("deletion") else { continue };
            let text = deleted(deletion).map(|part| part.text()).collect::<Vec<_>>().join("\n");
            if text.trim().is_empty() {
                continue;
            }
            tracked.counts.deletions += 1;
            match changes {
                Changes::Accepted => losses.note(LossKind::TrackedDeletion, &text),
                Changes::Rejected => _ = tracked.deletions.insert(id, deletion),
            }
        }
        tracked
    }

    /// Whether the text that is being read belongs to a rejected insertion.
    pub fn is_left_out(&self) -> bool {
        self.open.is_some()
    }

    fn sign(&mut self, sign: Element<'x>) {
        let id = sign.attribute("change-id").unwrap_or_default();
        if sign.is("change-start") && self.insertions.contains(id) {
            self.open = Some(id);
        } else if sign.is("change-end") && self.open == Some(id) {
            self.open = None;
        }
    }

    fn take(&mut self, sign: Element<'x>) -> Option<Element<'x>> {
        self.deletions.remove(sign.attribute("change-id")?)
    }
}

/// The paragraphs of a deletion.
fn deleted<'x>(deletion: Element<'x>) -> impl Iterator<Item = Element<'x>> {
    deletion.elements().filter(|part| !part.is("change-info"))
}

impl<'x> Reader<'x> {
    /// The start or the end of a change inside a paragraph, or the place of a deletion.
    pub fn change(&mut self, sign: Element<'x>, line: &mut Line<'x>, style: Style) {
        self.tracked.sign(sign);
        line.is_muted = self.tracked.is_left_out();
        let Some(deletion) = self.tracked.take(sign) else { return };
        for (at, part) in deleted(deletion).enumerate() {
            if at > 0 {
                line.push_span(Span::LineBreak);
            }
            self.inline(part, line, style);
        }
    }

    /// The same between paragraphs.
    pub fn change_between(&mut self, sign: Element<'x>, blocks: &mut Vec<Block>) {
        self.tracked.sign(sign);
        let Some(deletion) = self.tracked.take(sign) else { return };
        for part in deleted(deletion) {
            let mut line = Line::default();
            self.inline(part, &mut line, Style::default());
            blocks.push(Block::Paragraph(Paragraph { spans: line.spans, ..Paragraph::default() }));
        }
    }
}
