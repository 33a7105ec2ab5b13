//! Reports of generations, and the way from a character of the text to its origin.

use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::json;
use wenfang_model_server::answer;
use wenfang_tests::measure::{Report, Times, millis, rounds};

use super::desk::{Desk, asks_notes, notes};

/// Generations in the novel, and the rounds of each measurement.
const GENERATIONS: usize = 200;
const ROUNDS: usize = 200;

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    let (count, rounds) = (rounds(GENERATIONS, 20), rounds(ROUNDS, 40));
    report.section(&format!("Reports, {count} generations with steps"));
    let desk = Desk::open(|request| if asks_notes(request) { notes() } else { answer::prose(800) }).await?;
    let mut made = Vec::new();
    for number in 0..count {
        let request = json!({
            "scene": 1 + number % 12, "act": "continue", "target": 800, "profile": "careful",
            "instruction": format!("第{number}次"),
        });
        let done = desk.ok("generation.run", request).await?;
        made.push(done["generations"][0]["id"].clone());
    }
    let last = made.last().cloned().unwrap_or_default();
    let accepted = desk.ok("generation.accept", json!({ "generation": last })).await?;
    let scene = accepted["scene"].clone();
    let text = desk.ok("scene.text", json!({ "scene": scene })).await?;
    let end = text["text"].as_str().unwrap_or_default().chars().count();
    let (mut composed, mut origins, mut bytes) = (Times::default(), Times::default(), 0);
    for round in 0..rounds {
        let began = Instant::now();
        let shown = desk.ok("generation.report", json!({ "generation": made[round % made.len()] })).await?;
        composed.push(began.elapsed());
        ensure!(shown["steps"].as_array().is_some_and(|steps| steps.len() == 5), "{}", shown["steps"]);
        bytes = bytes.max(shown.to_string().len());
        // From a character to its run, its step, the version of its prompt and its model.
        let began = Instant::now();
        let at =
            desk.ok("generation.at", json!({ "scene": scene, "offset": end - 20 - round % 200 })).await?;
        let card = desk.ok("generation.get", json!({ "generation": at["span"]["generation"] })).await?;
        origins.push(began.elapsed());
        let generation = &card["generation"];
        ensure!(generation["turn"]["run"].is_i64(), "{generation}");
        ensure!(generation["model"].is_string() && at["receipt"]["template"]["hash"].is_string(), "{at}");
    }
    report.figure("a report, median", &format!("{:.1} ms, {bytes} bytes at most", millis(composed.median())));
    report.at_most("a report, p95", (millis(composed.percentile(95)), 50.0), "ms");
    report.figure("from a character to its origin, median", &format!("{:.1} ms", millis(origins.median())));
    report.at_most("from a character to its origin, p95", (millis(origins.percentile(95)), 5.0), "ms");
    Ok(())
}
