//! Follows a text while it arrives and reports the positions where it may be cut.

use super::clause::Clauses;
use super::grapheme::GraphemeFollower;
use super::line::{End, Line};
use crate::{CharOffset, EverydayRun};

/// Follows a text character by character and reports the positions where it may be cut.
///
/// The sentence ends outside quotes are the [`stopping_points`](crate::stopping_points) of the text. The state does
/// not grow with the text, except for open quotes of the line and an endless grapheme; the work per character is
/// bounded.
#[derive(Debug, Default)]
pub struct TextFollower {
    graphemes: GraphemeFollower,
    line: Line,
    clauses: Clauses,
    line_start: usize,
    line_ended: bool,
    at: usize,
}

/// What is known about the preceding text after a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Whether a grapheme border lies before the character.
    pub border: bool,
    /// Whether only invisible scalars can still join the character in one grapheme.
    pub is_whole: bool,
    /// Whether a clause ends directly before the character: after `， ； ： — , ; :` (in a line with kana also `、`) and
    /// closers.
    pub clause_end: bool,
    /// The sentence end that the character confirms; it lies before the character, but not always directly before it.
    pub sentence_end: Option<SentenceEnd>,
    /// Whether the last open quote was closed; reported one character late.
    pub quotes_closed: bool,
}

/// A position after a terminator and its closers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceEnd {
    pub at: CharOffset,
    /// Whether no quote is open there, which makes the position a stopping point.
    pub outside_quotes: bool,
}

impl TextFollower {
    /// Processes the next character of the text.
    #[inline]
    pub fn push(&mut self, c: char) -> Followed {
        if self.line_ended {
            self.line = Line::default();
            self.line_start = self.at;
            self.line_ended = false;
        }
        let was_in_quote = !self.line.quotes().none_open();
        self.at += 1;
        let border = self.graphemes.push(c);
        let sentence_end =
            if c == '\n' { self.finish() } else { self.line.push(c).map(|end| self.in_text(end)) };
        Followed {
            border,
            is_whole: self.graphemes.is_whole(),
            clause_end: self.clauses.push(c, || self.line.closes(c)),
            sentence_end,
            quotes_closed: was_in_quote && self.line.quotes().none_open(),
        }
    }

    /// Whether a run of everyday characters may be processed at once, because it would report nothing but a border
    /// before each character.
    #[inline]
    pub fn takes_runs(&self) -> bool {
        !self.line_ended && self.graphemes.is_whole() && self.line.is_idle() && self.clauses.is_idle()
    }

    /// Processes a run as [`push`](Self::push) processes its characters. Call it only if
    /// [`takes_runs`](Self::takes_runs) returns true.
    #[inline]
    pub fn push_run(&mut self, run: EverydayRun<'_>) {
        self.at += run.chars();
        self.graphemes.push_run(run);
        self.line.push_run(run);
    }

    /// Ends the line, and the text unless more of it is pushed; returns the sentence end that this confirms.
    pub fn finish(&mut self) -> Option<SentenceEnd> {
        self.line_ended = true;
        self.line.finish().map(|end| self.in_text(end))
    }

    /// The marks that close the quotes open at the last reported sentence end, innermost first.
    pub fn closing_marks(&self) -> impl ExactSizeIterator<Item = char> {
        self.line.quotes().closing_marks()
    }

    fn in_text(&self, end: End) -> SentenceEnd {
        SentenceEnd { at: CharOffset::new(self.line_start + end.at), outside_quotes: end.outside_quotes }
    }
}

#[cfg(test)]
mod tests;
