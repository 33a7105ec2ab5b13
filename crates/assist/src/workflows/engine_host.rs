//! The host of the engine, and the bridge from workflow steps to use cases.

use std::sync::Arc;

use tokio::sync::Mutex;
use wenfang_engine::{Context, Host};
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::RunId;
use wenfang_usecase::{Code, Error};
use wenfang_workflow::{Failure, FailureClass};

use crate::Session;
use crate::drafting::Observer;
use crate::pipelines::streams::Streams;

/// Engine host: the session plus a callback for run events.
pub struct EngineHost {
    pub session: Session,
    /// The generations that run now.
    pub(super) streams: Streams,
    /// Held while the run after an acceptance begins, so that a generation has one.
    pub(super) settling: Mutex<()>,
    /// Held by the step that calls a model under a ceiling.
    pub(super) spending: Arc<Mutex<()>>,
    tell: Box<dyn Fn(HostEvent) + Send + Sync>,
}

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostEvent {
    /// The state of a run changed.
    Changed(RunId),
    /// A step of a run wrote to the novel.
    Wrote(RunId),
}

impl EngineHost {
    /// Creates a host that reports every event to `tell`.
    pub fn new(session: Session, tell: impl Fn(HostEvent) + Send + Sync + 'static) -> Self {
        Self {
            session,
            streams: Streams::default(),
            settling: Mutex::default(),
            spending: Arc::default(),
            tell: Box::new(tell),
        }
    }
}

impl Host for EngineHost {
    fn project(&self) -> &Project {
        &self.session.project
    }

    fn changed(&self, run: RunId) {
        (self.tell)(HostEvent::Changed(run));
    }

    fn wrote(&self, run: RunId) {
        (self.tell)(HostEvent::Wrote(run));
    }
}

/// The observer of a use case inside a step: it forwards the progress and stops the use case with the step.
pub(super) fn observer(context: &Context<EngineHost>) -> Observer {
    let (cancel, reporter) = (context.cancel.clone(), context.teller());
    Observer::watching(Watch::stopping_when(
        move || cancel.is_cancelled(),
        move |progress| reporter.progress(progress.done as u64, progress.total as u64, progress.stage),
    ))
}

/// Converts an error of a use case to a failure of a run.
pub(super) fn failure(error: Error) -> Failure {
    let trouble = error.details.get("trouble").and_then(serde_json::Value::as_str);
    let class = match (error.code, trouble) {
        (Code::AnswerUnusable, _) | (Code::ModelFailed, Some("no_answer")) => FailureClass::InvalidOutput,
        (Code::ModelFailed, Some("refused")) => FailureClass::Refused,
        (Code::ModelFailed, Some("rate_limited" | "resting")) => FailureClass::RateLimit,
        (Code::ModelFailed, Some("key" | "quota" | "bad_request" | "prompt_too_long")) => {
            FailureClass::Permanent
        }
        (Code::ModelFailed | Code::Busy | Code::DiskFull | Code::Io, _) => FailureClass::Transient,
        (Code::Stopped, _) => FailureClass::Lost,
        _ => FailureClass::Permanent,
    };
    let code = serde_json::to_value(error.code).ok().and_then(|code| code.as_str().map(str::to_owned));
    Failure { code, ..Failure::new(class, error.message) }
}
