//! Prose: shown as it comes, under the word-count gate, and continued while it is too short.

use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use wenfang_checks::gate::{AnswerEnd, Gate, GateEffect};
use wenfang_drafting::masking::{Mask, Unmasking};
use wenfang_drafting::receipt::{RoundSent, prompt_hash};
use wenfang_llm::call::{CallEnd, CallEvent, Delivery};
use wenfang_llm::chat::AnswerShape;
use wenfang_llm::stream::{Finish, StreamEvent};
use wenfang_project::generations::Generation;
use wenfang_story::generation::{GateRecord, GenerationStatus, Trouble, TroubleKind};
use wenfang_text::{CanonicalText, CountRule, count};

use super::asking::{AnswerSink, Answered, Question, account, ask, sent, told};
use super::{ActInputs, PendingGeneration};
use crate::drafting::events::{GenerationEvent, tell};
use crate::drafting::trouble;
use crate::error::Result;

/// Text that came is stored at least so often,
const STORED_EVERY: Duration = Duration::from_secs(2);
/// and whenever so many bytes came.
const STORED_BYTES: usize = 2_000;

/// Text that comes in.
struct IncomingText<'a> {
    asking: &'a ActInputs<'a>,
    generation: Generation,
    gate: Gate,
    /// All that was shown.
    shown: String,
    /// All that came, held and cut text too.
    received: String,
    /// What was beyond the limit.
    overflow: String,
    record: GateRecord,
    /// What stands for which name, and what may be the beginning of a stand-in.
    masking: Option<(Mask, Unmasking)>,
    stored: (usize, Instant),
    is_thinking: bool,
    is_cut: bool,
    /// What is asked for next, if the text is too short.
    next: Option<NextRound>,
}

/// Another round.
struct NextRound {
    round: u32,
    written: usize,
    remaining: usize,
}

/// Writes prose until it is long enough, the author stops it, or no model goes on.
pub(super) async fn write(asking: &ActInputs<'_>, begun: PendingGeneration) -> Result<Generation> {
    let PendingGeneration { generation, mut receipt, _running } = begun;
    let prepared = asking.prepared;
    let Some(limits) = prepared.of.limits else { return Ok(generation) };
    let mut incoming = IncomingText {
        asking,
        generation,
        gate: Gate::new(limits),
        shown: String::new(),
        received: String::new(),
        overflow: String::new(),
        record: GateRecord { target: prepared.of.length, rounds: 1, ..GateRecord::default() },
        masking: prepared.of.mask.clone().map(|mask| (mask, Unmasking::default())),
        stored: (0, Instant::now()),
        is_thinking: false,
        is_cut: false,
        next: None,
    };
    let mut messages = prepared.messages.clone();
    loop {
        let wire = sent(&messages);
        let question = Question { messages: &wire, shape: &AnswerShape::Text, delivery: Delivery::Live };
        let asked = ask(asking, &question, &mut incoming).await;
        let Answered { report, stopped } = match asked {
            Ok(asked) => asked,
            // The text could not be stored on the way: it is tried once more, whole.
            Err(error) => {
                let trouble = trouble::told(TroubleKind::Storage, &error.message);
                incoming.end(GenerationStatus::Incomplete, Some(trouble)).await?;
                return Ok(incoming.generation);
            }
        };
        account(asking, &mut incoming.generation, &report).await?;
        let (end, status, trouble) = ended(&report.end, (stopped, incoming.is_cut), report.text_shown);
        incoming.finish(end);
        let id = incoming.generation.id;
        let model_changed = receipt.model.model != incoming.generation.record.model
            || receipt.model.provider != incoming.generation.record.provider;
        if model_changed {
            receipt.model.provider.clone_from(&incoming.generation.record.provider);
            receipt.model.model.clone_from(&incoming.generation.record.model);
            let target = report.answered_by.and_then(|index| asking.targets.get(index));
            receipt.model.provider_name =
                target.map(|target| target.provider.name.clone()).unwrap_or_default();
            asking.store_receipt(id, &receipt).await?;
        }
        let Some(next) = incoming.next.take() else {
            incoming.end(status, trouble).await?;
            return Ok(incoming.generation);
        };
        if let Some(trouble) = asking.over_ceiling(&incoming.generation) {
            incoming.end(GenerationStatus::Complete, Some(trouble)).await?;
            return Ok(incoming.generation);
        }
        let of_round = (next.round, incoming.shown.as_str(), next.remaining);
        let mask = incoming.masking.as_mut().map(|(mask, _)| mask);
        messages = prepared.messages_of_round(of_round, mask)?;
        receipt.rounds.push(RoundSent {
            round: next.round,
            prompt_hash: prompt_hash(&messages, &receipt.parameters),
            remaining: next.remaining,
        });
        asking.store_receipt(id, &receipt).await?;
        incoming.record.rounds = next.round;
        tell(GenerationEvent::Round {
            generation: id,
            round: next.round,
            written: next.written,
            remaining: next.remaining,
        });
    }
}

/// What the end of an answer means: for the gate, for the record, and why, for people.
fn ended(
    end: &CallEnd,
    (stopped, is_cut): (bool, bool),
    text_shown: bool,
) -> (AnswerEnd, GenerationStatus, Option<Trouble>) {
    match end {
        _ if is_cut => (AnswerEnd::Stop, GenerationStatus::Complete, None),
        _ if stopped => (AnswerEnd::Stopped, GenerationStatus::Stopped, None),
        CallEnd::Complete { finish: Some(Finish::Length) } => {
            (AnswerEnd::Length, GenerationStatus::Complete, None)
        }
        CallEnd::Complete { finish: Some(finish) } if finish.is_refusal() => (
            AnswerEnd::Broken,
            GenerationStatus::Incomplete,
            Some(trouble::told(TroubleKind::Refused, "the model's own filter ended the answer")),
        ),
        CallEnd::Complete { .. } => (AnswerEnd::Stop, GenerationStatus::Complete, None),
        CallEnd::Cancelled => (AnswerEnd::Stopped, GenerationStatus::Stopped, None),
        CallEnd::Incomplete { class, message } | CallEnd::Failed { class, message } => {
            let status = if text_shown { GenerationStatus::Incomplete } else { GenerationStatus::Failed };
            (AnswerEnd::Broken, status, Some(trouble::of_failure(*class, message)))
        }
    }
}

impl ActInputs<'_> {
    /// Why no other call is made, where the generation cost as much as one may.
    pub(super) fn over_ceiling(&self, generation: &Generation) -> Option<Trouble> {
        let ceiling = self.session.models.settings().ceilings.per_run?;
        let cost = generation.record.cost.as_ref()?;
        (cost.currency == ceiling.currency && cost.micros >= ceiling.micros)
            .then(|| trouble::told(TroubleKind::Ceiling, "one generation may not cost more"))
    }
}

impl AnswerSink for IncomingText<'_> {
    async fn take(&mut self, event: CallEvent, cancel: &CancellationToken) -> Result<()> {
        match told(&self.generation, event) {
            Some(StreamEvent::Text(delta)) => {
                let delta = CanonicalText::new(delta).into_string();
                let delta = match &mut self.masking {
                    Some((mask, unmasking)) => unmasking.push(mask, &delta),
                    None => delta,
                };
                self.came(&delta);
                if self.is_cut {
                    cancel.cancel();
                }
                self.store_sometimes().await?;
            }
            Some(StreamEvent::Reasoning(_)) if !self.is_thinking => {
                self.is_thinking = true;
                tell(GenerationEvent::Thinking { generation: self.generation.id });
            }
            _ => {}
        }
        Ok(())
    }
}

impl IncomingText<'_> {
    /// Takes words in, as the author reads them.
    fn came(&mut self, words: &str) {
        self.received.push_str(words);
        let effects = self.gate.push(words);
        self.apply(effects);
    }

    /// Takes the end of an answer.
    fn finish(&mut self, end: AnswerEnd) {
        let held = self.masking.as_mut().map(|(_, unmasking)| unmasking.finish()).unwrap_or_default();
        if !held.is_empty() {
            self.came(&held);
        }
        let effects = self.gate.finish(end);
        self.apply(effects);
        self.is_thinking = false;
    }

    fn apply(&mut self, effects: Vec<GateEffect>) {
        let generation = self.generation.id;
        for effect in effects {
            match effect {
                GateEffect::Show(text) => {
                    self.shown.push_str(&text);
                    tell(GenerationEvent::Shown { generation, text, counted: self.gate.counted() });
                }
                GateEffect::SoftLimit { counted } => tell(GenerationEvent::SoftLimit { generation, counted }),
                GateEffect::Cut { reason, closing, overflow } => {
                    self.is_cut = true;
                    if !closing.is_empty() {
                        self.shown.push_str(&closing);
                        self.record.closing.clone_from(&closing);
                        tell(GenerationEvent::Shown {
                            generation,
                            text: closing,
                            counted: self.gate.counted(),
                        });
                    }
                    self.overflow.push_str(&overflow);
                    let overflow = count(&self.overflow).total(CountRule::Standard);
                    tell(GenerationEvent::Cut { generation, reason, overflow });
                }
                GateEffect::Overflow(text) => self.overflow.push_str(&text),
                GateEffect::Continue { round, written, remaining } => {
                    // The gate counts what comes after the first answer, people count answers.
                    self.next = Some(NextRound { round: round + 1, written, remaining });
                }
                GateEffect::Done { counted, outcome } => {
                    self.record.counted = counted;
                    self.record.outcome = serde_json::to_value(outcome)
                        .ok()
                        .and_then(|outcome| outcome.as_str().map(str::to_owned))
                        .unwrap_or_default();
                }
            }
        }
    }

    /// Stores what came, when it is time to.
    async fn store_sometimes(&mut self) -> Result<()> {
        let (bytes, at) = self.stored;
        let is_due = self.received.len() >= bytes + STORED_BYTES
            || (self.received.len() > bytes && at.elapsed() >= STORED_EVERY);
        if !is_due {
            return Ok(());
        }
        // What the gate holds back is not lost with the program either.
        self.generation.text.clone_from(&self.received);
        self.asking.store(&self.generation).await?;
        self.stored = (self.received.len(), Instant::now());
        Ok(())
    }

    /// Notes the end.
    async fn end(&mut self, status: GenerationStatus, trouble: Option<Trouble>) -> Result<()> {
        let record = &mut self.generation.record;
        record.status = status;
        record.trouble = trouble;
        self.record.counted = count(&self.shown).total(CountRule::Standard);
        record.gate = Some(self.record.clone());
        self.generation.text.clone_from(&self.shown);
        self.generation.overflow.clone_from(&self.overflow);
        self.asking.store(&self.generation).await
    }
}
