//! "Test connection": what a server can, found by asking it.
//!
//! A word from the server is not believed where it can be tried: servers accept a schema and ignore it, so the schema's
//! answer must be one that only the schema could have brought about. Each step costs one short request; a step that cannot
//! be judged is [`Verdict::Unknown`], never a guess.

mod models;
mod steps;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

pub use models::list_models;

use crate::client::{Client, Endpoint};
use crate::structured::Abilities;

/// What a step found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It works.
    Ok,
    /// It does not.
    No,
    /// It was not tried, or what came does not tell.
    #[default]
    Unknown,
}

/// One step of a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ProbeStep {
    /// What it found.
    pub verdict: Verdict,
    /// The server's words or ours where it is not [`Verdict::Ok`].
    pub message: Option<String>,
}

/// What a probe found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ProbeReport {
    /// Whether the host answers at all, be it with a refusal.
    pub reachable: ProbeStep,
    /// Whether it lists its models.
    pub models: ProbeStep,
    /// Whether the model answers, piece by piece.
    pub streaming: ProbeStep,
    /// Whether an answer obeys a schema.
    pub json_schema: ProbeStep,
    /// Whether an answer in JSON mode is a JSON object.
    pub json_mode: ProbeStep,
    /// Whether the model calls a tool. Wanted by no task: models have no tools here. It tells the author what the server is.
    pub tools: ProbeStep,
    /// Names of the models that the server lists.
    pub model_names: Vec<String>,
    /// From the request to the first word of the first answer.
    #[ts(type = "number | null")]
    pub latency_ms: Option<u64>,
    /// Parameters that the model refused and is asked without.
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
    /// What answers can be asked for: only what was seen to work.
    pub fn abilities(&self) -> Abilities {
        Abilities {
            json_schema: self.json_schema.verdict == Verdict::Ok,
            json_mode: self.json_mode.verdict == Verdict::Ok,
        }
    }
}

/// Asks a server for its models and a model for short answers: at most six requests, one after the other. Stops at the first
/// step that shows the rest to be useless, where no model is named, and when cancelled; what was not tried is unknown.
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
