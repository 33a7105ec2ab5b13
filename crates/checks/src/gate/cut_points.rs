//! The positions where the text can be cut.

use super::CutReason;
use super::pending::PendingText;

/// The last positions of each kind within the hard limit.
#[derive(Debug, Default)]
pub(super) struct CutPoints {
    stop: Option<usize>,
    in_quote: Option<InQuote>,
    clause: Option<usize>,
    border: usize,
}

/// A terminator inside quotes.
#[derive(Debug)]
struct InQuote {
    at: usize,
    /// The marks that close the open quotes.
    closing: String,
    /// Whether a quote that was open there still is; true for one that a line break left open.
    is_open: bool,
}

/// The position where a text is cut.
#[derive(Debug)]
pub(super) struct CutPoint {
    pub(super) at: usize,
    pub(super) reason: CutReason,
    pub(super) closing: String,
}

impl CutPoints {
    /// Records a grapheme boundary, where a clause may end.
    #[inline]
    pub(super) fn border(&mut self, at: usize, clause_end: bool) {
        self.border = at;
        if clause_end {
            self.clause = Some(at);
        }
    }

    /// Records a stopping point.
    pub(super) fn stop(&mut self, at: usize) {
        self.stop = Some(at);
    }

    /// Records a terminator inside quotes, which `closing` closes.
    pub(super) fn in_quote(&mut self, at: usize, closing: impl Iterator<Item = char>) {
        self.in_quote = Some(InQuote { at, closing: closing.collect(), is_open: true });
    }

    /// Records that the last open quote was closed.
    pub(super) fn quotes_closed(&mut self) {
        if let Some(in_quote) = &mut self.in_quote {
            in_quote.is_open = false;
        }
    }

    /// Returns the best position that retracts no shown text. White space shown after a position does not rule
    /// it out. A terminator in a quote that has been closed since, without a sentence end after it, ranks below
    /// a stopping point, whose overflow keeps the quote whole, and above a clause end.
    pub(super) fn last(&mut self, pending: &PendingText) -> CutPoint {
        let is_in_reach = |at: &usize| *at >= pending.visible();
        let place =
            |at: usize, reason| CutPoint { at: at.max(pending.start()), reason, closing: String::new() };
        let stop = self.stop.filter(is_in_reach);
        if let Some(InQuote { at, closing, is_open }) = self.in_quote.take()
            && at >= pending.start()
            && (is_open || stop.is_none())
        {
            return CutPoint { at, reason: CutReason::HardLimitSentence, closing };
        }
        if let Some(at) = stop {
            return place(at, CutReason::HardLimitSentence);
        }
        match self.clause.filter(is_in_reach) {
            Some(at) => place(at, CutReason::HardLimitClause),
            None => place(self.border, CutReason::HardLimitCut),
        }
    }
}
