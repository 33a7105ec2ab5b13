//! A cut that leaves no half of a mark.

use wenfang_text::marks::cut_whole;
use wenfang_text::{CountRule, count};

use super::CutReason;
use super::cut_points::CutPoint;
use super::pending::{LineAt, PendingText};

/// The position where a text is cut, at or before a cut point.
#[derive(Debug)]
pub(super) struct WholeCut {
    pub(super) at: usize,
    pub(super) reason: CutReason,
    /// The marks that close the open quotes, then those that end the open marks.
    pub(super) closing: String,
    /// The 字 of the cut line without and with the closing marks.
    pub(super) recounted: (usize, usize),
}

impl WholeCut {
    /// The last cut from a cut point back with at most `hard` 字. What ends open marks can turn other asterisks into text,
    /// which counts.
    pub(super) fn of(point: CutPoint, pending: &PendingText, is_over: bool, hard: usize) -> Self {
        let mut at = point.at.clamp(pending.start(), pending.end());
        loop {
            let cut = Self::before(at, &point, pending, is_over);
            let (without, with) = cut.recounted;
            let is_within = pending.counted_at(cut.at) + with <= hard + without;
            if is_within || cut.at <= pending.start() {
                return cut;
            }
            at = cut.at - 1;
        }
    }

    fn before(at: usize, point: &CutPoint, pending: &PendingText, is_over: bool) -> Self {
        let LineAt { text, at: place, first, is_complete } = pending.line_at(at);
        let whole = cut_whole(&text, place, is_complete || is_over);
        // What is shown stays: the gate shows text only up to where it can be cut.
        let (kept, marks) = if whole.at < first { (first, String::new()) } else { (whole.at, whole.closing) };
        let dropped = text.get(kept..place).unwrap_or_default();
        let is_moved = at < point.at.min(pending.end()) || dropped.chars().any(|c| !c.is_whitespace());
        let reason = if is_moved { CutReason::HardLimitCut } else { point.reason };
        let quotes = if is_moved { "" } else { point.closing.as_str() };
        let line = text.get(..kept).unwrap_or_default();
        let closing = format!("{quotes}{marks}");
        let recounted = (standard(line), standard(&format!("{line}{closing}")));
        Self { at: at - dropped.chars().count(), reason, closing, recounted }
    }
}

fn standard(line: &str) -> usize {
    count(line).total(CountRule::Standard)
}
