//! The state of reading a text, and the paragraph that is being read.

use std::collections::{HashMap, HashSet};

use crate::docx::field::Fields;
use crate::docx::notes::Notes;
use crate::docx::numbering::Numbering;
use crate::docx::package::Package;
use crate::docx::run::RunProperties;
use crate::docx::styles::Styles;
use crate::docx::tracked::Tracked;
use crate::spans;
use crate::xml::Element;
use crate::{Block, Changes, Losses, Span, Style};

/// Reads the texts of a document: the body, notes and text boxes.
#[derive(Debug)]
pub(super) struct Reader<'x> {
    pub styles: Styles<'x>,
    pub numbering: Numbering,
    pub notes: Notes<'x>,
    pub fields: Fields,
    pub losses: Losses,
    /// Whether a note is being read. A note has no notes.
    pub in_note: bool,
    pub tracked: Tracked,
    targets: &'x HashMap<String, String>,
    /// The number of a comment by its id in the file.
    anchors: HashMap<String, u32>,
    begun: HashSet<u32>,
    ended: HashSet<u32>,
}

impl<'x> Reader<'x> {
    pub fn new(package: &'x Package, anchors: HashMap<String, u32>, changes: Changes) -> Self {
        let styles = Styles::read(package.styles.as_ref());
        Self {
            numbering: Numbering::read(package.numbering.as_ref(), &styles),
            notes: Notes::read(package),
            fields: Fields::of(package.document.root()),
            losses: Losses::default(),
            in_note: false,
            tracked: Tracked::new(changes),
            targets: &package.targets,
            styles,
            anchors,
            begun: HashSet::new(),
            ended: HashSet::new(),
        }
    }

    pub fn into_losses(self) -> Losses {
        self.losses
    }

    /// Where a relationship points to: a name for losses.
    pub fn target(&self, id: &str) -> &'x str {
        self.targets.get(id).map_or("", String::as_str)
    }

    /// The start of a comment's passage. `None` if it began before, or if there is no such comment.
    pub fn comment_start(&mut self, id: &str) -> Option<Span> {
        let number = *self.anchors.get(id)?;
        self.begun.insert(number).then_some(Span::CommentStart(number))
    }

    pub fn comment_end(&mut self, id: &str) -> Option<Span> {
        let number = *self.anchors.get(id)?;
        let is_open = self.begun.contains(&number) && self.ended.insert(number);
        is_open.then_some(Span::CommentEnd(number))
    }
}

/// The blocks read so far.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub blocks: Vec<Block>,
    /// Spans for the next paragraph: those of a paragraph whose end is deleted, and comments between paragraphs.
    pub carried: Vec<Span>,
}

/// A paragraph that is being read.
#[derive(Debug, Default)]
pub(super) struct Line<'x> {
    /// What its style sets.
    pub run: RunProperties,
    pub spans: Vec<Span>,
    /// The spans before each page break in it.
    pub pages: Vec<Vec<Span>>,
    pub boxes: Vec<Element<'x>>,
    /// Whether it has a horizontal rule.
    pub has_rule: bool,
    /// Whether text of it was left out.
    pub has_dropped: bool,
}

impl Line<'_> {
    pub fn push_text(&mut self, text: &str, style: Style) {
        spans::push_text(&mut self.spans, text, style);
    }

    pub fn start_page(&mut self) {
        self.pages.push(std::mem::take(&mut self.spans));
    }
}

impl<'x> Reader<'x> {
    /// Adds text where the fields around it show it.
    pub fn text(&mut self, line: &mut Line<'x>, text: &str, style: Style) {
        if self.tracked.is_left_out() {
            line.has_dropped = true;
        } else if self.fields.is_shown() {
            line.push_text(text, style);
        } else {
            self.fields.drop_text(text);
            line.has_dropped = true;
        }
    }

    /// Adds a span that is no text where the fields around it show it.
    pub fn span(&mut self, line: &mut Line<'x>, span: Span) {
        if self.fields.is_shown() && !self.tracked.is_left_out() {
            line.spans.push(span);
        }
    }
}
