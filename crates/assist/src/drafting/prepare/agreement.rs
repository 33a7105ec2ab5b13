//! Estimates a request before it is sent, and checks the author's agreement.
//!
//! Always: an estimate is what a request takes if everything goes wrong; `least` is what it takes if nothing does. No
//! request is sent more often. Not counted: what a model thinks, and requests that a server did not answer.

use wenfang_engine::{Amount, Asks, Estimate};
use wenfang_llm::route::Target;
use wenfang_llm::structured::MAX_RETRIES;
use wenfang_llm::tokens::TokenCounter;
use wenfang_llm::usage::Usage;
use wenfang_story::generation::Cost;
use wenfang_usecase::Result;

use super::{NEARBY_CHARS, Prepared, asked, tokens};
use crate::Session;
use crate::agreement::check_agreed;
use crate::drafting::request::Generate;
use crate::models::ModelSettings;

/// Tokens of the words that describe the form of a value, for models that take no schema, and of those that say what
/// was wrong with an answer.
const FORM_TOKENS: usize = 800;

/// The cost of a number of tokens, if the price of the model is known.
pub(in crate::drafting) fn cost(
    settings: &ModelSettings,
    target: Option<&Target>,
    (prompt_tokens, completion_tokens): (u64, u64),
) -> Option<Cost> {
    let target = target?;
    let price = settings.provider(&target.provider)?.model(&target.model)?.price.clone()?;
    let usage = Usage { prompt_tokens, completion_tokens, cached_tokens: 0, estimated: true };
    Some(Cost { micros: price.of(&usage), currency: price.currency })
}

/// The requests of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    requests: usize,
    /// The tokens of all prompts.
    prompt: usize,
    /// The tokens of the longest of them.
    longest: usize,
    answer: usize,
}

impl Answer {
    /// What one answer takes if the first request is enough.
    const fn at_once(prepared: &Prepared) -> Self {
        let prompt = prepared.tokens;
        Self { requests: 1, prompt, longest: prompt, answer: prepared.request.answer }
    }

    /// What one answer takes at most: prose with all its continuations, which share one length; a value that is asked
    /// for until it has its form, each time with the answer before.
    fn at_most(prepared: &Prepared, counter: &TokenCounter, offered: usize) -> Result<Self> {
        let first = Self::at_once(prepared);
        let Some(limits) = prepared.request.limits else {
            let retries = MAX_RETRIES as usize;
            let answer = first.answer;
            let again = first.prompt + FORM_TOKENS + answer + FORM_TOKENS;
            return Ok(Self {
                requests: 1 + retries,
                prompt: first.prompt + FORM_TOKENS + retries * again,
                longest: again,
                answer: answer * (1 + retries),
            });
        };
        let rounds = limits.rounds() as usize;
        let tail = "雪".repeat(NEARBY_CHARS.min(limits.hard()));
        let mut mask = prepared.request.mask.clone();
        let later = prepared.messages_of_round((2, &tail, limits.target()), mask.as_mut())?;
        let later = tokens(counter, &later).max(first.prompt) + offered;
        let prompt = first.prompt + offered + rounds * later;
        Ok(Self { requests: 1 + rounds, prompt, longest: later, answer: first.answer })
    }
}

/// Estimates a request with all its candidates, at most and at least. `offered` are the tokens that steps before it may
/// add to each prompt.
///
/// # Errors
/// [`Code::PromptFaulty`](wenfang_usecase::Code::PromptFaulty).
pub(in crate::drafting) fn request_estimate(
    session: &Session,
    target: Option<&Target>,
    prepared: &Prepared,
    (candidates, offered): (u32, usize),
) -> Result<Estimate> {
    let settings = session.models.settings();
    let counter = target.map_or_else(
        || TokenCounter::of_model(""),
        |target| session.models.counter(&target.provider, &target.model),
    );
    let (one, most) = (Answer::at_once(prepared), Answer::at_most(prepared, &counter, offered)?);
    let amount = |answer: Answer| amount(&settings, target, (answer, candidates as usize));
    let (least, most) = (amount(one), amount(most));
    let least = (least != most).then_some(least);
    Ok(Estimate { cost: most.cost, may_cost: true, asks: most.asks, least })
}

/// Some candidates. Under a ceiling for one generation no request follows once its cost is reached.
fn amount(settings: &ModelSettings, target: Option<&Target>, (one, candidates): (Answer, usize)) -> Amount {
    let number = |tokens: usize| u64::try_from(tokens).unwrap_or(u64::MAX);
    let price = |prompt, answer| cost(settings, target, (number(prompt), number(answer)));
    let ceiling = settings.ceilings.per_run.as_ref();
    let cost = price(one.prompt, one.answer).map(|mut cost| {
        let last = price(one.longest, one.answer).map_or(0, |last| last.micros);
        if let Some(ceiling) = ceiling.filter(|ceiling| ceiling.currency == cost.currency) {
            cost.micros = cost.micros.min(ceiling.micros.saturating_add(last));
        }
        Cost { micros: cost.micros.saturating_mul(number(candidates)), ..cost }
    });
    let asks = Asks {
        models: target.map(|target| target.model.clone()).into_iter().collect(),
        requests: one.requests * candidates,
        prompt_tokens: one.prompt * candidates,
        answer_tokens: one.answer * candidates,
    };
    Amount { cost, asks: Some(asks) }
}

/// Refuses a request that exceeds both the author's agreement for this request and the limit for its model.
///
/// # Errors
/// [`Code::AgreementNeeded`](wenfang_usecase::Code::AgreementNeeded).
pub(in crate::drafting) fn check_request(
    settings: &ModelSettings,
    (request, target): (&Generate, Option<&Target>),
    takes: &Estimate,
) -> Result<()> {
    let Some(agreed) = request.agreed else { return Ok(()) };
    let unasked = target.and_then(|target| asked(settings, target)).map_or(0, |model| model.unasked);
    check_agreed(takes.tokens(), Some(agreed.max(unasked)))
}
