//! Answers that are values: scene cards, titles, search queries, and the results of chapter steps. A value is
//! requested in the strictest way the server supports, checked against its schema, and requested again with the
//! faults, at most twice. An invalid value is never stored.

use tokio_util::sync::CancellationToken;
use wenfang_drafting::prompts::{Language, SceneCard, SceneQueries, TitleList};
use wenfang_llm::cache::request_key;
use wenfang_llm::call::{CallEnd, CallEvent, Delivery};
use wenfang_llm::chat::{ChatRequest, Message, Role};
use wenfang_llm::providers::origin;
use wenfang_llm::stream::{Finish, StreamEvent};
use wenfang_llm::structured::{
    self, Attempts, CompiledSchema, Ending, Ladder, SchemaError, Step, StructuredError, request_shape,
};
use wenfang_project::generations::{self, Generation};
use wenfang_project::usage::{cache_answer, cached_answer};
use wenfang_story::generation::{Act, Fate, GenerationStatus, Trouble, TroubleKind};
use wenfang_usecase::{Code, Error, Result};

use super::call::{AnswerSink, Answered, Question, ask, forward, note_problem, record_usage, to_wire};
use super::thinking::Thinking;
use super::{ActInputs, PendingGeneration};
use crate::drafting::events::Observer;
use crate::drafting::trouble;

/// How a value came about.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    /// Number of list items dropped because they did not match the schema.
    pub(super) left_out: usize,
    /// Whether it is the cached answer to an identical question.
    pub(super) is_cached: bool,
}

/// Asks for a value; the text of the generation is its JSON.
pub(super) async fn write(
    inputs: &ActInputs<'_>,
    pending: PendingGeneration,
    schema: &CompiledSchema,
) -> Result<(Generation, Origin)> {
    let PendingGeneration { mut generation, receipt: _, _running } = pending;
    let language = match inputs.prepared.request.language {
        Language::Zh => structured::Language::Zh,
        Language::En => structured::Language::En,
    };
    let Some(target) = inputs.targets.first() else { return Ok((generation, Origin::default())) };
    let rung = Ladder::of(target.provider.abilities()).first();
    let (shape, instruction) = request_shape(rung, "answer", schema, language);
    let mut messages = to_wire(&inputs.prepared.messages);
    messages.extend(instruction.map(|instruction| Message::new(Role::User, instruction)));
    let request = ChatRequest {
        model: target.model.clone(),
        messages: messages.clone(),
        parameters: target.parameters.clone(),
        shape: shape.clone(),
    };
    let key = request_key(&request, &origin(&target.provider).unwrap_or_default()).ok();
    if inputs.reuse
        && let Some(key) = &key
        && let Some(answer) = cached(inputs, key).await?
    {
        generation.text = read_back(inputs, &answer);
        generation.record.status = GenerationStatus::Complete;
        inputs.store(&generation).await?;
        return Ok((generation, Origin { left_out: 0, is_cached: true }));
    }
    let mut attempts = Attempts::new(schema.clone(), language);
    let mut thinking = Thinking::default();
    let first = messages.len();
    loop {
        let question = Question { messages: &messages, shape: &shape, delivery: Delivery::Whole };
        let mut received = AnswerText {
            observer: inputs.observer,
            generation: &generation,
            words: String::new(),
            thinking: &mut thinking,
        };
        let answered = ask(inputs, &question, &mut received).await?;
        let raw = received.words;
        let Answered { report, stopped, withdrawn } = answered;
        record_usage(inputs, &mut generation, &report).await?;
        thinking.note(&mut generation.record);
        let ending = match report.end {
            CallEnd::Complete { finish: Some(Finish::Length) } => Ending::Cut,
            CallEnd::Complete { .. } => Ending::Finished,
            CallEnd::Incomplete { class, message } | CallEnd::Failed { class, message } => {
                let trouble = trouble::of_failure(class, &message);
                return failed(inputs, generation, (GenerationStatus::Failed, Some(trouble))).await;
            }
            CallEnd::Cancelled if withdrawn => {
                let trouble = Some(super::call::withdrawn());
                return failed(inputs, generation, (GenerationStatus::Failed, trouble)).await;
            }
            CallEnd::Cancelled => {
                let trouble =
                    (!stopped).then(|| trouble::of_kind(TroubleKind::BrokenOff, "the answer was cancelled"));
                return failed(inputs, generation, (GenerationStatus::Stopped, trouble)).await;
            }
        };
        if let Err(error) = structured::read_partial_answer(&raw, schema, ending) {
            note_problem(&mut generation, problem(&error), error.to_string());
        }
        match attempts.next(&raw, ending) {
            Step::Done(read) => {
                let answer = read.value.to_string();
                generation.text = read_back(inputs, &answer);
                generation.record.status = GenerationStatus::Complete;
                store_answer(inputs, key.as_ref(), (&generation, &answer)).await?;
                return Ok((generation, Origin { left_out: read.left_out, is_cached: false }));
            }
            Step::Ask(more) => {
                if let Some(trouble) = inputs.barred(&generation).await? {
                    return failed(inputs, generation, (GenerationStatus::Failed, Some(trouble))).await;
                }
                // What was said of an earlier answer is said no more.
                messages.truncate(first);
                messages.extend(more);
            }
            Step::Failed(error) => {
                // Keep the raw text for the author to read.
                generation.overflow = unmasked(inputs, &raw);
                let trouble = trouble::of_kind(TroubleKind::Shape, &error.to_string());
                return failed(inputs, generation, (GenerationStatus::Failed, Some(trouble))).await;
            }
        }
    }
}

/// What is wrong with an answer, in a word.
const fn problem(error: &StructuredError) -> &'static str {
    match error {
        StructuredError::NoJson { .. } => "no_json",
        StructuredError::Cut { .. } => "cut",
        _ => "misshapen",
    }
}

/// The received text of an answer.
struct AnswerText<'a> {
    observer: &'a Observer,
    generation: &'a Generation,
    words: String,
    thinking: &'a mut Thinking,
}

impl AnswerSink for AnswerText<'_> {
    async fn take(&mut self, event: CallEvent, _: &CancellationToken) -> Result<()> {
        match forward(self.observer, self.generation, event) {
            Some(StreamEvent::Text(delta)) => self.words.push_str(&delta),
            Some(StreamEvent::Reasoning(words)) => {
                self.thinking.push(&words, self.observer, self.generation.id);
            }
            _ => {}
        }
        Ok(())
    }
}

async fn failed(
    inputs: &ActInputs<'_>,
    mut generation: Generation,
    (status, trouble): (GenerationStatus, Option<Trouble>),
) -> Result<(Generation, Origin)> {
    generation.record.status = status;
    generation.record.trouble = trouble;
    if status == GenerationStatus::Stopped {
        // Nothing of it was kept or used.
        generation.record.fate = Fate::Dismissed;
    }
    inputs.store(&generation).await?;
    Ok((generation, Origin::default()))
}

/// The answer schema of an act on a scene.
pub(super) fn schema(act: Act) -> Result<CompiledSchema> {
    let schema = match act {
        Act::Titles => CompiledSchema::of::<TitleList>(),
        Act::Memory => CompiledSchema::of::<SceneQueries>(),
        _ => CompiledSchema::of::<SceneCard>(),
    };
    schema.map_err(|error| no_schema(&error))
}

/// The error for a type whose schema is not supported.
pub(super) fn no_schema(error: &SchemaError) -> Error {
    Error::new(Code::Internal, error.to_string(), "Nothing was sent. Please report this.")
}

async fn cached(inputs: &ActInputs<'_>, key: &[u8; 32]) -> Result<Option<String>> {
    let mut tx = inputs.session.project.begin_read().await?;
    Ok(cached_answer(&mut tx, key).await?)
}

/// Unmasks the names in a value.
fn read_back(inputs: &ActInputs<'_>, answer: &str) -> String {
    let Some(mask) = &inputs.prepared.request.mask else { return answer.to_owned() };
    // Unmask strings, not the JSON text: a name may contain a quote.
    serde_json::from_str(answer)
        .map_or_else(|_| mask.unmask(answer), |value| mask.unmask_value(value).to_string())
}

fn unmasked(inputs: &ActInputs<'_>, words: &str) -> String {
    inputs.prepared.request.mask.as_ref().map_or_else(|| words.to_owned(), |mask| mask.unmask(words))
}

/// Stores a value together with its answer in the cache: if the program ends afterwards, the same question is not paid
/// again. The cached answer has its names masked, so that it stays valid when names change.
async fn store_answer(
    inputs: &ActInputs<'_>,
    key: Option<&[u8; 32]>,
    (generation, answer): (&Generation, &str),
) -> Result<()> {
    let mut tx = inputs.session.project.begin_write().await?;
    generations::update(&mut tx, generation).await?;
    if let Some(key) = key {
        let record = &generation.record;
        let answer = (answer, record.provider.as_str(), record.model.as_str());
        cache_answer(&mut tx, key, answer, inputs.session.project.now()).await?;
    }
    tx.commit().await?;
    wenfang_project::step("generation.stored");
    Ok(())
}
