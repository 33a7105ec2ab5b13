//! The text between what was shown and what has arrived.

use wenfang_text::EverydayRun;

/// Text that has arrived and was not taken: first what is ready to be shown, then what is held.
///
/// Places are characters from the start of all text.
#[derive(Debug, Default)]
pub(super) struct PendingText {
    ready: String,
    text: String,
    /// For each character of `text`, what lies before its end.
    ends: Vec<End>,
    before: End,
    /// Where `text` starts, and where the last visible character before it ends.
    start: usize,
    visible: usize,
}

/// What lies before a place.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    bytes: usize,
    counted: usize,
}

impl PendingText {
    /// Holds another character; `counted` are the 字 of all text with it.
    #[inline]
    pub(super) fn push(&mut self, c: char, counted: usize) {
        let bytes = self.ends.last().unwrap_or(&self.before).bytes + c.len_utf8();
        self.text.push(c);
        self.ends.push(End { bytes, counted });
    }

    /// Makes room for so many bytes, where what comes is ready at once.
    pub(super) fn expect(&mut self, bytes: usize) {
        if self.ends.is_empty() {
            self.ready.reserve(bytes);
        }
    }

    /// Takes another character, which is ready at once unless some before it are held.
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

    /// Holds a run; `counted` are the 字 of all text before it.
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

    /// Takes a run that is ready at once, while nothing is held.
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

    /// Makes what is held before `at` ready.
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

    /// Whether nothing is held.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Takes what is ready.
    pub(super) fn take_ready(&mut self) -> String {
        std::mem::take(&mut self.ready)
    }

    /// Takes what is held.
    pub(super) fn take_held(&mut self) -> String {
        self.ends.clear();
        std::mem::take(&mut self.text)
    }

    /// Where the held text starts.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Where the last visible character before the held text ends.
    pub(super) fn visible(&self) -> usize {
        self.visible
    }

    /// Where the held text ends.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.start + self.ends.len()
    }

    /// 字 before the held text.
    pub(super) fn counted_before(&self) -> usize {
        self.before.counted
    }

    /// 字 before `at`; before the held text where `at` is no place of it.
    pub(super) fn counted_at(&self, at: usize) -> usize {
        let end = at.checked_sub(self.start + 1).and_then(|last| self.ends.get(last));
        end.unwrap_or(&self.before).counted
    }
}
