//! The text that has arrived but was not taken.

use wenfang_text::EverydayRun;

/// Text that has arrived and was not taken: first the part that is ready to be shown, then the pending part.
///
/// Positions are character offsets in all text.
#[derive(Debug, Default)]
pub(super) struct PendingText {
    ready: String,
    /// The last line of what was taken.
    taken_line: String,
    text: String,
    /// For each character of `text`, the totals before its end.
    ends: Vec<End>,
    before: End,
    /// The start of `text`, and the end of the last visible character before it.
    start: usize,
    visible: usize,
}

/// The totals before a position.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    bytes: usize,
    counted: usize,
}

/// A line that is at least partly pending, with positions in bytes of it.
#[derive(Debug)]
pub(super) struct LineAt {
    pub(super) text: String,
    pub(super) at: usize,
    /// Where its pending part begins.
    pub(super) first: usize,
    /// Whether its end has arrived.
    pub(super) is_complete: bool,
}

impl PendingText {
    /// Adds a pending character; `counted` is the total 字 including it.
    #[inline]
    pub(super) fn push(&mut self, c: char, counted: usize) {
        let bytes = self.ends.last().unwrap_or(&self.before).bytes + c.len_utf8();
        self.text.push(c);
        self.ends.push(End { bytes, counted });
    }

    /// Reserves space for incoming text if nothing is pending.
    pub(super) fn expect(&mut self, bytes: usize) {
        if self.ends.is_empty() {
            self.ready.reserve(bytes);
        }
    }

    /// Adds a character that is ready immediately, unless earlier characters are pending.
    #[inline]
    pub(super) fn push_ready(&mut self, c: char, counted: usize) {
        if !self.ends.is_empty() {
            self.push(c, counted);
            return self.release(self.end());
        }
        self.ready.push(c);
        self.start += 1;
        if !c.is_whitespace() {
            self.visible = self.start;
        }
        self.before = End { bytes: self.before.bytes + c.len_utf8(), counted };
    }

    /// Adds a pending run; `counted` is the total 字 before it.
    #[inline]
    pub(super) fn push_run(&mut self, run: EverydayRun<'_>, counted: usize) {
        let bytes = self.ends.last().unwrap_or(&self.before).bytes;
        self.text.push_str(run.text());
        let mut end = End { bytes, counted };
        self.ends.extend(run.text().chars().map(|c| {
            end.bytes += c.len_utf8();
            end.counted += usize::from(c != ' ');
            end
        }));
    }

    /// Adds a run that is ready immediately; requires that nothing is pending.
    #[inline]
    pub(super) fn push_ready_run(&mut self, run: EverydayRun<'_>, counted: usize) {
        self.ready.push_str(run.text());
        self.start += run.chars();
        if run.visible() > 0 {
            self.visible = self.start - run.text().bytes().rev().take_while(|&byte| byte == b' ').count();
        }
        let bytes = self.before.bytes + run.text().len();
        self.before = End { bytes, counted: counted + run.visible() };
    }

    /// Makes the pending text before `at` ready.
    #[inline]
    pub(super) fn release(&mut self, at: usize) {
        let Some(last) = at.checked_sub(self.start + 1) else { return };
        let last = last.min(self.ends.len().saturating_sub(1));
        let Some(&end) = self.ends.get(last) else { return };
        let (released, _) = self.text.split_at(end.bytes - self.before.bytes);
        let blanks = released.chars().rev().take_while(|c| c.is_whitespace()).count();
        self.start += last + 1;
        if blanks <= last {
            self.visible = self.start - blanks;
        }
        self.ready.push_str(released);
        self.text.drain(..end.bytes - self.before.bytes);
        self.ends.drain(..=last);
        self.before = end;
    }

    /// Whether nothing is pending.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Takes the ready text.
    pub(super) fn take_ready(&mut self) -> String {
        match self.ready.rfind('\n') {
            Some(end) => self.ready[end + 1..].clone_into(&mut self.taken_line),
            None => self.taken_line.push_str(&self.ready),
        }
        std::mem::take(&mut self.ready)
    }

    /// The line around a position; positions before the pending text count as its start.
    pub(super) fn line_at(&self, at: usize) -> LineAt {
        let mut text = format!("{}{}", self.taken_line, self.ready);
        let start = text.len();
        text.push_str(&self.text);
        let end = at.checked_sub(self.start + 1).and_then(|last| self.ends.get(last));
        let at = start + end.map_or(0, |end| end.bytes - self.before.bytes);
        let from = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map(|length| at + length);
        LineAt {
            text: text[from..end.unwrap_or(text.len())].to_owned(),
            at: at - from,
            first: start.saturating_sub(from),
            is_complete: end.is_some(),
        }
    }

    /// Takes the pending text.
    pub(super) fn take_pending(&mut self) -> String {
        self.ends.clear();
        std::mem::take(&mut self.text)
    }

    /// Returns the start of the pending text.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Returns the end of the last visible character before the pending text.
    pub(super) fn visible(&self) -> usize {
        self.visible
    }

    /// Returns the end of the pending text.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.start + self.ends.len()
    }

    /// Returns the 字 before the pending text.
    pub(super) fn counted_before(&self) -> usize {
        self.before.counted
    }

    /// Returns the 字 before `at`; those before the pending text if `at` is outside it.
    pub(super) fn counted_at(&self, at: usize) -> usize {
        let end = at.checked_sub(self.start + 1).and_then(|last| self.ends.get(last));
        end.unwrap_or(&self.before).counted
    }
}
