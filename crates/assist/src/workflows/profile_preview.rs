//! What a generation under a profile would take, step by step, and trials of its steps without the generation.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_engine::Estimate;
use wenfang_project::watch::Watch;
use wenfang_usecase::{Code, Error, Result};
use wenfang_workflow::Words;

use super::commands::WorkflowService;
use super::handlers::pipeline::{TurnInput, estimate_step, planned_turn};
use super::profiles::{self, ProfileStep, parsed, profile_for, untrusted};
use super::report::{ReportStep, steps_of};
use super::turns::{compiled, input_with, not_begun, run_whole};
use crate::Session;
use crate::agreement::check_agreed;
use crate::drafting::request::{AskedModel, ContextPreview, Generate, Generated};
use crate::drafting::{self, Observer, Phase, STEP_ANSWER_TOKENS, StepPrompt};
use crate::pipelines::Profile;
use crate::pipelines::resolve::{Level, Passed};
use crate::pipelines::steps::{PlanField, kind, missing};
use crate::pipelines::streams::{Joined, Stream};

/// A generation, and maybe a profile that is not saved.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct TryProfile {
    pub request: Generate,
    /// A profile as JSON, in place of the one of the request.
    pub text: Option<String>,
}

/// What a generation under its profile would take.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfilePreview {
    pub profile: String,
    pub title: Words,
    /// The level that set the profile.
    pub level: Level,
    /// Nearer choices whose profile is gone.
    pub gone: Vec<Passed>,
    /// In the order of the profile.
    pub steps: Vec<StepPreview>,
    /// What the text takes at most, with all its candidates.
    pub text: Estimate,
    /// What the text and the steps around it take at most. Steps after the acceptance come later and are not in it.
    pub takes: Estimate,
}

/// A step that would run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct StepPreview {
    #[serde(flatten)]
    #[ts(flatten)]
    pub step: ProfileStep,
    /// Whether the request leaves it out.
    pub left_out: bool,
    /// What it would take if it is not left out.
    pub takes: Estimate,
    /// What the plan of the scene lacks for it: unless it is left out, it refuses the text.
    pub missing: Vec<PlanField>,
    /// What it would send to a model, the first request of each kind. What is not known yet is named in 〔〕.
    pub requests: Vec<StepPrompt>,
    /// Whether what it makes is added to the request for the text, which is shown without it.
    pub adds: bool,
}

/// Estimates what a generation under its profile takes. Nothing is sent.
///
/// # Errors
/// Those of [`drafting::preview`]; [`Code::NotFound`] for an unknown profile; [`Code::BadRequest`] with all faults of
/// one that is not saved.
pub async fn preview(session: &Session, request: TryProfile, watch: &Watch) -> Result<ProfilePreview> {
    let (profile, level, gone) = chosen(session, &request).await?;
    let request = request.request;
    let mut steps = estimated(session, &profile, &request).await;
    describe(session, (&profile, &mut steps), &request).await?;
    let (_, text) = estimated_text(session, (&steps, request), watch).await?;
    let around = taken(&steps, |phase| phase != Phase::Settled);
    let takes = Estimate::sum([around, text.clone()]);
    let Profile { profile_id, title, .. } = profile;
    Ok(ProfilePreview { profile: profile_id, title, level, gone, steps, text, takes })
}

/// The steps of a profile with what each takes.
async fn estimated(session: &Session, profile: &Profile, request: &Generate) -> Vec<StepPreview> {
    let mut steps = Vec::new();
    for (step, (_, defined)) in profiles::steps(session, profile).into_iter().zip(profile.steps()) {
        let takes = match kind(&defined.handler).filter(|_| step.asks) {
            Some(kind) => estimate_step(session, (kind, json!(defined.params)), (request, None)).await,
            None => Estimate::default(),
        };
        let left_out = request.skip.contains(&step.step);
        let offers_none = matches!(step.handler.as_str(), "require" | "recall_memory");
        let adds = step.phase == Phase::Pre && !left_out && !offers_none;
        steps.push(StepPreview { left_out, step, takes, missing: Vec::new(), requests: Vec::new(), adds });
    }
    steps
}

/// Adds what each step lacks and what it would send.
async fn describe(
    session: &Session,
    (profile, steps): (&Profile, &mut [StepPreview]),
    request: &Generate,
) -> Result<()> {
    let observer = Observer::silent();
    for (step, (_, defined)) in steps.iter_mut().zip(profile.steps()) {
        let Some(kind) = kind(&defined.handler) else { continue };
        let params = json!(defined.params);
        let turn = planned_turn(session, (kind, &params), (request, &observer));
        step.missing = missing(&turn, kind.name).await?;
        if let Some(asks) = kind.asks(&params).filter(|_| step.step.asks) {
            step.requests = asks.requests(&turn).await?;
        }
    }
    Ok(())
}

/// The model that would write the text, and what that takes after these steps; nothing without a model.
async fn estimated_text(
    session: &Session,
    (steps, mut request): (&[StepPreview], Generate),
    watch: &Watch,
) -> Result<(Option<AskedModel>, Estimate)> {
    request.offered_tokens = steps.iter().filter(|step| step.adds).count() * STEP_ANSWER_TOKENS;
    let sent = drafting::preview(session, request, &Observer::watching(watch.clone())).await?;
    Ok(match sent.target {
        Some(model) => (Some(model), sent.takes),
        None => (None, Estimate::default()),
    })
}

/// What the steps of some phases take that are not left out.
fn taken(steps: &[StepPreview], is_counted: impl Fn(Phase) -> bool) -> Estimate {
    let counted = steps.iter().filter(|step| !step.left_out && is_counted(step.step.phase));
    Estimate::sum(counted.map(|step| step.takes.clone()))
}

/// Refuses a turn whose text and steps together need more tokens than the author agreed to and than the model of the
/// text may use without asking. Steps that ask a model run before the text is checked.
///
/// # Errors
/// [`Code::AgreementNeeded`]; those of [`drafting::preview`].
pub(super) async fn check_turn(
    session: &Session,
    (profile, request): (&Profile, &Generate),
    watch: &Watch,
) -> Result<()> {
    let Some(agreed) = request.agreed else { return Ok(()) };
    let steps = estimated(session, profile, request).await;
    let around = taken(&steps, |phase| phase != Phase::Settled).tokens();
    if around == 0 {
        return Ok(());
    }
    let (target, text) = estimated_text(session, (&steps, request.clone()), watch).await?;
    let unasked = target.map_or(0, |model| model.unasked);
    check_agreed(around.saturating_add(text.tokens()), Some(agreed.max(unasked)))
}

/// The profile of a request, the level that set it, and nearer choices whose profile is gone.
async fn chosen(session: &Session, of: &TryProfile) -> Result<(Profile, Level, Vec<Passed>)> {
    let TryProfile { request, text } = of;
    match text {
        Some(text) => {
            let profile = parsed(text).map_err(|faults| profiles::faulty(&faults))?;
            Ok((profile, Level::Asked, Vec::new()))
        }
        None => profile_for(session, (request.scene, request.act), request.profile.as_deref()).await,
    }
}

/// What came of a trial.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileTrial {
    /// The steps before the text, in order.
    pub steps: Vec<ReportStep>,
    /// What would be sent to write the text.
    pub preview: ContextPreview,
}

/// Runs the steps before the text and shows what would be sent to write it. The text is not asked for.
///
/// # Errors
/// [`Code::BadRequest`] with all faults of the profile; [`Code::ConsentNeeded`] for one that may not ask a model yet;
/// [`Code::AgreementNeeded`]; those of its required steps.
pub async fn try_out(
    service: &WorkflowService,
    request: TryProfile,
    observer: &Observer,
) -> Result<ProfileTrial> {
    let (mut profile, level, _) = chosen(service.session(), &request).await?;
    let mut request = request.request;
    if !request.act.is_prose() {
        return Err(Error::bad_request(
            "profiles are for acts that write prose",
            "Nothing was sent. Choose such an act.",
        ));
    }
    // Two trials never share a run: the author tries a profile again to see what it does now.
    request.press = Some(format!("trial {}", service.session().project.now().get()));
    if profile.untrusted {
        return Err(untrusted(&profile));
    }
    profile.post.clear();
    profile.settled.clear();
    if request.agreed.is_some() {
        let steps = estimated(service.session(), &profile, &request).await;
        check_agreed(taken(&steps, |_| true).tokens(), request.agreed)?;
    }
    if profile.pre.is_empty() {
        let preview = drafting::preview(service.session(), request, observer).await?;
        return Ok(ProfileTrial { steps: Vec::new(), preview });
    }
    let (mut input, _) = input_with(service, request, (profile, level)).await?;
    input.trial = true;
    let streams = &service.engine.host().streams;
    let Joined::Begun(stream) = streams.join(&input.turn, || None) else {
        return Err(Error::new(Code::Busy, "this trial runs already", "Wait until it has ended."));
    };
    let turn = input.turn.clone();
    let work = async {
        let trial = run_steps(service, input, &stream).await;
        streams.end(&turn, Ok(Generated { generations: Vec::new() }));
        trial
    };
    let (trial, _) = tokio::join!(work, stream.listen(observer));
    trial
}

/// Runs the steps of a trial as a run of its own.
async fn run_steps(service: &WorkflowService, input: TurnInput, stream: &Stream) -> Result<ProfileTrial> {
    let run = run_whole(service, (compiled(service, &input.profile)?, &input), stream).await?;
    let Some(preview) = stream.take_prepared() else {
        return Err(stream.trouble().unwrap_or_else(|| not_begun(run, stream.is_stopped())));
    };
    let mut tx = service.session().project.begin_read().await?;
    let mut steps = steps_of(&mut tx, run, false).await?;
    steps.retain(|step| step.phase == Phase::Pre);
    Ok(ProfileTrial { steps, preview })
}
