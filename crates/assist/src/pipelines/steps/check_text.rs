//! Tells what the rules find in each candidate.

use std::collections::BTreeMap;

use serde_json::json;
use wenfang_usecase::Result;

use super::candidates::{Checked, checked};
use super::{Effect, NoParams, Phase, StepKind, Turn, schema};

pub(super) const STEP: StepKind = StepKind {
    name: "check_text",
    phases: &[Phase::Post],
    title: ("检查写出的正文", "Check the Text"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let checked = checked(turn, None).await?;
    let weight = checked.iter().map(Checked::weight).fold(0.0, f64::max);
    let candidates: Vec<_> = checked
        .iter()
        .map(|one| {
            let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
            one.found.iter().for_each(|found| *rules.entry(found.rule.as_str()).or_default() += 1);
            json!({
                "generation": one.generation.id, "found": one.found.len(), "weight": one.weight(), "rules": rules,
            })
        })
        .collect();
    Ok(vec![Effect::Note { values: json!({ "weight": weight, "candidates": candidates }) }])
}
