//! What the steps of the shipped workflows do.

mod book;
mod chapter;
mod checks;
mod index;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wenfang_engine::{Context, Cost, Done, Estimate, Handler, Registry, Stop, Usage};
use wenfang_story::ChapterId;
use wenfang_story::generation::Act;
use wenfang_workflow::{Failure, HandlerSpec, Kind, Words};

use super::hall::Hall;
use crate::completion::{By, Took, WorkSource, settled_on};
use crate::error::Result;

/// A handler made of functions.
struct Step {
    spec: HandlerSpec,
    run: Runs,
    /// What of the project its output depends on; of deterministic ones.
    reads: Option<Reads>,
    /// What asking a model for it takes; of those that may ask one.
    estimate: Option<Estimates>,
}

type Runs = for<'a> fn(&'a Context<Hall>, Arc<Value>) -> BoxFuture<'a, std::result::Result<Done, Stop>>;
type Reads = for<'a> fn(&'a Context<Hall>) -> BoxFuture<'a, Result<Value>>;
type Estimates = for<'a> fn(&'a Hall, &'a Value) -> BoxFuture<'a, Result<crate::completion::Estimated>>;

impl Handler<Hall> for Step {
    fn spec(&self) -> HandlerSpec {
        self.spec.clone()
    }

    fn run<'a>(
        &'a self,
        context: &'a Context<Hall>,
        params: Arc<Value>,
    ) -> BoxFuture<'a, std::result::Result<Done, Stop>> {
        (self.run)(context, params)
    }

    fn reads<'a>(
        &'a self,
        context: &'a Context<Hall>,
        _: &'a Value,
    ) -> BoxFuture<'a, std::result::Result<Value, Failure>> {
        Box::pin(async move {
            match self.reads {
                None => Ok(Value::Null),
                Some(reads) => reads(context).await.map_err(|error| super::hall::failure(&error)),
            }
        })
    }

    fn turn(&self, _: &Hall) -> Option<String> {
        (self.spec.kind == Kind::Model).then(|| "models".to_owned())
    }

    fn estimate<'a>(&'a self, hall: &'a Hall, input: &'a Value) -> BoxFuture<'a, Estimate> {
        Box::pin(async move {
            let (Some(estimate), Some(By::Model)) = (self.estimate, wanted(input)) else {
                return Estimate::default();
            };
            // What cannot be said beforehand may still cost.
            match estimate(hall, input).await {
                Err(_) => Estimate { cost: None, may_cost: true },
                Ok(estimated) => Estimate { cost: cost(estimated.cost), may_cost: estimated.calls > 0 },
            }
        })
    }
}

/// The handlers of the studio.
pub fn registry() -> Registry<Hall> {
    let mut registry = Registry::default();
    for step in [
        chapter::generate_summary(),
        chapter::extract_kg_proposals(),
        checks::run_consistency_checks(),
        chapter::suggest_next_chapter(),
        index::segment_paragraphs(),
        index::embed_paragraphs(),
        index::index_paragraphs(),
        book::list_chapters(),
        book::find_paragraphs(),
        book::report(),
    ] {
        registry.register(step);
    }
    for (id, _) in super::SHIPPED {
        registry.add_workflow(id);
    }
    registry
}

/// The params of a step about a chapter.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfChapter {
    /// The chapter; that of the run when absent.
    chapter: Option<i64>,
    /// Who does it; as the run was begun when absent.
    by: Option<Who>,
}

/// Who does a step.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Who {
    /// The program itself.
    Local,
    /// A model, where one is set up; else the program.
    Model,
}

impl From<Who> for By {
    fn from(who: Who) -> Self {
        match who {
            Who::Local => Self::Local,
            Who::Model => Self::Model,
        }
    }
}

/// A description with the schemas of its params and its output.
fn spec<P: JsonSchema>(name: &'static str, kind: Kind, (zh, en): (&str, &str)) -> HandlerSpec {
    HandlerSpec {
        kind,
        title: Words { zh: zh.to_owned(), en: en.to_owned() },
        params: schemars::schema_for!(P).to_value(),
        ..HandlerSpec::any(name)
    }
}

fn parsed<P: DeserializeOwned>(params: &Value) -> std::result::Result<P, Failure> {
    P::deserialize(params).map_err(|error| Failure::permanent(format!("params: {error}")))
}

/// The chapter a step is about, and who does it.
fn of_chapter(context: &Context<Hall>, params: &Value) -> std::result::Result<(ChapterId, By), Failure> {
    let params: OfChapter = parsed(params)?;
    let chapter = params.chapter.or_else(|| context.input.get("chapter_id")?.as_i64());
    let chapter = chapter
        .ok_or_else(|| Failure::permanent("no chapter is named: `chapter_id` of the input, or `chapter`"))?;
    let by = params.by.map(By::from).or_else(|| wanted(&context.input)).unwrap_or_default();
    Ok((chapter.into(), by))
}

/// Who shall do the steps of a run, by its input.
fn wanted(input: &Value) -> Option<By> {
    By::deserialize(input.get("by")?).ok()
}

/// The chapter of a run, by its input.
fn chapter_of(input: &Value) -> Result<ChapterId> {
    let chapter = input.get("chapter_id").and_then(Value::as_i64);
    chapter.map(ChapterId::from).ok_or_else(|| {
        crate::Error::bad_request("no chapter is named", "Nothing was begun. Name the chapter.")
    })
}

/// Whether a model is going to be asked.
fn asks(hall: &Hall, act: Act, by: By) -> bool {
    settled_on(&hall.room, act, by) == By::Model
}

fn usage(source: &WorkSource, took: &Took) -> Usage {
    let model = match source {
        WorkSource::Local => None,
        WorkSource::Model(model) => Some(model.clone()),
    };
    Usage { model, cost: cost(took.cost.clone()) }
}

fn cost(cost: Option<wenfang_story::generation::Cost>) -> Option<Cost> {
    cost.map(|cost| Cost { currency: cost.currency, micros: cost.micros })
}
