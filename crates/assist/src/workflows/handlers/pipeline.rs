//! The steps of a generation: those of its profile, and the generation itself.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sqlx::SqliteConnection;
use wenfang_drafting::context::{Authority, Candidate, Cut, Source};
use wenfang_engine::{Context, Done, Handler, Stop};
use wenfang_project::generations::{self, Generation};
use wenfang_project::watch::Watch;
use wenfang_story::generation::{Derived, TurnRef};
use wenfang_story::{GenerationId, RunId, Timestamp};
use wenfang_usecase::{Code, Error};
use wenfang_workflow::{Failure, HandlerSpec, Kind, Words};

use crate::drafting::request::{Generate, Made};
use crate::drafting::{GenerationEvent, Observer, Phase, StepEnd, ask, preview};
use crate::pipelines::compile::GENERATE;
use crate::pipelines::profile::Step;
use crate::pipelines::steps::{StepKind, Turn};
use crate::pipelines::streams::Stream;
use crate::pipelines::{Effect, Profile};
use crate::workflows::engine_host::{EngineHost, failure, observer};

/// The input of the run of a generation.
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
    /// Whether the text is prepared but not asked for.
    #[serde(default)]
    pub(in crate::workflows) trial: bool,
}

impl TurnInput {
    fn of(context: &Context<EngineHost>) -> Result<Self, Failure> {
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
    ) -> BoxFuture<'a, Result<Done, Stop>> {
        Box::pin(run_step(self.0, context, params))
    }

    fn turn(&self, _: &Context<EngineHost>, _: &Value) -> Option<String> {
        self.0.asks.map(|_| "models".to_owned())
    }
}

async fn run_step(kind: &StepKind, context: &Context<EngineHost>, params: Arc<Value>) -> Result<Done, Stop> {
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
        observer: &observer,
    };
    let effects = (kind.run)(&turn).await.and_then(|effects| unrefused(&step.id, effects));
    told.ended(if effects.is_ok() { StepEnd::Done } else { StepEnd::Failed });
    if let (Err(error), Some(stream), true) = (&effects, &stream, step.required) {
        stream.fail(error.clone());
    }
    let output = output(effects.map_err(failure)?);
    let (step, now) = (step.id.clone(), context.host.session.project.now());
    Ok(Done::writing(move |conn| {
        Box::pin(async move {
            let output = apply(conn, output, &step, now).await.map_err(failure)?;
            serde_json::to_value(output).map_err(|error| Failure::permanent(error.to_string()))
        })
    }))
}

/// The effects of a step that lets the generation begin. What it refuses fails it, so that nothing after it runs.
fn unrefused(step: &str, effects: Vec<Effect>) -> wenfang_usecase::Result<Vec<Effect>> {
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
    let mut notes = Map::new();
    for effect in &effects {
        if let Effect::Note { values: Value::Object(values) } = effect {
            notes.extend(values.clone());
        }
    }
    let effects = effects.into_iter().filter(|effect| !matches!(effect, Effect::Note { .. })).collect();
    StepOutput { effects, notes }
}

/// Applies what a step may change by itself: the candidates that it derives.
async fn apply(
    conn: &mut SqliteConnection,
    mut output: StepOutput,
    step: &str,
    now: Timestamp,
) -> wenfang_usecase::Result<StepOutput> {
    let mut derived = Vec::new();
    for effect in &output.effects {
        let Effect::Derive { of, text } = effect else { continue };
        derived.push(derive(conn, (*of, text), step, now).await?);
    }
    if !derived.is_empty() {
        output.notes.insert("derived".to_owned(), json!(derived));
    }
    Ok(output)
}

/// Stores a candidate made of another one. It was written by the same model and cost nothing more.
async fn derive(
    conn: &mut SqliteConnection,
    (of, text): (GenerationId, &str),
    step: &str,
    now: Timestamp,
) -> wenfang_usecase::Result<GenerationId> {
    let parent = generations::require(conn, of).await?;
    let mut record = parent.record;
    record.candidate_of = record.candidate_of.or(Some(of));
    record.derived = Some(Derived { of, step: step.to_owned() });
    (record.cost, record.tokens, record.reasoning) = (None, Default::default(), None);
    let id = generations::insert(conn, &record, now).await?;
    let derived = Generation { id, record, text: text.to_owned(), overflow: String::new(), created_at: now };
    generations::update(conn, &derived).await?;
    Ok(id)
}

/// The generation as a handler.
pub(super) struct GenerateText;

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
    let before: Before = super::parse_params(&params)?;
    let session = &context.host.session;
    // What was asked for once is never asked again by itself.
    let known = of_run(context).await.map_err(failure)?;
    if !known.is_empty() {
        return Ok(Done::output(json!({ "generations": known })));
    }
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

/// The generations of the run, in the order in which they began.
async fn of_run(context: &Context<EngineHost>) -> wenfang_usecase::Result<Vec<GenerationId>> {
    let mut tx = context.host.session.project.begin_read().await?;
    let own = generations::list_of_run(&mut tx, context.run).await?;
    Ok(own.into_iter().map(|generation| generation.id).collect())
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

fn refused(step: &str, reason: &str) -> Error {
    Error::new(
        Code::StepRefused,
        reason.to_owned(),
        "Nothing was sent to write the text. Supply what is missing, or leave this step out this time.",
    )
    .with(json!({ "step": step }))
}
