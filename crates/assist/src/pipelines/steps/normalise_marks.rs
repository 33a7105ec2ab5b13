//! Derives a candidate whose punctuation is as the rules of punctuation want it.

use wenfang_story::check::Rule;
use wenfang_usecase::Result;

use super::mend_text::by_own_words;
use super::{Effect, NoParams, Phase, StepKind, Turn, schema};

pub(super) const STEP: StepKind = StepKind {
    name: "normalise_marks",
    phases: &[Phase::Post],
    title: ("理顺标点", "Tidy the Punctuation"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    by_own_words(turn, Some(&[Rule::Punctuation])).await
}
