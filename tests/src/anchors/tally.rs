//! Result counts and rates.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::{Edit, LENGTHS, Outcome, Run};

/// Counts of outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    exact: usize,
    right: usize,
    wrong: usize,
    unsure: usize,
    recognised: usize,
    invented: usize,
    undecided: usize,
    misplaced: usize,
}

impl Totals {
    fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Exact => &mut self.exact,
            Outcome::Right => &mut self.right,
            Outcome::Wrong => &mut self.wrong,
            Outcome::Unsure => &mut self.unsure,
            Outcome::Recognised => &mut self.recognised,
            Outcome::Invented => &mut self.invented,
            Outcome::Undecided => &mut self.undecided,
            Outcome::Misplaced => &mut self.misplaced,
        } += 1;
    }

    /// The number of all cases.
    pub fn cases(&self) -> usize {
        self.decidable() + self.deleted() + self.undecided + self.misplaced
    }

    /// The number of cases in which the quote still exists.
    pub fn decidable(&self) -> usize {
        self.exact + self.right + self.wrong + self.unsure
    }

    /// The number of cases in which the quote was deleted.
    pub fn deleted(&self) -> usize {
        self.recognised + self.invented
    }

    /// Rate of decidable cases with both ends in place, in percent.
    pub fn right_percent(&self) -> f64 {
        percent(self.exact + self.right, self.decidable())
    }

    /// Rate of decidable cases with both ends exactly in place, in percent.
    pub fn exact_percent(&self) -> f64 {
        percent(self.exact, self.decidable())
    }

    /// Rate of decidable cases with a sure answer out of place, in percent.
    pub fn wrong_percent(&self) -> f64 {
        percent(self.wrong, self.decidable())
    }

    /// Rate of decidable cases left to the author, in percent.
    pub fn unsure_percent(&self) -> f64 {
        percent(self.unsure, self.decidable())
    }

    /// Rate of deleted quotes with an unsure answer, in percent.
    pub fn recognised_percent(&self) -> f64 {
        percent(self.recognised, self.deleted())
    }

    /// Rate of all cases with a sure but incorrect answer, in percent: wrong, invented or misplaced.
    pub fn false_percent(&self) -> f64 {
        percent(self.wrong + self.invented + self.misplaced, self.cases())
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 * f64::from(u8::from(part > 0)) } else { 100.0 * part as f64 / whole as f64 }
}

/// Outcomes by kind of edit and length class, and the durations.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    cells: BTreeMap<(Edit, usize), Totals>,
    times: Vec<Duration>,
}

impl Tally {
    /// Counts one run; `class` is the index of its length in [`LENGTHS`].
    pub fn add(&mut self, run: &Run, class: usize) {
        self.cells.entry((run.case.edit, class)).or_default().add(run.outcome);
        self.times.push(run.time);
    }

    /// The totals for the pass criteria.
    pub fn all(&self) -> Totals {
        self.sum(|edit, _| edit.counts())
    }

    /// The given percentile of the durations.
    pub fn time(&self, percent: usize) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times
            .get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    }

    fn sum(&self, wanted: impl Fn(Edit, usize) -> bool) -> Totals {
        let mut sum = Totals::default();
        for (_, totals) in self.cells.iter().filter(|((edit, class), _)| wanted(*edit, *class)) {
            sum.exact += totals.exact;
            sum.right += totals.right;
            sum.wrong += totals.wrong;
            sum.unsure += totals.unsure;
            sum.recognised += totals.recognised;
            sum.invented += totals.invented;
            sum.undecided += totals.undecided;
            sum.misplaced += totals.misplaced;
        }
        sum
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "cases", "decid.", "right%", "exact%", "wrong%", "unsure%", "deleted", "recog.%", "undec.",
            "mispl.",
        ];
        write!(f, "{:<20}", "")?;
        head.iter().try_for_each(|name| write!(f, "{name:>9}"))?;
        writeln!(f)?;
        for edit in Edit::ALL {
            row(f, &format!("{edit:?}"), &self.sum(|other, _| other == edit))?;
        }
        for (class, (shortest, longest)) in LENGTHS.iter().enumerate() {
            let sum = self.sum(|edit, other| edit.counts() && other == class);
            row(f, &format!("{shortest}–{longest} characters"), &sum)?;
        }
        let all = self.all();
        row(f, "all ten", &all)?;
        let (median, p95) = (self.time(50).as_micros(), self.time(95).as_micros());
        writeln!(f, "false sure answers of all cases: {:.2} %", all.false_percent())?;
        writeln!(f, "one call without preparation: median {median} µs, 95 % within {p95} µs")
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, totals: &Totals) -> fmt::Result {
    write!(f, "{name:<20}{:>9}{:>9}", totals.cases(), totals.decidable())?;
    for share in
        [totals.right_percent(), totals.exact_percent(), totals.wrong_percent(), totals.unsure_percent()]
    {
        if totals.decidable() == 0 { write!(f, "{:>9}", "–")? } else { write!(f, "{share:>9.2}")? }
    }
    write!(f, "{:>9}", totals.deleted())?;
    if totals.deleted() == 0 {
        write!(f, "{:>9}", "–")?;
    } else {
        write!(f, "{:>9.2}", totals.recognised_percent())?;
    }
    writeln!(f, "{:>9}{:>9}", totals.undecided + totals.misplaced, totals.misplaced)
}
