//! Asking for a value that is about a whole chapter: the same care as for one about a scene, and the value itself as answer.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use wenfang_llm::structured::CompiledSchema;
use wenfang_story::GenerationId;
use wenfang_story::generation::{Cost, GenerationStatus, TroubleKind};

use super::values::{self, no_schema};
use super::{ActInputs, begin, ceiling, resolved, targets};
use crate::drafting::Session;
use crate::drafting::events::{GenerationEvent, tell};
use crate::drafting::prepare::question::{ValueQuestion, prepare_question};
use crate::error::{Code, Error, Result};

/// A value that a model gave.
#[derive(Clone, Debug)]
pub(crate) struct Valued<T> {
    /// The value, names put back.
    pub(crate) value: T,
    /// Items of its lists that did not have the shape that was asked for; they are not in it.
    pub(crate) left_out: usize,
    /// The model that gave it.
    pub(crate) model: String,
    /// Where its words and its receipt are kept.
    pub(crate) generation: GenerationId,
    /// What it cost, where the price is known; none too where an earlier answer was given again.
    pub(crate) cost: Option<Cost>,
}

/// Asks a model for a value. The receipt is stored before anything is sent, every try leaves a usage record, and an answer to
/// the very same question is given again without asking.
///
/// # Errors
/// [`Code::NoModel`], [`Code::ConsentNeeded`], [`Code::KeysLocked`], [`Code::CeilingReached`], [`Code::PromptFaulty`]
/// before anything is sent; [`Code::Stopped`] when the author stopped it; [`Code::AnswerUnusable`] for an answer in the
/// wrong form, [`Code::ModelFailed`] for everything else, both with the generation and the kind of trouble.
pub(crate) async fn ask_value<T>(session: &Session, question: &ValueQuestion) -> Result<Valued<T>>
where
    T: DeserializeOwned + JsonSchema,
{
    let targets = targets(session, question.act)?;
    ceiling(session).await?;
    let prepared = prepare_question(session, question, targets.first()).await?;
    let resolved = resolved(session, &targets).await?;
    let schema = CompiledSchema::of::<T>().map_err(|error| no_schema(&error))?;
    let begun = begin(session, &prepared, (&targets, None)).await?;
    let ask = ActInputs { session, reuse: true, prepared: &prepared, targets: &resolved };
    let (ended, left_out) = values::write(&ask, begun, &schema).await?;
    let (id, record) = (ended.id, ended.record);
    tell(GenerationEvent::Ended { generation: id, status: record.status });
    if record.status == GenerationStatus::Complete {
        let value = serde_json::from_str(&ended.text).map_err(|error| {
            Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
        })?;
        return Ok(Valued { value, left_out, model: record.model, generation: id, cost: record.cost });
    }
    let Some(trouble) = record.trouble else {
        return Err(wenfang_project::Error::Stopped.into());
    };
    let code = match trouble.kind {
        TroubleKind::Ceiling => Code::CeilingReached,
        TroubleKind::Shape => Code::AnswerUnusable,
        _ => Code::ModelFailed,
    };
    let hint = "What came is kept with the generation. Try again, or go on without a model.";
    Err(Error::new(code, trouble.message, hint)
        .with(serde_json::json!({ "generation": id, "trouble": trouble.kind, "cost": record.cost })))
}
