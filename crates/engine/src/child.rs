//! A step that is a run of another workflow.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::Value;
use wenfang_project::workflows::{self as rows, Parent};
use wenfang_story::RunId;
use wenfang_workflow::{Failure, FailureClass, RunStatus, Trigger};

use crate::attempt::cancelled;
use crate::engine::{Inner, Start, WhenBusy};
use crate::error::Error;
use crate::handler::{Context, Done, Stop};
use crate::load::load;
use crate::{Host, task};

/// Runs a workflow as a step: the child run is started once, and resumed when its parent is resumed.
pub(crate) fn run<'a, H: Host>(
    inner: &'a Arc<Inner<H>>,
    context: &'a Context<H>,
    (workflow, input): (&'a str, Arc<Value>),
) -> BoxFuture<'a, Result<Done, Stop>> {
    Box::pin(async move {
        let item = context.item.and_then(|item| i64::try_from(item).ok());
        let parent = Parent { run: context.run, node: context.node.clone(), item };
        let child = loop {
            match begin_or_resume(inner, &parent, (workflow, Arc::clone(&input))).await {
                Err(Error::Busy(other)) => tokio::select! {
                    () = is_over(inner, other) => {}
                    () = context.cancel.cancelled() => return Err(Stop::Failed(cancelled())),
                },
                child => break child.map_err(failure)?,
            }
        };
        if let Some(child) = child.active {
            tokio::select! {
                _ = inner.wait(child) => {}
                () = context.cancel.cancelled() => {
                    // When the program ends, the child is only interrupted; when the author cancels, it is
                    // cancelled.
                    if !inner.is_stopped()
                        && let Err(error) = inner.cancel(child, None).await
                    {
                        tracing::debug!(%error, "a child run ended before it could be cancelled");
                    }
                    return Err(Stop::Failed(cancelled()));
                }
            }
        }
        ended(inner, child.run).await
    })
}

struct Child {
    run: RunId,
    active: Option<RunId>,
}

/// How often to try again while a run has the key that does not run here: it waits for the author, for example.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Waits until a run may have released its key.
async fn is_over<H: Host>(inner: &Inner<H>, run: RunId) {
    if inner.wait(run).await.is_none() {
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

async fn begin_or_resume<H: Host>(
    inner: &Arc<Inner<H>>,
    parent: &Parent,
    (workflow, input): (&str, Arc<Value>),
) -> crate::Result<Child> {
    let mut tx = inner.host.project().begin_read().await?;
    let known = rows::child(&mut tx, parent).await?;
    drop(tx);
    if let Some(known) = known {
        if known.status == RunStatus::Completed.as_str() {
            return Ok(Child { run: known.id, active: None });
        }
        inner.resume(known.id).await?;
        return Ok(Child { run: known.id, active: Some(known.id) });
    }
    let start = Start {
        workflow: workflow.to_owned(),
        input: Value::clone(&input),
        trigger: Trigger::Menu,
        when_busy: WhenBusy::Join,
    };
    let started = inner.start(start, Some(parent.clone())).await?;
    Ok(Child { run: started.run, active: Some(started.run) })
}

async fn ended<H: Host>(inner: &Arc<Inner<H>>, run: RunId) -> Result<Done, Stop> {
    let read = async {
        let mut tx = inner.host.project().begin_read().await?;
        load(&mut tx, run, inner.registry.described()).await
    };
    let loaded = read.await.map_err(failure)?;
    if loaded.status == RunStatus::Completed {
        return Ok(Done::output(task::output(&loaded.machine)));
    }
    let trouble = loaded.run.trouble.and_then(|trouble| serde_json::from_str::<Failure>(&trouble).ok());
    let message = format!("run {run} is {}", loaded.status.as_str());
    Err(Stop::Failed(trouble.unwrap_or_else(|| Failure::new(FailureClass::Lost, message))))
}

fn failure(error: Error) -> Stop {
    let class = match &error {
        Error::Project(_) | Error::Stopped | Error::Busy(_) => FailureClass::Transient,
        _ => FailureClass::Permanent,
    };
    Stop::Failed(Failure::new(class, error.to_string()))
}
