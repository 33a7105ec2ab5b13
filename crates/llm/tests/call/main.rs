//! Calls over loopback: targets tried, events delivered, attempts recorded.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod accounts;
mod cancel;
mod dialects;
mod failures;
mod outages;
mod parameters;
mod probe;
mod proxies;
mod redirects;
mod timers;
mod whole;

use secrecy::SecretString;
use tokio_util::sync::CancellationToken;
use wenfang_llm::call::{Ask, Attempt, CallEvent, CallReport, Caller, Delivery, Outcome, ResolvedTarget};
use wenfang_llm::chat::{AnswerShape, Message, Parameters, Role};
use wenfang_llm::client::Client;
use wenfang_llm::providers::{Preset, Provider, ProviderId, Timeouts};
use wenfang_llm::retry::FailureClass;
use wenfang_llm::stream::StreamEvent;

/// A custom server at an address, with timeouts long enough for a busy machine.
fn provider(id: &str, base_url: &str) -> Provider {
    Provider {
        name: id.to_owned(),
        base_url: base_url.to_owned(),
        timeouts: Timeouts { connect: 5, first_token: 20, idle: 20, total: 60 },
        ..Provider::of_preset(ProviderId::new(id).unwrap(), Preset::Custom)
    }
}

fn target(id: &str, base_url: &str) -> ResolvedTarget {
    ResolvedTarget {
        provider: provider(id, base_url),
        model: "scripted".to_owned(),
        parameters: Parameters::default(),
        key: Some(SecretString::from("sk-canary-9a41")),
    }
}

/// An address where no server listens. A port that was free a moment ago may belong to another test now; this one is
/// reserved.
fn unreachable() -> String {
    "http://127.0.0.1:1/v1".to_owned()
}

fn caller() -> Caller {
    Caller::with_seed(Client::new(), 1)
}

/// The result of a call.
#[derive(Debug)]
struct Called {
    report: CallReport,
    events: Vec<CallEvent>,
}

impl Called {
    /// The delivered text.
    fn text(&self) -> String {
        let words = self.events.iter().filter_map(|event| match event {
            CallEvent::Answer(StreamEvent::Text(words)) => Some(words.as_str()),
            _ => None,
        });
        words.collect()
    }

    /// The provider and failure class of each attempt.
    fn outcomes(&self) -> Vec<(String, Option<FailureClass>)> {
        self.report.attempts.iter().map(|attempt| (attempt.provider.to_string(), class(attempt))).collect()
    }

    /// The delays in milliseconds.
    fn delays(&self) -> Vec<u64> {
        let delays = self.events.iter().filter_map(|event| match event {
            CallEvent::Waiting { millis } => Some(*millis),
            _ => None,
        });
        delays.collect()
    }

    /// Changes of target, as (from, to, why).
    fn fallbacks(&self) -> Vec<(String, String, FailureClass)> {
        let changes = self.events.iter().filter_map(|event| match event {
            CallEvent::FellBack { from, to, class, .. } => Some((from.to_string(), to.to_string(), *class)),
            _ => None,
        });
        changes.collect()
    }
}

fn class(attempt: &Attempt) -> Option<FailureClass> {
    match &attempt.outcome {
        Outcome::Answered => None,
        Outcome::Failed { class, .. } => Some(*class),
    }
}

async fn call(caller: &Caller, targets: &[ResolvedTarget]) -> Called {
    call_with(caller, targets, (Delivery::Live, true), &CancellationToken::new()).await
}

async fn call_with(
    caller: &Caller,
    targets: &[ResolvedTarget],
    (delivery, fallback): (Delivery, bool),
    cancel: &CancellationToken,
) -> Called {
    let messages = [Message::new(Role::User, "写一个雨夜，800 字。")];
    let ask = Ask { targets, messages: &messages, shape: &AnswerShape::Text, fallback, delivery };
    let mut events = Vec::new();
    let report = caller.call(ask, &mut |event| events.push(event), cancel).await;
    Called { report, events }
}
