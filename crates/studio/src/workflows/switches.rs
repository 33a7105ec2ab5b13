//! What may start workflows by itself: the author's switches.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_engine::Cost;
use wenfang_project::settings;
use wenfang_workflow::{Flow, Trigger};

use super::commands::WorkflowService;
use super::handlers::acts;
use crate::error::{Code, Error, Result};

/// A switch.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct WorkflowSwitch {
    /// The workflow.
    pub workflow: String,
    /// What starts it.
    pub trigger: Trigger,
    /// Whether it does.
    pub on: bool,
    /// Whether it does when nobody said anything.
    pub default_on: bool,
    /// What models may cost in a month for what starts by itself; without one no model is asked.
    pub ceiling: Option<Cost>,
    /// Whether a step of it may ask a model.
    pub may_cost: bool,
}

/// What the author chose; JSON in the settings of the project.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Chosen {
    on: bool,
    #[serde(default)]
    ceiling: Option<Cost>,
}

/// A completed chapter is looked at by rules, which costs nothing; the rest is for those who want it.
const fn default_on(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::ChapterCompleted)
}

fn key(workflow: &str, trigger: Trigger) -> String {
    format!("workflow.{workflow}.{}", trigger.as_str())
}

/// A switch as it stands.
pub(super) async fn switch(
    conn: &mut SqliteConnection,
    flow: &Flow,
    trigger: Trigger,
) -> Result<WorkflowSwitch> {
    let workflow = &flow.definition.workflow_id;
    let chosen = settings::get(conn, &key(workflow, trigger)).await?;
    // What cannot be read was written by a later release: as shipped.
    let chosen = chosen.and_then(|chosen| serde_json::from_str::<Chosen>(&chosen).ok());
    Ok(WorkflowSwitch {
        workflow: workflow.clone(),
        trigger,
        on: chosen.as_ref().map_or(default_on(trigger), |chosen| chosen.on),
        default_on: default_on(trigger),
        ceiling: chosen.and_then(|chosen| chosen.ceiling),
        may_cost: acts(flow).next().is_some(),
    })
}

/// Every switch.
pub(super) async fn switches(workflow_service: &WorkflowService) -> Result<Vec<WorkflowSwitch>> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    let mut switches = Vec::new();
    for (id, _) in super::SHIPPED {
        let Some(flow) = workflow_service.flow(id) else { continue };
        for trigger in flow.definition.trigger.on.iter().filter(|trigger| **trigger != Trigger::Menu) {
            switches.push(switch(&mut tx, flow, *trigger).await?);
        }
    }
    Ok(switches)
}

/// A switch to set.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct SetSwitch {
    /// The workflow.
    pub workflow: String,
    /// What starts it.
    #[ts(type = "RunTrigger")]
    pub trigger: String,
    /// Whether it does.
    pub on: bool,
    /// What models may cost in a month for what starts by itself.
    pub ceiling: Option<Cost>,
}

/// Sets a switch.
pub async fn set_switch(workflow_service: &WorkflowService, request: SetSwitch) -> Result<serde_json::Value> {
    let unknown = || {
        Error::new(
            Code::NotFound,
            format!("{} is not started by {}", request.workflow, request.trigger),
            "Nothing was changed.",
        )
    };
    let flow = workflow_service.flow(&request.workflow).ok_or_else(unknown)?;
    let mut on = flow.definition.trigger.on.iter().filter(|trigger| **trigger != Trigger::Menu);
    let trigger = *on.find(|trigger| trigger.as_str() == request.trigger).ok_or_else(unknown)?;
    let chosen = Chosen { on: request.on, ceiling: request.ceiling };
    let value = serde_json::to_string(&chosen)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Nothing was changed."))?;
    let mut tx = workflow_service.session().project.begin_write().await?;
    settings::set(&mut tx, &key(&request.workflow, trigger), &value).await?;
    tx.commit().await?;
    Ok(serde_json::json!({}))
}
