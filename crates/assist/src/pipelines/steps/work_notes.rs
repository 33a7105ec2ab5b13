//! Asks a model for working notes before the text: the goal, the beats, what must not happen, what echoes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_drafting::prompts::Language;
use wenfang_story::generation::Act;
use wenfang_usecase::Result;

use super::{Asks, Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::drafting::ValueQuestion;
use crate::pipelines::effect::{Layer, Offer};
use crate::pipelines::questions::question_before;

pub(super) const STEP: StepKind = StepKind {
    name: "work_notes",
    phases: &[Phase::Pre],
    title: ("写前笔记", "Working Notes"),
    params: schema::<NoParams>,
    asks: Some(Asks::always(Act::Notes, |turn| Box::pin(questions(turn)))),
    run: |turn| Box::pin(run(turn)),
};

/// Working notes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Notes {
    /// What this text must achieve, in one sentence.
    goal: String,
    /// What happens, in order.
    #[schemars(length(max = 8))]
    beats: Vec<String>,
    /// What must not be written.
    #[schemars(length(max = 8))]
    must_not: Vec<String>,
    /// What earlier text it should take up.
    #[schemars(length(max = 8))]
    echoes: Vec<String>,
}

async fn questions(turn: &Turn<'_>) -> Result<Vec<ValueQuestion>> {
    Ok(vec![question_before(turn.session, Act::Notes, turn.request).await?.0])
}

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let (question, language) = question_before(turn.session, Act::Notes, turn.request).await?;
    let valued = turn.ask_value::<Notes>(question).await?;
    let text = valued.value.lines(language);
    let note = Effect::Note {
        values: json!({ "model": valued.model, "generation": valued.generation, "cost": valued.cost }),
    };
    let value = Effect::Write { value: json!(text) };
    let offer = Effect::Offer(Offer { layer: Layer::Notes, text, priority: 2 });
    Ok(vec![offer, value, note])
}

impl Notes {
    /// The notes as lines, without the empty ones.
    fn lines(&self, language: Language) -> String {
        let (zh, joined) = (language == Language::Zh, |items: &[String]| {
            items.join(if language == Language::Zh { "；" } else { "; " })
        });
        let rows = [
            (if zh { "要写到" } else { "Goal" }, self.goal.clone()),
            (if zh { "依次" } else { "Beats" }, joined(&self.beats)),
            (if zh { "不可写" } else { "Must not" }, joined(&self.must_not)),
            (if zh { "呼应" } else { "Echoes" }, joined(&self.echoes)),
        ];
        let lines = rows.into_iter().filter(|(_, text)| !text.trim().is_empty());
        let colon = if zh { "：" } else { ": " };
        lines.map(|(label, text)| format!("{label}{colon}{}", text.trim())).collect::<Vec<_>>().join("\n")
    }
}
