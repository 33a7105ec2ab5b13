//! Steps side by side: how long all of them take beside the longest chain of steps that wait for each other.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;
use wenfang_model_server::{Answer, answer};
use wenfang_studio::drafting::{GenerationEvent, Phase};
use wenfang_studio::watch::Watch;
use wenfang_tests::measure::{Report, millis, rounds};

use super::desk::{Desk, Heard, asks_notes, notes};

const ROUNDS: usize = 30;

/// Seven steps: two ask a model at the same time, one of them after another step.
const PROFILE: &str = r#"{
  "profile_id": "broad", "title": { "zh": "多步", "en": "Broad" },
  "pre": [
    { "id": "plan", "handler": "require" },
    { "id": "memory", "handler": "recall_memory" },
    { "id": "people", "handler": "situation" },
    { "id": "style", "handler": "style_sample", "depends_on": ["memory"] },
    { "id": "first", "handler": "work_notes" },
    { "id": "second", "handler": "work_notes", "depends_on": ["plan"] },
    { "id": "again", "handler": "situation", "depends_on": ["second"] }
  ]
}"#;

/// The step that each step waits for.
const AFTER: [(&str, &str); 3] = [("style", "memory"), ("second", "plan"), ("again", "second")];

/// Which step a model's answers are late for, in ms: another one each time.
fn late(call: u64) -> u64 {
    300 + 40 * (call % 5)
}

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    let rounds = rounds(ROUNDS, 6);
    report.section(&format!("Seven steps before the text, {rounds} rounds"));
    let calls = AtomicU64::new(0);
    let desk = Desk::open(move |request| match asks_notes(request) {
        true => Answer { delay_ms: late(calls.fetch_add(1, Ordering::Relaxed)), ..notes() },
        false => answer::prose(60),
    })
    .await?;
    desk.ok("pipeline.save", json!({ "text": PROFILE })).await?;
    let (mut shares, mut gaps) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        desk.forget();
        let heard = Heard::default();
        // Other words each time: an equal question is not asked twice.
        let request = json!({
            "scene": 1, "act": "continue", "target": 60, "profile": "broad", "instruction": format!("第{round}次"),
        });
        desk.observed("generation.run", request, &heard.observer(Watch::silent())).await?;
        let (took, longest, gap) = read(&heard).context("a step that ended")?;
        shares.push(millis(took) / longest);
        gaps.push(millis(gap));
    }
    for list in [&mut shares, &mut gaps] {
        list.sort_by(f64::total_cmp);
    }
    let middle = |list: &[f64]| list.get(list.len() / 2).copied().unwrap_or_default();
    report.at_most("all steps beside the longest chain, median", (middle(&shares), 1.05), "×");
    report.figure("the slowest round", &format!("{:.3} ×", shares.last().copied().unwrap_or_default()));
    report.figure("from the last step to the generation, median", &format!("{:.1} ms", middle(&gaps)));
    Ok(())
}

/// How long the steps took, the longest chain of them in ms, and how long it was from the last one to the generation.
fn read(heard: &Heard) -> Option<(Duration, f64, Duration)> {
    let began = heard.first(|event| matches!(event, GenerationEvent::StepBegan { phase: Phase::Pre, .. }))?;
    let written = heard.first(|event| matches!(event, GenerationEvent::Began { .. }))?;
    let events = heard.events();
    let mut starts = HashMap::new();
    let mut steps: HashMap<String, f64> = HashMap::new();
    let mut last = began;
    for (at, event) in &events {
        match event {
            GenerationEvent::StepBegan { step, .. } => drop(starts.insert(step.clone(), *at)),
            GenerationEvent::StepEnded { step, .. } => {
                steps.insert(step.clone(), millis(*at - *starts.get(step)?));
                last = last.max(*at);
            }
            _ => {}
        }
    }
    let chain = |step: &str| {
        let (mut step, mut sum) = (step, 0.0);
        loop {
            sum += steps.get(step).copied().unwrap_or_default();
            match AFTER.iter().find(|(after, _)| *after == step) {
                Some((_, before)) => step = before,
                None => return sum,
            }
        }
    };
    let longest = steps.keys().map(|step| chain(step)).fold(0.0, f64::max);
    Some((last - began, longest, written.saturating_duration_since(last)))
}
