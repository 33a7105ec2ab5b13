//! Reading a profile with its faults.

use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use wenfang_model_server::answer;
use wenfang_tests::measure::{Report, Times, millis, rounds};

use super::desk::Desk;

const STEPS: usize = 100;
const ROUNDS: usize = 101;

/// A profile of a hundred steps; with `faults`, every tenth step has three of them.
fn profile(faults: bool) -> String {
    let step = |at: usize| {
        let needs: Vec<String> = (at.max(3) - 3..at).map(|need| format!("s{need}")).collect();
        let is_wrong = faults && at % 10 == 9;
        let handler = if is_wrong { "recal_memory" } else { "situation" };
        let mut step = json!({ "id": format!("s{at}"), "handler": handler, "depends_on": needs });
        if at > 0 {
            step["when"] = json!(format!("{{{{nodes.s{}.output.people}}}} >= 1", at - 1));
        }
        if is_wrong {
            step["depends_on"] = json!([format!("t{at}")]);
            step["writes"] = json!({ "name": "x", "visibility": "prompt_only", "surface": "panel:x" });
        }
        step
    };
    let steps: Vec<Value> = (0..STEPS).map(step).collect();
    json!({ "profile_id": "long", "title": { "zh": "长", "en": "Long" }, "pre": steps }).to_string()
}

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    report.section(&format!("A profile of {STEPS} steps, read and checked"));
    let desk = Desk::open(|_| answer::prose(60)).await?;
    for (title, faults) in [("without a fault", false), ("with faults in ten steps", true)] {
        let (text, mut times, mut found) = (profile(faults), Times::default(), 0);
        for _ in 0..rounds(ROUNDS, 11) {
            let began = Instant::now();
            let answer = desk.ok("pipeline.validate", json!({ "text": text })).await?;
            times.push(began.elapsed());
            found = answer["errors"].as_array().map_or(0, Vec::len);
        }
        ensure!((found == 0) != faults, "{found} faults");
        report.figure(&format!("{title}: faults told"), &found.to_string());
        report.at_most(&format!("{title}, median"), (millis(times.median()), 2.0), "ms");
    }
    Ok(())
}
