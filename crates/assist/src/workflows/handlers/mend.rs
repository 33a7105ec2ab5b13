//! The steps that mend: plan a round, fix a passage, check the round again, leave the result to the author.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use wenfang_engine::{Context, Done, Stop, Usage};
use wenfang_project::watch::Watch;
use wenfang_story::MendSessionId;
use wenfang_story::generation::Act;
use wenfang_story::mend::{SessionRecord, Spent, Tool};
use wenfang_usecase::{Code, Error};
use wenfang_workflow::{Failure, Kind};

use super::{Asking, Step, parse_params, spec};
use crate::drafting::Observer;
use crate::mending::{Fixed, Kept, RoundJob, State, close, fix, holder, plan_round, recheck, store_fixed};
use crate::workflows::ceiling;
use crate::workflows::engine_host::{EngineHost, failure, observer};

/// Parameters of a step of a mending.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfMending {
    /// The mending.
    session: i64,
}

/// Parameters of a fix.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FixPassage {
    /// The mending.
    session: i64,
    /// The job, as planned.
    job: Value,
}

/// Parameters of the end of a round.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RecheckRound {
    /// The mending.
    session: i64,
    /// The jobs that were done, each with its offers.
    done: Option<Vec<Value>>,
}

/// A job with its offers, as the fix passes it on.
#[derive(Debug, Deserialize)]
struct DoneJob {
    job: RoundJob,
    fixed: Fixed,
}

/// What a mending costs is said when it begins; a step alone has no price.
const MEND: Asking = (Act::Mend, |_, _| Box::pin(async { Err(unknown_price()) }));
const VERIFY: Asking = (Act::Verify, |_, _| Box::pin(async { Err(unknown_price()) }));

fn unknown_price() -> Error {
    Error::new(
        Code::BadRequest,
        "a step of a mending has no price of its own",
        "Estimate the mending instead.",
    )
}

/// The session at the beginning or the end of a round.
async fn state(context: &Context<EngineHost>, session: i64) -> Result<State, Failure> {
    let project = &context.host.session.project;
    let state = State::read(project, session.into()).await.map_err(failure)?;
    Ok(state.between_rounds(project.now()))
}

pub(super) fn plan_fixes() -> Step {
    Step {
        spec: spec::<OfMending>("plan_fixes", Kind::Quick, ("安排修订", "Plan the Fixes")),
        run: |context, params| {
            Box::pin(async move {
                let OfMending { session } = parse_params(&params)?;
                let state = state(context, session).await?;
                let host = &context.host.session;
                let plan = plan_round(host, state).await.map_err(failure)?;
                let holder = holder(&host.project).await.map_err(failure)?;
                let now = host.project.now();
                Ok(Done::writing(move |conn| {
                    Box::pin(async move {
                        plan.store(conn, &holder, now).await.map_err(failure)?;
                        Ok(json!({ "jobs": plan.jobs }))
                    })
                }))
            })
        },
        reads: None,
        asking: None,
    }
}

pub(super) fn fix_passage() -> Step {
    Step {
        spec: spec::<FixPassage>("fix_passage", Kind::Model, ("修改一处", "Fix a Passage")),
        run: |context, params| Box::pin(run_fix(context, params)),
        reads: None,
        asking: Some(MEND),
    }
}

async fn run_fix(context: &Context<EngineHost>, params: std::sync::Arc<Value>) -> Result<Done, Stop> {
    let FixPassage { session, job } = parse_params(&params)?;
    let job: RoundJob = parse_params(&job)?;
    let host = &context.host.session;
    let state = State::of_scene(&host.project, session.into(), job.scene).await.map_err(failure)?;
    let permit = ceiling::permit(context, async || Ok(None)).await.map_err(failure)?;
    let timer = WorkTimer::of(&state.session.record);
    let made = fix(host, (&state, &job), &timer.observer(context)).await;
    drop(permit);
    let (fixed, spent) = match made {
        Ok(made) => made,
        // The time of the session is up; what came is stored with its generation.
        Err(error) if error.code == Code::Stopped && !context.cancel.is_cancelled() => {
            (Fixed::default(), Spent::default())
        }
        Err(error) => return Err(failure(error).into()),
    };
    let spent = Spent { worked_ms: timer.worked_ms(), ..spent };
    let holder = holder(&host.project).await.map_err(failure)?;
    let now = host.project.now();
    let usage = Usage { model: fixed.model.clone(), cost: fixed.cost.clone() };
    let session = MendSessionId::from(session);
    let done = Done::writing(move |conn| {
        Box::pin(async move {
            store_fixed(conn, (session, &holder), (&job, &fixed, &spent), now).await.map_err(failure)?;
            Ok(json!({ "job": job, "fixed": fixed }))
        })
    });
    Ok(done.by(usage))
}

pub(super) fn recheck_round() -> Step {
    Step {
        spec: spec::<RecheckRound>("recheck_round", Kind::Model, ("复查这一轮", "Check the Round Again")),
        run: |context, params| Box::pin(run_recheck(context, params)),
        reads: None,
        asking: Some(VERIFY),
    }
}

async fn run_recheck(context: &Context<EngineHost>, params: std::sync::Arc<Value>) -> Result<Done, Stop> {
    let RecheckRound { session, done } = parse_params(&params)?;
    // The output of a job that failed for good is null; its issues are as if it had not begun.
    let done = done.unwrap_or_default();
    let done = done.iter().filter(|done| !done.is_null());
    let done: Vec<DoneJob> = done.map(parse_params).collect::<Result<_, Failure>>()?;
    let work: Vec<(RoundJob, Fixed)> = done.into_iter().map(|done| (done.job, done.fixed)).collect();
    let state = state(context, session).await?;
    let host = &context.host.session;
    let timer = WorkTimer::of(&state.session.record);
    let observers = (&observer(context), &timer.observer(context));
    let outcome = recheck(host, &state, &work, observers).await.map_err(failure)?;
    let worked_ms = timer.worked_ms();
    let cost = outcome.spent.cost.clone();
    let holder = holder(&host.project).await.map_err(failure)?;
    let now = host.project.now();
    let done = Done::writing(move |conn| {
        Box::pin(async move {
            outcome.store(conn, (&holder, worked_ms), now).await.map_err(failure)?;
            Ok(json!({ "goes_on": outcome.goes_on }))
        })
    });
    Ok(done.by(Usage { model: None, cost }))
}

pub(super) fn close_mending() -> Step {
    Step {
        spec: spec::<OfMending>("close_mending", Kind::Quick, ("交给作者", "Leave It to the Author")),
        run: |context, params| {
            Box::pin(async move {
                let OfMending { session } = parse_params(&params)?;
                let host = &context.host.session;
                let holder = holder(&host.project).await.map_err(failure)?;
                let (kept, now) = (Kept::of(&host.project), host.project.now());
                Ok(Done::writing(move |conn| {
                    Box::pin(async move {
                        let closed =
                            close(conn, &kept, (session.into(), &holder), now).await.map_err(failure)?;
                        Ok(json!({
                            "waiting": closed.waiting, "released": closed.released, "accepted": closed.accepted,
                        }))
                    })
                }))
            })
        },
        reads: None,
        asking: None,
    }
}

/// Measures the work of a step, and stops it when the time of its session is up.
struct WorkTimer {
    began: Instant,
    left: Duration,
}

impl WorkTimer {
    fn of(record: &SessionRecord) -> Self {
        let whole = Duration::from_secs(record.policy.max_seconds.into());
        let left = whole.saturating_sub(Duration::from_millis(record.spent.worked_ms));
        Self { began: Instant::now(), left }
    }

    fn worked_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// An observer that stops the call with the step, or when the time is up.
    fn observer(&self, context: &Context<EngineHost>) -> Observer {
        let (cancel, reporter) = (context.cancel.clone(), context.teller());
        let (began, left) = (self.began, self.left);
        Observer::watching(Watch::stopping_when(
            move || cancel.is_cancelled() || began.elapsed() >= left,
            move |progress| reporter.progress(progress.done as u64, progress.total as u64, progress.stage),
        ))
    }
}

/// Whether a job asks a model.
pub(super) fn asks_model(params: &Value) -> Option<bool> {
    let tool = params.get("job")?.get("tool")?.as_str()?;
    tool.parse::<Tool>().ok().map(Tool::needs_model)
}
