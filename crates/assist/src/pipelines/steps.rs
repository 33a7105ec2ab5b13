//! The steps that a profile may name.
//!
//! A step reads the project and returns [`Effect`]s; it writes nothing itself.

mod candidates;
mod check_text;
mod mend_text;
mod normalise_marks;
mod rank_candidates;
mod recall_memory;
mod require;
mod situation;
mod style_sample;
mod work_notes;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wenfang_story::RunId;
use wenfang_story::generation::Act;
use wenfang_usecase::{Error, Result};
use wenfang_workflow::{HandlerSpec, Kind, Words};

use super::effect::Effect;
use crate::Session;
use crate::drafting::request::Generate;
use crate::drafting::{Observer, Phase};

/// What a step is run for.
pub(crate) struct Turn<'a> {
    pub(crate) session: &'a Session,
    /// The generation that was asked for.
    pub(crate) request: &'a Generate,
    pub(crate) run: RunId,
    /// The id of the step in its profile.
    pub(crate) step: &'a str,
    pub(crate) params: &'a Value,
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

type Run = for<'a> fn(&'a Turn<'a>) -> BoxFuture<'a, Result<Vec<Effect>>>;

/// A kind of step.
pub(crate) struct StepKind {
    pub(crate) name: &'static str,
    /// The phases in which it may run.
    pub(crate) phases: &'static [Phase],
    title: (&'static str, &'static str),
    params: fn() -> Value,
    /// The act for which it asks a model; `None` if it asks none.
    pub(crate) asks: Option<Act>,
    pub(crate) run: Run,
}

impl StepKind {
    /// The description for definitions.
    pub(crate) fn spec(&self) -> HandlerSpec {
        let (zh, en) = self.title;
        HandlerSpec {
            kind: if self.asks.is_some() { Kind::Model } else { Kind::Cpu },
            title: Words { zh: zh.to_owned(), en: en.to_owned() },
            params: (self.params)(),
            ..HandlerSpec::any(self.name)
        }
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
pub(crate) const STEPS: [&StepKind; 9] = [
    &recall_memory::STEP,
    &work_notes::STEP,
    &situation::STEP,
    &style_sample::STEP,
    &require::STEP,
    &check_text::STEP,
    &mend_text::STEP,
    &normalise_marks::STEP,
    &rank_candidates::STEP,
];

/// The phases in which a handler may run; none for one that is no step.
pub(super) fn phases(handler: &str) -> &'static [Phase] {
    STEPS.iter().find(|step| step.name == handler).map_or(&[], |step| step.phases)
}
