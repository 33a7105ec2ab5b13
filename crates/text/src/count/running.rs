//! The 字数 of a text while it arrives.

use super::asterisk::{Emphasis, Run};
use super::class::{Class, class_of, is_common_han, is_invisible};
use super::line_marks::{Opening, Passed, Rule, is_indent};
use crate::everyday::EverydayRun;
use crate::paragraph::is_blank;
use crate::sentence::is_border;

/// Counts a text character by character by [`CountRule::Standard`](super::CountRule::Standard).
///
/// At each point, [`total`](Self::total) equals [`count`](super::count) of the text so far. It can fall: the third
/// `-` of a line makes it a rule, and a closing `**` turns the opening one into a mark. [`least`](Self::least) never
/// falls. The state does not grow with the text, except for asterisks of the line that wait for a partner and an
/// endless grapheme; the work per character is bounded.
#[derive(Debug, Default)]
pub struct RunningCount {
    /// The total of the finished lines.
    before: usize,
    line: Line,
    last: Option<char>,
    /// The last grapheme of the text, unless it is a scalar that never joins another.
    grapheme: String,
}

/// The unfinished line.
#[derive(Debug, Default)]
struct Line {
    rule: Rule,
    opening: Opening,
    /// The characters that count in any kind of line except a rule.
    counted: usize,
    emphasis: Emphasis,
    /// The run of asterisks at the end of the line.
    run: Option<Run>,
}

impl RunningCount {
    /// Processes the next character of the text.
    #[inline]
    pub fn push(&mut self, c: char) {
        if is_everyday(c) && self.line.is_in_text() {
            self.line.counted += usize::from(c != ' ');
            self.grapheme.clear();
        } else {
            self.push_slowly(c);
        }
        self.last = Some(c);
    }

    /// Whether a run of everyday characters may be processed at once, because each counts by itself.
    #[inline]
    pub fn takes_runs(&self) -> bool {
        self.line.is_in_text()
    }

    /// Processes a run as [`push`](Self::push) processes its characters. Call it only if
    /// [`takes_runs`](Self::takes_runs) returns true.
    #[inline]
    pub fn push_run(&mut self, run: EverydayRun<'_>) {
        self.line.counted += run.visible();
        self.grapheme.clear();
        self.last = run.last().or(self.last);
    }

    /// The 字数 of the text, if it ends here.
    #[inline]
    pub fn total(&self) -> usize {
        self.before + self.line.total()
    }

    /// The value of [`total`](Self::total) if nothing at the start of the line were a mark and the line were not a
    /// rule: the most it can reach before another grapheme begins.
    #[inline]
    pub fn most(&self) -> usize {
        self.total_and_most().1
    }

    /// [`total`](Self::total) and [`most`](Self::most), which are equal in the middle of a line.
    #[inline]
    pub fn total_and_most(&self) -> (usize, usize) {
        if self.line.is_in_text() {
            let counted = self.before + self.line.counted + self.line.emphasis.others();
            return (counted, counted);
        }
        (self.total(), self.before + self.line.most())
    }

    /// A lower bound of [`total`](Self::total) for any continuation of the text. At a line end it is the total.
    #[inline]
    pub fn least(&self) -> usize {
        self.before + self.line.least()
    }

    fn push_slowly(&mut self, c: char) {
        if c == '\n' {
            self.before += std::mem::take(&mut self.line).total();
            self.grapheme.clear();
            return;
        }
        let class = class_of(c);
        let shows = match class {
            Class::Slow => self.begins_and_shows(c),
            class => {
                self.grapheme.clear();
                !matches!(class, Class::Whitespace | Class::LineEnd)
            }
        };
        self.line.push(c, self.last, shows);
    }

    /// Whether a scalar that may join the previous one begins a visible grapheme.
    fn begins_and_shows(&mut self, c: char) -> bool {
        if self.grapheme.is_empty() {
            self.grapheme.extend(self.last);
        }
        let border = self.grapheme.len();
        self.grapheme.push(c);
        let begins = is_border(&self.grapheme, border);
        if begins {
            self.grapheme.drain(..border);
        }
        begins && !(is_invisible(c) || c.is_whitespace())
    }
}

impl Line {
    /// Processes the next character of the line. `last` is the previous character, and `shows` says whether the
    /// character counts in text.
    fn push(&mut self, c: char, last: Option<char>, shows: bool) {
        let is_first = matches!(last, None | Some('\n'));
        if is_first && c.is_whitespace() && !is_indent(c) {
            self.rule = Rule::BROKEN;
        }
        self.rule.pass(c);
        if !self.opening.is_over() {
            match self.opening.pass(c) {
                Passed::Nothing => {}
                Passed::Marks(_) => self.run = None,
                Passed::Text { hashes } => self.counted += hashes,
            }
        }
        if c == '*' {
            match (&mut self.run, last) {
                (Some(run), _) => run.length += 1,
                // A backslash escapes a whole run.
                (None, Some('\\' | '*')) => self.counted += 1,
                (None, last) => {
                    let closes = last.is_some_and(|last| !is_blank(last));
                    self.run = Some(Run { length: 1, opens: false, closes });
                }
            }
            return;
        }
        if let Some(run) = self.run.take() {
            self.emphasis.pass(Run { opens: !is_blank(c), ..run });
        }
        if self.opening.is_over() {
            self.counted += usize::from(shows);
        }
    }

    /// Whether the line is plain text, so that a visible character counts at once.
    #[inline]
    fn is_in_text(&self) -> bool {
        self.opening.is_over() && !self.rule.is_possible() && self.run.is_none()
    }

    fn most(&self) -> usize {
        let others = self.run.map_or(self.emphasis.others(), |run| self.emphasis.others_with(run));
        self.counted + self.opening.hashes() + others
    }

    #[inline]
    fn total(&self) -> usize {
        if self.rule.is_complete() || !self.opening.is_over() {
            return 0;
        }
        self.counted + self.run.map_or(self.emphasis.others(), |run| self.emphasis.others_with(run))
    }

    #[inline]
    fn least(&self) -> usize {
        if self.rule.is_possible() || !self.opening.is_over() {
            return 0;
        }
        let run = self.run.unwrap_or(Run { length: 0, opens: false, closes: false });
        self.counted + self.emphasis.least_others_with(run)
    }
}

/// Whether a scalar never joins another and has no special meaning in a line of text.
#[inline]
fn is_everyday(c: char) -> bool {
    is_common_han(c) || matches!(c, ' '..=')' | '+'..='~')
}

#[cfg(test)]
mod tests;
