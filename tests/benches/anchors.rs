//! Prints the quality of re-anchoring and fails when it misses a bar.
//!
//! `cargo xtask bench anchors [development|held-out [seed [cases]]]`: `cases` is the number for each kind of edit and
//! each length. By default the held-out chapters run with a separate seed. `SHOW=wrong` (or `unsure`, `invented`, …)
//! in the environment prints such cases.
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use wenfang_tests::anchors::{Half, Plan, Run, corpus, evaluate, scenes};
use wenfang_tests::measure::{Report, millis, rounds};
use wenfang_text::{CharRange, TextIndex};

/// Minimum share of right answers, in percent of decidable cases.
const RIGHT: f64 = 97.5;
/// Maximum share of wrong answers, in percent of decidable cases.
const WRONG: f64 = 0.5;
/// Minimum share of deleted quotes reported as not found, in percent.
const RECOGNISED: f64 = 99.5;
/// Maximum duration of a call at p95.
const TIME: Duration = Duration::from_millis(2);

#[allow(clippy::print_stdout, reason = "the table is what the bench is for")]
pub(crate) fn measure(words: &[String]) -> Result<ExitCode> {
    let Some(folder) = corpus() else {
        println!("skipped: no corpus at ../shared/corpus beside the repository");
        return Ok(ExitCode::SUCCESS);
    };
    let half = match words.first().map(String::as_str) {
        Some("development") => Half::Development,
        _ => Half::HeldOut,
    };
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let plan = Plan {
        seed: number(1).unwrap_or(20_250_607),
        cases_each: number(2)
            .and_then(|cases| usize::try_from(cases).ok())
            .unwrap_or_else(|| rounds(250, 80)),
    };
    let wanted = std::env::var("SHOW").unwrap_or_default().to_lowercase();
    let tally = evaluate(plan, &scenes(&folder, half), |run| {
        if !wanted.is_empty() && format!("{:?}", run.outcome).to_lowercase() == wanted {
            println!("{}", shown(run));
        }
    });
    println!("{half:?}, seed {}, {} cases for each kind and length\n{tally}", plan.seed, plan.cases_each);
    let all = tally.all();
    let mut report = Report::default();
    report.section(&format!("Re-anchoring, {half:?}, seed {}", plan.seed));
    report.at_least("right", (all.right_percent(), RIGHT), "%");
    report.at_most("wrong", (all.wrong_percent(), WRONG), "%");
    report.at_least("deleted quotes recognised", (all.recognised_percent(), RECOGNISED), "%");
    report.at_most("one call, 95 of 100", (millis(tally.time(95)), millis(TIME)), "ms");
    Ok(report.verdict())
}

/// Prints one case: the quote in its context before and after.
fn shown(run: &Run) -> String {
    let view = |text: &str, range: CharRange| {
        let index = TextIndex::new(text);
        let (start, end) = (range.start().get(), range.end().get());
        let around = [(start.saturating_sub(40), start), (start, end), (end, end + 40)];
        let [before, quote, after] = around.map(|(from, to)| index.slice(CharRange::new(from, to)));
        format!("{before}⟦{quote}⟧{after}").replace('\n', "⏎")
    };
    let (case, answer) = (&run.case, &run.answer);
    let found = answer.range.map(|range| view(&case.new_text, range)).unwrap_or_default();
    let truth = case.truth.spot().map(|range| view(&case.new_text, range)).unwrap_or_default();
    format!(
        "{:?} {:?}\n  was   {}\n  found {found}\n  truth {truth}\n  {:?}\n",
        case.edit,
        run.outcome,
        view(&case.old_text, case.range),
        answer
    )
}
