//! A text followed while it arrives: the places where it may be cut.

use super::clause::Clauses;
use super::grapheme::GraphemeFollower;
use super::line::{End, Line};
use crate::{CharOffset, EverydayRun};

/// Follows a text character by character to the places where it may be cut.
///
/// The sentence ends it gives outside quotes are the [`stopping_points`](crate::stopping_points) of the text. What it
/// keeps does not grow with the text, but for open quotes of the line and a grapheme without end; the work for a
/// character is bounded.
#[derive(Debug, Default)]
pub struct TextFollower {
    graphemes: GraphemeFollower,
    line: Line,
    clauses: Clauses,
    line_start: usize,
    line_ended: bool,
    at: usize,
}

/// What a character tells of the text before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Whether a grapheme border lies before the character.
    pub border: bool,
    /// Whether nothing can join the character in one grapheme but what shows nothing of its own.
    pub is_whole: bool,
    /// Whether a clause ends right before the character: after `， ； ： — , ; :` (in a line with kana `、` too) and
    /// closers.
    pub clause_end: bool,
    /// The sentence end the character settles, which is before it and not always right before it.
    pub sentence_end: Option<SentenceEnd>,
    /// Whether the last open quote was closed; told one character late.
    pub quotes_closed: bool,
}

/// A place after a terminator and its closers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceEnd {
    /// The place.
    pub at: CharOffset,
    /// Whether no quote is open there: the place is a stopping point.
    pub outside_quotes: bool,
}

impl TextFollower {
    /// Takes the next character of the text.
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

    /// Whether a run of everyday characters may be taken at once: it would tell nothing but the borders before each of them.
    #[inline]
    pub fn takes_runs(&self) -> bool {
        !self.line_ended && self.graphemes.is_whole() && self.line.is_idle() && self.clauses.is_idle()
    }

    /// Takes a run as [`push`](Self::push) would take its characters; right only where [`takes_runs`](Self::takes_runs).
    #[inline]
    pub fn push_run(&mut self, run: EverydayRun<'_>) {
        self.at += run.chars();
        self.graphemes.push_run(run);
        self.line.push_run(run);
    }

    /// Ends the line, and the text unless more of it is pushed; gives the sentence end that this settles.
    pub fn finish(&mut self) -> Option<SentenceEnd> {
        self.line_ended = true;
        self.line.finish().map(|end| self.in_text(end))
    }

    /// The marks that close the quotes open at the sentence end just given, innermost first.
    pub fn closing_marks(&self) -> impl ExactSizeIterator<Item = char> {
        self.line.quotes().closing_marks()
    }

    fn in_text(&self, end: End) -> SentenceEnd {
        SentenceEnd { at: CharOffset::new(self.line_start + end.at), outside_quotes: end.outside_quotes }
    }
}

#[cfg(test)]
mod tests;
