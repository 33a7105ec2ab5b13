//! What the author does with runs: looks at them, answers, ends them, takes them up, does them again.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::SqliteConnection;
use wenfang_engine::{Again, Estimate};
use wenfang_project::workflows::{self as rows, Run};
use wenfang_story::{RunId, Timestamp};
use wenfang_workflow::machine::Answer;
use wenfang_workflow::{NodeStatus, RunStatus};

use super::commands::WorkflowService;
use super::views::{RunSummary, RunView, Titles, run_view, summary};
use crate::error::Result;
use crate::projects::NoParams;

/// Runs in one list when nobody says how many, and at most: a line costs little, and who goes on asking for older ones gets them.
const IN_A_LIST: u32 = 20;
const MAX_IN_A_LIST: u32 = 10_000;
/// Events in one answer at most.
const MAX_EVENTS: u32 = 1_000;

/// Which runs.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListRuns {
    /// How many; twenty when absent.
    pub limit: Option<u32>,
    /// Only those before this one.
    pub before: Option<RunId>,
    /// Only those that are not over.
    pub active: Option<bool>,
}

/// Runs, the newest first.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunList {
    /// The runs.
    pub runs: Vec<RunSummary>,
    /// Whether there are older ones.
    pub more: bool,
}

/// Lists runs.
pub async fn list(workflow_service: &WorkflowService, request: ListRuns) -> Result<RunList> {
    let limit = request.limit.unwrap_or(IN_A_LIST).clamp(1, MAX_IN_A_LIST);
    let mut tx = workflow_service.session().project.begin_read().await?;
    let mut found = match request.active {
        Some(true) => {
            let mut open = rows::open(&mut tx).await?;
            open.reverse();
            open
        }
        _ => rows::list(&mut tx, request.before, limit + 1).await?,
    };
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    Ok(RunList { runs: summaries(workflow_service, &mut tx, &found).await?, more })
}

/// Runs at a glance. What a run says of itself is counted, not read: there may be hundreds, with long outputs.
async fn summaries(
    workflow_service: &WorkflowService,
    conn: &mut SqliteConnection,
    runs: &[Run],
) -> Result<Vec<RunSummary>> {
    let titles = titles(conn).await?;
    let mut shown = Vec::with_capacity(runs.len());
    for (run, mut glance) in runs.iter().zip(rows::glances(conn, runs).await?) {
        // How many items there are of a run that is not over follows from what came before them.
        let share = match workflow_service.engine.share(run.id) {
            Some(share) => Some(share),
            None if run.ended_at.is_some() => None,
            // One that cannot be read says so where it is asked for by itself.
            None => {
                workflow_service.engine.load(conn, run.id).await.ok().map(|loaded| loaded.machine.share())
            }
        };
        (glance.done, glance.total) = share.unwrap_or((glance.done, glance.total));
        shown.extend(summary(run, glance, &titles));
    }
    Ok(shown)
}

/// One run at a glance.
///
/// # Errors
/// A state that no release wrote.
async fn summarized(
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

/// Which run.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    /// The run.
    pub run: RunId,
}

/// Shows a run, step by step.
pub async fn show(workflow_service: &WorkflowService, request: RunRequest) -> Result<RunView> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    let loaded = workflow_service.engine.load(&mut tx, request.run).await?;
    let summary = summarized(workflow_service, &mut tx, loaded.run.clone()).await?;
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

/// Events to ask for.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListEvents {
    /// Of which run.
    pub run: RunId,
    /// After which number.
    pub after: i64,
    /// How many; a thousand when absent, and at most.
    pub limit: Option<u32>,
}

/// Something that happened in a run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunEvent {
    /// Its number.
    pub seq: i64,
    /// When.
    pub at: Timestamp,
    /// To which step.
    pub node: Option<String>,
    /// To which item.
    pub item: Option<i64>,
    /// What.
    pub kind: String,
    /// More of it.
    #[ts(type = "JsonValue")]
    pub data: Value,
}

/// What happened in a run after a number.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunEvents {
    /// In its order.
    pub events: Vec<RunEvent>,
    /// The number to ask on from.
    pub cursor: i64,
}

/// Tells what happened in a run.
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

/// What the author says to a question.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct AnswerRun {
    /// The run.
    pub run: RunId,
    /// The step that asks.
    pub node: String,
    /// The item of it that asks.
    pub item: Option<usize>,
    /// Whether it shall go on.
    pub accept: bool,
    /// What is said beside.
    #[ts(optional, type = "JsonValue")]
    pub data: Option<Value>,
}

/// Answers a question of a run.
pub async fn answer(workflow_service: &WorkflowService, request: AnswerRun) -> Result<Value> {
    let answer = Answer { accept: request.accept, data: request.data.unwrap_or_default() };
    workflow_service.engine.answer(request.run, (&request.node, request.item), answer).await?;
    Ok(json!({}))
}

/// What to end.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct CancelRun {
    /// The run.
    pub run: RunId,
    /// Only this step, with everything after it.
    pub node: Option<String>,
}

/// Ends a run, or a step of it.
pub async fn cancel(workflow_service: &WorkflowService, request: CancelRun) -> Result<Value> {
    workflow_service.engine.cancel(request.run, request.node.as_deref()).await?;
    Ok(json!({}))
}

/// What to take up.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ResumeRun {
    /// The run.
    pub run: RunId,
    /// Whether it goes on under the definition there is now, rather than its own.
    pub upgrade: Option<bool>,
}

/// The run that goes on.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct AlreadyRunning {
    /// The run: another one where the definition is another.
    pub run: RunId,
}

/// Takes a run up.
pub async fn resume(workflow_service: &WorkflowService, request: ResumeRun) -> Result<AlreadyRunning> {
    let run = match request.upgrade {
        Some(true) => workflow_service.engine.upgrade(request.run).await?.run,
        _ => {
            workflow_service.engine.resume(request.run).await?;
            request.run
        }
    };
    Ok(AlreadyRunning { run })
}

/// What to do again.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct RunAgain {
    /// The run.
    pub run: RunId,
    /// From which step on; everything when absent.
    pub node: Option<String>,
    /// That step alone.
    pub only: Option<bool>,
    /// Other params for it.
    #[ts(optional, type = "JsonValue")]
    pub params: Option<Value>,
    /// Whether steps run although an earlier output would do.
    pub fresh: Option<bool>,
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

/// What doing a run again would do.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AgainPreview {
    /// Steps that run.
    pub runs: Vec<String>,
    /// Steps whose outputs are kept.
    pub reused: Vec<String>,
    /// What that costs.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// Says what doing a run again would do.
pub async fn preview_again(workflow_service: &WorkflowService, request: RunAgain) -> Result<AgainPreview> {
    let plan = workflow_service.engine.preview_again(&request.into()).await?;
    Ok(AgainPreview { runs: plan.runs, reused: plan.reused, estimate: plan.estimate })
}

/// Does a run again, as a new run.
pub async fn run_again(workflow_service: &WorkflowService, request: RunAgain) -> Result<AlreadyRunning> {
    Ok(AlreadyRunning { run: workflow_service.engine.again(&request.into()).await? })
}

/// A run that was interrupted.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Interrupted {
    /// At a glance.
    pub summary: RunSummary,
    /// The steps that would run.
    pub next: Vec<String>,
    /// What they cost.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Whether the workflow is another one now.
    pub definition_changed: bool,
}

/// Runs that were interrupted.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct InterruptedRuns {
    /// In the order they were begun.
    pub runs: Vec<Interrupted>,
}

/// Lists the runs that were interrupted, with what going on would cost. Nothing goes on by itself.
pub async fn interrupted(workflow_service: &WorkflowService, _: NoParams) -> Result<InterruptedRuns> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    let open = rows::open(&mut tx).await?;
    let mut left = Vec::new();
    for run in open.into_iter().filter(|run| run.status == RunStatus::Interrupted.as_str()) {
        if let Ok(loaded) = workflow_service.engine.load(&mut tx, run.id).await {
            left.push((summarized(workflow_service, &mut tx, run).await?, loaded));
        }
    }
    drop(tx);
    let mut runs = Vec::with_capacity(left.len());
    for (summary, loaded) in left {
        let nodes = loaded.machine.nodes().iter().enumerate();
        let next: Vec<String> = nodes
            .filter(|(_, node)| node.whole.status != NodeStatus::Completed)
            .filter_map(|(at, _)| Some(loaded.flow.node(at)?.id.clone()))
            .collect();
        // Estimating every chapter of a book takes too long here.
        let estimate = workflow_service.engine.estimate(&loaded.flow, &next, (&loaded.input, false)).await;
        let definition_changed = workflow_service.engine.changed_definition(&loaded).is_some();
        runs.push(Interrupted { summary, next, estimate, definition_changed });
    }
    Ok(InterruptedRuns { runs })
}
