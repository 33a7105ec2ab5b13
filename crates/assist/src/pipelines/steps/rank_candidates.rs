//! Orders the candidates: the fewest findings per thousand 字 first, then the nearest to the wanted length.

use serde_json::json;
use wenfang_usecase::Result;

use super::candidates::{Checked, checked};
use super::{Effect, NoParams, Phase, StepKind, Turn, schema};

pub(super) const STEP: StepKind = StepKind {
    name: "rank_candidates",
    phases: &[Phase::Post],
    title: ("给几份排个序", "Rank the Candidates"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let mut checked = checked(turn, None).await?;
    checked.sort_by(|a, b| {
        a.rate()
            .total_cmp(&b.rate())
            .then(distance(a).cmp(&distance(b)))
            .then(a.generation.id.cmp(&b.generation.id))
    });
    let order: Vec<_> = checked
        .iter()
        .map(|one| {
            json!({
                "generation": one.generation.id, "found": one.found.len(), "rate": one.rate(),
                "length": one.length(), "from_target": distance(one),
            })
        })
        .collect();
    Ok(vec![Effect::Note { values: json!({ "order": order }) }])
}

/// How far a candidate is from the wanted length, in 字; 0 if none was wanted.
fn distance(checked: &Checked) -> usize {
    let target = checked.generation.record.gate.as_ref().map_or(0, |gate| gate.target);
    if target == 0 { 0 } else { checked.length().abs_diff(target) }
}
