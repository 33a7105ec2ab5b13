//! Prose: shown as it arrives, passed through the word-count gate, and continued while it is too short.

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
use wenfang_story::generation::{Fate, GateRecord, GenerationStatus, Trouble, TroubleKind};
use wenfang_text::{CanonicalText, CountRule, count};
use wenfang_usecase::Result;

use super::call::{self, AnswerSink, Answered, Question, ask, forward, note_problem, record_usage, to_wire};
use super::thinking::Thinking;
use super::{ActInputs, PendingGeneration};
use crate::drafting::events::GenerationEvent;
use crate::drafting::trouble;

/// Flush interval for incoming text.
const FLUSH_INTERVAL: Duration = Duration::from_secs(2);
/// Flush threshold, in bytes.
const FLUSH_BYTES: usize = 2_000;

/// Text that is arriving.
struct IncomingText<'a> {
    inputs: &'a ActInputs<'a>,
    generation: Generation,
    gate: Gate,
    /// The text shown to the author.
    shown: String,
    /// All received text, including text held back or cut.
    received: String,
    /// The text beyond the hard limit.
    overflow: String,
    record: GateRecord,
    /// The name mask, and the unmasking of an incomplete stand-in.
    masking: Option<(Mask, Unmasking)>,
    stored: (usize, Instant),
    thinking: Thinking,
    is_cut: bool,
    /// Whether the next words are the first of an answer that continues the text.
    continues: bool,
    /// The next round, if the text is too short.
    next: Option<NextRound>,
}

/// A request to continue the text.
struct NextRound {
    round: u32,
    written: usize,
    remaining: usize,
}

/// Writes prose until it is long enough, the author stops it, or no model continues.
pub(super) async fn write(inputs: &ActInputs<'_>, pending: PendingGeneration) -> Result<Generation> {
    let PendingGeneration { generation, mut receipt, _running } = pending;
    let prepared = inputs.prepared;
    let Some(limits) = prepared.request.limits else { return Ok(generation) };
    let mut incoming = IncomingText {
        inputs,
        generation,
        gate: Gate::new(limits),
        shown: String::new(),
        received: String::new(),
        overflow: String::new(),
        record: GateRecord { target: prepared.request.length, rounds: 1, ..GateRecord::default() },
        masking: prepared.request.mask.clone().map(|mask| (mask, Unmasking::default())),
        stored: (0, Instant::now()),
        thinking: Thinking::default(),
        is_cut: false,
        continues: false,
        next: None,
    };
    let mut messages = prepared.messages.clone();
    loop {
        let wire = to_wire(&messages);
        let question = Question { messages: &wire, shape: &AnswerShape::Text, delivery: Delivery::Live };
        let asked = ask(inputs, &question, &mut incoming).await;
        let Answered { report, stopped, withdrawn } = match asked {
            Ok(asked) => asked,
            // The text could not be stored while arriving; try once more at the end.
            Err(error) => {
                let trouble = trouble::of_kind(TroubleKind::Storage, &error.message);
                incoming.end(GenerationStatus::Incomplete, Some(trouble)).await?;
                return Ok(incoming.generation);
            }
        };
        record_usage(inputs, &mut incoming.generation, &report).await?;
        incoming.thinking.note(&mut incoming.generation.record);
        let (end, status, trouble) = if withdrawn {
            let status = ended_badly(report.text_shown);
            (AnswerEnd::Broken, status, Some(call::withdrawn()))
        } else {
            outcome(&report.end, (stopped, incoming.is_cut), report.text_shown)
        };
        let is_cut_off = end == AnswerEnd::Length;
        incoming.finish(end);
        let id = incoming.generation.id;
        let model_changed = receipt.model.model != incoming.generation.record.model
            || receipt.model.provider != incoming.generation.record.provider;
        if model_changed {
            receipt.model.provider.clone_from(&incoming.generation.record.provider);
            receipt.model.model.clone_from(&incoming.generation.record.model);
            let target = report.answered_by.and_then(|index| inputs.targets.get(index));
            receipt.model.provider_name =
                target.map(|target| target.provider.name.clone()).unwrap_or_default();
            inputs.store_receipt(id, &receipt).await?;
        }
        let Some(next) = incoming.next.take() else {
            if is_cut_off {
                note_problem(&mut incoming.generation, "cut", String::new());
            }
            incoming.end(status, trouble).await?;
            return Ok(incoming.generation);
        };
        note_problem(&mut incoming.generation, "too_short", String::new());
        if let Some(trouble) = inputs.barred(&incoming.generation).await? {
            incoming.end(GenerationStatus::Complete, Some(trouble)).await?;
            return Ok(incoming.generation);
        }
        let round = (next.round, incoming.shown.as_str(), next.remaining);
        let mask = incoming.masking.as_mut().map(|(mask, _)| mask);
        messages = prepared.messages_of_round(round, mask)?;
        receipt.rounds.push(RoundSent {
            round: next.round,
            prompt_hash: prompt_hash(&messages, &receipt.parameters),
            remaining: next.remaining,
        });
        inputs.store_receipt(id, &receipt).await?;
        incoming.record.rounds = next.round;
        incoming.continues = true;
        inputs.observer.tell(GenerationEvent::Round {
            generation: id,
            round: next.round,
            written: next.written,
            remaining: next.remaining,
        });
    }
}

/// Maps the end of a call to the end for the gate, the status and the trouble.
fn outcome(
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
            Some(trouble::of_kind(TroubleKind::Refused, "the model's own filter ended the answer")),
        ),
        CallEnd::Complete { .. } => (AnswerEnd::Stop, GenerationStatus::Complete, None),
        CallEnd::Cancelled => (AnswerEnd::Stopped, GenerationStatus::Stopped, None),
        CallEnd::Incomplete { class, message } | CallEnd::Failed { class, message } => {
            (AnswerEnd::Broken, ended_badly(text_shown), Some(trouble::of_failure(*class, message)))
        }
    }
}

/// Whether words of a language with spaces would run together: models begin a continuation without a space.
fn needs_space(before: &str, after: &str) -> bool {
    let is_latin = |c: char| c.is_ascii_alphanumeric() || ('\u{c0}'..='\u{24f}').contains(&c);
    let ends = before.chars().next_back().is_some_and(|c| is_latin(c) || ".,;:!?…”’)\"".contains(c));
    ends && after.chars().next().is_some_and(|c| is_latin(c) || "“‘(\"".contains(c))
}

/// The status of a text that did not end by itself.
const fn ended_badly(text_shown: bool) -> GenerationStatus {
    if text_shown { GenerationStatus::Incomplete } else { GenerationStatus::Failed }
}

impl AnswerSink for IncomingText<'_> {
    async fn take(&mut self, event: CallEvent, cancel: &CancellationToken) -> Result<()> {
        match forward(self.inputs.observer, &self.generation, event) {
            Some(StreamEvent::Text(delta)) => {
                let delta = CanonicalText::new(delta).into_string();
                let delta = match &mut self.masking {
                    Some((mask, unmasking)) => unmasking.push(mask, &delta),
                    None => delta,
                };
                self.push_text(&delta);
                if self.is_cut {
                    cancel.cancel();
                }
                self.store_if_due().await?;
            }
            Some(StreamEvent::Reasoning(words)) => {
                self.thinking.push(&words, self.inputs.observer, self.generation.id);
            }
            _ => {}
        }
        Ok(())
    }
}

impl IncomingText<'_> {
    /// Accepts text with real names.
    fn push_text(&mut self, words: &str) {
        if self.continues && !words.is_empty() {
            self.continues = false;
            if needs_space(&self.received, words) {
                self.push_text(" ");
            }
        }
        self.received.push_str(words);
        let effects = self.gate.push(words);
        self.apply(effects);
    }

    /// Handles the end of an answer.
    fn finish(&mut self, end: AnswerEnd) {
        let remainder = self.masking.as_mut().map(|(_, unmasking)| unmasking.finish()).unwrap_or_default();
        if !remainder.is_empty() {
            self.push_text(&remainder);
        }
        let effects = self.gate.finish(end);
        self.apply(effects);
    }

    fn apply(&mut self, effects: Vec<GateEffect>) {
        let (observer, generation) = (self.inputs.observer, self.generation.id);
        for effect in effects {
            match effect {
                GateEffect::Show(text) => {
                    self.shown.push_str(&text);
                    observer.tell(GenerationEvent::Shown { generation, text, counted: self.gate.counted() });
                }
                GateEffect::SoftLimit { counted } => {
                    observer.tell(GenerationEvent::SoftLimit { generation, counted });
                }
                GateEffect::Cut { reason, closing, overflow } => {
                    self.is_cut = true;
                    if !closing.is_empty() {
                        self.shown.push_str(&closing);
                        self.record.closing.clone_from(&closing);
                        observer.tell(GenerationEvent::Shown {
                            generation,
                            text: closing,
                            counted: self.gate.counted(),
                        });
                    }
                    self.overflow.push_str(&overflow);
                    let overflow = count(&self.overflow).total(CountRule::Standard);
                    observer.tell(GenerationEvent::Cut { generation, reason, overflow });
                }
                GateEffect::Overflow(text) => self.overflow.push_str(&text),
                GateEffect::Continue { round, written, remaining } => {
                    // The gate counts continuations; people count answers.
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

    /// Stores the received text if a flush is due.
    async fn store_if_due(&mut self) -> Result<()> {
        let (bytes, at) = self.stored;
        let is_due = self.received.len() >= bytes + FLUSH_BYTES
            || (self.received.len() > bytes && at.elapsed() >= FLUSH_INTERVAL);
        if !is_due {
            return Ok(());
        }
        // Includes text held back by the gate, in case the program ends.
        self.generation.text.clone_from(&self.received);
        self.inputs.store(&self.generation).await?;
        self.stored = (self.received.len(), Instant::now());
        Ok(())
    }

    /// Stores the final state.
    async fn end(&mut self, status: GenerationStatus, trouble: Option<Trouble>) -> Result<()> {
        let record = &mut self.generation.record;
        record.status = status;
        record.trouble = trouble;
        self.record.counted = count(&self.shown).total(CountRule::Standard);
        record.gate = Some(self.record.clone());
        if self.shown.is_empty() && status == GenerationStatus::Stopped {
            record.fate = Fate::Dismissed;
        }
        self.generation.text.clone_from(&self.shown);
        self.generation.overflow.clone_from(&self.overflow);
        self.inputs.store(&self.generation).await
    }
}
