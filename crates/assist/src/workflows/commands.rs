//! The commands of workflows, over the open novel and its engine.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_engine::Engine;
use wenfang_project::watch::Watch;
use wenfang_usecase::{NoParams, Result, command_list};
use wenfang_workflow::Flow;

use super::handlers::acts;
use super::shipped::{ValidateWorkflow, Validated, validate_text};
use super::switches::WorkflowSwitch;
use super::views::{RunSummary, WorkflowView, workflow_view};
use super::{EngineHost, mendings, runs, start, switches};
use crate::completion::ChapterCompletion;
use crate::drafting::can_ask;
use crate::{Session, completion};

/// The open novel with the engine that runs its workflows.
#[derive(Clone)]
pub struct WorkflowService {
    pub engine: Engine<EngineHost>,
}

impl WorkflowService {
    /// The session of the open novel.
    pub fn session(&self) -> &Session {
        &self.engine.host().session
    }

    /// Finds a workflow by its id.
    pub fn flow(&self, id: &str) -> Option<&Arc<Flow>> {
        self.engine.flows().find(|flow| flow.definition.workflow_id == id)
    }

    /// Stops the engine; every active run can be resumed later.
    pub async fn close(self) {
        self.engine.host().streams.stop_all().await;
        self.engine.stop().await;
    }
}

command_list! {
    WorkflowService, Watch, Workflows, OnSuccess;
    "workflow.list" => list, reads [Workflows, Models];
    "workflow.switch" => switches::set_switch, changes [Workflows];
    "workflow.start" => start::start, changes [Workflows];
    "workflow.preview_start" => start::preview, reads [Workflows, Manuscript, Texts, Models];
    "workflow.runs" => runs::list, reads [Workflows, Manuscript];
    "workflow.show" => runs::show, reads [Workflows, Manuscript];
    "workflow.events" => runs::events, reads [Workflows];
    "workflow.answer" => runs::answer, changes [Workflows];
    "workflow.cancel" => runs::cancel, changes [Workflows];
    "workflow.resume" => runs::resume, changes [Workflows];
    "workflow.preview_again" => runs::preview_again, reads [Workflows, Manuscript, Texts, Models];
    "workflow.run_again" => runs::run_again, changes [Workflows];
    "workflow.interrupted" => runs::interrupted, reads [Workflows, Manuscript];
    "workflow.validate" => validate;
    "mend.estimate" => mendings::estimate, reads [Mending, Findings, Texts, Drafts, Models];
    "mend.begin" watched => mendings::begin, changes [Mending, Workflows, Findings, Texts, History, Drafts];
    "mend.resume" => mendings::resume, changes [Mending, Workflows];
    "mend.supply" => mendings::supply, changes [Mending, Workflows, Texts, History], path "path";
    "mend.abandon" => mendings::abandon, changes [Mending, Workflows];
    "completion.chapter" => chapter, reads [Workflows, Manuscript, Texts, Drafts];
}

/// The available workflows.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct WorkflowList {
    /// In display order.
    pub workflows: Vec<WorkflowView>,
    /// Ids of the workflows that would call a model with the current settings.
    pub asking: Vec<String>,
    pub switches: Vec<WorkflowSwitch>,
}

/// Lists the workflows.
pub async fn list(workflow_service: &WorkflowService, _: NoParams) -> Result<WorkflowList> {
    let handlers = workflow_service.engine.registry().described();
    // What nothing triggers is a part of another workflow, or started by a command of its own.
    let is_offered = |flow: &&Arc<Flow>| !flow.definition.trigger.on.is_empty();
    let shown = || super::SHIPPED.iter().filter_map(|(id, _)| workflow_service.flow(id)).filter(is_offered);
    let calls_model = |flow: &&Arc<Flow>| acts(flow).any(|act| can_ask(workflow_service.session(), act));
    Ok(WorkflowList {
        workflows: shown().map(|flow| workflow_view(flow, handlers)).collect(),
        asking: shown().filter(calls_model).map(|flow| flow.definition.workflow_id.clone()).collect(),
        switches: switches::switches(workflow_service).await?,
    })
}

/// Validates a definition.
pub async fn validate(_: &WorkflowService, request: ValidateWorkflow) -> Result<Validated> {
    Ok(validate_text(&request.text))
}

/// Identifies a chapter.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "CompleteChapterRequest")]
pub struct ChapterRequest {
    pub chapter: wenfang_story::ChapterId,
}

/// The stored results of a chapter with its newest completion run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterState {
    #[serde(flatten)]
    pub known: ChapterCompletion,
    /// The newest run that completes the chapter.
    pub run: Option<RunSummary>,
}

/// Returns the stored results of a chapter and its newest run.
pub async fn chapter(workflow_service: &WorkflowService, request: ChapterRequest) -> Result<ChapterState> {
    let known = completion::chapter(
        workflow_service.session(),
        completion::ChapterRequest { chapter: request.chapter },
    )
    .await?;
    Ok(ChapterState { known, run: runs::of_chapter(workflow_service, request.chapter).await? })
}
