//! Answers that are values: a scene card, titles, search queries, what the steps of a chapter ask for. They are asked for in the best way the server is known to obey, checked, and
//! asked for again with what was wrong, at most twice. A value that does not fit is never stored.

use tokio_util::sync::CancellationToken;
use wenfang_drafting::prompts::{Language, SceneCard, SceneQueries, TitleList};
use wenfang_llm::cache::request_key;
use wenfang_llm::call::{CallEnd, CallEvent, Delivery};
use wenfang_llm::chat::{ChatRequest, Message, Role};
use wenfang_llm::providers::origin;
use wenfang_llm::stream::{Finish, StreamEvent};
use wenfang_llm::structured::{
    self, Attempts, CompiledSchema, Ending, Ladder, SchemaError, Step, request_shape,
};
use wenfang_project::generations::Generation;
use wenfang_project::usage::{cache_answer, cached_answer};
use wenfang_story::generation::{Act, GenerationStatus, Trouble, TroubleKind};

use super::asking::{AnswerSink, Answered, Question, account, ask, sent, told};
use super::{ActInputs, PendingGeneration};
use crate::drafting::events::{GenerationEvent, tell};
use crate::drafting::trouble;
use crate::error::{Code, Error, Result};

/// Asks for a value; the text of the generation is its JSON. Gives how many items were left out of it too, since they did not
/// have the shape that was asked for.
pub(super) async fn write(
    asking: &ActInputs<'_>,
    begun: PendingGeneration,
    schema: &CompiledSchema,
) -> Result<(Generation, usize)> {
    let PendingGeneration { mut generation, receipt: _, _running } = begun;
    let language = match asking.prepared.of.language {
        Language::Zh => structured::Language::Zh,
        Language::En => structured::Language::En,
    };
    let Some(target) = asking.targets.first() else { return Ok((generation, 0)) };
    let rung = Ladder::of(target.provider.abilities()).first();
    let (shape, instruction) = request_shape(rung, "answer", schema, language);
    let mut messages = sent(&asking.prepared.messages);
    messages.extend(instruction.map(|instruction| Message::new(Role::User, instruction)));
    let request = ChatRequest {
        model: target.model.clone(),
        messages: messages.clone(),
        parameters: target.parameters.clone(),
        shape: shape.clone(),
    };
    let key = request_key(&request, &origin(&target.provider).unwrap_or_default()).ok();
    if asking.reuse
        && let Some(key) = &key
        && let Some(answer) = known(asking, key).await?
    {
        generation.text = read_back(asking, &answer);
        generation.record.status = GenerationStatus::Complete;
        asking.store(&generation).await?;
        return Ok((generation, 0));
    }
    let mut attempts = Attempts::new(schema.clone(), language);
    loop {
        let question = Question { messages: &messages, shape: &shape, delivery: Delivery::Whole };
        let mut heard = AnswerText { generation: &generation, words: String::new(), is_thinking: false };
        let asked = ask(asking, &question, &mut heard).await?;
        let raw = heard.words;
        let Answered { report, stopped } = asked;
        account(asking, &mut generation, &report).await?;
        let ending = match report.end {
            CallEnd::Complete { finish: Some(Finish::Length) } => Ending::Cut,
            CallEnd::Complete { .. } => Ending::Finished,
            CallEnd::Incomplete { class, message } | CallEnd::Failed { class, message } => {
                let trouble = trouble::of_failure(class, &message);
                return failed(asking, generation, (GenerationStatus::Failed, Some(trouble))).await;
            }
            CallEnd::Cancelled => {
                let trouble =
                    (!stopped).then(|| trouble::told(TroubleKind::BrokenOff, "the answer was ended"));
                return failed(asking, generation, (GenerationStatus::Stopped, trouble)).await;
            }
        };
        match attempts.next(&raw, ending) {
            Step::Done(read) => {
                let answer = read.value.to_string();
                generation.text = read_back(asking, &answer);
                generation.record.status = GenerationStatus::Complete;
                asking.store(&generation).await?;
                if let Some(key) = &key {
                    keep(asking, key, (&generation, &answer)).await?;
                }
                return Ok((generation, read.left_out));
            }
            Step::Ask(more) => {
                if let Some(trouble) = asking.over_ceiling(&generation) {
                    return failed(asking, generation, (GenerationStatus::Failed, Some(trouble))).await;
                }
                messages.extend(more);
            }
            Step::Failed(error) => {
                // The words themselves are kept: the author may read what came.
                generation.overflow = unmasked(asking, &raw);
                let trouble = trouble::told(TroubleKind::Shape, &error.to_string());
                return failed(asking, generation, (GenerationStatus::Failed, Some(trouble))).await;
            }
        }
    }
}

/// The words of an answer.
struct AnswerText<'a> {
    generation: &'a Generation,
    words: String,
    is_thinking: bool,
}

impl AnswerSink for AnswerText<'_> {
    async fn take(&mut self, event: CallEvent, _: &CancellationToken) -> Result<()> {
        match told(self.generation, event) {
            Some(StreamEvent::Text(delta)) => self.words.push_str(&delta),
            Some(StreamEvent::Reasoning(_)) if !self.is_thinking => {
                self.is_thinking = true;
                tell(GenerationEvent::Thinking { generation: self.generation.id });
            }
            _ => {}
        }
        Ok(())
    }
}

async fn failed(
    asking: &ActInputs<'_>,
    mut generation: Generation,
    (status, trouble): (GenerationStatus, Option<Trouble>),
) -> Result<(Generation, usize)> {
    generation.record.status = status;
    generation.record.trouble = trouble;
    asking.store(&generation).await?;
    Ok((generation, 0))
}

/// The shape of what an act of a scene answers.
pub(super) fn schema(act: Act) -> Result<CompiledSchema> {
    let schema = match act {
        Act::Titles => CompiledSchema::of::<TitleList>(),
        Act::Memory => CompiledSchema::of::<SceneQueries>(),
        _ => CompiledSchema::of::<SceneCard>(),
    };
    schema.map_err(|error| no_schema(&error))
}

/// A type of ours that cannot be told to a server.
pub(super) fn no_schema(error: &SchemaError) -> Error {
    Error::new(Code::Internal, error.to_string(), "Nothing was sent. Please report this.")
}

async fn known(asking: &ActInputs<'_>, key: &[u8; 32]) -> Result<Option<String>> {
    let mut tx = asking.session.project.begin_read().await?;
    Ok(cached_answer(&mut tx, key).await?)
}

/// A value with its names put back.
fn read_back(asking: &ActInputs<'_>, answer: &str) -> String {
    let Some(mask) = &asking.prepared.of.mask else { return answer.to_owned() };
    // Names are put into strings, not into the text of the JSON: one may hold a quote.
    serde_json::from_str(answer)
        .map_or_else(|_| mask.unmask(answer), |value| mask.unmask_value(value).to_string())
}

fn unmasked(asking: &ActInputs<'_>, words: &str) -> String {
    asking.prepared.of.mask.as_ref().map_or_else(|| words.to_owned(), |mask| mask.unmask(words))
}

/// Keeps an answer as it came: with other names it is the same.
async fn keep(
    asking: &ActInputs<'_>,
    key: &[u8; 32],
    (generation, answer): (&Generation, &str),
) -> Result<()> {
    let mut tx = asking.session.project.begin_write().await?;
    let record = &generation.record;
    let answer = (answer, record.provider.as_str(), record.model.as_str());
    cache_answer(&mut tx, key, answer, asking.session.project.now()).await?;
    Ok(tx.commit().await?)
}
