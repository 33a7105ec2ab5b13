//! Handlers: what does the work of a step.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::SqliteConnection;
use tokio_util::sync::CancellationToken;
use wenfang_story::RunId;
use wenfang_workflow::machine::{Machine, Slot};
use wenfang_workflow::{Failure, HandlerSpec, Handlers};

use crate::Host;
use crate::estimate::{Asked, Estimate};
use crate::live::{Live, locked};

/// An amount of money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Cost {
    /// ISO 4217, as `CNY`.
    pub currency: String,
    /// Millionths of it.
    pub micros: u64,
}

impl Cost {
    /// The sum of costs; those in another currency than the first are left out.
    pub fn sum(costs: impl IntoIterator<Item = Self>) -> Option<Self> {
        costs.into_iter().reduce(|mut sum, cost| {
            if sum.currency == cost.currency {
                sum.micros = sum.micros.saturating_add(cost.micros);
            }
            sum
        })
    }
}

/// Who did a step, and what that cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// The model's name; none when it was done here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What it cost, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// What a handler writes to the project, on the transaction that ends its step. What it answers is the step's output. It may
/// neither wait for anything but the file nor commit.
pub type Write =
    Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<Value, Failure>> + Send>;

/// The end of a step.
pub struct Done {
    /// What it gives; replaced by what the write answers.
    pub output: Value,
    /// What it writes.
    pub write: Option<Write>,
    /// Who did it; none when there is nothing to say.
    pub usage: Option<Usage>,
}

impl Done {
    /// Done, and nothing to write.
    pub fn output(output: Value) -> Self {
        Self { output, write: None, usage: None }
    }

    /// Done once this is written.
    pub fn writing<F>(write: F) -> Self
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<Value, Failure>> + Send + 'static,
    {
        Self { output: Value::Null, write: Some(Box::new(write)), usage: None }
    }

    /// By whom, and for how much.
    #[must_use]
    pub fn by(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }
}

/// Why a step is not done.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It failed.
    Failed(Failure),
    /// The author must say something first; asked as this JSON.
    Asks(Value),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// What does the work of steps. It must be safe to run again: after a crash the same step may start a second time, under the
/// same [`Context::key`].
pub trait Handler<H>: Send + Sync {
    /// What is known of it before anything runs.
    fn spec(&self) -> HandlerSpec;

    /// Does the work of a step.
    fn run<'a>(&'a self, context: &'a Context<H>, params: Arc<Value>) -> BoxFuture<'a, Result<Done, Stop>>;

    /// What of the project the output depends on, in a form that changes when it does. Asked of deterministic handlers.
    fn reads<'a>(
        &'a self,
        _context: &'a Context<H>,
        _params: &'a Value,
    ) -> BoxFuture<'a, Result<Value, Failure>> {
        Box::pin(async { Ok(Value::Null) })
    }

    /// Under which key its steps take turns; none when it asks nobody.
    fn turn(&self, _host: &H) -> Option<String> {
        None
    }

    /// What a step is going to cost.
    fn estimate<'a>(&'a self, _host: &'a H, _asked: Asked<'a>) -> BoxFuture<'a, Estimate> {
        Box::pin(async { Estimate::default() })
    }
}

/// The handlers by name.
pub struct Registry<H> {
    handlers: BTreeMap<&'static str, Arc<dyn Handler<H>>>,
    described: Handlers,
}

impl<H> Default for Registry<H> {
    fn default() -> Self {
        Self { handlers: BTreeMap::new(), described: Handlers::new() }
    }
}

impl<H> Registry<H> {
    /// Adds a handler under the name it gives.
    pub fn register(&mut self, handler: impl Handler<H> + 'static) {
        let spec = handler.spec();
        self.handlers.insert(spec.name, Arc::new(handler));
        self.described.add(spec);
    }

    /// Adds the name of a workflow that nodes may run.
    pub fn add_workflow(&mut self, id: &str) {
        self.described.add_workflow(id);
    }

    /// What is known of all of them.
    pub fn described(&self) -> &Handlers {
        &self.described
    }

    /// A handler.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Handler<H>>> {
        self.handlers.get(name)
    }
}

/// What a handler is given beside its params.
pub struct Context<H> {
    /// What it works in.
    pub host: Arc<H>,
    /// The run.
    pub run: RunId,
    /// The node's id.
    pub node: String,
    /// The number of the item; none for a step that runs once.
    pub item: Option<usize>,
    /// The item itself.
    pub value: Option<Value>,
    /// The attempt, from 1.
    pub attempt: u32,
    /// What the run was given.
    pub input: Arc<Value>,
    /// What the author said, when it asked.
    pub answer: Option<Value>,
    /// Told when nobody waits for the step any more.
    pub cancel: CancellationToken,
    pub(crate) slot: Slot,
    pub(crate) machine: Arc<Mutex<Machine>>,
    pub(crate) live: Arc<Live>,
}

impl<H: Host> Context<H> {
    /// The same for every attempt of this step, and for no other step.
    pub fn key(&self) -> String {
        match self.item {
            Some(item) => format!("{}/{}/{item}", self.run, self.node),
            None => format!("{}/{}", self.run, self.node),
        }
    }

    /// What a node before this one gave; none of others.
    pub fn output(&self, node: &str) -> Option<Arc<Value>> {
        let machine = locked(&self.machine);
        let flow = machine.flow();
        let number = flow.number(node)?;
        let mut open = vec![self.slot.node];
        let mut seen = vec![false; flow.nodes.len()];
        while let Some(at) = open.pop() {
            for need in &flow.nodes.get(at)?.needs {
                if *need == number {
                    return machine.slot(Slot::of(number))?.output.clone();
                }
                if !std::mem::replace(seen.get_mut(*need)?, true) {
                    open.push(*need);
                }
            }
        }
        None
    }

    /// What tells how far this step is.
    pub fn teller(&self) -> Teller<H> {
        Teller { host: Arc::clone(&self.host), run: self.run, slot: self.slot, live: Arc::clone(&self.live) }
    }

    /// Keeps a line about what it does, among the events of the run. For people who look for a cause: no prose of the novel.
    pub fn log(&self, message: &str) {
        self.live.log(self.slot, message);
    }
}

/// Tells how far a step is, from wherever its work is done.
pub struct Teller<H> {
    host: Arc<H>,
    run: RunId,
    slot: Slot,
    live: Arc<Live>,
}

impl<H: Host> Teller<H> {
    /// Tells how far it is. It is shown, not kept.
    pub fn progress(&self, done: u64, total: u64, message: &str) {
        if self.live.progress(self.slot, (done, total), message) {
            self.host.changed(self.run);
        }
    }
}
