//! Timing for benchmarks: medians and ratios, since machines are shared.

use std::fs::File;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Set while all benchmarks run one after the other: fewer rounds of each.
const SHORT: &str = "WENFANG_BENCH_SHORT";
/// Names a file that gets the table in Markdown as well.
const TABLE: &str = "WENFANG_BENCH_TABLE";

/// How often to measure: as often as is worth a run of its own, or in the short form as often as gives a figure at all.
pub fn rounds(full: usize, short: usize) -> usize {
    if std::env::var_os(SHORT).is_some() { short } else { full }
}

/// Times that were measured.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Adds a time.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The time that `part` per hundred of the times do not exceed; zero of none.
    pub fn percentile(&self, part: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let index = (sorted.len() * part).div_ceil(100).saturating_sub(1);
        sorted.get(index).copied().unwrap_or_default()
    }

    /// The median.
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }
}

/// Runs `work` and gives what it made and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let made = work();
    (made, start.elapsed())
}

/// A duration in milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A table of figures beside their bars; knows whether any bar was missed.
#[derive(Debug)]
pub struct Report {
    missed: usize,
    table: Option<File>,
}

impl Default for Report {
    fn default() -> Self {
        let table = std::env::var_os(TABLE).map(File::create).and_then(Result::ok);
        Self { missed: 0, table }
    }
}

impl Report {
    /// Prints a heading.
    pub fn section(&self, title: &str) {
        line(&format!("\n## {title}\n"));
        self.row(&format!("\n**{title}**\n\n| | figure | bar | |\n|---|---|---|---|"));
    }

    /// Prints a figure without a bar.
    pub fn figure(&self, name: &str, value: &str) {
        line(&format!("{name:<52} {value:>18}"));
        self.row(&format!("| {name} | {value} | | |"));
    }

    /// Prints a figure that must not exceed its bar.
    pub fn at_most(&mut self, name: &str, (value, bar): (f64, f64), unit: &str) {
        self.judge(name, value, value <= bar, &format!("≤ {bar} {unit}"));
    }

    /// Prints a figure that must reach its bar.
    pub fn at_least(&mut self, name: &str, (value, bar): (f64, f64), unit: &str) {
        self.judge(name, value, value >= bar, &format!("≥ {bar} {unit}"));
    }

    fn judge(&mut self, name: &str, value: f64, holds: bool, bar: &str) {
        self.missed += usize::from(!holds);
        let verdict = if holds { "ok" } else { "MISSED" };
        line(&format!("{name:<52} {value:>18.2}   {bar:<16} {verdict}"));
        self.row(&format!("| {name} | {value:.2} | {bar} | {} |", if holds { "held" } else { "**missed**" }));
    }

    fn row(&self, row: &str) {
        if let Some(mut table) = self.table.as_ref() {
            // A table that cannot be written is missed by whoever wants it.
            let _ = writeln!(table, "{row}");
        }
    }

    /// How the benchmark ends: well when no bar was missed.
    pub fn verdict(&self) -> ExitCode {
        if self.missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark's table is its answer")]
fn line(text: &str) {
    println!("{text}");
}
