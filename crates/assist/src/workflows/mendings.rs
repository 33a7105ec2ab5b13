//! Mendings and their runs: begin, go on, give up.

use serde_json::{Value, json};
use wenfang_engine::{Start, WhenBusy};
use wenfang_project::mend::scenes;
use wenfang_project::mend::sessions::{self, Session as MendSession};
use wenfang_project::watch::Watch;
use wenfang_project::workflows as rows;
use wenfang_story::mend::{MendBy, MendStatus, SceneFate};
use wenfang_story::{MendSessionId, RunId};
use wenfang_usecase::{Code, Result};
use wenfang_workflow::{RunStatus, Trigger};

use super::commands::WorkflowService;
use crate::mending::views::{MendBegun, MendEstimate};
use crate::mending::{self, AbandonMending, BeginMending, MendingRequest, Supplied, SupplyText, WORKFLOW};

/// Estimates a mending. Nothing is sent.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an unknown target or an invalid policy.
pub async fn estimate(service: &WorkflowService, request: BeginMending) -> Result<MendEstimate> {
    mending::check_policy(&request)?;
    mending::estimate(service.session(), &request).await
}

/// Begins a mending, or takes up the open one of the same target.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an unknown target or an invalid policy;
/// [`Code::AgreementNeeded`](wenfang_usecase::Code::AgreementNeeded).
pub async fn begin(service: &WorkflowService, request: BeginMending, watch: &Watch) -> Result<MendBegun> {
    mending::check_policy(&request)?;
    let session = service.session();
    let mut tx = session.project.begin_read().await?;
    let open = sessions::newest_open(&mut tx, request.target.stored()).await?;
    drop(tx);
    match open {
        Some(open) if !request.anew => return take_up(service, open).await,
        Some(open) => give_up(service, open.id).await?,
        None => {}
    }
    let mut begun = mending::open(session, &request, watch).await?;
    if let Some(id) = begun.session {
        begun.run = Some(start(service, id).await?);
    }
    Ok(begun)
}

/// Goes on with a mending: its run continues, or another one works on its open issues.
///
/// # Errors
/// An unknown session; one that has ended.
pub async fn resume(service: &WorkflowService, request: MendingRequest) -> Result<MendBegun> {
    let session = mending::reactivate(&service.session().project, request.session).await?;
    take_up(service, session).await
}

/// Stores a text that a mending waits for. The mending goes on if rounds of the scene follow.
///
/// # Errors
/// A scene of which nothing is missing; another text.
pub async fn supply(service: &WorkflowService, request: SupplyText) -> Result<Supplied> {
    let project = &service.session().project;
    let session = request.session;
    let (missing, goes_on) = mending::supply(project, request).await?;
    let run = match goes_on {
        true => take_up(service, mending::reactivate(project, session).await?).await?.run,
        false => None,
    };
    Ok(Supplied { session, missing, run })
}

/// Ends a mending without a decision about what waits.
///
/// # Errors
/// An unknown session; damaged rows, unless it is forced.
pub async fn abandon(service: &WorkflowService, request: AbandonMending) -> Result<Value> {
    match give_up(service, request.session).await {
        Err(error) if error.code == Code::Damaged && request.force => {
            mending::abandon_damaged(&service.session().project, request.session).await?;
        }
        given_up => given_up?,
    }
    let mut tx = service.session().project.begin_read().await?;
    let scenes = scenes::list(&mut tx, request.session).await?;
    let released = scenes.iter().filter(|scene| scene.fate == SceneFate::Released).count();
    Ok(json!({ "released": released }))
}

/// Starts a run for a session.
async fn start(service: &WorkflowService, session: MendSessionId) -> Result<RunId> {
    let mut tx = service.session().project.begin_read().await?;
    let by = match sessions::require(&mut tx, session).await?.record.by {
        MendBy::Rules => "local",
        MendBy::Model => "model",
    };
    drop(tx);
    let start = Start {
        workflow: WORKFLOW.to_owned(),
        input: json!({ "session": session, "by": by }),
        trigger: Trigger::Menu,
        when_busy: WhenBusy::Join,
    };
    let run = service.engine.start(start).await?.run;
    mending::set_run(&service.session().project, session, run).await?;
    Ok(run)
}

/// Takes up an open session. One that waits for the author is left to the author.
async fn take_up(service: &WorkflowService, open: MendSession) -> Result<MendBegun> {
    let mut begun = mending::take_up(&service.session().project, &open).await?;
    if open.status == MendStatus::Active {
        begun.run = Some(run_of(service, &open).await?);
    }
    Ok(begun)
}

/// The run of a session, resumed if it does not go on by itself; a new one if it cannot be resumed. The rounds are in
/// the session, so a new run continues with the round that is due.
async fn run_of(service: &WorkflowService, open: &MendSession) -> Result<RunId> {
    let Some(run) = open.run else { return start(service, open.id).await };
    let mut tx = service.session().project.begin_read().await?;
    let status = RunStatus::named(&rows::require(&mut tx, run).await?.status);
    drop(tx);
    match status {
        Some(RunStatus::Queued | RunStatus::Running | RunStatus::Waiting) => Ok(run),
        Some(RunStatus::Completed) | None => start(service, open.id).await,
        Some(_) => match service.engine.resume(run).await {
            Ok(()) => Ok(run),
            Err(_) => start(service, open.id).await,
        },
    }
}

/// Gives up an open session: its run is cancelled and its scenes are free.
async fn give_up(service: &WorkflowService, session: MendSessionId) -> Result<()> {
    let project = &service.session().project;
    let mut tx = project.begin_read().await?;
    let run = sessions::require(&mut tx, session).await?.run;
    drop(tx);
    if let Some(run) = run {
        // A run that has ended cannot be cancelled.
        let _ = service.engine.cancel(run, None).await;
    }
    mending::abandon(project, session).await
}
