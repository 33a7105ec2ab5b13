//! One attempt of a step: its turn, its time, its end.

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

/// What a step that is cancelled may still take to put away what it has.
const GRACE: Duration = Duration::from_millis(50);

/// An attempt to make.
pub(crate) struct Attempt<H> {
    pub(crate) inner: Arc<Inner<H>>,
    pub(crate) context: Context<H>,
    pub(crate) params: Arc<Value>,
    /// The node as it is written.
    pub(crate) node: Node,
    /// Whether the output of an earlier run may stand in.
    pub(crate) may_reuse: bool,
    /// Its turn among the steps of its kind.
    pub(crate) permit: OwnedSemaphorePermit,
}

/// How an attempt ended.
pub(crate) struct Ended {
    pub(crate) slot: Slot,
    pub(crate) result: Result<Done, Stop>,
    /// Of a step whose output may be used again.
    pub(crate) hash: Option<ContentHash>,
    /// The output is that of an earlier run.
    pub(crate) is_reused: bool,
}

impl<H: Host> Attempt<H> {
    pub(crate) async fn make(self) -> Ended {
        let slot = self.context.slot;
        let Self { inner, context, params, node, may_reuse, permit } = self;
        let end = |result| Ended { slot, result, hash: None, is_reused: false };
        if let Some(workflow) = &node.workflow {
            // The steps of the other run take turns of their own.
            drop(permit);
            return end(child::run(&inner, &context, (workflow, params)).await);
        }
        let Some(handler) = node.handler.as_deref().and_then(|name| inner.registry.get(name)).cloned() else {
            return end(Err(Stop::Failed(Failure::permanent("the handler is not there any more"))));
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

/// Stands for everything the output of a step depends on.
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
    // What cannot be read is made anew.
    let (_, output) = rows::reusable(&mut tx, hash).await.ok()??;
    serde_json::from_str(&output).ok()
}

/// Waits for its turn under its key, then runs.
async fn in_turn<H: Host>(
    inner: &Inner<H>,
    context: &Context<H>,
    (handler, kind): (Arc<dyn Handler<H>>, Kind),
    (node, params): (&Node, Arc<Value>),
) -> Result<Done, Stop> {
    let _turn = match handler.turn(&context.host) {
        None => None,
        Some(key) => {
            let turn = inner.turns.of_key(&key).acquire_owned();
            let most = inner.limits.queue.unwrap_or(Duration::MAX);
            tokio::select! {
                turn = timeout(most, turn) => match turn {
                    Ok(turn) => turn.ok(),
                    Err(_) => return Err(late("its turn did not come in time")),
                },
                () = context.cancel.cancelled() => return Err(Stop::Failed(cancelled())),
            }
        }
    };
    let run = AssertUnwindSafe(handler.run(context, params)).catch_unwind();
    tokio::pin!(run);
    let attempt = node.timeout_s.map(Duration::from_secs_f64);
    let (began, idle) = (Instant::now(), inner.limits.idle.filter(|_| kind == Kind::Model));
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
                // What it has so far it may put away.
                return match timeout(GRACE, &mut run).await {
                    Ok(Ok(ended)) => ended,
                    _ => Err(Stop::Failed(cancelled())),
                };
            }
            () = until(next) => {
                let now = Instant::now();
                if is_late.is_some_and(|at| at <= now) {
                    return Err(late("it took longer than it may"));
                }
                let last_sign = context.live.last_sign(context.slot).unwrap_or(began);
                if idle.is_some_and(|idle| last_sign + idle <= now) {
                    return Err(late("nothing came for too long"));
                }
            }
        }
    }
}

fn late(message: &str) -> Stop {
    Stop::Failed(Failure::new(FailureClass::Timeout, message))
}

/// A step that nobody waits for any more.
pub(crate) fn cancelled() -> Failure {
    Failure::new(FailureClass::Lost, "cancelled")
}
