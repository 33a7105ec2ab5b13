//! The handlers of the shipped workflows' steps.

mod book;
mod chapter;
mod checks;
mod index;
mod mend;
pub(super) mod pipeline;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wenfang_engine::{Asked, Asks, Context, Done, Estimate, Handler, Registry, Stop, Usage};
use wenfang_story::ChapterId;
use wenfang_story::generation::Act;
use wenfang_usecase::Result;
use wenfang_workflow::{Failure, Flow, HandlerSpec, Kind, Words};

use super::ceiling::{self, SpendingPermit};
use super::engine_host::EngineHost;
use crate::completion::{By, Took, resolve_by};
use crate::pipelines::steps::STEPS;
use pipeline::{GenerateText, PipelineStep};
use wenfang_recall::summaries::WorkSource;

/// A handler made of functions.
struct Step {
    spec: HandlerSpec,
    run: Runs,
    /// Reads the parts of the project that the output depends on; for deterministic steps.
    reads: Option<Reads>,
    /// For steps that may call a model.
    asking: Option<Asking>,
}

/// How a step calls a model: the act and its estimate.
type Asking = (Act, Estimates);

type Runs = for<'a> fn(&'a Context<EngineHost>, Arc<Value>) -> BoxFuture<'a, std::result::Result<Done, Stop>>;
type Reads = for<'a> fn(&'a Context<EngineHost>) -> BoxFuture<'a, Result<Value>>;
type Estimates = for<'a> fn(&'a EngineHost, ChapterId) -> BoxFuture<'a, Result<crate::completion::Estimated>>;

impl Step {
    /// How the step asks a model, if that is wanted; `None` if it does its work without one.
    fn asks_model(&self, engine_host: &EngineHost, by: Option<&Value>) -> Option<Asking> {
        let by = by.and_then(|by| By::deserialize(by).ok()).unwrap_or_default();
        self.asking.filter(|(act, _)| resolve_by(&engine_host.session, *act, by) == By::Model)
    }
}

impl Handler<EngineHost> for Step {
    fn spec(&self) -> HandlerSpec {
        self.spec.clone()
    }

    fn run<'a>(
        &'a self,
        context: &'a Context<EngineHost>,
        params: Arc<Value>,
    ) -> BoxFuture<'a, std::result::Result<Done, Stop>> {
        (self.run)(context, params)
    }

    fn reads<'a>(
        &'a self,
        context: &'a Context<EngineHost>,
        _: &'a Value,
    ) -> BoxFuture<'a, std::result::Result<Value, Failure>> {
        Box::pin(async move {
            match self.reads {
                None => Ok(Value::Null),
                Some(reads) => reads(context).await.map_err(super::engine_host::failure),
            }
        })
    }

    fn turn(&self, context: &Context<EngineHost>, params: &Value) -> Option<String> {
        let by = params.get("by").or_else(|| context.input.get("by"));
        // A job by the words of rules never waits for one that asks a model.
        if mend::asks_model(params) == Some(false) {
            return None;
        }
        self.asks_model(&context.host, by).map(|_| "models".to_owned())
    }

    fn estimate<'a>(&'a self, engine_host: &'a EngineHost, asked: Asked<'a>) -> BoxFuture<'a, Estimate> {
        Box::pin(async move {
            let by = asked.params.get("by").or_else(|| asked.input.get("by"));
            let Some(asking) = self.asks_model(engine_host, by) else {
                return Estimate::default();
            };
            match estimate_chapters(engine_host, asking, asked).await {
                Ok(Some(estimate)) => estimate,
                // An unknown cost may still be a cost.
                Ok(None) | Err(_) => Estimate::UNKNOWN,
            }
        })
    }
}

/// Estimates a step for its chapter or, if it runs for each item, for all chapters with text. None if the
/// chapters are not known yet.
async fn estimate_chapters(
    engine_host: &EngineHost,
    asking: Asking,
    asked: Asked<'_>,
) -> Result<Option<Estimate>> {
    let chapter = match asked.params.get("chapter") {
        None => asked.input.get("chapter_id"),
        Some(param) if param == "{{input.chapter_id}}" => asked.input.get("chapter_id"),
        param => param,
    };
    // How often a run for each item asks about one and the same chapter is not known.
    let one = chapter.and_then(Value::as_i64).filter(|_| !asked.is_item);
    let chapters = match one {
        Some(chapter) => vec![chapter.into()],
        None if asked.each && chapter.is_some_and(|chapter| chapter == "{{item}}") => {
            book::written_chapters(engine_host).await?
        }
        None => return Ok(None),
    };
    let mut estimates = Vec::with_capacity(chapters.len());
    for chapter in chapters {
        estimates.push(to_estimate(asking.1(engine_host, chapter).await?));
    }
    Ok(Some(Estimate::sum(estimates)))
}

fn to_estimate(estimated: crate::completion::Estimated) -> Estimate {
    let crate::completion::Estimated { model, calls, prompt_tokens, answer_tokens, cost: costs } = estimated;
    let models = model.into_iter().collect();
    let asks = Asks { models, requests: calls, prompt_tokens, answer_tokens };
    Estimate { cost: costs, may_cost: calls > 0, asks: (calls > 0).then_some(asks), least: None }
}

fn steps() -> [Step; 15] {
    [
        chapter::generate_summary(),
        chapter::extract_kg_proposals(),
        checks::run_consistency_checks(),
        checks::check_by_rules(),
        chapter::suggest_next_chapter(),
        index::segment_paragraphs(),
        index::embed_paragraphs(),
        index::index_paragraphs(),
        book::list_chapters(),
        book::find_paragraphs(),
        book::report(),
        mend::plan_fixes(),
        mend::fix_passage(),
        mend::recheck_round(),
        mend::close_mending(),
    ]
}

/// The handlers that may call a model, with their acts.
static ASKING: LazyLock<BTreeMap<&str, Act>> = LazyLock::new(|| {
    let asking = steps().into_iter().filter_map(|step| Some((step.spec.name, step.asking?.0)));
    asking.collect()
});

/// The acts for which the steps of a workflow may call a model.
pub(super) fn acts(flow: &Flow) -> impl Iterator<Item = Act> {
    let nodes = flow.definition.nodes.iter();
    let asking = nodes.filter(|node| node.params.get("by").and_then(Value::as_str) != Some("local"));
    asking.filter_map(|node| ASKING.get(node.handler.as_deref()?).copied())
}

/// The handlers and workflows of the studio.
pub fn registry() -> Registry<EngineHost> {
    let mut registry = Registry::default();
    for step in steps() {
        registry.register(step);
    }
    registry.register(GenerateText);
    for step in STEPS {
        registry.register(PipelineStep(step));
    }
    for (id, _) in super::SHIPPED {
        registry.add_workflow(id);
    }
    registry
}

/// Parameters of a step about a chapter.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChapterRequest {
    /// The chapter; the run's chapter when absent.
    chapter: Option<i64>,
    /// Who performs the step; the run's choice when absent.
    by: Option<Who>,
}

/// Who performs a step.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Who {
    /// The program.
    Local,
    /// A model if one is set up, else the program.
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

/// Builds a handler spec with the schema of its parameters.
fn spec<P: JsonSchema>(name: &'static str, kind: Kind, (zh, en): (&str, &str)) -> HandlerSpec {
    HandlerSpec {
        kind,
        title: Words { zh: zh.to_owned(), en: en.to_owned() },
        params: schemars::schema_for!(P).to_value(),
        ..HandlerSpec::any(name)
    }
}

fn parse_params<P: DeserializeOwned>(params: &Value) -> std::result::Result<P, Failure> {
    P::deserialize(params).map_err(|error| Failure::permanent(format!("params: {error}")))
}

/// The chapter of a step, who performs it, and the permit to call a model. No model is called if that would
/// exceed the run's ceiling.
async fn chapter_params(
    context: &Context<EngineHost>,
    params: ChapterRequest,
    asking: Asking,
) -> std::result::Result<(ChapterId, By, Option<SpendingPermit>), Failure> {
    let chapter = chapter_or_input(context, params.chapter)?;
    let by = params.by.map(By::from).or_else(|| wanted(&context.input)).unwrap_or_default();
    if resolve_by(&context.host.session, asking.0, by) == By::Local {
        return Ok((chapter, By::Local, None));
    }
    let estimate = async || Ok(asking.1(&context.host, chapter).await?.cost);
    let permit = ceiling::permit(context, estimate).await;
    let permit = permit.map_err(super::engine_host::failure)?;
    let by = if permit.is_some() { By::Model } else { By::Local };
    Ok((chapter, by, permit))
}

/// The chapter in a step's params, or else the run's.
fn chapter_or_input(
    context: &Context<EngineHost>,
    chapter: Option<i64>,
) -> std::result::Result<ChapterId, Failure> {
    let chapter = chapter.or_else(|| context.input.get("chapter_id")?.as_i64());
    chapter.map(ChapterId::from).ok_or_else(|| {
        Failure::permanent("no chapter given; set `chapter_id` in the input or `chapter` in the params")
    })
}

/// Who performs the steps of a run, by its input.
fn wanted(input: &Value) -> Option<By> {
    By::deserialize(input.get("by")?).ok()
}

fn usage(source: &WorkSource, took: &Took) -> Usage {
    let model = match source {
        WorkSource::Local => None,
        WorkSource::Model(model) => Some(model.clone()),
    };
    Usage { model, cost: took.cost.clone() }
}
