//! Turns: one press of the author, from the choice of a profile to the candidates.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_engine::{Start, WhenBusy};
use wenfang_project::generations;
use wenfang_story::{GenerationId, RunId, SceneId};
use wenfang_text::ContentHash;
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions as versions;
use wenfang_workflow::{Flow, Trigger};

use super::commands::WorkflowService;
use super::handlers::pipeline::TurnInput;
use super::profile_preview::check_turn;
use super::profiles::{profile_for, untrusted};
use crate::drafting::request::{Generate, Generated};
use crate::drafting::{self, Observer, generations as stored};
use crate::pipelines::Profile;
use crate::pipelines::compile::compile;
use crate::pipelines::resolve::Level;
use crate::pipelines::streams::{Asked, Joined, Stream};

/// Writes a text under the profile that is set for its place. An equal request that runs already is joined: it is paid
/// once, and both hear it from its beginning.
///
/// # Errors
/// Those of [`drafting::ask`]; [`Code::NotFound`] for an unknown profile; [`Code::StepRefused`].
pub async fn run(service: &WorkflowService, request: Generate, observer: &Observer) -> Result<Generated> {
    // Cards and titles have no steps, and nothing to join.
    if !request.act.is_prose() || !request.act.is_of_scene() {
        return drafting::ask(service.session(), request, observer).await;
    }
    let (input, text) = input(service, request).await?;
    let streams = &service.engine.host().streams;
    let asked = || Some(Asked { request: input.request.clone(), text });
    let stream = match streams.join(&input.turn, asked) {
        Joined::Running(stream) => stream,
        Joined::Begun(stream) => {
            let (service, own) = (service.clone(), Arc::clone(&stream));
            // The turn goes on when its window is reloaded; closing the novel stops it.
            service.engine.clone().spawn(async move {
                let turn = input.turn.clone();
                let end = write(&service, input, &own).await;
                service.engine.host().streams.end(&turn, end);
            });
            stream
        }
    };
    stream.listen(observer).await
}

/// Whose running turns are asked for.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct RunningRequest {
    pub scene: SceneId,
}

/// The turns that run in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunningTurns {
    pub turns: Vec<RunningTurn>,
}

/// A turn that runs. While its steps before the text run, it has no generation.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunningTurn {
    /// Its hash.
    pub turn: String,
    pub request: Generate,
    /// The text of the scene that the range of the request is in.
    pub text: String,
}

/// Lists the turns that run in a scene.
pub async fn running(service: &WorkflowService, request: RunningRequest) -> Result<RunningTurns> {
    let turns = service.engine.host().streams.in_scene(request.scene).into_iter();
    let turn = |(turn, Asked { request, text })| RunningTurn { turn, request, text };
    Ok(RunningTurns { turns: turns.map(turn).collect() })
}

/// What to listen to.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(untagged, deny_unknown_fields)]
pub enum AttachGeneration {
    /// The turn of a generation.
    Generation { generation: GenerationId },
    /// A turn, which may have no generation yet.
    Turn { turn: String },
}

/// Listens to a running turn from its beginning; returns at once if it has ended, for a turn without its texts.
///
/// # Errors
/// Those of the turn; an unknown generation.
pub async fn attach(
    service: &WorkflowService,
    request: AttachGeneration,
    observer: &Observer,
) -> Result<Generated> {
    let streams = &service.engine.host().streams;
    let stream = match &request {
        AttachGeneration::Generation { generation } => streams.with(*generation),
        AttachGeneration::Turn { turn } => streams.of(turn),
    };
    if let Some(stream) = stream {
        return stream.listen(observer).await;
    }
    let AttachGeneration::Generation { generation } = request else {
        return Ok(Generated { generations: Vec::new() });
    };
    let mut tx = service.session().project.begin_read().await?;
    let generation = generations::require(&mut tx, generation).await?;
    Ok(Generated { generations: vec![stored::view(service.session(), generation)] })
}

/// The input of a turn: the request, its profile, and the hash of both; with the text of the scene.
async fn input(service: &WorkflowService, request: Generate) -> Result<(TurnInput, String)> {
    let asked = request.profile.as_deref();
    let (profile, level, _) = profile_for(service.session(), (request.scene, request.act), asked).await?;
    if profile.untrusted {
        return Err(untrusted(&profile));
    }
    input_with(service, request, (profile, level)).await
}

/// The input of a turn under a profile.
pub(super) async fn input_with(
    service: &WorkflowService,
    request: Generate,
    (profile, level): (Profile, Level),
) -> Result<(TurnInput, String)> {
    check_skipped(&profile, &request.skip)?;
    let profile_hash = hash(&json!(profile));
    let mut tx = service.session().project.begin_read().await?;
    let working = versions::working_text(&mut tx, request.scene).await?;
    drop(tx);
    let turn = turn_hash(&request, &profile_hash, &working.text);
    let level = level.as_str().to_owned();
    let input = TurnInput { turn, request, profile, profile_hash, level, trial: false, accepted: None };
    Ok((input, working.text))
}

/// Refuses to leave out a step that the profile does not have: a misspelt name would ask for what it was to leave out.
fn check_skipped(profile: &Profile, skip: &[String]) -> Result<()> {
    let steps = || [&profile.pre, &profile.post, &profile.settled].into_iter().flatten();
    let Some(unknown) = skip.iter().find(|name| steps().all(|step| step.id != **name)) else { return Ok(()) };
    let known = steps().map(|step| step.id.as_str()).collect::<Vec<_>>().join(", ");
    let hint = if known.is_empty() {
        format!("Nothing was sent. The profile {} has no steps to leave out.", profile.profile_id)
    } else {
        format!("Nothing was sent. The steps of {} are {known}.", profile.profile_id)
    };
    Err(Error::bad_request(format!("there is no step {unknown}"), hint))
}

/// The hash of a request under a profile, for a text of the scene.
pub(super) fn turn_hash(request: &Generate, profile_hash: &str, text: &str) -> String {
    let text = ContentHash::of(text.as_bytes()).to_string();
    hash(&json!({ "request": request, "profile": profile_hash, "text": text }))
}

fn hash(value: &serde_json::Value) -> String {
    ContentHash::of(value.to_string().as_bytes()).to_string()
}

/// Writes the text of a turn, with the steps of its profile around it.
async fn write(service: &WorkflowService, input: TurnInput, stream: &Arc<Stream>) -> Result<Generated> {
    let has_steps = !input.profile.pre.is_empty() || !input.profile.post.is_empty();
    if !has_steps {
        let mut request = input.request.clone();
        request.made.turn = Some(input.turn_ref(None));
        return drafting::ask(service.session(), request, &stream.observer()).await;
    }
    let flow = compiled(service, &input.profile)?;
    drafting::check(service.session(), &input.request).await?;
    check_turn(service.session(), (&input.profile, &input.request), &stream.observer().watch).await?;
    let run = run_whole(service, (flow, &input), stream).await?;
    let mut tx = service.session().project.begin_read().await?;
    let own = generations::list_of_run(&mut tx, run).await?;
    drop(tx);
    if own.is_empty() {
        return Err(stream.trouble().unwrap_or_else(|| not_begun(run, stream.is_stopped())));
    }
    Ok(Generated { generations: own.into_iter().map(|one| stored::view(service.session(), one)).collect() })
}

/// The workflow of a generation under a profile.
pub(super) fn compiled(service: &WorkflowService, profile: &Profile) -> Result<Flow> {
    compile(profile, service.engine.registry().described()).map_err(|faults| faulty(profile, &faults))
}

/// Runs the workflow of a turn and waits until it has ended.
pub(super) async fn run_whole(
    service: &WorkflowService,
    (flow, input): (Flow, &TurnInput),
    stream: &Stream,
) -> Result<RunId> {
    let start = Start {
        workflow: flow.definition.workflow_id.clone(),
        input: serde_json::to_value(input).unwrap_or_default(),
        trigger: Trigger::Menu,
        when_busy: WhenBusy::Join,
    };
    let run = service.engine.start_flow(Arc::new(flow), start).await?.run;
    ended(service, run, stream).await;
    Ok(run)
}

/// Waits until a run has ended, and cancels it when the author stops the turn.
async fn ended(service: &WorkflowService, run: RunId, stream: &Stream) {
    let waiting = service.engine.wait(run);
    tokio::pin!(waiting);
    tokio::select! {
        _ = &mut waiting => return,
        () = stream.stopped() => {}
    }
    // A cancelled step has only a moment to store what has come.
    stream.at_rest().await;
    // When the novel is closed, the engine interrupts the run.
    if !service.engine.host().streams.is_closing() {
        // A run that has just ended cannot be cancelled.
        let _ = service.engine.cancel(run, None).await;
    }
    waiting.await;
}

pub(super) fn faulty(profile: &Profile, faults: &[crate::pipelines::compile::ProfileFault]) -> Error {
    let first = faults.first().map_or("", |fault| fault.message.as_str());
    Error::bad_request(
        format!("the profile {} cannot be used: {first}", profile.profile_id),
        "Nothing was sent. Correct the profile, or choose another one.",
    )
}

pub(super) fn not_begun(run: RunId, is_stopped: bool) -> Error {
    if is_stopped {
        return wenfang_project::Error::Stopped.into();
    }
    Error::new(
        Code::StepFailed,
        format!("a step before the text failed in run {run}"),
        "Nothing was sent to write the text. See the run, or leave the step out this time.",
    )
    .with(json!({ "run": run }))
}
