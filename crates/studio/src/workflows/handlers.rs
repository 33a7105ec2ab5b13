//! What the steps of the shipped workflows do.

mod book;
mod chapter;
mod checks;
mod index;

use std::collections::BTreeMap;
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
use super::triggers::is_below;
use crate::completion::{By, Took, WorkSource, settled_on};
use crate::error::Result;

/// A handler made of functions.
struct Step {
    spec: HandlerSpec,
    run: Runs,
    /// What of the project its output depends on; of deterministic ones.
    reads: Option<Reads>,
    /// What asking a model for it takes, and for which act; of those that may ask one.
    estimate: Option<(Act, Estimates)>,
}

type Runs = for<'a> fn(&'a Context<Hall>, Arc<Value>) -> BoxFuture<'a, std::result::Result<Done, Stop>>;
type Reads = for<'a> fn(&'a Context<Hall>) -> BoxFuture<'a, Result<Value>>;
type Estimates = for<'a> fn(&'a Hall, ChapterId) -> BoxFuture<'a, Result<crate::completion::Estimated>>;

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

    fn estimate<'a>(
        &'a self,
        hall: &'a Hall,
        (input, params): (&'a Value, &'a BTreeMap<String, Value>),
    ) -> BoxFuture<'a, Estimate> {
        Box::pin(async move {
            let by = params.get("by").or_else(|| input.get("by")).and_then(|by| By::deserialize(by).ok());
            let Some((act, estimate)) = self.estimate else { return Estimate::default() };
            if settled_on(&hall.room, act, by.unwrap_or_default()) == By::Local {
                return Estimate::default();
            }
            // What cannot be said beforehand, as of chapters that are not listed yet, may still cost.
            let unknown = Estimate { cost: None, may_cost: true };
            let chapter = params.get("chapter").or_else(|| input.get("chapter_id")).and_then(Value::as_i64);
            let Some(chapter) = chapter else { return unknown };
            match estimate(hall, chapter.into()).await {
                Err(_) => unknown,
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

/// The chapter a step is about, and who does it: a run that began by itself asks no model once its ceiling is reached.
async fn of_chapter(
    context: &Context<Hall>,
    params: &Value,
) -> std::result::Result<(ChapterId, By), Failure> {
    let params: OfChapter = parsed(params)?;
    let chapter = params.chapter.or_else(|| context.input.get("chapter_id")?.as_i64());
    let chapter = chapter
        .ok_or_else(|| Failure::permanent("no chapter is named: `chapter_id` of the input, or `chapter`"))?;
    let mut by = params.by.map(By::from).or_else(|| wanted(&context.input)).unwrap_or_default();
    let ceiling = context.input.get("ceiling").and_then(|ceiling| Cost::deserialize(ceiling).ok());
    if let (By::Model, Some(ceiling)) = (by, ceiling) {
        let is_below = is_below(&context.host.room.project, &ceiling).await;
        by = if is_below.map_err(|error| super::hall::failure(&error))? { By::Model } else { By::Local };
    }
    Ok((chapter.into(), by))
}

/// Who shall do the steps of a run, by its input.
fn wanted(input: &Value) -> Option<By> {
    By::deserialize(input.get("by")?).ok()
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
