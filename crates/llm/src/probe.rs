//! "Test connection": determines by short requests what a server can do.
//!
//! Claims of the server are not trusted where they can be tested. Some servers accept a schema and ignore it, so the
//! test schema allows only an answer that no model gives on its own. Each step costs one short request; a step
//! without a clear result is [`Verdict::Unknown`], never a guess.

mod models;
mod steps;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

pub use models::list_models;

use crate::client::{Client, Endpoint};
use crate::structured::Abilities;

/// The result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Ok,
    No,
    /// The step was not run, or its result is unclear.
    #[default]
    Unknown,
}

/// One step of a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ProbeStep {
    pub verdict: Verdict,
    /// The server's message or our own if the verdict is not [`Verdict::Ok`].
    pub message: Option<String>,
}

/// The result of a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ProbeReport {
    /// Whether the host responds at all, even with a refusal.
    pub reachable: ProbeStep,
    /// Whether the server lists its models.
    pub models: ProbeStep,
    /// Whether the model streams its answer in pieces.
    pub streaming: ProbeStep,
    /// Whether answers obey a schema.
    pub json_schema: ProbeStep,
    /// Whether answers in JSON mode are JSON objects.
    pub json_mode: ProbeStep,
    /// Whether the model calls tools. No task needs this; it is shown to the author as information about the server.
    pub tools: ProbeStep,
    /// The models that the server lists.
    pub model_names: Vec<String>,
    /// Time from the request to the first word of the first answer.
    #[ts(type = "number | null")]
    pub latency_ms: Option<u64>,
    /// Parameters that the model refused and that are omitted.
    pub dropped_parameters: Vec<String>,
}

impl ProbeStep {
    fn ok() -> Self {
        Self { verdict: Verdict::Ok, message: None }
    }

    fn no(message: impl Into<String>) -> Self {
        Self { verdict: Verdict::No, message: Some(message.into()) }
    }

    fn unknown(message: impl Into<String>) -> Self {
        Self { verdict: Verdict::Unknown, message: Some(message.into()) }
    }
}

impl ProbeReport {
    /// The abilities that were proved to work.
    pub fn abilities(&self) -> Abilities {
        Abilities {
            json_schema: self.json_schema.verdict == Verdict::Ok,
            json_mode: self.json_mode.verdict == Verdict::Ok,
        }
    }
}

/// Requests the server's model list and short answers of a model: at most six requests, one after the other. Stops at
/// the first step that makes the rest pointless, if no model is named, and when cancelled; steps that did not run are
/// unknown.
pub async fn test(
    client: &Client,
    endpoint: Endpoint<'_>,
    model: &str,
    cancel: &CancellationToken,
) -> ProbeReport {
    let mut report = ProbeReport::default();
    match list_models(client, endpoint, cancel).await {
        Ok(names) => {
            report.reachable = ProbeStep::ok();
            report.models = ProbeStep::ok();
            report.model_names = names;
        }
        Err(failure) => {
            report.reachable = steps::reached(&failure);
            report.models = ProbeStep::no(failure.message);
        }
    }
    if report.reachable.verdict == Verdict::Ok && !model.is_empty() {
        steps::ask_model(client, endpoint, model, (&mut report, cancel)).await;
    }
    report
}

#[cfg(test)]
mod tests;
