//! Starting runs.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wenfang_engine::{Estimate, Start, WhenBusy};
use wenfang_story::generation::Cost;
use wenfang_story::{ChapterId, RunId};
use wenfang_usecase::{Error, Result};
use wenfang_workflow::Trigger;

use super::ceiling;
use super::commands::WorkflowService;
use crate::agreement::check_agreed;

/// A run to start.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct StartWorkflow {
    pub workflow: String,
    pub chapter: Option<ChapterId>,
    /// Further input, as an object.
    #[ts(optional, type = "JsonValue")]
    pub input: Option<Value>,
    /// Ceiling for the cost of models during the run, whatever calls them. A step whose estimate would exceed it
    /// runs locally. A run that is already active keeps its own ceiling.
    pub ceiling: Option<Cost>,
    /// The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
    /// checked when absent.
    pub agreed: Option<u64>,
}

/// The run that was started.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct WorkflowStarted {
    pub run: RunId,
    /// Whether it was already active.
    pub already: bool,
}

/// Starts a run for the author. Models are called if they are set up, unless the input says `"by": "local"`.
pub async fn start(workflow_service: &WorkflowService, request: StartWorkflow) -> Result<WorkflowStarted> {
    if request.agreed.is_some() {
        check_agreed(preview(workflow_service, request.clone()).await?.tokens(), request.agreed)?;
    }
    let input = input(&request)?;
    let start =
        Start { workflow: request.workflow, input, trigger: Trigger::Menu, when_busy: WhenBusy::Join };
    let started = workflow_service.engine.start(start).await?;
    Ok(WorkflowStarted { run: started.run, already: started.already })
}

/// Estimates the cost of a run.
pub async fn preview(workflow_service: &WorkflowService, request: StartWorkflow) -> Result<Estimate> {
    let input = input(&request)?;
    let unknown = || wenfang_engine::Error::NoWorkflow(request.workflow.clone());
    let flow = workflow_service.flow(&request.workflow).ok_or_else(unknown)?;
    let nodes: Vec<String> = flow.definition.nodes.iter().map(|node| node.id.clone()).collect();
    Ok(workflow_service.engine.estimate(flow, &nodes, (&input, true)).await)
}

/// Builds the input of a run.
fn input(request: &StartWorkflow) -> Result<Value> {
    let mut input = match &request.input {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(fields)) => fields.clone(),
        Some(_) => {
            return Err(Error::bad_request(
                "the input is not a JSON object",
                "Nothing was started. Pass a JSON object.",
            ));
        }
    };
    if let Some(chapter) = request.chapter {
        input.insert("chapter_id".to_owned(), json!(chapter));
    }
    if let Some(most) = &request.ceiling {
        input.insert(ceiling::RUN_CEILING.to_owned(), json!(most));
    }
    input.entry("by").or_insert_with(|| json!("model"));
    Ok(Value::Object(input))
}
