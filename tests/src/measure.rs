//! Timing for benchmarks, reported as medians and ratios, because the machines are shared.

use std::fs::File;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Set when all benchmarks run in sequence: fewer rounds of each.
const SHORT: &str = "WENFANG_BENCH_SHORT";
/// Names a file to which the table is also written, as Markdown.
const TABLE: &str = "WENFANG_BENCH_TABLE";

/// The number of rounds: `full`, or `short` for a quick run of all benchmarks.
pub fn rounds(full: usize, short: usize) -> usize {
    if std::env::var_os(SHORT).is_some() { short } else { full }
}

/// Measured durations.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Adds a duration.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The `part`-th percentile of the durations; zero if there are none.
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

/// Runs `work` and returns its result and duration.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Converts a duration to milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A table of figures with their bars; counts missed bars.
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
            // A failed write is ignored; the missing table is noticed by its reader.
            let _ = writeln!(table, "{row}");
        }
    }

    /// The exit code: success if no bar was missed.
    pub fn verdict(&self) -> ExitCode {
        if self.missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark's table is its answer")]
fn line(text: &str) {
    println!("{text}");
}
