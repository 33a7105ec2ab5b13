//! Runs a run again, completely or in part, or continues it with a newer definition: creates a new run that reuses
//! what it can.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;
use wenfang_project::workflows::{self as rows, NewEvent, NewRun, RunChanges, Step};
use wenfang_story::RunId;
use wenfang_workflow::machine::{Detail, WhySkipped};
use wenfang_workflow::{Flow, NodeStatus, RunStatus};

use crate::Host;
use crate::engine::{Engine, ReuseOutputs, definition};
use crate::error::{Error, Result};
use crate::estimate::Estimate;
use crate::key::key;
use crate::load::{Loaded, load};

/// A request to run a run again.
#[derive(Clone, Debug)]
pub struct Again {
    pub run: RunId,
    /// The first node to run again; everything when `None`.
    pub node: Option<String>,
    /// Run only that node again, and nothing after it.
    pub only: bool,
    /// New params for that node.
    pub params: Option<Value>,
    /// Whether to run deterministic steps even if an earlier output could be reused.
    pub fresh: bool,
}

/// The plan for running a run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes that will run, in the order of the definition.
    pub runs: Vec<String>,
    /// Nodes whose outputs are reused.
    pub reused: Vec<String>,
    pub estimate: Estimate,
}

/// The result of continuing a run with a changed definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// The run that replaces it.
    pub run: RunId,
}

/// A planned run.
struct Next {
    flow: Arc<Flow>,
    /// Nodes that will run.
    runs: BTreeSet<usize>,
    /// Nodes whose outputs are reused.
    reused: BTreeSet<usize>,
}

impl<H: Host> Engine<H> {
    /// Returns the plan for running a run again, without running anything.
    ///
    /// # Errors
    /// [`Error::NoNode`]; [`Error::BadParams`]; [`Error::Faults`] for params that the handler does not accept.
    pub async fn preview_again(&self, again: &Again) -> Result<Plan> {
        let mut tx = self.host().project().begin_read().await?;
        let loaded = self.load(&mut tx, again.run).await?;
        drop(tx);
        let next = self.next(&loaded, again)?;
        Ok(self.described(&next, (&loaded.input, true)).await)
    }

    /// Estimates a planned run; for the last argument see [`Engine::estimate`].
    async fn described(&self, next: &Next, (input, each): (&Value, bool)) -> Plan {
        let ids = |numbers: &BTreeSet<usize>| {
            numbers.iter().filter_map(|at| Some(next.flow.node(*at)?.id.clone())).collect()
        };
        let (runs, reused): (Vec<String>, Vec<String>) = (ids(&next.runs), ids(&next.reused));
        let estimate = self.estimate(&next.flow, &runs, (input, each)).await;
        Plan { runs, reused, estimate }
    }

    /// Runs a run again, as a new run.
    ///
    /// # Errors
    /// See [`Engine::preview_again`]; [`Error::Busy`] when a run with the same key is in progress.
    pub async fn again(&self, again: &Again) -> Result<RunId> {
        let mut tx = self.host().project().begin_read().await?;
        let loaded = self.load(&mut tx, again.run).await?;
        drop(tx);
        let next = self.next(&loaded, again)?;
        self.store_and_start(&loaded, next, (again.params.as_ref(), again.fresh)).await
    }

    fn next(&self, loaded: &Loaded, again: &Again) -> Result<Next> {
        let mut definition = loaded.flow.definition.clone();
        let params = match (&again.params, &again.node) {
            (None, _) => None,
            (Some(Value::Object(params)), Some(_)) => Some(params),
            _ => return Err(Error::BadParams),
        };
        let from = match &again.node {
            None => None,
            Some(node) => {
                let missing = || Error::NoNode { run: again.run, node: node.clone() };
                let at = loaded.flow.number(node).ok_or_else(missing)?;
                if let (Some(params), Some(node)) = (params, definition.nodes.get_mut(at)) {
                    node.params = params.clone().into_iter().collect();
                }
                Some(at)
            }
        };
        let text = serde_json::to_string(&definition).unwrap_or_default();
        let flow = wenfang_workflow::read(&text, self.registry().described()).map_err(Error::Faults)?;
        let wanted: BTreeSet<usize> = match from {
            None => (0..flow.nodes.len()).collect(),
            Some(at) if again.only => [at].into(),
            Some(at) => flow.graph.downstream(at).into_iter().collect(),
        };
        Ok(plan(Arc::new(flow), wanted, |at| is_completed(loaded, at)))
    }

    /// The current definition of the workflow of a run, if it differs from the run's own definition.
    pub fn changed_definition(&self, loaded: &Loaded) -> Option<&Arc<Flow>> {
        let now = self.inner().flow(&loaded.run.workflow).ok()?;
        (loaded.run.changed_params.is_none() && now.hash() != loaded.flow.hash()).then_some(now)
    }

    /// Continues a run with the current definition. Unchanged nodes keep their outputs; the old run is cancelled.
    ///
    /// # Errors
    /// [`Error::WrongState`] for a run in progress.
    pub async fn upgrade(&self, run: RunId) -> Result<Upgrade> {
        if self.is_going(run) {
            return Err(Error::WrongState { run, status: RunStatus::Running });
        }
        let mut tx = self.host().project().begin_read().await?;
        let loaded = self.load(&mut tx, run).await?;
        drop(tx);
        let next = upgraded(&loaded, self.inner().flow(&loaded.run.workflow)?);
        if !loaded.status.is_over() {
            self.cancel(run, None).await?;
        }
        let run = self.store_and_start(&loaded, next, (None, false)).await?;
        Ok(Upgrade { run })
    }

    /// Returns the plan for continuing a run with the current definition, if it differs from the run's own. The items
    /// of fan-out nodes are not examined.
    pub async fn preview_upgrade(&self, loaded: &Loaded) -> Option<Plan> {
        let next = upgraded(loaded, self.changed_definition(loaded)?);
        Some(self.described(&next, (&loaded.input, false)).await)
    }

    /// Stores a run with the reused outputs, and starts it.
    async fn store_and_start(
        &self,
        loaded: &Loaded,
        next: Next,
        (params, fresh): (Option<&Value>, bool),
    ) -> Result<RunId> {
        let key = key(&next.flow, &loaded.input);
        let project = self.host().project();
        let mut tx = project.begin_write().await?;
        if let Some(key) = &key
            && let Some(busy) = rows::busy(&mut tx, key).await?
        {
            return Err(Error::Busy(busy.id));
        }
        let steps = reused_steps(loaded, &next);
        let changed_params = params.map(Value::to_string);
        let new = NewRun {
            workflow: &loaded.run.workflow,
            definition: &definition(&next.flow),
            input: &loaded.input.to_string(),
            changed_params: changed_params.as_deref(),
            trigger: "menu",
            key: key.as_deref(),
            status: RunStatus::Running.as_str(),
            parent: None,
            again_of: Some(loaded.run.id),
        };
        let run = rows::insert(&mut tx, &new, project.now()).await?;
        let epoch = rows::lease(&mut tx, run).await?;
        let again = NewEvent {
            kind: "again",
            node: None,
            item: None,
            data: Some(serde_json::json!({ "of": loaded.run.id })),
        };
        let run_changes = RunChanges {
            run,
            epoch,
            status: RunStatus::Running.as_str(),
            trouble: None,
            steps: &steps,
            events: &[again],
        };
        rows::keep(&mut tx, &run_changes, project.now()).await?;
        let machine = load(&mut tx, run, self.registry().described()).await?.machine;
        tx.commit().await.map_err(wenfang_project::Error::from)?;
        let reuse = if fresh { ReuseOutputs::No } else { ReuseOutputs::Yes };
        self.inner().launch_with((run, epoch), machine, (key, reuse))?;
        Ok(run)
    }
}

/// The nodes that must run when `wanted` is to run: those, and everything before them without an output.
fn plan(flow: Arc<Flow>, wanted: BTreeSet<usize>, is_completed: impl Fn(usize) -> bool) -> Next {
    let mut runs = BTreeSet::new();
    let mut open: Vec<usize> = wanted.iter().copied().collect();
    while let Some(at) = open.pop() {
        if !runs.insert(at) {
            continue;
        }
        open.extend(flow.graph.needs(at).filter(|need| !is_completed(*need)));
    }
    let reused = (0..flow.nodes.len()).filter(|at| !runs.contains(at) && is_completed(*at)).collect();
    Next { flow, runs, reused }
}

fn is_completed(loaded: &Loaded, at: usize) -> bool {
    loaded.machine.nodes().get(at).is_some_and(|node| node.whole.status == NodeStatus::Completed)
}

/// The plan for continuing a run with another definition: what changed, and what the run had not finished.
fn upgraded(loaded: &Loaded, now: &Arc<Flow>) -> Next {
    let old = |at: usize| now.node(at).and_then(|node| loaded.flow.number(&node.id));
    let status = |at: usize| Some(loaded.machine.nodes().get(old(at)?)?.whole.status);
    let is_left = |at: usize| !matches!(status(at), None | Some(NodeStatus::Completed | NodeStatus::Skipped));
    let mut wanted = changed(&loaded.flow, now);
    wanted.extend((0..now.nodes.len()).filter(|at| is_left(*at)));
    plan(Arc::clone(now), wanted, |at| status(at) == Some(NodeStatus::Completed))
}

/// The nodes of the new flow that differ from the nodes with the same ids in the old flow, and everything after them.
fn changed(old: &Flow, new: &Flow) -> BTreeSet<usize> {
    let differs = (0..new.nodes.len()).filter(|at| !is_same(old, new, *at));
    differs.flat_map(|at| new.graph.downstream(at)).collect()
}

/// Whether a node of the new flow equals the node with the same id in the old flow.
fn is_same(old: &Flow, new: &Flow, at: usize) -> bool {
    let Some(now) = new.node(at) else { return false };
    let Some(was) = old.number(&now.id).and_then(|at| old.node(at)) else { return false };
    (&now.handler, &now.workflow, &now.params, &now.when, &now.for_each, &now.repeat)
        == (&was.handler, &was.workflow, &was.params, &was.when, &was.for_each, &was.repeat)
        && now.depends_on.iter().collect::<BTreeSet<_>>() == was.depends_on.iter().collect()
}

/// The row of a reused step. An item that did not complete stays as it ended: without a row it would run.
fn reused_step(step: &Step) -> Option<Step> {
    let detail = match NodeStatus::named(&step.status)? {
        NodeStatus::Completed => serde_json::to_string(&Detail::Reused).ok(),
        status if status.is_over() && step.item.is_some() => step.detail.clone(),
        _ => return None,
    };
    Some(Step { detail, input_hash: None, usage: None, ..step.clone() })
}

/// The rows of a new run for nodes that do not run: reused outputs and skipped nodes.
fn reused_steps(loaded: &Loaded, next: &Next) -> Vec<Step> {
    let declined = serde_json::to_string(&Detail::Skipped(WhySkipped::Declined)).ok();
    let number = |step: &Step| next.flow.number(&step.node);
    let is_reused = |step: &&Step| number(step).is_some_and(|at| next.reused.contains(&at));
    let mut steps: Vec<Step> = loaded.steps.iter().filter(is_reused).filter_map(reused_step).collect();
    let skipped =
        (0..next.flow.nodes.len()).filter(|at| !next.runs.contains(at) && !next.reused.contains(at));
    steps.extend(skipped.filter_map(|at| next.flow.node(at)).map(|node| Step {
        node: node.id.clone(),
        status: NodeStatus::Skipped.as_str().to_owned(),
        detail: declined.clone(),
        ..Step::default()
    }));
    steps
}
