//! The author's switches for workflows that start by themselves.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::settings;
use wenfang_story::generation::Cost;
use wenfang_usecase::{Code, Error, Result};
use wenfang_workflow::{Flow, Trigger, Words};

use super::commands::WorkflowService;
use super::handlers::acts;
use crate::pipelines::Profile;
use crate::pipelines::catalogue::Catalogue;
use crate::pipelines::compile::settling_id;
use crate::pipelines::profile::Step;
use crate::pipelines::steps::kind;

/// Whether a trigger starts a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct WorkflowSwitch {
    pub workflow: String,
    /// The title of the profile whose steps after an acceptance it starts; `null` for other workflows.
    pub profile: Option<Words>,
    /// The event that starts it.
    pub trigger: Trigger,
    /// Whether the trigger is enabled.
    pub on: bool,
    /// Whether it is enabled by default.
    pub default_on: bool,
    /// Monthly ceiling for the cost of models in triggered runs; without one, no model is called.
    pub ceiling: Option<Cost>,
    /// Whether a step of it may call a model.
    pub may_cost: bool,
}

/// The author's choice, stored as JSON in the project settings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Chosen {
    on: bool,
    #[serde(default)]
    ceiling: Option<Cost>,
}

/// Checking a completed chapter by rules is free, so it is enabled; everything else is opt-in.
const fn default_on(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::ChapterCompleted)
}

fn key(workflow: &str, trigger: Trigger) -> String {
    format!("workflow.{workflow}.{}", trigger.as_str())
}

/// Reads a switch.
pub(super) async fn switch(
    conn: &mut SqliteConnection,
    flow: &Flow,
    trigger: Trigger,
) -> Result<WorkflowSwitch> {
    let workflow = &flow.definition.workflow_id;
    let chosen = chosen(conn, (workflow, trigger)).await?;
    Ok(WorkflowSwitch {
        workflow: workflow.clone(),
        profile: None,
        trigger,
        on: chosen.as_ref().map_or(default_on(trigger), |chosen| chosen.on),
        default_on: default_on(trigger),
        ceiling: chosen.and_then(|chosen| chosen.ceiling),
        may_cost: acts(flow).next().is_some(),
    })
}

/// The author's choice; none if they left it as it is.
async fn chosen(conn: &mut SqliteConnection, (workflow, trigger): (&str, Trigger)) -> Result<Option<Chosen>> {
    let chosen = settings::get(conn, &key(workflow, trigger)).await?;
    // An unreadable value was written by a later release: use the default.
    Ok(chosen.and_then(|chosen| serde_json::from_str::<Chosen>(&chosen).ok()))
}

/// What starts the steps after an acceptance: the save that accepts.
pub(super) const ON_ACCEPTANCE: Trigger = Trigger::SceneSaved;

/// Reads the switch of the steps after an acceptance. They are on, and ask no model without a ceiling.
pub(super) async fn settling_switch(
    conn: &mut SqliteConnection,
    profile: &Profile,
) -> Result<WorkflowSwitch> {
    let workflow = settling_id(&profile.profile_id);
    let chosen = chosen(conn, (&workflow, ON_ACCEPTANCE)).await?;
    let asks = |step: &Step| kind(&step.handler).is_some_and(|kind| kind.asks(&json!(step.params)).is_some());
    Ok(WorkflowSwitch {
        workflow,
        profile: Some(profile.title.clone()),
        trigger: ON_ACCEPTANCE,
        on: chosen.as_ref().is_none_or(|chosen| chosen.on),
        default_on: true,
        ceiling: chosen.and_then(|chosen| chosen.ceiling),
        may_cost: profile.settled.iter().any(asks),
    })
}

/// Reads all switches.
pub(super) async fn switches(workflow_service: &WorkflowService) -> Result<Vec<WorkflowSwitch>> {
    let profiles = settling_profiles(workflow_service).await?;
    let mut tx = workflow_service.session().project.begin_read().await?;
    let mut switches = Vec::new();
    for (id, _) in super::SHIPPED {
        let Some(flow) = workflow_service.flow(id) else { continue };
        for trigger in flow.definition.trigger.on.iter().filter(|trigger| **trigger != Trigger::Menu) {
            switches.push(switch(&mut tx, flow, *trigger).await?);
        }
    }
    for profile in profiles {
        switches.push(settling_switch(&mut tx, &profile).await?);
    }
    Ok(switches)
}

/// The profiles with steps after an acceptance.
async fn settling_profiles(workflow_service: &WorkflowService) -> Result<Vec<Profile>> {
    let mut known = Catalogue::read(workflow_service.session()).await?.known();
    known.retain(|profile| !profile.settled.is_empty());
    Ok(known)
}

/// A switch to set.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct SetSwitch {
    pub workflow: String,
    /// The event that starts it.
    #[ts(type = "RunTrigger")]
    pub trigger: String,
    /// Whether the trigger is enabled.
    pub on: bool,
    /// Monthly ceiling for the cost of models in triggered runs.
    pub ceiling: Option<Cost>,
}

/// Sets a switch.
pub async fn set_switch(workflow_service: &WorkflowService, request: SetSwitch) -> Result<serde_json::Value> {
    let unknown = || {
        Error::new(
            Code::NotFound,
            format!("the workflow {} has no trigger {}", request.workflow, request.trigger),
            "Nothing was changed.",
        )
    };
    let triggers = match workflow_service.flow(&request.workflow) {
        Some(flow) => flow.definition.trigger.on.clone(),
        None => {
            let profiles = settling_profiles(workflow_service).await?;
            let is_its = |profile: &Profile| settling_id(&profile.profile_id) == request.workflow;
            if profiles.iter().any(is_its) { vec![ON_ACCEPTANCE] } else { Vec::new() }
        }
    };
    let mut on = triggers.into_iter().filter(|trigger| *trigger != Trigger::Menu);
    let trigger = on.find(|trigger| trigger.as_str() == request.trigger).ok_or_else(unknown)?;
    let chosen = Chosen { on: request.on, ceiling: request.ceiling };
    let value = serde_json::to_string(&chosen)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Nothing was changed."))?;
    let mut tx = workflow_service.session().project.begin_write().await?;
    settings::set(&mut tx, &key(&request.workflow, trigger), &value).await?;
    tx.commit().await?;
    Ok(serde_json::json!({}))
}
