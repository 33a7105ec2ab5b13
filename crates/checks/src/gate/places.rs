//! The places where the text may be cut.

use super::CutReason;
use super::held::PendingText;

/// The last places of each kind that the hard limit allows.
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
    /// What closes the quotes open there.
    closing: String,
    /// Whether a quote open there still is. One that a line end left open is.
    is_open: bool,
}

/// Where a text is cut.
#[derive(Debug)]
pub(super) struct CutPoint {
    pub(super) at: usize,
    pub(super) reason: CutReason,
    pub(super) closing: String,
}

impl CutPoints {
    /// A grapheme border, where a clause may end.
    #[inline]
    pub(super) fn border(&mut self, at: usize, clause_end: bool) {
        self.border = at;
        if clause_end {
            self.clause = Some(at);
        }
    }

    /// A stopping point.
    pub(super) fn stop(&mut self, at: usize) {
        self.stop = Some(at);
    }

    /// A terminator inside quotes that `closing` closes.
    pub(super) fn in_quote(&mut self, at: usize, closing: impl Iterator<Item = char>) {
        self.in_quote = Some(InQuote { at, closing: closing.collect(), is_open: true });
    }

    /// The last open quote was closed.
    pub(super) fn quotes_closed(&mut self) {
        if let Some(in_quote) = &mut self.in_quote {
            in_quote.is_open = false;
        }
    }

    /// The best place that takes nothing back. Blanks that were shown after a place do not spoil it. A terminator in
    /// a quote that was closed since, without an end of its own, is second to a stopping point, whose overflow keeps
    /// the quote whole; it is better than a clause.
    pub(super) fn last(&mut self, held: &PendingText) -> CutPoint {
        let in_reach = |at: &usize| *at >= held.visible();
        let place = |at: usize, reason| CutPoint { at: at.max(held.start()), reason, closing: String::new() };
        let stop = self.stop.filter(in_reach);
        if let Some(InQuote { at, closing, is_open }) = self.in_quote.take()
            && at >= held.start()
            && (is_open || stop.is_none())
        {
            return CutPoint { at, reason: CutReason::HardLimitSentence, closing };
        }
        if let Some(at) = stop {
            return place(at, CutReason::HardLimitSentence);
        }
        match self.clause.filter(in_reach) {
            Some(at) => place(at, CutReason::HardLimitClause),
            None => place(self.border, CutReason::HardLimitCut),
        }
    }
}
