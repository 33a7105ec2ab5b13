//! What to do after a failure: ask again, ask the next, or give up.
//!
//! Pure: the class of the failure, how often it was tried, whether text was shown, whether another may be asked and a seed
//! for the jitter go in; a [`Decision`] comes out. Always: after text was shown the answer is [`Decision::GiveUp`].

mod after;
mod class;

use std::time::Duration;

pub use after::parse_retry_after;
pub use class::{FailureClass, Timer};

/// Most tries at one target, the first included.
pub const MAX_ATTEMPTS: u32 = 3;

/// The first rest; each further one is twice as long.
pub const FIRST_REST: Duration = Duration::from_millis(500);

/// The longest rest of our own choice.
pub const MAX_REST: Duration = Duration::from_secs(8);

/// The longest `Retry-After` that is waited for; a server that asks for more is left for the next target. An author who
/// watches an empty page for a minute has waited long enough.
pub const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// A failure and where the call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryContext {
    /// What failed.
    pub class: FailureClass,
    /// How often this target was tried, the failed try included: from 1.
    pub attempt: u32,
    /// Whether any text of the answer was handed out.
    pub text_shown: bool,
    /// Whether there is a next target and it may be asked.
    pub fallback: bool,
    /// Chance for the jitter.
    pub seed: u64,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Ask the same target again after a rest.
    RetrySame {
        /// How long to rest.
        after: Duration,
    },
    /// Ask the next target now.
    NextTarget,
    /// Ask nobody.
    GiveUp,
}

/// What to do after a failure.
///
/// Connection, 408, 429, 5xx and a broken stream are tried [`MAX_ATTEMPTS`] times and then left for the next target; a
/// timer that ran out after the connection stood, an empty account, an answer that is none and an open circuit go to the
/// next target at once. A wrong key, a wrong request, a prompt that is too long, a refusal and the author's stop are for
/// the author: no other model is asked in silence.
pub fn decide(situation: &RetryContext) -> Decision {
    use FailureClass as Class;
    if situation.text_shown {
        return Decision::GiveUp;
    }
    let next = if situation.fallback { Decision::NextTarget } else { Decision::GiveUp };
    match situation.class {
        Class::Cancelled | Class::Auth | Class::BadRequest | Class::ContextLength | Class::Refused => {
            Decision::GiveUp
        }
        Class::Quota | Class::Parse | Class::CircuitOpen => next,
        Class::Timeout { timer: Timer::FirstToken | Timer::Idle | Timer::Total } => next,
        _ if situation.attempt >= MAX_ATTEMPTS => next,
        Class::RateLimited { retry_after_ms: Some(ms) } if ms > 0 => {
            let asked = Duration::from_millis(ms);
            if asked > MAX_RETRY_AFTER {
                next
            } else {
                // At least what the server asks; a little more, so that many callers do not come back together.
                Decision::RetrySame { after: asked + share(FIRST_REST, situation.seed) }
            }
        }
        Class::Connect
        | Class::Timeout { timer: Timer::Connect }
        | Class::RateLimited { .. }
        | Class::Server { .. }
        | Class::RequestTimeout
        | Class::Broken => Decision::RetrySame { after: rest(situation.attempt, situation.seed) },
    }
}

/// The rest before the try after `attempt`: half of the doubled rest for sure, the other half by chance.
fn rest(attempt: u32, seed: u64) -> Duration {
    let whole = FIRST_REST.saturating_mul(1 << attempt.saturating_sub(1).min(10)).min(MAX_REST);
    whole / 2 + share(whole / 2, seed)
}

/// A share of a time, by chance.
fn share(whole: Duration, seed: u64) -> Duration {
    // One step of splitmix64: seeds that follow one another give shares that do not.
    let mut x = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let part = ((x ^ (x >> 31)) >> 32) as u32;
    Duration::from_micros((whole.as_micros() as u64).saturating_mul(u64::from(part)) >> 32)
}

#[cfg(test)]
mod tests;
