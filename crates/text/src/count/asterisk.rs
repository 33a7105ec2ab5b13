//! Which asterisks of a line are Markdown emphasis.
//!
//! A run of one to three asterisks opens when something visible follows, closes when something visible precedes,
//! and is emphasis when an opening and a closing run of the same length meet in one line.

/// A run of asterisks in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Asterisks in the run.
    pub(super) length: usize,
    /// Whether something visible follows.
    pub(super) opens: bool,
    /// Whether something visible precedes.
    pub(super) closes: bool,
}

/// The longest run that can be emphasis: `***` is both strong and stressed.
const MAX_LEN: usize = 3;

/// The asterisks of a line, run by run.
#[derive(Debug, Default)]
pub(super) struct Emphasis {
    /// Asterisks of the line.
    all: usize,
    /// How many of them are marks.
    marks: usize,
    /// Lengths of the runs that may still meet a partner, and their sum.
    open: Vec<usize>,
    open_asterisks: usize,
    /// How many open runs have each length: only a run that will be found is looked for.
    waiting: [usize; MAX_LEN + 1],
}

impl Emphasis {
    /// Takes the next run.
    pub(super) fn pass(&mut self, run: Run) {
        let Run { length, opens, .. } = run;
        self.all += length;
        if self.is_closed_by(run) {
            // The runs opened since the partner met none inside this pair.
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

    /// Asterisks that are emphasis marks.
    pub(super) fn marks(&self) -> usize {
        self.marks
    }

    /// Asterisks that are none, if the line ends here.
    #[inline]
    pub(super) fn others(&self) -> usize {
        self.all - self.marks
    }

    /// Asterisks that are none, if the line ends after `run`.
    pub(super) fn others_with(&self, run: Run) -> usize {
        if self.is_closed_by(run) { self.others() - run.length } else { self.others() + run.length }
    }

    /// Asterisks that are none, however the line goes on after `run`.
    pub(super) fn least_others_with(&self, run: Run) -> usize {
        self.others() - self.open_asterisks + if run.length > MAX_LEN { run.length } else { 0 }
    }

    fn is_closed_by(&self, run: Run) -> bool {
        run.closes && run.length <= MAX_LEN && self.waiting[run.length] > 0
    }
}
