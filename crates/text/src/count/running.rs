//! The 字数 of a text while it arrives.

use super::class::{Class, class_of, is_common_han, is_invisible};
use crate::everyday::EverydayRun;
use crate::marks::inline::{Found, Inline};
use crate::marks::opening::{Apart, Opening, Passed, Rule, Tail, begins_strangely};
use crate::paragraph::is_blank;
use crate::sentence::is_border;

/// Counts a text character by character by [`CountRule::Standard`](super::CountRule::Standard).
///
/// At each point, [`total`](Self::total) equals [`count`](super::count) of the text so far. It can fall: the third
/// `-` of a line makes it a break, a closing `**` turns the opening one into a mark, and a closing `]` turns the words
/// before it into a footnote. [`least`](Self::least) never falls. The state does not grow with the text, except for
/// asterisks of the line that wait for a partner and an endless grapheme; the work per character is bounded.
#[derive(Debug, Default)]
pub struct RunningCount {
    /// The total of the finished lines.
    before: usize,
    line: Line,
    /// Whether the line is plain text, so that ordinary characters only add to its count.
    is_in_text: bool,
    last: Option<char>,
    /// The last grapheme of the text, unless it is a scalar that never joins another.
    grapheme: String,
}

/// The unfinished line.
#[derive(Debug, Default)]
struct Line {
    rule: Rule,
    opening: Opening,
    apart: Apart,
    tail: Tail,
    /// The characters that count, if the line is not a break and the run of asterisks at its end is literal.
    counted: usize,
    inline: Inline,
}

impl RunningCount {
    /// Processes the next character of the text.
    #[inline]
    pub fn push(&mut self, c: char) {
        if self.is_in_text && is_everyday(c) {
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
        self.is_in_text
    }

    /// Whether a mark of the line is open.
    #[inline]
    pub fn is_in_mark(&self) -> bool {
        self.line.inline.is_open()
    }

    /// Whether the text cannot end here without leaving half a mark, whatever is appended: inside a ruby, directly
    /// after the start of a mark or a part of one, or after a blank inside one.
    #[inline]
    pub fn is_amid_mark(&self) -> bool {
        !self.line.inline.is_idle()
            || self.line.inline.is_in_ruby()
            || self.line.rule.has_begun()
            || (self.is_in_mark() && self.last.is_some_and(is_blank))
    }

    /// Whether the text is inside a ruby, which cannot be ended.
    #[inline]
    pub fn is_in_ruby(&self) -> bool {
        self.line.inline.is_in_ruby()
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
    /// break: the most it can reach before another grapheme begins.
    #[inline]
    pub fn most(&self) -> usize {
        self.total_and_most().1
    }

    /// [`total`](Self::total) and [`most`](Self::most), which are equal in the middle of a line.
    #[inline]
    pub fn total_and_most(&self) -> (usize, usize) {
        if self.is_in_text {
            let counted = self.before + self.line.counted;
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
            self.is_in_text = false;
            self.grapheme.clear();
            return;
        }
        let class = class_of(c);
        if self.is_in_text && is_quiet(c, class) {
            self.line.counted += usize::from(class != Class::Whitespace);
            self.grapheme.clear();
            return;
        }
        let shows = match class {
            Class::Slow => self.begins_and_shows(c),
            class => {
                self.grapheme.clear();
                !matches!(class, Class::Whitespace | Class::LineEnd)
            }
        };
        self.line.push(c, self.last, shows);
        self.is_in_text = self.line.is_in_text();
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
        let last = last.filter(|last| *last != '\n');
        if last.is_none() && begins_strangely(Some(c)) {
            self.rule = Rule::BROKEN;
        }
        self.rule.pass(c);
        self.apart.pass(c);
        if !self.opening.is_over() {
            match self.opening.pass(c) {
                Passed::Nothing => {}
                Passed::Marks(_) => (self.inline, self.counted) = (Inline::default(), 0),
                Passed::Text { hashes } => self.counted += hashes,
            }
        }
        let mut counted = self.counted;
        if c != '*' {
            self.inline.end_run(!is_blank(c), &mut |found| counted = counted_with(counted, found));
        }
        let at = counted;
        let mut closes = false;
        let is_literal = self.inline.push(c, at, last, &mut |found| {
            closes |= !matches!(found, Found::Literal { .. });
            counted = counted_with(counted, found);
        });
        self.tail.pass(c, is_literal);
        // The end of a mark is itself hidden.
        let is_counted = shows && !closes && (c == '*' || self.opening.is_over());
        self.counted = counted + usize::from(is_counted);
    }

    /// Whether the line is plain text, so that a visible character counts at once.
    #[inline]
    fn is_in_text(&self) -> bool {
        self.opening.is_over()
            && !self.rule.is_possible()
            && self.inline.is_idle()
            && self.tail.possible() == 0
    }

    fn most(&self) -> usize {
        self.counted + self.opening.hashes() - self.inline.closing_asterisks()
    }

    #[inline]
    fn total(&self) -> usize {
        if self.rule.is_complete() || !self.opening.is_over() {
            return 0;
        }
        let tail = if self.apart.is_apart() && self.tail.is_complete() { 2 } else { 0 };
        self.counted - self.inline.closing_asterisks() - tail
    }

    #[inline]
    fn least(&self) -> usize {
        if self.rule.is_possible() || !self.opening.is_over() {
            return 0;
        }
        let reserve = self.inline.reserve();
        if let Some(floor) = reserve.floor {
            return floor - reserve.characters;
        }
        let tail = if self.apart.is_apart() { self.tail.possible() } else { 0 };
        self.counted - reserve.characters - tail
    }
}

/// The count of a line when a mark is complete. Positions are counts; the last character of the mark is not counted
/// yet, unless it is an asterisk.
fn counted_with(counted: usize, found: Found) -> usize {
    match found {
        Found::Emphasis { length, .. } => counted - 2 * length,
        Found::Literal { .. } => counted - 1,
        Found::Dots { .. } => counted - 3,
        Found::Ruby { open, .. } => open - 1,
        Found::Note { open, .. } => open,
    }
}

/// Whether a scalar only adds to the count of a line of text.
#[inline]
fn is_quiet(c: char, class: Class) -> bool {
    match class {
        Class::Han | Class::Kana | Class::Hangul | Class::Letter | Class::Digit | Class::Whitespace => true,
        Class::CjkPunctuation | Class::Shared => c != '》',
        Class::Punctuation | Class::LineEnd | Class::Mark | Class::Slow => false,
    }
}

/// Whether a scalar never joins another and has no special meaning in a line of text.
#[inline]
fn is_everyday(c: char) -> bool {
    is_common_han(c) || matches!(c, ' '..=')' | '+'..=';' | '='..='Z' | '_'..='~')
}

#[cfg(test)]
mod tests;
