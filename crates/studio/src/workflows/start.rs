//! Beginning runs.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wenfang_engine::{Cost, Estimate, Start, WhenBusy};
use wenfang_story::{ChapterId, RunId};
use wenfang_workflow::Trigger;

use super::ceiling;
use super::commands::WorkflowService;
use crate::error::{Error, Result};

/// A run to begin.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct StartWorkflow {
    /// The workflow.
    pub workflow: String,
    /// For which chapter.
    pub chapter: Option<ChapterId>,
    /// What else it is given: an object.
    #[ts(optional, type = "JsonValue")]
    pub input: Option<Value>,
    /// What models may cost from its beginning to its end, whoever asks them; a step that would exceed it by its estimate is done
    /// on this machine. A run that goes on already keeps its own.
    pub ceiling: Option<Cost>,
}

/// A run that was begun.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct WorkflowStarted {
    /// The run.
    pub run: RunId,
    /// Whether it went on already.
    pub already: bool,
}

/// Begins a run at the author's wish. Models are asked where they are set up, unless the input says `"by": "local"`.
pub async fn start(workflow_service: &WorkflowService, request: StartWorkflow) -> Result<WorkflowStarted> {
    let input = input(&request)?;
    let start =
        Start { workflow: request.workflow, input, trigger: Trigger::Menu, when_busy: WhenBusy::Join };
    let started = workflow_service.engine.start(start).await?;
    Ok(WorkflowStarted { run: started.run, already: started.already })
}

/// Says what a run would cost.
pub async fn preview(workflow_service: &WorkflowService, request: StartWorkflow) -> Result<Estimate> {
    let input = input(&request)?;
    let unknown = || wenfang_engine::Error::NoWorkflow(request.workflow.clone());
    let flow = workflow_service.flow(&request.workflow).ok_or_else(unknown)?;
    let nodes: Vec<String> = flow.definition.nodes.iter().map(|node| node.id.clone()).collect();
    Ok(workflow_service.engine.estimate(flow, &nodes, (&input, true)).await)
}

/// What a run is given.
fn input(request: &StartWorkflow) -> Result<Value> {
    let mut input = match &request.input {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(fields)) => fields.clone(),
        Some(_) => {
            return Err(Error::bad_request(
                "the input is no object",
                "Nothing was begun. Give a JSON object.",
            ));
        }
    };
    if let Some(chapter) = request.chapter {
        input.insert("chapter_id".to_owned(), json!(chapter));
    }
    if let Some(most) = &request.ceiling {
        input.insert(ceiling::OF_RUN.to_owned(), json!(most));
    }
    input.entry("by").or_insert_with(|| json!("model"));
    Ok(Value::Object(input))
}
