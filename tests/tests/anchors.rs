//! Re-anchoring meets its bars on a small seeded sample; the benchmark of the same name runs all cases.

use wenfang_tests::anchors::{Half, Plan, corpus, evaluate, scenes};

/// Sixteen cases for each kind of edit and each length: one case is a fifth of a percent, so the bars are a little
/// lower.
const PLAN: Plan = Plan { seed: 7, cases_each: 16 };

#[test]
fn a_sample_of_edits_meets_slightly_lower_bars() {
    let Some(folder) = corpus() else {
        eprintln!("skipped: no corpus at ../shared/corpus beside the repository");
        return;
    };
    let tally = evaluate(PLAN, &scenes(&folder, Half::Development), |_| {});
    let all = tally.all();
    assert!(all.decidable() > 300, "{tally}");
    assert!(all.right_percent() >= 96.5, "{tally}");
    assert!(all.wrong_percent() <= 1.0, "{tally}");
    assert!(all.recognised_percent() >= 97.0, "{tally}");
}
