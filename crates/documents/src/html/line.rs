//! The paragraph that is being read, with white space collapsed as in browsers.

use crate::spans;
use crate::{Span, Style};

#[derive(Debug, Default)]
pub(super) struct Line {
    pub spans: Vec<Span>,
    /// White space that is pending: it is dropped at both ends of a paragraph.
    pending: Pending,
    /// The style at the place of the pending white space.
    pending_style: Style,
    last: Option<char>,
    /// Whether the line has something that browsers show, if only a space that does not collapse.
    pub is_shown: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Pending {
    #[default]
    Nothing,
    Space,
    /// White space with a line end, which is nothing between two East Asian characters.
    LineEnd,
}

impl Line {
    /// Adds text as it is written in the page.
    pub fn push_raw(&mut self, raw: &str, style: Style) {
        let mut text = String::with_capacity(raw.len());
        for c in raw.chars() {
            match c {
                '\n' | '\r' => self.wait(Pending::LineEnd, style),
                ' ' | '\t' | '\u{c}' => self.wait(self.pending.max(Pending::Space), style),
                '\u{ad}' | '\u{200b}' => {}
                _ => {
                    if self.takes_space(c) && self.pending_style == style {
                        text.push(' ');
                    } else if self.takes_space(c) {
                        spans::push_text(&mut self.spans, " ", self.pending_style);
                    }
                    self.pending = Pending::Nothing;
                    self.last = Some(c);
                    self.is_shown = true;
                    text.push(c);
                }
            }
        }
        spans::push_text(&mut self.spans, &text, style);
    }

    /// Notes white space, which is text only if more text follows.
    fn wait(&mut self, pending: Pending, style: Style) {
        if self.pending == Pending::Nothing {
            self.pending_style = style;
        }
        self.pending = pending;
    }

    /// Whether the pending white space is a space before `next`.
    fn takes_space(&self, next: char) -> bool {
        let Some(last) = self.last else { return false };
        match self.pending {
            Pending::Nothing => false,
            Pending::Space => true,
            Pending::LineEnd => !(is_wide(last) && is_wide(next)),
        }
    }

    /// Adds text whose white space counts, with line ends as line breaks.
    pub fn push_kept(&mut self, raw: &str, style: Style) {
        let raw = raw.replace("\r\n", "\n");
        for (at, text) in raw.split('\n').enumerate() {
            if at > 0 {
                self.push_span(Span::LineBreak);
            }
            self.push(text, style);
        }
    }

    /// Adds text as it is.
    pub fn push(&mut self, text: &str, style: Style) {
        let Some(first) = text.chars().next() else { return };
        if self.takes_space(first) {
            spans::push_text(&mut self.spans, " ", self.pending_style);
        }
        self.pending = Pending::Nothing;
        self.last = text.chars().next_back();
        self.is_shown = true;
        spans::push_text(&mut self.spans, text, style);
    }

    pub fn push_span(&mut self, span: Span) {
        if self.pending == Pending::Space && self.last.is_some() && !matches!(span, Span::LineBreak) {
            spans::push_text(&mut self.spans, " ", Style::default());
        }
        self.pending = Pending::Nothing;
        self.last = if matches!(span, Span::LineBreak) { None } else { Some('\u{fffc}') };
        self.is_shown = true;
        self.spans.push(span);
    }

    /// Adds the start or the end of a passage, which takes no room. White space before a start is not in the passage.
    pub fn push_mark(&mut self, mark: Span) {
        let is_start = matches!(mark, Span::CommentStart(_));
        let is_space = match self.pending {
            Pending::Nothing => false,
            Pending::Space => self.last.is_some(),
            Pending::LineEnd => self.last.is_some_and(|last| !is_wide(last)),
        };
        if is_start && is_space {
            spans::push_text(&mut self.spans, " ", self.pending_style);
            self.pending = Pending::Nothing;
        }
        self.spans.push(mark);
    }

    /// Takes the spans without line breaks at their end, which browsers do not show.
    pub fn take(&mut self) -> Vec<Span> {
        let mut line = std::mem::take(self);
        while line.spans.last() == Some(&Span::LineBreak) {
            line.spans.pop();
        }
        line.spans
    }
}

/// Whether a character is written without spaces around it.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}' | '“' | '”' | '‘' | '’' | '…' | '—')
}
