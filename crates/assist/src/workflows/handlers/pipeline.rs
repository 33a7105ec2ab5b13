//! The steps of a profile as handlers.

mod applied;
mod generation;

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wenfang_drafting::prompts::Language;
use wenfang_engine::{Asked, Context, Done, Estimate, Handler, Stop, Usage};
use wenfang_project::{generations, meta};
use wenfang_story::RunId;
use wenfang_story::generation::TurnRef;
use wenfang_usecase::{Code, Error, Result};
use wenfang_workflow::{Failure, HandlerSpec, Words};

use crate::Session;
use crate::drafting::request::Generate;
use crate::drafting::{GenerationEvent, Observer, Phase, StepEnd};
use crate::pipelines::profile::Step;
use crate::pipelines::steps::{Accepted, StepKind, Turn};
use crate::pipelines::streams::Stream;
use crate::pipelines::writing::{About, Destination, as_written, notes};
use crate::pipelines::{Effect, Profile};
use crate::workflows::ceiling::{self, MONTHLY_CEILING, SpendingPermit};
use crate::workflows::engine_host::{EngineHost, failure, observer};
use applied::apply;
pub(super) use generation::GenerateText;

/// The input of the run of a generation, and of the run after its acceptance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::workflows) struct TurnInput {
    /// The hash of what was asked for.
    pub(in crate::workflows) turn: String,
    pub(in crate::workflows) request: Generate,
    pub(in crate::workflows) profile: Profile,
    /// SHA-256 of the profile, in hex.
    pub(in crate::workflows) profile_hash: String,
    /// Which level set the profile.
    pub(in crate::workflows) level: String,
    /// The text that the steps in `settled` run for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::workflows) accepted: Option<Accepted>,
    /// Whether the text is prepared but not asked for.
    #[serde(default)]
    pub(in crate::workflows) trial: bool,
}

impl TurnInput {
    fn of(context: &Context<EngineHost>) -> std::result::Result<Self, Failure> {
        Self::deserialize(&*context.input).map_err(|error| Failure::permanent(format!("input: {error}")))
    }

    /// What a generation of the run remembers.
    pub(in crate::workflows) fn turn_ref(&self, run: Option<RunId>) -> TurnRef {
        TurnRef {
            hash: self.turn.clone(),
            run,
            profile: self.profile.profile_id.clone(),
            profile_version: self.profile.version,
            profile_hash: self.profile_hash.clone(),
            level: self.level.clone(),
        }
    }

    fn step(&self, id: &str) -> Option<(Phase, &Step)> {
        self.profile.steps().find(|(_, step)| step.id == id).map(|(place, step)| (place.phase, step))
    }
}

/// The output of a step of a profile.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct StepOutput {
    #[serde(default)]
    effects: Vec<Effect>,
    /// What it notes, for conditions and for the report.
    #[serde(flatten)]
    notes: Map<String, Value>,
}

/// A step of a profile as a handler.
pub(super) struct PipelineStep(pub(super) &'static StepKind);

impl Handler<EngineHost> for PipelineStep {
    fn spec(&self) -> HandlerSpec {
        self.0.spec()
    }

    fn run<'a>(
        &'a self,
        context: &'a Context<EngineHost>,
        params: Arc<Value>,
    ) -> BoxFuture<'a, std::result::Result<Done, Stop>> {
        Box::pin(run_step(self.0, context, params))
    }

    fn turn(&self, _: &Context<EngineHost>, params: &Value) -> Option<String> {
        self.0.asks(params).map(|_| "models".to_owned())
    }

    fn estimate<'a>(&'a self, engine_host: &'a EngineHost, asked: Asked<'a>) -> BoxFuture<'a, Estimate> {
        Box::pin(async move {
            // What it asks about is not known before the step begins.
            let Ok(input) = TurnInput::deserialize(asked.input) else { return Estimate::UNKNOWN };
            let step = (self.0, json!(asked.params));
            estimate_step(&engine_host.session, step, (&input.request, input.accepted)).await
        })
    }
}

/// What a step would take; nothing if it asks no model.
pub(in crate::workflows) async fn estimate_step(
    session: &Session,
    (kind, params): (&StepKind, Value),
    (request, accepted): (&Generate, Option<Accepted>),
) -> Estimate {
    let Some(asks) = kind.asks(&params) else { return Estimate::default() };
    let observer = Observer::silent();
    let turn = Turn { accepted, ..planned_turn(session, (kind, &params), (request, &observer)) };
    asks.estimate(&turn).await.unwrap_or(Estimate::UNKNOWN)
}

/// A turn that is planned, and that no run belongs to.
pub(in crate::workflows) fn planned_turn<'a>(
    session: &'a Session,
    (kind, params): (&'a StepKind, &'a Value),
    (request, observer): (&'a Generate, &'a Observer),
) -> Turn<'a> {
    let run = RunId::from(0);
    Turn { session, request, run, step: kind.name, params, writes: None, accepted: None, observer }
}

async fn run_step(
    kind: &StepKind,
    context: &Context<EngineHost>,
    params: Arc<Value>,
) -> std::result::Result<Done, Stop> {
    let input = TurnInput::of(context)?;
    let stream = context.host.streams.of(&input.turn);
    let Some((phase, step)) = input.step(&context.node) else {
        return Err(Failure::permanent(format!("the profile has no step `{}`", context.node)).into());
    };
    let told = Told { stream: stream.as_deref(), run: context.run, step: &step.id, began: Instant::now() };
    told.began(title(step, kind), phase);
    if input.request.skip.contains(&step.id) {
        told.ended(StepEnd::LeftOut);
        return Ok(Done::output(json!({ "effects": [], "left_out": true })));
    }
    let observer = observer(context);
    let turn = Turn {
        session: &context.host.session,
        request: &input.request,
        run: context.run,
        step: &step.id,
        params: &params,
        writes: step.writes.as_ref(),
        accepted: input.accepted,
        observer: &observer,
    };
    let made = made(kind, context, (&input, step), (&turn, phase)).await;
    told.ended(match &made {
        Ok(Some(_)) => StepEnd::Done,
        Ok(None) => StepEnd::LeftOut,
        Err(_) => StepEnd::Failed,
    });
    if let (Err(error), Some(stream), true) = (&made, &stream, step.required) {
        stream.fail(error.clone());
    }
    let Some((place, effects)) = made.map_err(failure)? else {
        return Ok(Done::output(json!({ "effects": [], "left_out": true, "why": "ceiling" })));
    };
    let output = output(effects);
    let usage = usage(&output.notes);
    let (id, run) = (step.id.clone(), context.run);
    let now = context.host.session.project.now();
    let done = Done::writing(move |conn| {
        Box::pin(async move {
            let output = apply(conn, output, (&place, run, &id), now).await.map_err(failure)?;
            serde_json::to_value(output).map_err(|error| Failure::permanent(error.to_string()))
        })
    });
    Ok(match usage {
        Some(usage) => done.by(usage),
        None => done,
    })
}

/// The effects of a step, and where its value goes; `None` if no ceiling allows what it would cost.
async fn made(
    kind: &StepKind,
    context: &Context<EngineHost>,
    (input, step): (&TurnInput, &Step),
    (turn, phase): (&Turn<'_>, Phase),
) -> Result<Option<(Placed, Vec<Effect>)>> {
    let place = Placed::of(input, step, context).await?;
    let Permit::Given(_permit) = permit(kind, context, (turn, phase)).await? else { return Ok(None) };
    let effects = unrefused(&step.id, (kind.run)(turn).await?)?;
    let effects = as_written(effects, step.writes.as_ref(), (phase, place.language));
    Ok(Some((place, effects)))
}

/// Where a step leaves its value, as it was when the step began.
struct Placed {
    destination: Option<Destination>,
    language: Language,
}

impl Placed {
    async fn of(input: &TurnInput, step: &Step, context: &Context<EngineHost>) -> Result<Self> {
        let mut tx = context.host.session.project.begin_read().await?;
        let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
        let about = match input.accepted {
            Some(Accepted { generation, scene, version }) => {
                About { scene, version: Some(version), generation: Some(generation) }
            }
            None => {
                let own = generations::list_of_run(&mut tx, context.run).await?;
                let generation = own.first().map(|generation| generation.id);
                About { scene: input.request.scene, version: None, generation }
            }
        };
        // A trial leaves nothing.
        let destination = match input.trial {
            true => None,
            false => Destination::of(&mut tx, (&input.profile, step), about).await?,
        };
        Ok(Self { destination, language })
    }
}

/// Whether a step may ask a model.
enum Permit {
    Given(Option<SpendingPermit>),
    /// It starts by itself, and no ceiling allows what it would cost.
    Refused,
}

/// Whether a step may do what it does. One that the author waits for may ask: the call itself checks consent and
/// ceilings. One that starts by itself asks nothing without a ceiling of its own.
async fn permit(
    kind: &StepKind,
    context: &Context<EngineHost>,
    (turn, phase): (&Turn<'_>, Phase),
) -> Result<Permit> {
    let Some(asks) = kind.asks(turn.params).filter(|_| phase == Phase::Settled) else {
        return Ok(Permit::Given(None));
    };
    if context.input.get(MONTHLY_CEILING).is_none() {
        return Ok(Permit::Refused);
    }
    let permit = ceiling::permit(context, async || Ok(asks.estimate(turn).await?.cost)).await?;
    Ok(permit.map_or(Permit::Refused, |permit| Permit::Given(Some(permit))))
}

/// The model that a step asked and the cost, as it noted them.
fn usage(notes: &Map<String, Value>) -> Option<Usage> {
    let model = notes.get("model")?.as_str()?.to_owned();
    let cost = notes.get("cost").and_then(|cost| serde_json::from_value(cost.clone()).ok());
    Some(Usage { model: Some(model), cost })
}

/// The effects of a step that lets the generation begin. What it refuses fails it, so that nothing after it runs.
fn unrefused(step: &str, effects: Vec<Effect>) -> Result<Vec<Effect>> {
    let refusal = effects.iter().find_map(|effect| match effect {
        Effect::Refuse { reason } => Some(reason),
        _ => None,
    });
    match refusal {
        Some(reason) => Err(refused(step, reason)),
        None => Ok(effects),
    }
}

fn title(step: &Step, kind: &StepKind) -> Words {
    if step.title == Words::default() { kind.spec().title } else { step.title.clone() }
}

/// Tells the listeners of a turn about a step.
struct Told<'a> {
    stream: Option<&'a Stream>,
    run: RunId,
    step: &'a str,
    began: Instant,
}

impl Told<'_> {
    fn began(&self, title: Words, phase: Phase) {
        if let Some(stream) = self.stream {
            stream.push(GenerationEvent::StepBegan {
                run: self.run,
                step: self.step.to_owned(),
                title,
                phase,
            });
        }
    }

    fn ended(&self, how: StepEnd) {
        if let Some(stream) = self.stream {
            let millis = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
            stream.push(GenerationEvent::StepEnded {
                run: self.run,
                step: self.step.to_owned(),
                how,
                millis,
            });
        }
    }
}

/// The effects of a step with its notes beside them.
fn output(effects: Vec<Effect>) -> StepOutput {
    let notes = notes(&effects);
    let effects = effects.into_iter().filter(|effect| !matches!(effect, Effect::Note { .. })).collect();
    StepOutput { effects, notes }
}

fn refused(step: &str, reason: &str) -> Error {
    Error::new(
        Code::StepRefused,
        reason.to_owned(),
        "Nothing was sent to write the text. Supply what is missing, or leave this step out this time.",
    )
    .with(json!({ "step": step }))
}
