//! Estimates a request before it is sent, and checks the author's agreement.

use wenfang_llm::route::Target;
use wenfang_llm::usage::Usage;
use wenfang_story::generation::Cost;
use wenfang_usecase::Result;

use super::{Prepared, asked};
use crate::agreement::check_agreed;
use crate::drafting::request::{Generate, RequestEstimate};
use crate::models::ModelSettings;

/// The cost of a number of tokens, if the price of the model is known.
pub(super) fn cost(
    settings: &ModelSettings,
    target: Option<&Target>,
    (prompt_tokens, completion_tokens): (u64, u64),
) -> Option<Cost> {
    let target = target?;
    let price = settings.provider(&target.provider)?.model(&target.model)?.price.clone()?;
    let usage = Usage { prompt_tokens, completion_tokens, cached_tokens: 0, estimated: true };
    Some(Cost { micros: price.of(&usage), currency: price.currency })
}

/// Estimates a request with all its candidates. Later rounds of answers that are too short are not included.
pub(in crate::drafting) fn request_estimate(
    settings: &ModelSettings,
    target: Option<&Target>,
    prepared: &Prepared,
    requests: u32,
) -> RequestEstimate {
    let all = |tokens: usize| u64::try_from(tokens).unwrap_or(u64::MAX).saturating_mul(requests.into());
    let (prompt, answer) = (all(prepared.tokens), all(prepared.request.answer));
    RequestEstimate { requests, prompt, answer, cost: cost(settings, target, (prompt, answer)) }
}

/// Refuses a request that exceeds both the author's agreement for this request and the limit for its model.
///
/// # Errors
/// [`Code::AgreementNeeded`](wenfang_usecase::Code::AgreementNeeded).
pub(in crate::drafting) fn check_request(
    settings: &ModelSettings,
    (request, target): (&Generate, Option<&Target>),
    takes: &RequestEstimate,
) -> Result<()> {
    let Some(agreed) = request.agreed else { return Ok(()) };
    let unasked = target.and_then(|target| asked(settings, target)).map_or(0, |model| model.unasked);
    check_agreed(takes.tokens(), Some(agreed.max(unasked)))
}
