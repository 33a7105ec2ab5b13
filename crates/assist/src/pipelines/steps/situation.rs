//! Offers the state of the people in the plan, as of the scene.

use serde_json::json;
use wenfang_usecase::Result;

use super::{Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::memory::Retrieval;
use crate::pipelines::effect::{Layer, Offer};

pub(super) const STEP: StepKind = StepKind {
    name: "situation",
    phases: &[Phase::Pre],
    title: ("人物此刻", "Where the People Stand"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let retrieval =
        Retrieval::begin(turn.session.library(), turn.request.scene, &turn.observer.watch).await?;
    let states = retrieval.states().await;
    let known = states.iter().filter_map(|state| Some((&state.name, state.state.as_ref()?)));
    let lines: Vec<String> = known
        .filter(|(_, sentences)| !sentences.is_empty())
        .map(|(name, sentences)| format!("{name}：{}", sentences.join("")))
        .collect();
    let note = Effect::Note { values: json!({ "people": lines.len() }) };
    if lines.is_empty() {
        return Ok(vec![note]);
    }
    let text = lines.join("\n");
    let value = Effect::Write { value: json!(text) };
    Ok(vec![Effect::Offer(Offer { layer: Layer::Structured, text, priority: 1 }), value, note])
}
