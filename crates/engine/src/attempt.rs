//! One attempt of a step: queueing, timeouts, result.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout};
use wenfang_project::workflows as rows;
use wenfang_text::ContentHash;
use wenfang_workflow::hash::hash;
use wenfang_workflow::machine::Slot;
use wenfang_workflow::{Failure, FailureClass, Kind, Node};

use crate::engine::Inner;
use crate::handler::{Context, Done, Handler, Stop};
use crate::task::until;
use crate::{Host, child};

/// How long a cancelled step may take to save what it has.
const GRACE: Duration = Duration::from_millis(50);
/// The same for one that asks a model: it closes the connection at once, and then stores what came and what it cost.
const MODEL_GRACE: Duration = Duration::from_secs(2);

/// An attempt to execute.
pub(crate) struct Attempt<H> {
    pub(crate) inner: Arc<Inner<H>>,
    pub(crate) context: Context<H>,
    pub(crate) params: Arc<Value>,
    /// The node in the definition.
    pub(crate) node: Node,
    /// Whether the output of an earlier run may be reused.
    pub(crate) may_reuse: bool,
    /// The permit of its kind of step.
    pub(crate) permit: OwnedSemaphorePermit,
}

/// The result of an attempt.
pub(crate) struct Ended {
    pub(crate) slot: Slot,
    pub(crate) result: Result<Done, Stop>,
    /// The input hash, for a step whose output may be reused.
    pub(crate) hash: Option<ContentHash>,
    /// Whether the output comes from an earlier run.
    pub(crate) is_reused: bool,
}

impl<H: Host> Attempt<H> {
    pub(crate) async fn make(self) -> Ended {
        let slot = self.context.slot;
        let Self { inner, context, params, node, may_reuse, permit } = self;
        let end = |result| Ended { slot, result, hash: None, is_reused: false };
        if let Some(workflow) = &node.workflow {
            // The steps of the other run acquire their own permits.
            drop(permit);
            return end(child::run(&inner, &context, (workflow, params)).await);
        }
        let Some(handler) = node.handler.as_deref().and_then(|name| inner.registry.get(name)).cloned() else {
            return end(Err(Stop::Failed(Failure::permanent("the handler no longer exists"))));
        };
        let spec = handler.spec();
        let faults = inner.registry.described().faults_of_params(spec.name, &params);
        if let Some((pointer, message)) = faults.into_iter().next() {
            return end(Err(Stop::Failed(Failure::permanent(format!("params{pointer}: {message}")))));
        }
        let hash = match spec.deterministic {
            true => match handler.reads(&context, &params).await {
                Ok(reads) => Some(input_hash(&context, (spec.name, spec.version), &params, reads)),
                Err(failure) => return end(Err(Stop::Failed(failure))),
            },
            false => None,
        };
        if may_reuse
            && let Some(hash) = &hash
            && let Some(output) = known(&context, hash).await
        {
            let result = Ok(Done::output(output));
            return Ended { slot, result, hash: Some(*hash), is_reused: true };
        }
        let result = in_turn(&inner, &context, (handler, spec.kind), (&node, params)).await;
        drop(permit);
        Ended { slot, result, hash, is_reused: false }
    }
}

/// A hash of everything that the output of a step depends on.
fn input_hash<H: Host>(
    context: &Context<H>,
    (handler, version): (&str, u32),
    params: &Value,
    reads: Value,
) -> ContentHash {
    let whole = json!([handler, version, params, context.input, context.value, context.answer, reads]);
    ContentHash::from_bytes(&hash(&whole)).unwrap_or_else(|| ContentHash::of(&[]))
}

async fn known<H: Host>(context: &Context<H>, hash: &ContentHash) -> Option<Value> {
    let mut tx = context.host.project().begin_read().await.ok()?;
    // An unreadable output is computed again.
    let (_, output) = rows::reusable(&mut tx, hash).await.ok()??;
    serde_json::from_str(&output).ok()
}

/// Waits for the permit of its key, then runs.
async fn in_turn<H: Host>(
    inner: &Inner<H>,
    context: &Context<H>,
    (handler, kind): (Arc<dyn Handler<H>>, Kind),
    (node, params): (&Node, Arc<Value>),
) -> Result<Done, Stop> {
    let _turn = match handler.turn(context, &params) {
        None => None,
        Some(key) => {
            let turn = inner.turns.of_key(&key).acquire_owned();
            let limit = inner.limits.queue.unwrap_or(Duration::MAX);
            tokio::select! {
                turn = timeout(limit, turn) => match turn {
                    Ok(turn) => turn.ok(),
                    Err(_) => return Err(late("the step waited too long for its turn")),
                },
                () = context.cancel.cancelled() => return Err(Stop::Failed(cancelled())),
            }
        }
    };
    let run = AssertUnwindSafe(handler.run(context, params)).catch_unwind();
    tokio::pin!(run);
    let attempt = node.timeout_s.map(Duration::from_secs_f64);
    let (began, idle) = (Instant::now(), inner.limits.idle.filter(|_| kind == Kind::Model));
    let grace = if kind == Kind::Model { MODEL_GRACE } else { GRACE };
    loop {
        let is_late = attempt.map(|attempt| began + attempt);
        let last_sign = context.live.last_sign(context.slot).unwrap_or(began);
        let is_idle = idle.map(|idle| last_sign + idle);
        let next = is_late.into_iter().chain(is_idle).min();
        tokio::select! {
            biased;
            ended = &mut run => return ended.unwrap_or_else(|_| {
                tracing::error!(workflow.node = %context.node, "a handler panicked");
                Err(Stop::Failed(Failure::permanent("the step failed inside the program")))
            }),
            () = context.cancel.cancelled() => {
                // Let the handler save what it has so far.
                return match timeout(grace, &mut run).await {
                    Ok(Ok(ended)) => ended,
                    _ => Err(Stop::Failed(cancelled())),
                };
            }
            () = until(next) => {
                let now = Instant::now();
                let last_sign = context.live.last_sign(context.slot).unwrap_or(began);
                let message = if is_late.is_some_and(|at| at <= now) {
                    "the step exceeded its time limit"
                } else if idle.is_some_and(|idle| last_sign + idle <= now) {
                    "the step made no progress for too long"
                } else {
                    continue;
                };
                context.cancel.cancel();
                // What it did counts no more, but what it cost does.
                let _ = timeout(grace, &mut run).await;
                return Err(late(message));
            }
        }
    }
}

fn late(message: &str) -> Stop {
    Stop::Failed(Failure::new(FailureClass::Timeout, message))
}

/// The failure of a cancelled step.
pub(crate) fn cancelled() -> Failure {
    Failure::new(FailureClass::Lost, "cancelled")
}
