//! One call to the models: its events, its outcome and its usage.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use wenfang_drafting::prompts::{self, RenderedMessage};
use wenfang_llm::call::{Ask, Attempt, CallEvent, CallReport, Delivery, Outcome, ResolvedTarget};
use wenfang_llm::chat::{AnswerShape, Message, Role};
use wenfang_llm::providers::origin;
use wenfang_llm::tokens::TokenCounter;
use wenfang_llm::usage::Usage;
use wenfang_project::generations::Generation;
use wenfang_project::usage::{Call, insert};
use wenfang_story::generation::{Cost, GenerationRecord, SentRequest, Tokens, Trouble, TroubleKind};
use wenfang_usecase::Result;

use super::{ActInputs, turn_ceiling};
use crate::drafting::events::{GenerationEvent, Observer};
use crate::drafting::prepare::task_of;
use crate::drafting::trouble;

/// Interval between checks for a stop request by the author.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The messages to send and the shape of the answer.
pub(super) struct Question<'a> {
    pub(super) messages: &'a [Message],
    pub(super) shape: &'a AnswerShape,
    pub(super) delivery: Delivery,
}

/// Converts rendered messages for sending.
pub(super) fn to_wire(messages: &[RenderedMessage]) -> Vec<Message> {
    let role = |role| match role {
        prompts::Role::System => Role::System,
        prompts::Role::User => Role::User,
        prompts::Role::Assistant => Role::Assistant,
    };
    messages.iter().map(|message| Message::new(role(message.role), message.content.clone())).collect()
}

/// The outcome of a call.
pub(super) struct Answered {
    pub(super) report: CallReport,
    /// Whether the author stopped it.
    pub(super) stopped: bool,
    /// Whether it ended because the author withdrew the consent to a host.
    pub(super) withdrawn: bool,
}

/// Receives the events of one answer.
pub(super) trait AnswerSink: Send {
    /// Handles an event; may end the answer by cancelling `cancel`.
    ///
    /// # Errors
    /// If the received text could not be stored; the answer is then ended.
    fn take(
        &mut self,
        event: CallEvent,
        cancel: &CancellationToken,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// Calls the models and passes each event of the answer to `sink`, in order.
///
/// # Errors
/// Those of `sink`.
pub(super) async fn ask(
    inputs: &ActInputs<'_>,
    question: &Question<'_>,
    sink: &mut impl AnswerSink,
) -> Result<Answered> {
    let cancel = &CancellationToken::new();
    let (send, mut events) = mpsc::unbounded_channel();
    let call = async move {
        let ask = Ask {
            targets: inputs.targets,
            messages: question.messages,
            shape: question.shape,
            fallback: true,
            delivery: question.delivery,
        };
        let mut pass = |event| drop(send.send(event));
        inputs.session.models.caller().call(ask, &mut pass, cancel).await
    };
    let origins = origins(inputs.targets);
    let listen = async {
        let mut look = tokio::time::interval(STOP_POLL_INTERVAL);
        let (mut stopped, mut withdrawn) = (false, false);
        loop {
            tokio::select! {
                event = events.recv() => {
                    let Some(event) = event else { return Ok((stopped, withdrawn)) };
                    if let Err(error) = sink.take(event, cancel).await {
                        cancel.cancel();
                        return Err(error);
                    }
                }
                _ = look.tick() => {
                    if stopped || withdrawn {
                        continue;
                    }
                    stopped = inputs.observer.watch.report("generate", 0, 0).is_err();
                    withdrawn = !inputs.session.models.may_send(&origins);
                    if stopped || withdrawn {
                        cancel.cancel();
                    }
                }
            }
        }
    };
    let (report, ended): (CallReport, Result<(bool, bool)>) = tokio::join!(call, listen);
    for attempt in &report.attempts {
        let Some(usage) = attempt.usage.filter(|usage| !usage.estimated && !attempt.prompt_cut) else {
            continue;
        };
        let reported = (question.messages, usage.prompt_read());
        inputs.session.models.learn(&attempt.provider, &attempt.model, reported);
    }
    let (stopped, withdrawn) = ended?;
    Ok(Answered { report, stopped, withdrawn })
}

/// The hosts of some targets.
fn origins(targets: &[ResolvedTarget]) -> Vec<String> {
    targets.iter().filter_map(|target| origin(&target.provider)).collect()
}

impl ActInputs<'_> {
    /// Why a generation may send no further request: its turn has reached the ceiling, or the consent was withdrawn.
    pub(super) async fn barred(&self, generation: &Generation) -> Result<Option<Trouble>> {
        if !self.session.models.may_send(&origins(self.targets)) {
            return Ok(Some(withdrawn()));
        }
        turn_ceiling::reached(self.session, generation).await
    }
}

/// The trouble of a generation whose host may be sent nothing any more.
pub(super) fn withdrawn() -> Trouble {
    trouble::of_kind(TroubleKind::Withdrawn, "the consent to send text to this host was withdrawn")
}

/// Forwards progress to the listener and returns the event if it is part of the answer.
pub(super) fn forward(
    observer: &Observer,
    generation: &Generation,
    event: CallEvent,
) -> Option<wenfang_llm::stream::StreamEvent> {
    let generation = generation.id;
    match event {
        CallEvent::Answer(piece) => return Some(piece),
        CallEvent::Trying { provider, model, attempt } => {
            observer.tell(GenerationEvent::Trying {
                generation,
                provider: provider.as_str().to_owned(),
                model,
                attempt,
            });
        }
        CallEvent::Waiting { millis } => observer.tell(GenerationEvent::Waiting { generation, millis }),
        CallEvent::FellBack { from, to, message, .. } => {
            let (from, to) = (from.as_str().to_owned(), to.as_str().to_owned());
            observer.tell(GenerationEvent::FellBack { generation, from, to, reason: message });
        }
    }
    None
}

/// Records the model that answered and stores a usage record for every request that went out.
pub(super) async fn record_usage(
    inputs: &ActInputs<'_>,
    generation: &mut Generation,
    report: &CallReport,
) -> Result<()> {
    let last = report.answered_by.or_else(|| inputs.targets.len().checked_sub(1));
    if let Some(target) = last.and_then(|index| inputs.targets.get(index)) {
        generation.record.provider = target.provider.id.as_str().to_owned();
        generation.record.model = target.model.clone();
    }
    let mut tx = inputs.session.project.begin_write().await?;
    for attempt in report.attempts.iter().filter(|attempt| attempt.was_sent()) {
        let counter = inputs.session.models.counter(&attempt.provider, &attempt.model);
        let tokens = tokens(attempt, &counter);
        let cost = cost(inputs.targets, attempt, &tokens);
        let (outcome, problem) = match &attempt.outcome {
            Outcome::Answered => ("ok".to_owned(), String::new()),
            Outcome::Failed { class, message } => (wire_name(class), message.clone()),
        };
        generation.record.prompt_cut |= attempt.prompt_cut;
        let call = Call {
            at: inputs.session.project.now(),
            generation: Some(generation.id),
            task: wire_name(&task_of(inputs.prepared.request.act)),
            provider: attempt.provider.as_str().to_owned(),
            model: attempt.model.clone(),
            outcome,
            tokens,
            cost,
            first_token_ms: attempt.first_token_ms,
            duration_ms: attempt.duration_ms,
        };
        add_call(&mut generation.record, &call, problem);
        insert(&mut tx, &call).await?;
    }
    Ok(tx.commit().await?)
}

/// Adds a call to the record of its generation.
pub(super) fn add_call(record: &mut GenerationRecord, call: &Call, problem: String) {
    record.tokens.prompt += call.tokens.prompt;
    record.tokens.completion += call.tokens.completion;
    record.tokens.cached += call.tokens.cached;
    record.tokens.estimated |= call.tokens.estimated;
    record.cost = Cost::sum(record.cost.take().into_iter().chain(call.cost.clone()));
    record.requests.push(SentRequest {
        model: call.model.clone(),
        outcome: call.outcome.clone(),
        problem,
        tokens: call.tokens,
        cost: call.cost.clone(),
        millis: call.duration_ms,
    });
}

/// Notes of the last request why its answer was not the end of it.
pub(super) fn note_problem(generation: &mut Generation, outcome: &str, problem: String) {
    if let Some(last) = generation.record.requests.last_mut().filter(|last| last.outcome == "ok") {
        outcome.clone_into(&mut last.outcome);
        last.problem = problem;
    }
}

/// The JSON name of a unit variant; the tag of a variant with fields.
pub(super) fn wire_name(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(wire_name)) => wire_name,
        Ok(serde_json::Value::Object(fields)) => {
            let tag = fields.values().find_map(serde_json::Value::as_str).map(str::to_owned);
            tag.or_else(|| fields.keys().next().cloned()).unwrap_or_default()
        }
        _ => "failed".to_owned(),
    }
}

/// The tokens of an attempt; none without an answer. An estimate is corrected by what the server reported before.
fn tokens(attempt: &Attempt, counter: &TokenCounter) -> Tokens {
    let Some(usage) = attempt.usage else { return Tokens::default() };
    let corrected = |tokens| if usage.estimated { counter.corrected(tokens) } else { tokens };
    Tokens {
        prompt: corrected(usage.prompt_tokens),
        completion: corrected(usage.completion_tokens),
        cached: usage.cached_tokens,
        estimated: usage.estimated,
    }
}

fn cost(targets: &[ResolvedTarget], attempt: &Attempt, tokens: &Tokens) -> Option<Cost> {
    let target = targets
        .iter()
        .find(|target| target.provider.id == attempt.provider && target.model == attempt.model)?;
    let price = target.provider.model(&target.model)?.price.as_ref()?;
    let usage = Usage {
        prompt_tokens: tokens.prompt,
        completion_tokens: tokens.completion,
        cached_tokens: tokens.cached,
        estimated: tokens.estimated,
    };
    Some(Cost { currency: price.currency.clone(), micros: price.of(&usage) })
}
