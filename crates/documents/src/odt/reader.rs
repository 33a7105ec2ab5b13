//! The state of reading a text.

use std::collections::HashMap;

use crate::odt::annotations::Annotations;
use crate::odt::changes::Tracked;
use crate::odt::numbering::Counters;
use crate::odt::styles::Styles;
use crate::spans;
use crate::xml::Element;
use crate::{Changes, Comment, Losses, Span, Style};

/// Reads the texts of a document.
#[derive(Debug)]
pub(super) struct Reader<'x> {
    pub styles: Styles<'x>,
    pub losses: Losses,
    pub comments: Vec<Comment>,
    pub annotations: Annotations,
    pub outline: Counters,
    /// The counters of lists by style, for lists that go on.
    pub lists: HashMap<&'x str, Counters>,
    pub in_note: bool,
    pub tracked: Tracked<'x>,
}

impl<'x> Reader<'x> {
    pub fn new(styles: Styles<'x>, body: Element<'x>, changes: Changes) -> Self {
        let mut losses = Losses::default();
        Self {
            styles,
            tracked: Tracked::read(body, changes, &mut losses),
            losses,
            comments: Vec::new(),
            annotations: Annotations::default(),
            outline: Counters::default(),
            lists: HashMap::new(),
            in_note: false,
        }
    }
}

/// A paragraph that is being read. White space is collapsed as the format says.
#[derive(Debug, Default)]
pub(super) struct Line<'x> {
    pub spans: Vec<Span>,
    pub boxes: Vec<Element<'x>>,
    /// Whether the last character is white space that swallows what follows.
    after_space: bool,
    has_text: bool,
    /// Whether text is left out: that of a rejected insertion.
    pub is_muted: bool,
    /// Whether it has a horizontal rule.
    pub has_rule: bool,
    /// Whether it is an item of a list with bullets.
    pub is_item: bool,
}

impl Line<'_> {
    /// Adds text as it is written in the file.
    pub fn push_raw(&mut self, raw: &str, style: Style) {
        if self.is_muted {
            return;
        }
        let mut text = String::with_capacity(raw.len());
        for c in raw.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r') {
                if !self.after_space && self.has_text {
                    text.push(' ');
                }
                self.after_space = true;
            } else {
                text.push(c);
                self.after_space = false;
                self.has_text = true;
            }
        }
        spans::push_text(&mut self.spans, &text, style);
    }

    /// Adds text as it is.
    pub fn push(&mut self, text: &str, style: Style) {
        if self.is_muted {
            return;
        }
        spans::push_text(&mut self.spans, text, style);
        self.after_space = false;
        self.has_text = true;
    }

    pub fn push_span(&mut self, span: Span) {
        if self.is_muted {
            return;
        }
        self.spans.push(span);
        self.has_text = true;
    }
}
