//! Views of workflows and runs.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};
use wenfang_engine::{Loaded, Progress, Usage};
use wenfang_project::workflows::{Glance, Run, Step};
use wenfang_story::generation::Cost;
use wenfang_story::{ChapterId, RunId, Timestamp};
use wenfang_workflow::machine::{Detail, NodeState, WhySkipped};
use wenfang_workflow::{Failure, Flow, Handlers, NodeStatus, RunStatus, Trigger, Words};

use super::inputs;
use super::results::NodeResult;

/// What a workflow runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WorkflowScope")]
pub enum Scope {
    /// One chapter.
    Chapter,
    /// The whole book.
    Project,
    /// What its input names.
    Input,
}

/// A step of a workflow.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "WorkflowNode")]
pub struct NodeShown {
    pub id: String,
    pub title: Words,
    /// The handler that performs it.
    pub handler: Option<String>,
    /// The workflow that performs it.
    pub workflow: Option<String>,
    /// Steps that must complete first.
    pub depends_on: Vec<String>,
    /// Its layer in a drawing, from 0 at the top; every step is below those that it depends on.
    pub layer: usize,
    /// Whether it runs only under a condition.
    pub conditional: bool,
    /// Whether it runs once per item of a list.
    pub fans_out: bool,
    /// The maximum number of times that it runs, if it is repeated while a condition holds.
    pub at_most: Option<usize>,
    /// Whether the author must confirm it first.
    pub confirms: bool,
}

/// A workflow.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct WorkflowView {
    pub id: String,
    pub title: Words,
    pub description: Words,
    pub scope: Scope,
    pub version: u32,
    /// Hash of its definition.
    pub hash: String,
    pub nodes: Vec<NodeShown>,
    /// The triggers it supports.
    pub triggers: Vec<Trigger>,
    /// The JSON Schema of its input, without what the program supplies.
    #[ts(type = "JsonValue")]
    pub input: Value,
}

/// Builds the view of a workflow.
pub(super) fn workflow_view(flow: &Flow, handlers: &Handlers) -> WorkflowView {
    let definition = &flow.definition;
    let scope = if !inputs::wanted(flow).is_empty() {
        Scope::Input
    } else if flow.reads().contains(&"chapter_id") {
        Scope::Chapter
    } else {
        Scope::Project
    };
    let nodes = definition.nodes.iter().zip(flow.graph.layers()).map(|(node, layer)| NodeShown {
        id: node.id.clone(),
        title: title(flow, &node.id, handlers),
        handler: node.handler.clone(),
        workflow: node.workflow.clone(),
        depends_on: node.depends_on.clone(),
        layer,
        conditional: node.when.is_some(),
        fans_out: node.for_each.is_some(),
        at_most: node.repeat.as_ref().map(|repeat| repeat.most),
        confirms: node.confirm,
    });
    WorkflowView {
        id: definition.workflow_id.clone(),
        title: named(&definition.title, &definition.workflow_id),
        description: definition.description.clone(),
        scope,
        version: definition.version,
        hash: wenfang_workflow::hash::hex(&flow.hash()),
        nodes: nodes.collect(),
        triggers: definition.trigger.on.clone(),
        input: inputs::schema(flow, handlers),
    }
}

/// A title, or the id if there is none.
fn named(title: &Words, id: &str) -> Words {
    if title.zh.is_empty() && title.en.is_empty() {
        return Words { zh: id.to_owned(), en: id.to_owned() };
    }
    title.clone()
}

fn title(flow: &Flow, node: &str, handlers: &Handlers) -> Words {
    let Some(node) = flow.number(node).and_then(|at| flow.node(at)) else { return Words::default() };
    if !node.title.zh.is_empty() || !node.title.en.is_empty() {
        return node.title.clone();
    }
    let handler_title =
        node.handler.as_deref().and_then(|name| handlers.get(name)).map(|spec| spec.title.clone());
    handler_title.unwrap_or_else(|| named(&Words::default(), &node.id))
}

/// The summary of a run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunSummary {
    pub id: RunId,
    pub workflow: String,
    pub title: Words,
    /// The title of the chapter; empty for the book.
    pub subject: String,
    pub chapter: Option<ChapterId>,
    pub status: RunStatus,
    /// What started it.
    pub trigger: Trigger,
    /// When it started, or was queued.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Number of completed steps and items.
    pub done: usize,
    /// Total number of steps and items.
    pub total: usize,
    pub cost: Option<Cost>,
    pub trouble: Option<Failure>,
}

/// The numbers of items of a step by state.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct ItemsView {
    pub done: usize,
    pub failed: usize,
    pub running: usize,
    pub total: usize,
}

/// The progress of a step.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct NodeProgress {
    /// Amount done.
    pub done: u64,
    /// Total amount; 0 if unknown.
    pub total: u64,
    /// The current stage.
    pub message: Option<String>,
}

/// A question to the author.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "RunQuestion")]
pub struct Question {
    /// `confirm` before a step, `review` in the middle of one.
    pub kind: String,
    /// The text of the question.
    pub message: Words,
    #[ts(type = "JsonValue")]
    pub data: Value,
    /// The item that asks; none if the step itself asks.
    pub item: Option<usize>,
}

/// Who performed a step.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum NodeSource {
    /// The program.
    Local,
    /// A model of this name.
    Model(String),
}

/// A step of a run.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct NodeRun {
    pub node: String,
    pub title: Words,
    /// The handler that performs it.
    pub handler: Option<String>,
    /// Steps that must complete first.
    pub depends_on: Vec<String>,
    /// Its parameters, with references unresolved.
    #[ts(type = "JsonValue")]
    pub params: Value,
    /// The name of the list it runs over, such as `chapters`.
    pub each: Option<String>,
    /// The maximum number of its items, if it is repeated while a condition holds. Then `items` counts those so far.
    pub at_most: Option<usize>,
    pub status: NodeStatus,
    /// Number of the latest attempt.
    pub attempt: u32,
    /// Its items, if it runs once per item or is repeated.
    pub items: Option<ItemsView>,
    pub progress: Option<NodeProgress>,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    pub cost: Option<Cost>,
    pub source: Option<NodeSource>,
    /// Whether its output was reused from an earlier run.
    pub reused: bool,
    pub result: Option<NodeResult>,
    pub trouble: Option<Failure>,
    pub question: Option<Question>,
    /// When it will be retried.
    pub retry_at: Option<Timestamp>,
    /// Why it was skipped.
    pub why_skipped: Option<WhySkipped>,
}

/// A run with its steps.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RunView {
    pub summary: RunSummary,
    /// In the order of the definition.
    pub nodes: Vec<NodeRun>,
    /// The number of its latest event.
    pub cursor: i64,
}

/// The titles of the chapters.
pub(super) type Titles = HashMap<ChapterId, String>;

/// Builds the summary of a run; none for a state that no release has written.
pub(super) fn summary(row: &Run, glance: Glance, titles: &Titles) -> Option<RunSummary> {
    let title = glance.title.and_then(|title| serde_json::from_str(&title).ok()).unwrap_or_default();
    Some(RunSummary {
        id: row.id,
        workflow: row.workflow.clone(),
        title: named(&title, &row.workflow),
        subject: glance.chapter.and_then(|chapter| titles.get(&chapter).cloned()).unwrap_or_default(),
        chapter: glance.chapter,
        status: RunStatus::named(&row.status)?,
        trigger: Trigger::ALL
            .into_iter()
            .find(|trigger| trigger.as_str() == row.trigger)
            .unwrap_or(Trigger::Menu),
        started_at: row.started_at.unwrap_or(row.created_at).into(),
        ended_at: row.ended_at.map(Timestamp::from),
        done: glance.done,
        total: glance.total,
        // A run pays in one currency; any other is in the usage records.
        cost: glance.costs.into_iter().next().map(|(currency, micros)| Cost { currency, micros }),
        trouble: row.trouble.as_deref().and_then(|trouble| serde_json::from_str(trouble).ok()),
    })
}

fn usage(step: &Step) -> Option<Usage> {
    serde_json::from_str(step.usage.as_deref()?).ok()
}

/// Builds the view of a run.
pub(super) fn run_view(
    loaded: &Loaded,
    (summary, handlers): (RunSummary, &Handlers),
    progress: impl Fn(&str, Option<usize>) -> Option<Progress>,
) -> RunView {
    let nodes = loaded.flow.definition.nodes.iter().enumerate().filter_map(|(at, written)| {
        let state = loaded.machine.nodes().get(at)?;
        let rows: Vec<&Step> = loaded.steps.iter().filter(|step| step.node == written.id).collect();
        let mut shown = node_run(loaded, (&written.id, state), &rows, &progress);
        shown.title = title(&loaded.flow, &written.id, handlers);
        Some(shown)
    });
    RunView { nodes: nodes.collect(), summary, cursor: loaded.run.last_event }
}

fn node_run(
    loaded: &Loaded,
    (id, state): (&str, &NodeState),
    rows: &[&Step],
    progress: &impl Fn(&str, Option<usize>) -> Option<Progress>,
) -> NodeRun {
    let at = loaded.flow.number(id);
    let written = at.and_then(|at| loaded.flow.node(at));
    let for_each = at.and_then(|at| loaded.flow.nodes.get(at)).and_then(|node| node.for_each.as_ref());
    let newest = rows.iter().rev().find(|step| step.item.is_none());
    // A running step is loaded as ready; its row shows that it has started.
    let is_running =
        loaded.status == RunStatus::Running && newest.is_some_and(|step| step.status == "running");
    let running = rows.iter().filter(|step| step.item.is_some() && step.status == "running").count();
    let items = state.tally().map(|(done, failed, _, total)| ItemsView { done, failed, running, total });
    let progress = match items {
        Some(items) => Some(NodeProgress {
            done: (items.done + items.failed) as u64,
            total: items.total as u64,
            message: None,
        }),
        None => progress(id, None).map(|progress| NodeProgress {
            done: progress.done,
            total: progress.total,
            message: Some(progress.message),
        }),
    };
    let usages: Vec<Usage> = rows.iter().filter_map(|step| usage(step)).collect();
    let model = usages.iter().rev().find_map(|usage| usage.model.clone());
    NodeRun {
        node: id.to_owned(),
        title: Words::default(),
        handler: written.and_then(|node| node.handler.clone()),
        depends_on: written.map(|node| node.depends_on.clone()).unwrap_or_default(),
        params: written.map(|node| json!(node.params)).unwrap_or_default(),
        each: for_each.and_then(|each| each.path.last().cloned()),
        at_most: written.and_then(|node| node.repeat.as_ref()).map(|repeat| repeat.most),
        status: if is_running && !state.whole.status.is_over() {
            NodeStatus::Running
        } else {
            state.whole.status
        },
        attempt: state.whole.attempt,
        items,
        progress: progress.filter(|_| !state.whole.status.is_over()),
        started_at: rows.iter().filter_map(|step| step.started_at).min().map(Timestamp::from),
        ended_at: newest
            .filter(|_| state.whole.status.is_over())
            .and_then(|step| step.ended_at)
            .map(Timestamp::from),
        cost: Cost::sum(usages.iter().filter_map(|usage| usage.cost.clone())),
        source: match model {
            Some(model) => Some(NodeSource::Model(model)),
            None => (!usages.is_empty()).then_some(NodeSource::Local),
        },
        reused: state.whole.detail == Detail::Reused,
        result: state.whole.output.as_deref().and_then(NodeResult::of),
        trouble: trouble(state),
        question: question(state),
        retry_at: retry_at(state, newest.copied()),
        why_skipped: match state.whole.detail {
            Detail::Skipped(why) => Some(why),
            _ => None,
        },
    }
}

fn trouble(state: &NodeState) -> Option<Failure> {
    match &state.whole.detail {
        Detail::Failed { failure, .. } => Some(failure.clone()),
        _ => state.items.iter().find_map(|item| match (&item.detail, item.status) {
            (Detail::Failed { failure, .. }, NodeStatus::Failed) => Some(failure.clone()),
            _ => None,
        }),
    }
}

fn retry_at(state: &NodeState, newest: Option<&Step>) -> Option<Timestamp> {
    match (&state.whole.detail, state.whole.status) {
        (Detail::Failed { retry_in: Some(wait), .. }, NodeStatus::Ready) => {
            let failed_at = newest?.ended_at?;
            Some(Timestamp::from(failed_at.saturating_add(i64::try_from(*wait).unwrap_or(i64::MAX))))
        }
        _ => None,
    }
}

fn question(state: &NodeState) -> Option<Question> {
    let slots = state.items.iter().enumerate().map(|(item, slot)| (Some(item), slot));
    let (item, slot) = std::iter::once((None, &state.whole))
        .chain(slots)
        .find(|(_, slot)| slot.status == NodeStatus::Waiting)?;
    let Detail::Question(asked) = &slot.detail else { return None };
    let word = |name: &str| asked.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let message = asked.get("message").and_then(|message| serde_json::from_value(message.clone()).ok());
    Some(Question {
        kind: word("kind"),
        message: message.unwrap_or_default(),
        data: asked.get("data").cloned().unwrap_or_default(),
        item,
    })
}
