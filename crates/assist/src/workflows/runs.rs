//! Runs as the author handles them: listing, answering, cancelling, resuming, rerunning.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::SqliteConnection;
use wenfang_engine::{Again, Estimate, Loaded};
use wenfang_project::workflows::{self as rows, Run};
use wenfang_story::{RunId, Timestamp};
use wenfang_usecase::{Error, NoParams, Result};
use wenfang_workflow::machine::Answer;
use wenfang_workflow::{NodeStatus, RunStatus};

use super::commands::WorkflowService;
use super::views::{RunSummary, RunView, Titles, run_view, summary};
use crate::agreement::check_agreed;

/// Default page size; older runs are reached by paging.
const DEFAULT_PAGE_SIZE: u32 = 20;
/// Maximum page size.
const MAX_PAGE_SIZE: u32 = 10_000;
/// Maximum number of events in one answer.
const MAX_EVENTS: u32 = 1_000;

/// A page of runs.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListRuns {
    /// Page size; 20 when absent.
    pub limit: Option<u32>,
    /// Only runs before this one.
    pub before: Option<RunId>,
    /// Only runs that have not ended.
    pub active: Option<bool>,
    /// Also runs that write texts or follow their acceptance. Without it, they are listed only while they wait for the
    /// author.
    pub texts: Option<bool>,
}

/// A page of runs, newest first.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunList {
    pub runs: Vec<RunSummary>,
    /// Whether there are older ones.
    pub more: bool,
}

/// Lists runs.
pub async fn list(workflow_service: &WorkflowService, request: ListRuns) -> Result<RunList> {
    let limit = request.limit.unwrap_or(DEFAULT_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
    let with_texts = request.texts == Some(true);
    let mut tx = workflow_service.session().project.begin_read().await?;
    let mut found = match request.active {
        Some(true) => {
            let mut open = rows::open(&mut tx).await?;
            open.retain(|run| with_texts || !run.is_of_text() || run.status == RunStatus::Waiting.as_str());
            open.reverse();
            open
        }
        _ => rows::list(&mut tx, request.before, (limit + 1, with_texts)).await?,
    };
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    Ok(RunList { runs: summaries(workflow_service, &mut tx, &found).await?, more })
}

/// Summarizes runs. Outputs are counted in the database, not read: there may be hundreds, and long ones.
async fn summaries(
    workflow_service: &WorkflowService,
    conn: &mut SqliteConnection,
    runs: &[Run],
) -> Result<Vec<RunSummary>> {
    let titles = titles(conn).await?;
    let mut shown = Vec::with_capacity(runs.len());
    for (run, mut glance) in runs.iter().zip(rows::glances(conn, runs).await?) {
        // The number of items of an active run depends on the outputs of earlier steps.
        let share = match workflow_service.engine.share(run.id).await {
            Some(share) => Some(share),
            None if run.ended_at.is_some() => None,
            // An unreadable run reports its error when it is requested by itself.
            None => {
                workflow_service.engine.load(conn, run.id).await.ok().map(|loaded| loaded.machine.share())
            }
        };
        (glance.done, glance.total) = share.unwrap_or((glance.done, glance.total));
        shown.extend(summary(run, glance, &titles));
    }
    Ok(shown)
}

/// Summarizes one run.
///
/// # Errors
/// A state that no release has written.
async fn summarize(
    workflow_service: &WorkflowService,
    conn: &mut SqliteConnection,
    run: Run,
) -> Result<RunSummary> {
    let id = run.id;
    let summary = summaries(workflow_service, conn, &[run]).await?.pop();
    summary.ok_or_else(|| wenfang_engine::Error::Unreadable(id).into())
}

async fn titles(conn: &mut SqliteConnection) -> Result<Titles> {
    let chapters = wenfang_project::manuscript::chapters(conn).await?;
    Ok(chapters.into_iter().map(|chapter| (chapter.id, chapter.record.title)).collect())
}

/// Identifies a run.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    pub run: RunId,
}

/// Returns a run, step by step.
pub async fn show(workflow_service: &WorkflowService, request: RunRequest) -> Result<RunView> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    let loaded = workflow_service.engine.load(&mut tx, request.run).await?;
    let summary = summarize(workflow_service, &mut tx, loaded.run.clone()).await?;
    let handlers = workflow_service.engine.registry().described();
    let progress = |node: &str, item| workflow_service.engine.progress(request.run, (node, item));
    Ok(run_view(&loaded, (summary, handlers), progress))
}

/// The newest run that completes a chapter.
pub async fn of_chapter(
    workflow_service: &WorkflowService,
    chapter: wenfang_story::ChapterId,
) -> Result<Option<RunSummary>> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    let Some(run) = rows::newest_of_chapter(&mut tx, "chapter_completion", chapter).await? else {
        return Ok(None);
    };
    let run = rows::require(&mut tx, run).await?;
    Ok(summaries(workflow_service, &mut tx, &[run]).await?.pop())
}

/// A page of a run's events.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListEvents {
    pub run: RunId,
    /// Only events after this number.
    pub after: i64,
    /// Page size, at most and by default 1000.
    pub limit: Option<u32>,
}

/// An event of a run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunEvent {
    pub seq: i64,
    pub at: Timestamp,
    /// The id of the step.
    pub node: Option<String>,
    /// The index of the item.
    pub item: Option<i64>,
    pub kind: String,
    #[ts(type = "JsonValue")]
    pub data: Value,
}

/// A page of a run's events.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunEvents {
    /// In order.
    pub events: Vec<RunEvent>,
    /// The number to continue after.
    pub cursor: i64,
}

/// Lists the events of a run.
pub async fn events(workflow_service: &WorkflowService, request: ListEvents) -> Result<RunEvents> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    rows::require(&mut tx, request.run).await?;
    let limit = request.limit.unwrap_or(MAX_EVENTS).clamp(1, MAX_EVENTS);
    let found = rows::events(&mut tx, request.run, request.after, limit).await?;
    let cursor = found.last().map_or(request.after, |event| event.seq);
    let events = found.into_iter().map(|event| RunEvent {
        seq: event.seq,
        at: event.at.into(),
        node: event.node,
        item: event.item,
        kind: event.kind,
        data: event.data.and_then(|data| serde_json::from_str(&data).ok()).unwrap_or_default(),
    });
    Ok(RunEvents { events: events.collect(), cursor })
}

/// The author's answer to a question of a run.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct AnswerRun {
    pub run: RunId,
    /// The step that asked.
    pub node: String,
    /// The item of the step that asked.
    pub item: Option<usize>,
    /// Whether to continue.
    pub accept: bool,
    #[ts(optional, type = "JsonValue")]
    pub data: Option<Value>,
}

/// Answers a question of a run.
pub async fn answer(workflow_service: &WorkflowService, request: AnswerRun) -> Result<Value> {
    let answer = Answer { accept: request.accept, data: request.data.unwrap_or_default() };
    workflow_service.engine.answer(request.run, (&request.node, request.item), answer).await?;
    Ok(json!({}))
}

/// A run or step to cancel.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct CancelRun {
    pub run: RunId,
    /// Only this step and those after it.
    pub node: Option<String>,
}

/// Cancels a run, or a step of it.
pub async fn cancel(workflow_service: &WorkflowService, request: CancelRun) -> Result<Value> {
    workflow_service.engine.cancel(request.run, request.node.as_deref()).await?;
    Ok(json!({}))
}

/// A run to resume.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ResumeRun {
    pub run: RunId,
    /// Whether to continue with the current definition instead of the run's own.
    pub upgrade: Option<bool>,
    /// The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
    /// checked when absent.
    pub agreed: Option<u64>,
}

/// The run that continues.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct AlreadyRunning {
    /// A new run if the definition changed.
    pub run: RunId,
}

/// Resumes a run.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a run that writes a text: nobody would see it arrive.
pub async fn resume(workflow_service: &WorkflowService, request: ResumeRun) -> Result<AlreadyRunning> {
    let is_going = workflow_service.engine.is_going(request.run);
    let mut tx = workflow_service.session().project.begin_read().await?;
    let run = rows::require(&mut tx, request.run).await?;
    drop(tx);
    if run.writes_text() && !is_going {
        return Err(not_resumed(run.id));
    }
    if request.agreed.is_some() {
        check_agreed(tokens_left(workflow_service, &request).await?, request.agreed)?;
    }
    let run = match request.upgrade {
        Some(true) => workflow_service.engine.upgrade(request.run).await?.run,
        // The steps after a text go on by themselves.
        _ if is_going => request.run,
        _ => {
            workflow_service.engine.resume(request.run).await?;
            request.run
        }
    };
    Ok(AlreadyRunning { run })
}

fn not_resumed(run: RunId) -> Error {
    Error::bad_request(
        format!("run {run} writes a text; it is not resumed"),
        "Nothing was sent. What came of it is in the record of its scene; ask for the text again there.",
    )
}

/// A run to execute again.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct RunAgain {
    pub run: RunId,
    /// The first step to execute; all steps when absent.
    pub node: Option<String>,
    /// Whether to execute only that step.
    pub only: Option<bool>,
    /// Other parameters for that step.
    #[ts(optional, type = "JsonValue")]
    pub params: Option<Value>,
    /// Whether to execute steps even if an earlier output could be reused.
    pub fresh: Option<bool>,
    /// The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
    /// checked when absent.
    pub agreed: Option<u64>,
}

impl From<RunAgain> for Again {
    fn from(request: RunAgain) -> Self {
        Self {
            run: request.run,
            node: request.node,
            only: request.only == Some(true),
            params: request.params.filter(|params| !params.is_null()),
            fresh: request.fresh == Some(true),
        }
    }
}

/// The effect of executing a run again.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AgainPreview {
    /// Steps to execute.
    pub runs: Vec<String>,
    /// Steps whose outputs are reused.
    pub reused: Vec<String>,
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// Previews executing a run again.
pub async fn preview_again(workflow_service: &WorkflowService, request: RunAgain) -> Result<AgainPreview> {
    let plan = workflow_service.engine.preview_again(&request.into()).await?;
    Ok(AgainPreview { runs: plan.runs, reused: plan.reused, estimate: plan.estimate })
}

/// Executes a run again, as a new run.
pub async fn run_again(workflow_service: &WorkflowService, request: RunAgain) -> Result<AlreadyRunning> {
    if request.agreed.is_some() {
        let plan = workflow_service.engine.preview_again(&request.clone().into()).await?;
        check_agreed(plan.estimate.tokens(), request.agreed)?;
    }
    Ok(AlreadyRunning { run: workflow_service.engine.again(&request.into()).await? })
}

/// An interrupted run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Interrupted {
    pub summary: RunSummary,
    /// The steps that remain.
    pub next: Vec<String>,
    /// Their cost.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The cost of continuing with the current definition of the workflow, if it has changed.
    pub upgrade: Option<Estimate>,
}

/// The interrupted runs.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct InterruptedRuns {
    /// In the order they were started.
    pub runs: Vec<Interrupted>,
}

/// Lists interrupted runs with the cost of resuming them. None that asks a model resumes by itself. A run that writes a text
/// is not resumed: what came of it is in the record of its scene.
pub async fn interrupted(workflow_service: &WorkflowService, _: NoParams) -> Result<InterruptedRuns> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    let mut open = rows::open(&mut tx).await?;
    open.retain(|run| run.status == RunStatus::Interrupted.as_str() && !run.writes_text());
    let mut left = Vec::new();
    for run in open {
        if let Ok(loaded) = workflow_service.engine.load(&mut tx, run.id).await {
            left.push((summarize(workflow_service, &mut tx, run).await?, loaded));
        }
    }
    drop(tx);
    let mut runs = Vec::with_capacity(left.len());
    for (summary, loaded) in left {
        let (next, estimate) = remaining(workflow_service, &loaded).await;
        let upgrade = workflow_service.engine.preview_upgrade(&loaded).await.map(|plan| plan.estimate);
        // Another definition of the workflow mends the same issues.
        let upgrade = upgrade.map(|upgrade| if is_mending(&loaded) { estimate.clone() } else { upgrade });
        runs.push(Interrupted { summary, next, estimate, upgrade });
    }
    Ok(InterruptedRuns { runs })
}

/// The steps that remain of a run, and their cost.
async fn remaining(workflow_service: &WorkflowService, loaded: &Loaded) -> (Vec<String>, Estimate) {
    let nodes = loaded.machine.nodes().iter().enumerate();
    let next: Vec<String> = nodes
        .filter(|(_, node)| node.whole.status != NodeStatus::Completed)
        .filter_map(|(at, _)| Some(loaded.flow.node(at)?.id.clone()))
        .collect();
    if let Some(id) = loaded.input.get("session").and_then(Value::as_i64).filter(|_| is_mending(loaded)) {
        // Its steps have no price of their own.
        let rest = crate::mending::rest(workflow_service.session(), id.into()).await;
        return (next, rest.unwrap_or(Estimate::UNKNOWN));
    }
    // Do not estimate every chapter of the book; that would take too long here.
    let estimate = workflow_service.engine.estimate(&loaded.flow, &next, (&loaded.input, false)).await;
    (next, estimate)
}

fn is_mending(loaded: &Loaded) -> bool {
    loaded.run.workflow == crate::mending::WORKFLOW
}

/// The tokens that resuming a run needs.
async fn tokens_left(workflow_service: &WorkflowService, request: &ResumeRun) -> Result<u64> {
    let engine = &workflow_service.engine;
    let mut tx = workflow_service.session().project.begin_read().await?;
    let loaded = engine.load(&mut tx, request.run).await?;
    drop(tx);
    let upgrade = match request.upgrade {
        Some(true) => engine.preview_upgrade(&loaded).await.map(|plan| plan.estimate),
        _ => None,
    };
    let estimate = match upgrade {
        Some(estimate) => estimate,
        None => remaining(workflow_service, &loaded).await.1,
    };
    Ok(estimate.tokens())
}
