//! One attempt at one target.

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{Ask, Attempt, CallEvent, Delivery, Outcome, ResolvedTarget};
use crate::chat::ChatRequest;
use crate::client::{Client, Endpoint, Exchange, ExchangeEnd, Failure};
use crate::retry::FailureClass;
use crate::stream::StreamEvent;
use crate::tokens::TokenCounter;
use crate::usage::Usage;
use crate::wire::{self, Adjustments};

/// The result of one attempt: the exchange and, with [`Delivery::Whole`], the undelivered events.
pub(super) struct TryResult {
    pub(super) exchange: Exchange,
    pub(super) buffered: Vec<StreamEvent>,
    /// Received text and reasoning, to estimate usage if the server reports none.
    received: String,
    pub(super) body: Value,
}

/// Sends the request once.
pub(super) async fn try_once(
    client: &Client,
    (ask, target): (&Ask<'_>, &ResolvedTarget),
    adjustments: &Adjustments,
    on: &mut (dyn FnMut(CallEvent) + Send),
    cancel: &CancellationToken,
) -> Result<TryResult, Failure> {
    let request = ChatRequest {
        model: target.model.clone(),
        messages: ask.messages.to_vec(),
        parameters: target.parameters.clone(),
        shape: ask.shape.clone(),
    };
    let body = wire::body(&request, &target.provider.preset.dialect(), adjustments)
        .map_err(|_| Failure::new(FailureClass::BadRequest, "the request cannot be written"))?;
    let endpoint = Endpoint { provider: &target.provider, key: target.key.as_ref() };
    let (mut buffered, mut received) = (Vec::new(), String::new());
    let mut deliver = |event: StreamEvent| {
        if let StreamEvent::Text(words) | StreamEvent::Reasoning(words) = &event {
            received.push_str(words);
        }
        match ask.delivery {
            Delivery::Live => on(CallEvent::Answer(event)),
            Delivery::Whole => buffer_event(&mut buffered, event),
        }
    };
    let exchange = client.chat(endpoint, &body, &mut deliver, cancel).await;
    Ok(TryResult { exchange, buffered, received, body })
}

/// Buffers an event; adjacent pieces are merged and keep-alives are dropped.
fn buffer_event(buffered: &mut Vec<StreamEvent>, event: StreamEvent) {
    match (buffered.last_mut(), event) {
        (Some(StreamEvent::Text(before)), StreamEvent::Text(more))
        | (Some(StreamEvent::Reasoning(before)), StreamEvent::Reasoning(more)) => before.push_str(&more),
        (_, StreamEvent::KeepAlive) => {}
        (_, event) => buffered.push(event),
    }
}

/// Builds the record of an attempt.
pub(super) fn record(
    (ask, target): (&Ask<'_>, &ResolvedTarget),
    adjustments: &Adjustments,
    result: &TryResult,
) -> Attempt {
    let exchange = &result.exchange;
    let counter = TokenCounter::of_model(&target.model);
    let outcome = match &exchange.end {
        ExchangeEnd::Complete { .. } => Outcome::Answered,
        ExchangeEnd::Failed(Failure { class, message }) => {
            Outcome::Failed { class: *class, message: message.clone() }
        }
    };
    Attempt {
        outcome,
        status: exchange.status,
        usage: exchange.usage.or_else(|| {
            // A server that was stopped has read the prompt, and may have written before the first word came.
            let is_stopped = exchange.class() == Some(FailureClass::Cancelled);
            (is_stopped || exchange.first_token_ms.is_some()).then(|| Usage {
                prompt_tokens: counter.count_messages(ask.messages) as u64,
                completion_tokens: counter.count(&result.received) as u64,
                cached_tokens: 0,
                estimated: true,
            })
        }),
        prompt_cut: exchange.usage.is_some_and(|usage| {
            target.provider.preset.dialect().cuts_silently
                && counter.looks_cut(ask.messages, usage.prompt_read())
        }),
        first_token_ms: exchange.first_token_ms,
        duration_ms: exchange.duration_ms,
        dropped_parameters: adjustments.names(),
        request_id: exchange.request_id.clone(),
        ..unsent(target, &Failure::new(FailureClass::Cancelled, ""))
    }
}

/// Builds the record of a request that was not sent.
pub(super) fn unsent(target: &ResolvedTarget, failure: &Failure) -> Attempt {
    Attempt {
        provider: target.provider.id.clone(),
        model: target.model.clone(),
        outcome: Outcome::Failed { class: failure.class, message: failure.message.clone() },
        status: None,
        usage: None,
        prompt_cut: false,
        first_token_ms: None,
        duration_ms: 0,
        dropped_parameters: Vec::new(),
        request_id: None,
    }
}
