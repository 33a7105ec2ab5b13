//! Asks a model for working notes before the text: the goal, the beats, what must not happen, what echoes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_drafting::prompts::Language;
use wenfang_project::{meta, parts};
use wenfang_story::generation::Act;
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::{Asks, Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::drafting::{ValueQuestion, ask_value};
use crate::pipelines::effect::{Layer, Offer};

pub(super) const STEP: StepKind = StepKind {
    name: "work_notes",
    phases: &[Phase::Pre],
    title: ("写前笔记", "Working Notes"),
    params: schema::<NoParams>,
    asks: Some(Asks::always(Act::Notes, |turn| Box::pin(async move { Ok(vec![question(turn).await?.0]) }))),
    run: |turn| Box::pin(run(turn)),
};

/// Characters of the text before that are shown.
const TEXT_CHARS: usize = 1_500;

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

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let (question, language) = question(turn).await?;
    let valued = ask_value::<Notes>(turn.session, &question, turn.observer).await?;
    let text = valued.value.lines(language);
    let note = Effect::Note {
        values: json!({ "model": valued.model, "generation": valued.generation, "cost": valued.cost }),
    };
    let value = Effect::Write { value: json!(text) };
    let offer = Effect::Offer(Offer { layer: Layer::Notes, text, priority: 2 });
    Ok(vec![offer, value, note])
}

async fn question(turn: &Turn<'_>) -> Result<(ValueQuestion, Language)> {
    before_the_text(turn, Act::Notes).await
}

/// A question about the text that is to be written: what stands before it, and the author's instruction.
pub(super) async fn before_the_text(turn: &Turn<'_>, act: Act) -> Result<(ValueQuestion, Language)> {
    let mut tx = turn.session.project.begin_read().await?;
    let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
    let scene = parts::require(&mut tx, turn.request.scene).await?;
    let working = versions::working_text(&mut tx, turn.request.scene).await?;
    drop(tx);
    let end = turn.request.range.map_or(working.text.chars().count(), |range| range.start().get());
    let text: String = working.text.chars().take(end).skip(end.saturating_sub(TEXT_CHARS)).collect();
    let question = ValueQuestion {
        text,
        instruction: turn.request.instruction.clone(),
        ..ValueQuestion::new(act, turn.request.scene, scene.parent)
    };
    Ok((question, language))
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
