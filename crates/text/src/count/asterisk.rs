//! Finds the asterisks of a line that are Markdown emphasis.
//!
//! A run of one to three asterisks opens if a visible character follows and closes if a visible character precedes.
//! An opening and a closing run of the same length in one line are emphasis.

/// A run of asterisks in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) length: usize,
    /// Whether a visible character follows.
    pub(super) opens: bool,
    /// Whether a visible character precedes.
    pub(super) closes: bool,
}

/// The longest run that can be emphasis: `***` is strong emphasis.
const MAX_LEN: usize = 3;

/// The emphasis state of a line, updated run by run.
#[derive(Debug, Default)]
pub(super) struct Emphasis {
    /// The number of asterisks in the line.
    all: usize,
    /// The number of asterisks that are marks.
    marks: usize,
    /// The lengths of the runs that may still find a partner, and their sum.
    open: Vec<usize>,
    open_asterisks: usize,
    /// The number of open runs of each length, which avoids searching for a partner that does not exist.
    waiting: [usize; MAX_LEN + 1],
}

impl Emphasis {
    /// Processes the next run.
    pub(super) fn pass(&mut self, run: Run) {
        let Run { length, opens, .. } = run;
        self.all += length;
        if self.is_closed_by(run) {
            // The runs opened since then found no partner inside this pair.
            while let Some(last) = self.open.pop() {
                self.waiting[last] -= 1;
                self.open_asterisks -= last;
                if last == length {
                    break;
                }
            }
            self.marks += 2 * length;
        } else if opens && length <= MAX_LEN {
            self.open.push(length);
            self.open_asterisks += length;
            self.waiting[length] += 1;
        }
    }

    /// The number of asterisks that are emphasis marks.
    pub(super) fn marks(&self) -> usize {
        self.marks
    }

    /// The number of other asterisks, if the line ends here.
    #[inline]
    pub(super) fn others(&self) -> usize {
        self.all - self.marks
    }

    /// The number of other asterisks, if the line ends after `run`.
    pub(super) fn others_with(&self, run: Run) -> usize {
        if self.is_closed_by(run) { self.others() - run.length } else { self.others() + run.length }
    }

    /// The least number of other asterisks for any continuation of the line after `run`.
    pub(super) fn least_others_with(&self, run: Run) -> usize {
        self.others() - self.open_asterisks + if run.length > MAX_LEN { run.length } else { 0 }
    }

    fn is_closed_by(&self, run: Run) -> bool {
        run.closes && run.length <= MAX_LEN && self.waiting[run.length] > 0
    }
}
