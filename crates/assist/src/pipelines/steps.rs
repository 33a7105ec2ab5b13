//! The steps that a profile may name.
//!
//! A step reads the project and returns [`Effect`]s; it writes nothing itself.

mod accepted;
mod candidates;
mod check_text;
mod comment;
mod mend_text;
mod normalise_marks;
mod rank_candidates;
mod recall_memory;
mod require;
mod rewrite_instruction;
mod situation;
mod style_sample;
mod update_state;
mod work_notes;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_engine::{Amount, Estimate};
use wenfang_story::generation::{Act, AskedBy, Cost};
use wenfang_story::{GenerationId, RunId, SceneId, VersionNo};
use wenfang_usecase::{Error, Result};
use wenfang_workflow::read::FaultCode;
use wenfang_workflow::{HandlerSpec, Kind, Words};

pub use require::PlanField;
pub(crate) use require::missing;

use super::effect::Effect;
use super::profile::{Contradiction, Writes};
use crate::Session;
use crate::drafting::request::Generate;
use crate::drafting::{self, Observer, Phase, StepPrompt, ValueQuestion, Valued, ask_value};

/// A text that the author accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Accepted {
    pub(crate) generation: GenerationId,
    pub(crate) scene: SceneId,
    /// The version of the scene that has it.
    pub(crate) version: VersionNo,
}

/// What a step is run for.
pub(crate) struct Turn<'a> {
    pub(crate) session: &'a Session,
    /// The generation that was asked for.
    pub(crate) request: &'a Generate,
    pub(crate) run: RunId,
    /// The id of the step in its profile.
    pub(crate) step: &'a str,
    pub(crate) params: &'a Value,
    /// What the profile says of its value.
    pub(crate) writes: Option<&'a Writes>,
    /// The text that a step in `settled` is run for.
    pub(crate) accepted: Option<Accepted>,
    pub(crate) observer: &'a Observer,
}

impl Turn<'_> {
    fn params<P: DeserializeOwned>(&self) -> Result<P> {
        P::deserialize(self.params).map_err(|error| {
            Error::bad_request(
                format!("step {}: {error}", self.step),
                "Nothing was sent. Correct the profile.",
            )
        })
    }
}

impl Turn<'_> {
    /// Asks a model for a value, as this step.
    ///
    /// # Errors
    /// Those of [`ask_value`].
    async fn ask_value<T: DeserializeOwned + JsonSchema>(
        &self,
        question: ValueQuestion,
    ) -> Result<Valued<T>> {
        ask_value(self.session, &self.asking(question), self.observer).await
    }

    /// A question with the step that asks it.
    fn asking(&self, question: ValueQuestion) -> ValueQuestion {
        let asked_by = Some(AskedBy { run: self.run, step: self.step.to_owned() });
        ValueQuestion { asked_by, ..question }
    }
}

type Run = for<'a> fn(&'a Turn<'a>) -> BoxFuture<'a, Result<Vec<Effect>>>;

type Questions = for<'a> fn(&'a Turn<'a>) -> BoxFuture<'a, Result<Vec<ValueQuestion>>>;

/// How a step asks a model.
pub(crate) struct Asks {
    pub(crate) act: Act,
    /// Whether a step with these params asks.
    when: fn(&Value) -> bool,
    /// What it would ask.
    questions: Questions,
    /// What it would ask, for the author to read before it begins. What is not known yet is named in 〔〕.
    shown: Questions,
    /// How often it asks at most, if it may also ask nothing; `None` if it asks once.
    up_to: Option<usize>,
}

impl Asks {
    /// A step that always asks.
    const fn always(act: Act, questions: Questions) -> Self {
        Self { act, when: |_| true, questions, shown: questions, up_to: None }
    }

    /// A step that always asks about the accepted text.
    const fn about_accepted(act: Act, questions: Questions, shown: Questions) -> Self {
        Self { shown, ..Self::always(act, questions) }
    }

    /// The requests that the step would send, as far as they are known before the turn. Nothing is sent.
    ///
    /// # Errors
    /// Those of reading.
    pub(crate) async fn requests(&self, turn: &Turn<'_>) -> Result<Vec<StepPrompt>> {
        let mut all = Vec::new();
        for question in (self.shown)(turn).await? {
            all.push(drafting::prompt_of(turn.session, &question).await?);
        }
        Ok(all)
    }

    /// Estimates what a step takes at most, and at least. Nothing is sent.
    ///
    /// # Errors
    /// Those of reading.
    pub(crate) async fn estimate(&self, turn: &Turn<'_>) -> Result<Estimate> {
        let mut all = Vec::new();
        for question in (self.questions)(turn).await? {
            all.push(drafting::estimate_at_most(turn.session, &question).await?);
        }
        let once = Estimate::sum(all);
        let Some(times) = self.up_to.filter(|_| once.may_cost) else { return Ok(once) };
        let mut most = once.repeated(times);
        let cost = most.cost.as_ref().map(|cost| Cost { micros: 0, ..cost.clone() });
        most.least = Some(Amount { cost, asks: Some(wenfang_engine::Asks::default()) });
        Ok(most)
    }
}

/// A kind of step.
pub(crate) struct StepKind {
    pub(crate) name: &'static str,
    /// The phases in which it may run.
    pub(crate) phases: &'static [Phase],
    title: (&'static str, &'static str),
    params: fn() -> Value,
    /// How it asks a model; `None` if it never does.
    asks: Option<Asks>,
    pub(crate) run: Run,
}

impl StepKind {
    /// The description for definitions.
    pub(crate) fn spec(&self) -> HandlerSpec {
        let (zh, en) = self.title;
        HandlerSpec {
            kind: if self.may_ask() { Kind::Model } else { Kind::Cpu },
            title: Words { zh: zh.to_owned(), en: en.to_owned() },
            params: (self.params)(),
            ..HandlerSpec::any(self.name)
        }
    }

    /// Whether it can ask a model.
    pub(crate) fn may_ask(&self) -> bool {
        self.asks.is_some()
    }

    /// How a step with these params asks a model; `None` if it asks none.
    pub(crate) fn asks(&self, params: &Value) -> Option<&Asks> {
        self.asks.as_ref().filter(|asks| (asks.when)(params))
    }
}

/// Params of a step that takes none.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

fn schema<P: JsonSchema>() -> Value {
    schemars::schema_for!(P).to_value()
}

/// Every kind of step.
pub(crate) const STEPS: [&StepKind; 12] = [
    &recall_memory::STEP,
    &work_notes::STEP,
    &situation::STEP,
    &style_sample::STEP,
    &require::STEP,
    &check_text::STEP,
    &mend_text::STEP,
    &normalise_marks::STEP,
    &rank_candidates::STEP,
    &rewrite_instruction::STEP,
    &update_state::STEP,
    &comment::STEP,
];

/// The kind of step with this name.
pub(crate) fn kind(handler: &str) -> Option<&'static StepKind> {
    STEPS.into_iter().find(|step| step.name == handler)
}

/// What is wrong with the value of a step; an empty field for all of it.
pub(super) fn miswritten(handler: &str, writes: Option<&Writes>) -> Option<Contradiction> {
    match (handler, writes) {
        ("update_state" | "comment", None) => {
            let message = "the step leaves nothing but a value; say in `writes` where it is kept";
            Some(("", FaultCode::NoValue, message))
        }
        ("comment", Some(writes)) if writes.visibility.is_for_prompts() => {
            let message = "a comment is for the author; no prompt may hold it";
            Some(("visibility", FaultCode::CommentInPrompt, message))
        }
        _ => None,
    }
}

/// What to say of the value of a step that leaves nothing else.
pub(crate) fn suggested_value(handler: &str) -> Option<Value> {
    match handler {
        "update_state" => Some(json!({
            "name": "situation", "subject": "novel", "kind": "state", "visibility": "prompt_and_ui",
            "surface": "panel:situation", "content_type": "json", "keep": { "versions": 200 },
            "include": { "layer": "structured", "priority": 3 },
        })),
        "comment" => Some(json!({
            "name": "comment", "subject": "scene", "kind": "commentary", "visibility": "ui_only",
            "surface": "feed:comments",
        })),
        _ => None,
    }
}

/// The phases in which a handler may run; none for one that is no step.
pub(super) fn phases(handler: &str) -> &'static [Phase] {
    kind(handler).map_or(&[], |step| step.phases)
}
