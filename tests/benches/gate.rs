//! The word-count gate on whole novels in small deltas, beside one `count` of the same text; and its memory.
//!
//! `cargo xtask bench gate`; exits with status 1 when it misses a bar.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::time::Duration;

use wenfang_checks::gate::{AnswerEnd, Gate, GateEffect, GateLimits};
use wenfang_tests::corpus;
use wenfang_tests::measure::{Report, Times, rounds, timed};
use wenfang_text::{CountRule, count};

/// Bytes of the text for measuring speed, and of the short and the long text for measuring memory.
const TEXT: usize = 4_000_000;
const SHORT: usize = 1_000_000;
const LONG: usize = 50_000_000;
/// Bytes per delta: one or two tokens, and the amount waiting for a slow reader.
const DELTAS: [usize; 2] = [12, 200];
/// Runs per median.
const RUNS: usize = 9;
/// Minimum throughput of the gate, in megabytes per second on one core.
const BAR: f64 = 50.0;
/// Maximum growth of memory from the short text to the long one, in bytes.
const GROWTH: f64 = 4096.0;

const NOVELS: [(&str, &str); 2] =
    [("Chinese", corpus::HONGLOUMENG), ("English", "pride-and-prejudice.en.raw.txt")];

pub(crate) fn measure() -> ExitCode {
    let mut report = Report::default();
    for (language, file) in NOVELS {
        let Some(novel) = corpus::text(file) else { continue };
        report.section(&format!("{language}, {TEXT} bytes"));
        speed(&mut report, &of_bytes(&novel, TEXT));
        report.section(&format!("{language}, memory at most in use beside the text, bytes"));
        memory(&mut report, &novel);
    }
    report.verdict()
}

fn speed(report: &mut Report, text: &str) {
    let counted = count(text).total(CountRule::Standard);
    // One text ends at its target; the last twelfth of the other lies between the soft limit and the hard one.
    let (Some(shown), Some(beyond)) =
        (GateLimits::of_target(counted), GateLimits::of_target(counted.div_ceil(12) * 10 + 10))
    else {
        return;
    };
    let mut reference = Times::default();
    for _ in 0..rounds(RUNS, 3) {
        reference.push(timed(|| black_box(count(black_box(text)).total(CountRule::Standard))).1);
    }
    report.figure(
        "count() of the whole text, median MB/s",
        &format!("{:.0}", speed_of(text, reference.median())),
    );
    for size in DELTAS {
        let deltas = deltas(text, size);
        let (mut all, mut beyond_soft) = (Times::default(), Times::default());
        for _ in 0..rounds(RUNS, 3) {
            let mut gate = Gate::new(shown);
            all.push(timed(|| pass(&mut gate, &deltas)).1);
            black_box(gate.finish(AnswerEnd::Stop));
            beyond_soft.push(time_beyond_soft(beyond, &deltas));
        }
        let last: usize = beyond_soft_from(beyond, &deltas).iter().map(|delta| delta.len()).sum();
        let name = |what: &str| format!("{what}, deltas of {size} bytes, median");
        report.at_least(&name("shown as it arrives"), (speed_of(text, all.median()), BAR), "MB/s");
        let speed_beyond_soft = last as f64 / 1e6 / beyond_soft.median().as_secs_f64();
        report.at_least(&name("held to the last stopping point"), (speed_beyond_soft, BAR), "MB/s");
    }
}

/// The duration of the deltas beyond the soft limit.
fn time_beyond_soft(limits: GateLimits, deltas: &[&str]) -> Duration {
    let beyond = beyond_soft_from(limits, deltas);
    let mut gate = Gate::new(limits);
    pass(&mut gate, &deltas[..deltas.len() - beyond.len()]);
    let time = timed(|| pass(&mut gate, beyond)).1;
    black_box(gate.finish(AnswerEnd::Stop));
    time
}

/// The deltas from the one that passes the soft limit.
fn beyond_soft_from<'d, 't>(limits: GateLimits, deltas: &'d [&'t str]) -> &'d [&'t str] {
    let mut gate = Gate::new(limits);
    let warns =
        |delta: &&str| gate.push(delta).iter().any(|effect| matches!(effect, GateEffect::SoftLimit { .. }));
    let first = deltas.iter().position(warns).unwrap_or(deltas.len());
    &deltas[first..]
}

fn pass(gate: &mut Gate, deltas: &[&str]) {
    for delta in deltas {
        black_box(gate.push(delta));
    }
}

fn memory(report: &mut Report, novel: &str) {
    let mut peaks = [0.0; 2];
    for (peak, bytes) in peaks.iter_mut().zip([SHORT, LONG]) {
        let text = of_bytes(novel, bytes);
        let Some(limits) = GateLimits::of_target(count(&text).total(CountRule::Standard)) else { return };
        let before = USED.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        COUNTS.store(true, Ordering::Relaxed);
        let mut gate = Gate::new(limits);
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (delta, after) = rest.split_at(rest.floor_char_boundary(DELTAS[0].min(rest.len())));
            black_box(gate.push(delta));
            rest = after;
        }
        COUNTS.store(false, Ordering::Relaxed);
        *peak = PEAK.load(Ordering::Relaxed).saturating_sub(before) as f64;
        black_box(gate.finish(AnswerEnd::Stop));
    }
    let [short, long] = peaks;
    report.figure(&format!("after {SHORT} bytes"), &format!("{short:.0}"));
    report.figure(&format!("after {LONG} bytes"), &format!("{long:.0}"));
    report.at_most("growth", (long - short, GROWTH), "bytes");
}

/// Repeats the novel up to `bytes`.
fn of_bytes(novel: &str, bytes: usize) -> String {
    let mut text = novel.repeat(bytes.div_ceil(novel.len()));
    text.truncate(text.floor_char_boundary(bytes));
    text
}

/// Splits the text into deltas of at most `size` bytes.
fn deltas(text: &str, size: usize) -> Vec<&str> {
    let mut deltas = Vec::with_capacity(text.len() / size + 1);
    let mut rest = text;
    while !rest.is_empty() {
        let (delta, after) = rest.split_at(rest.floor_char_boundary(size.min(rest.len())));
        deltas.push(delta);
        rest = after;
    }
    deltas
}

fn speed_of(text: &str, time: Duration) -> f64 {
    text.len() as f64 / 1e6 / time.as_secs_f64()
}

/// The system's allocator, which counts the bytes in use and their maximum while counting is on.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counting is off elsewhere, so that it slows nothing else down.
static COUNTS: AtomicBool = AtomicBool::new(false);
/// May become negative: some of the freed memory was allocated before counting began.
static USED: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn note(change: isize) {
    if COUNTS.load(Ordering::Relaxed) {
        let used = USED.fetch_add(change, Ordering::Relaxed) + change;
        PEAK.fetch_max(used, Ordering::Relaxed);
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator; only sizes are recorded.
#[allow(unsafe_code, reason = "an allocator that counts is a global allocator")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size().cast_signed());
        // SAFETY: the caller upholds the contract of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(-layout.size().cast_signed());
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
