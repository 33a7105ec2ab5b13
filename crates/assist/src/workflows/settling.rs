//! The run after an acceptance: the steps in `settled` of the profile that a text was written under.
//!
//! Always: a generation has one such run; what the steps read is what the author saved; they ask no model without a
//! ceiling.

use std::sync::Arc;

use serde_json::json;
use wenfang_engine::{Start, WhenBusy};
use wenfang_project::{generations, workflows as rows};
use wenfang_story::RunId;
use wenfang_story::generation::{Act, TurnRef};
use wenfang_usecase::Result;
use wenfang_workflow::RunStatus;

use super::ceiling::MONTHLY_CEILING;
use super::commands::WorkflowService;
use super::handlers::pipeline::TurnInput;
use super::switches::{ON_ACCEPTANCE, settling_switch};
use super::turns::faulty;
use crate::drafting::request::Generate;
use crate::pipelines::catalogue::Catalogue;
use crate::pipelines::compile::{settling, settling_key};
use crate::pipelines::steps::Accepted;

/// How a run ends that another acceptance may begin again.
const CAME_TO_NOTHING: [RunStatus; 2] = [RunStatus::Failed, RunStatus::Cancelled];

/// Starts the steps after an acceptance, or goes on with those that the end of the program interrupted. `None` if the
/// generation has none, or has had them.
///
/// # Errors
/// An unknown generation; a profile with faults; those of the project file.
pub(super) async fn settle(service: &WorkflowService, accepted: Accepted) -> Result<Option<RunId>> {
    let _one = service.engine.host().settling.lock().await;
    let key = settling_key(accepted.generation);
    let mut tx = service.session().project.begin_read().await?;
    let record = generations::require(&mut tx, accepted.generation).await?.record;
    let Some(turn) = record.turn.filter(|_| record.scene == accepted.scene) else { return Ok(None) };
    let before = rows::newest_with(&mut tx, &key).await?;
    drop(tx);
    match before.map(|run| (run.id, run.status)) {
        Some((run, status)) if status == RunStatus::Interrupted.as_str() => {
            service.engine.resume(run).await?;
            return Ok(Some(run));
        }
        Some((_, status)) if !CAME_TO_NOTHING.iter().any(|known| known.as_str() == status) => {
            return Ok(None);
        }
        _ => {}
    }
    let Some(input) = input(service, &turn, record.act, accepted).await? else { return Ok(None) };
    if input.profile.settled.is_empty() {
        return Ok(None);
    }
    let mut tx = service.session().project.begin_read().await?;
    let switch = settling_switch(&mut tx, &input.profile).await?;
    drop(tx);
    if !switch.on {
        return Ok(None);
    }
    let flow = settling(&input.profile, service.engine.registry().described())
        .map_err(|faults| faulty(&input.profile, &faults))?;
    let Some(flow) = flow else { return Ok(None) };
    let mut input = json!(TurnInput { turn: key, ..input });
    if let Some(most) = &switch.ceiling {
        input[MONTHLY_CEILING] = json!(most);
    }
    let workflow = flow.definition.workflow_id.clone();
    let start = Start { workflow, input, trigger: ON_ACCEPTANCE, when_busy: WhenBusy::Join };
    Ok(Some(service.engine.start_flow(Arc::new(flow), start).await?.run))
}

/// The input of the run of the generation with the accepted text. Without such a run, the profile is that of now; one
/// that may not ask a model yet, or is gone, has no steps.
async fn input(
    service: &WorkflowService,
    turn: &TurnRef,
    act: Act,
    accepted: Accepted,
) -> Result<Option<TurnInput>> {
    if let Some(run) = turn.run {
        let mut tx = service.session().project.begin_read().await?;
        if let Some(run) = rows::get(&mut tx, run).await? {
            let stored = rows::value(&mut tx, run.input_id).await?;
            let input = serde_json::from_str::<TurnInput>(&stored).ok();
            return Ok(input.map(|input| TurnInput { accepted: Some(accepted), ..input }));
        }
    }
    let known = Catalogue::read(service.session()).await?.known().into_iter();
    let mut own = known.filter(|profile| profile.profile_id == turn.profile && !profile.untrusted);
    Ok(own.next().map(|profile| TurnInput {
        turn: turn.hash.clone(),
        request: Generate::of_scene(accepted.scene, act),
        profile_hash: turn.profile_hash.clone(),
        level: turn.level.clone(),
        trial: false,
        accepted: Some(accepted),
        profile,
    }))
}
