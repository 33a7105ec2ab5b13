//! The generation of a profile as a handler.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::Deserialize;
use serde_json::{Value, json};
use wenfang_drafting::context::{Authority, Candidate, Cut, Source};
use wenfang_engine::{Asked, Context, Done, Estimate, Handler, Stop};
use wenfang_project::watch::Watch;
use wenfang_story::{GenerationId, RunId};
use wenfang_usecase::Error;
use wenfang_workflow::{HandlerSpec, Kind, Words};

use super::{StepOutput, TurnInput};
use crate::drafting::request::Made;
use crate::drafting::{Observer, ask, preview};
use crate::pipelines::Effect;
use crate::pipelines::compile::GENERATE;
use crate::pipelines::streams::Stream;
use crate::workflows::engine_host::{EngineHost, failure, observer};

/// The generation as a handler.
pub(in crate::workflows::handlers) struct GenerateText;

impl Handler<EngineHost> for GenerateText {
    fn spec(&self) -> HandlerSpec {
        HandlerSpec {
            // It takes no turn among the calls of workflows: the author waits for it.
            kind: Kind::Quick,
            title: Words { zh: "写正文".to_owned(), en: "Write the Text".to_owned() },
            ..HandlerSpec::any(GENERATE)
        }
    }

    fn run<'a>(
        &'a self,
        context: &'a Context<EngineHost>,
        params: Arc<Value>,
    ) -> BoxFuture<'a, Result<Done, Stop>> {
        Box::pin(run_generation(context, params))
    }

    fn estimate<'a>(&'a self, _: &'a EngineHost, _: Asked<'a>) -> BoxFuture<'a, Estimate> {
        // What it sends depends on the steps before.
        Box::pin(async { Estimate::UNKNOWN })
    }
}

/// Params of the generation, as the profile was compiled.
#[derive(Deserialize)]
struct Before {
    /// The ids of the steps before, in the order of the profile.
    steps: Vec<String>,
    /// Their outputs; null for one that failed or was skipped.
    done: Vec<Option<StepOutput>>,
}

async fn run_generation(context: &Context<EngineHost>, params: Arc<Value>) -> Result<Done, Stop> {
    let input = TurnInput::of(context)?;
    let before: Before = super::super::parse_params(&params)?;
    let session = &context.host.session;
    let stream = context.host.streams.of(&input.turn);
    let told = |error: &Error| {
        if let Some(stream) = &stream {
            stream.fail(error.clone());
        }
    };
    let mut request = input.request.clone();
    request.made = made(&input, &before, context.run);
    let observer = stream.as_ref().map_or_else(|| observer(context), |stream| heard(context, stream));
    if input.trial {
        let preview = preview(session, request, &observer).await.inspect_err(&told).map_err(failure)?;
        stream.into_iter().for_each(|stream| stream.prepare(preview.clone()));
        return Ok(Done::output(json!({ "tokens": preview.tokens })));
    }
    let generated = ask(session, request, &observer).await.inspect_err(&told).map_err(failure)?;
    let ids: Vec<GenerationId> = generated.generations.iter().map(|generation| generation.id).collect();
    Ok(Done::output(json!({ "generations": ids })))
}

/// An observer that passes the events of the generation to everyone who listens.
fn heard(context: &Context<EngineHost>, stream: &Arc<Stream>) -> Observer {
    let (cancel, stopped, stream) = (context.cancel.clone(), Arc::clone(stream), Arc::clone(stream));
    Observer::new(
        Watch::stopping_when(move || cancel.is_cancelled() || stopped.is_stopped(), |_| {}),
        move |event| stream.push(event),
    )
}

/// What the steps before made, in the order of the profile, whichever ended first.
fn made(input: &TurnInput, before: &Before, run: RunId) -> Made {
    let mut made = Made { turn: Some(input.turn_ref(Some(run))), ..Made::default() };
    for (number, (id, output)) in (0_u32..).zip(before.steps.iter().zip(&before.done)) {
        let effects = output.as_ref().map_or(&[][..], |output| output.effects.as_slice());
        let offers = effects.iter().filter(|effect| matches!(effect, Effect::Offer(_)));
        for (offer, effect) in (0_u32..).zip(offers) {
            let Effect::Offer(offered) = effect else { continue };
            let source = Source::Step { number, offer, title: id.clone() };
            let mut candidate =
                Candidate::new(offered.layer.into(), source, Authority::CurrentText, offered.text.trim());
            (candidate.priority, candidate.rank, candidate.cut) = (offered.priority, number, Cut::KeepStart);
            made.offers.push(candidate);
        }
        let instruction = effects.iter().find_map(|effect| match effect {
            Effect::Instruct { instruction } => Some(instruction.clone()),
            _ => None,
        });
        made.instruction = instruction.or(made.instruction);
    }
    made
}

#[cfg(test)]
mod tests;
