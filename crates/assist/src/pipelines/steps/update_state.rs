//! Asks a model how things stand after an accepted scene: what the graph has no words for.
//!
//! Always: the graph is left alone. What is a fact comes into it by a proposal that the author decides on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wenfang_drafting::prompts::Language;
use wenfang_story::generation::Act;
use wenfang_usecase::Result;

use super::accepted::{question, question_to_come, value_before};
use super::{Asks, Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::drafting::ValueQuestion;

pub(super) const STEP: StepKind = StepKind {
    name: "update_state",
    phases: &[Phase::Settled],
    title: ("记下局面", "Note How Things Stand"),
    params: schema::<NoParams>,
    asks: Some(Asks::about_accepted(
        Act::State,
        |turn| Box::pin(async move { Ok(vec![asked(turn).await?.0]) }),
        |turn| Box::pin(shown(turn)),
    )),
    run: |turn| Box::pin(run(turn)),
};

/// How things stand at the end of a scene.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct State {
    /// In one or two sentences.
    situation: String,
    #[schemars(length(max = 12))]
    people: Vec<Person>,
    /// What is open: expectations, threats, promises.
    #[schemars(length(max = 8))]
    open: Vec<String>,
}

/// A person at the end of a scene. Fields may be empty.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Person {
    name: String,
    /// Where and in what condition.
    place: String,
    mood: String,
    /// What the person wants or is about to do.
    aim: String,
}

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let (question, language) = asked(turn).await?;
    let valued = turn.ask_value::<State>(question).await?;
    let note = Effect::Note {
        values: json!({
            "model": valued.model, "generation": valued.generation, "cost": valued.cost,
            "people": valued.value.people.len(), "open": valued.value.open.len(),
        }),
    };
    Ok(vec![Effect::Write { value: valued.value.named(language) }, note])
}

async fn asked(turn: &Turn<'_>) -> Result<(ValueQuestion, Language)> {
    let (question, language) = question(turn, Act::State).await?;
    let before = value_before(turn, language).await?.unwrap_or_default();
    Ok((ValueQuestion { before, ..question }, language))
}

async fn shown(turn: &Turn<'_>) -> Result<Vec<ValueQuestion>> {
    let (question, language) = question_to_come(turn, Act::State).await?;
    let before = match language {
        Language::Zh => "〔这一步上一次记下的，没有就不送〕",
        Language::En => "〔what this step noted last, if anything〕",
    };
    Ok(vec![ValueQuestion { before: before.to_owned(), ..question }])
}

impl State {
    /// The state with keys in the language of prompts, without what is empty.
    fn named(&self, language: Language) -> Value {
        let zh = language == Language::Zh;
        let object = |fields: Vec<(&str, Value)>| {
            let is_given = |value: &Value| match value {
                Value::String(text) => !text.trim().is_empty(),
                Value::Array(items) => !items.is_empty(),
                _ => true,
            };
            let given = fields.into_iter().filter(|(_, value)| is_given(value));
            Value::Object(given.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
        };
        let person = |person: &Person| {
            object(vec![
                (if zh { "名" } else { "name" }, json!(person.name)),
                (if zh { "处境" } else { "place" }, json!(person.place)),
                (if zh { "心情" } else { "mood" }, json!(person.mood)),
                (if zh { "打算" } else { "aim" }, json!(person.aim)),
            ])
        };
        object(vec![
            (if zh { "局面" } else { "situation" }, json!(self.situation)),
            (if zh { "人物" } else { "people" }, self.people.iter().map(person).collect()),
            (if zh { "悬而未决" } else { "open" }, json!(self.open)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_named_without_what_is_empty() {
        let state = State {
            situation: "等船".to_owned(),
            people: vec![Person { name: "老周".to_owned(), mood: "急".to_owned(), ..Person::default() }],
            open: Vec::new(),
        };
        assert_eq!(
            state.named(Language::Zh),
            json!({ "局面": "等船", "人物": [{ "名": "老周", "心情": "急" }] })
        );
        assert_eq!(state.named(Language::En)["people"][0], json!({ "name": "老周", "mood": "急" }));
    }
}
