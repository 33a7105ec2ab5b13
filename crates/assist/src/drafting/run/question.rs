//! Asks a model a question of a use case, as carefully as one of the author's: for a value about a whole chapter, or for
//! the words of a passage.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use wenfang_llm::structured::CompiledSchema;
use wenfang_project::generations::Generation;
use wenfang_story::GenerationId;
use wenfang_story::generation::{Cost, GenerationStatus, Tokens, TroubleKind};
use wenfang_usecase::{Code, Error, Result};

use super::prose;
use super::values::{self, no_schema};
use super::{ActInputs, Place, begin, check_ceiling, resolved, targets, turn_ceiling};
use crate::Session;
use crate::drafting::events::{GenerationEvent, Observer};
use crate::drafting::prepare::question::{ValueQuestion, prepare_question};

/// A value answered by a model.
#[derive(Clone, Debug)]
pub(crate) struct Valued<T> {
    /// The value, with names unmasked.
    pub(crate) value: T,
    /// Number of list items dropped because they did not match the schema.
    pub(crate) left_out: usize,
    /// Whether it is the cached answer to an identical question, so no second opinion.
    pub(crate) is_cached: bool,
    pub(crate) model: String,
    /// The generation with the answer and its receipt.
    pub(crate) generation: GenerationId,
    pub(crate) tokens: Tokens,
    /// The cost, if the price is known; none for a cached answer.
    pub(crate) cost: Option<Cost>,
}

/// Asks a model for a value. The receipt is stored before anything is sent, every attempt leaves a usage
/// record, and a cached answer to an identical question is returned without a call.
///
/// # Errors
/// [`Code::NoModel`], [`Code::ConsentNeeded`], [`Code::KeysLocked`], [`Code::CeilingReached`],
/// [`Code::PromptFaulty`] before anything is sent; [`Code::Stopped`] if the author stopped it;
/// [`Code::AnswerUnusable`] for an answer that does not match the schema, [`Code::ModelFailed`] for all other
/// failures, both with the generation and the kind of trouble.
pub(crate) async fn ask_value<T>(
    session: &Session,
    question: &ValueQuestion,
    observer: &Observer,
) -> Result<Valued<T>>
where
    T: DeserializeOwned + JsonSchema,
{
    let targets = targets(session, question.act)?;
    check_ceiling(session).await?;
    turn_ceiling::check(session, question.scene, question.asked_by.as_ref().map(|asked| asked.run)).await?;
    let prepared = prepare_question(session, question, targets.first()).await?;
    let resolved = resolved(session, &targets).await?;
    let schema = CompiledSchema::of::<T>().map_err(|error| no_schema(&error))?;
    let pending = begin(session, &prepared, (&targets, Place::Question), observer).await?;
    let ask = ActInputs { session, observer, reuse: true, prepared: &prepared, targets: &resolved };
    let (ended, origin) = values::write(&ask, pending, &schema).await?;
    let (id, record) = (ended.id, ended.record);
    observer.tell(GenerationEvent::Ended { generation: id, status: record.status });
    if record.status == GenerationStatus::Complete {
        let value = serde_json::from_str(&ended.text).map_err(|error| {
            Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
        })?;
        return Ok(Valued {
            value,
            left_out: origin.left_out,
            is_cached: origin.is_cached,
            model: record.model,
            generation: id,
            tokens: record.tokens,
            cost: record.cost,
        });
    }
    let Some(trouble) = record.trouble else {
        return Err(wenfang_project::Error::Stopped.into());
    };
    let code = match trouble.kind {
        TroubleKind::Ceiling => Code::CeilingReached,
        TroubleKind::Withdrawn => Code::ConsentNeeded,
        TroubleKind::Shape => Code::AnswerUnusable,
        _ => Code::ModelFailed,
    };
    let hint = "The received text is stored with the generation. Try again, or continue without a model.";
    Err(Error::new(code, trouble.message, hint)
        .with(serde_json::json!({ "generation": id, "trouble": trouble.kind, "cost": record.cost })))
}

/// Asks a model for the words of a passage. The receipt is stored before anything is sent; whatever came is part of the
/// answer, with how it ended.
///
/// # Errors
/// Those of [`ask_value`] before anything is sent.
pub(crate) async fn ask_passage(
    session: &Session,
    question: &ValueQuestion,
    observer: &Observer,
) -> Result<Generation> {
    let targets = targets(session, question.act)?;
    check_ceiling(session).await?;
    turn_ceiling::check(session, question.scene, question.asked_by.as_ref().map(|asked| asked.run)).await?;
    let prepared = prepare_question(session, question, targets.first()).await?;
    let resolved = resolved(session, &targets).await?;
    let pending = begin(session, &prepared, (&targets, Place::Question), observer).await?;
    let ask = ActInputs { session, observer, reuse: false, prepared: &prepared, targets: &resolved };
    let ended = prose::write(&ask, pending).await?;
    observer.tell(GenerationEvent::Ended { generation: ended.id, status: ended.record.status });
    Ok(ended)
}
