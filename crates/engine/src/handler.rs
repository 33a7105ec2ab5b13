//! Handlers: the code that does the work of a step.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::SqliteConnection;
use tokio_util::sync::CancellationToken;
use wenfang_story::RunId;
use wenfang_story::generation::Cost;
use wenfang_workflow::machine::Slot;
use wenfang_workflow::{Failure, HandlerSpec, Handlers};

use crate::Host;
use crate::estimate::{Asked, Estimate};
use crate::live::Live;

/// The model that did a step, and the cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// The name of the model; `None` when no model was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The cost, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// The writes of a handler to the project, in the transaction that ends its step. The result is the output of the
/// step. It must not wait for anything except the file, and must not commit.
pub type Write =
    Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<Value, Failure>> + Send>;

/// The result of a completed step.
pub struct Done {
    /// The output; replaced by the result of `write`.
    pub output: Value,
    /// The writes to the project, if any.
    pub write: Option<Write>,
    /// The model used and the cost; `None` when there is nothing to report.
    pub usage: Option<Usage>,
}

impl Done {
    /// Completes a step without writes.
    pub fn output(output: Value) -> Self {
        Self { output, write: None, usage: None }
    }

    /// Completes a step with the given writes.
    pub fn writing<F>(write: F) -> Self
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<Value, Failure>> + Send + 'static,
    {
        Self { output: Value::Null, write: Some(Box::new(write)), usage: None }
    }

    /// Adds the model used and the cost.
    #[must_use]
    pub fn by(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }
}

/// Why a step did not complete.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    Failed(Failure),
    /// The step needs an answer from the author; this JSON is the question.
    Asks(Value),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Does the work of steps. It must be safe to run twice: after a crash the same step may start again, with the same
/// [`Context::key`].
pub trait Handler<H>: Send + Sync {
    /// The static description of the handler.
    fn spec(&self) -> HandlerSpec;

    /// Does the work of a step.
    fn run<'a>(&'a self, context: &'a Context<H>, params: Arc<Value>) -> BoxFuture<'a, Result<Done, Stop>>;

    /// The project data on which the output depends, in a form that changes when the data does. Called for
    /// deterministic handlers.
    fn reads<'a>(
        &'a self,
        _context: &'a Context<H>,
        _params: &'a Value,
    ) -> BoxFuture<'a, Result<Value, Failure>> {
        Box::pin(async { Ok(Value::Null) })
    }

    /// The key under which a step is limited; `None` for a step that calls no provider.
    fn turn(&self, _context: &Context<H>, _params: &Value) -> Option<String> {
        None
    }

    /// Estimates the cost of a step.
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
    /// Adds a handler under the name in its description.
    pub fn register(&mut self, handler: impl Handler<H> + 'static) {
        let spec = handler.spec();
        self.handlers.insert(spec.name, Arc::new(handler));
        self.described.add(spec);
    }

    /// Adds the name of a workflow that nodes may run.
    pub fn add_workflow(&mut self, id: &str) {
        self.described.add_workflow(id);
    }

    /// The descriptions of all handlers.
    pub fn described(&self) -> &Handlers {
        &self.described
    }

    /// Returns a handler by name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Handler<H>>> {
        self.handlers.get(name)
    }
}

/// The context of a handler call, in addition to its params.
pub struct Context<H> {
    /// The host of the engine.
    pub host: Arc<H>,
    pub run: RunId,
    /// The id of the node.
    pub node: String,
    /// The number of the item; `None` for a step that runs once.
    pub item: Option<usize>,
    pub value: Option<Value>,
    /// The attempt, from 1.
    pub attempt: u32,
    /// The input of the run.
    pub input: Arc<Value>,
    /// The author's answer, if the step asked a question.
    pub answer: Option<Value>,
    /// Cancelled when the step is no longer needed.
    pub cancel: CancellationToken,
    pub(crate) slot: Slot,
    pub(crate) live: Arc<Live>,
}

impl<H: Host> Context<H> {
    /// A key that is the same for every attempt of this step and differs from that of any other step.
    pub fn key(&self) -> String {
        match self.item {
            Some(item) => format!("{}/{}/{item}", self.run, self.node),
            None => format!("{}/{}", self.run, self.node),
        }
    }

    /// A handle for reporting the progress of this step.
    pub fn teller(&self) -> Teller<H> {
        Teller { host: Arc::clone(&self.host), run: self.run, slot: self.slot, live: Arc::clone(&self.live) }
    }

    /// Adds a message to the events of the run. For troubleshooting: no prose of the novel.
    pub fn log(&self, message: &str) {
        self.live.log(self.slot, message);
    }
}

/// Reports the progress of a step, from any task or thread.
pub struct Teller<H> {
    host: Arc<H>,
    run: RunId,
    slot: Slot,
    live: Arc<Live>,
}

impl<H: Host> Teller<H> {
    /// Reports progress. It is shown, but not stored.
    pub fn progress(&self, done: u64, total: u64, message: &str) {
        if self.live.progress(self.slot, (done, total), message) {
            self.host.changed(self.run);
        }
    }
}
