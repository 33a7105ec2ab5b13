//! What to do after a failure: retry, try the next target, or give up.
//!
//! Pure: [`decide`] maps the class of the failure, the number of attempts, whether text was shown, whether fallback
//! is allowed and a jitter seed to a [`Decision`]. Always: after text was shown the decision is [`Decision::GiveUp`].

mod after;
mod class;

use std::time::Duration;

pub use after::parse_retry_after;
pub use class::{FailureClass, Timer};

/// Maximum number of attempts at one target, the first included.
pub const MAX_ATTEMPTS: u32 = 3;

/// The first delay; each further delay is twice as long.
pub const FIRST_REST: Duration = Duration::from_millis(500);

/// The longest delay that we choose ourselves.
pub const MAX_REST: Duration = Duration::from_secs(8);

/// The longest `Retry-After` that is honoured; if a server asks for more, the next target is tried. An author who has
/// watched an empty page for a minute has waited long enough.
pub const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// A failure and the state of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryContext {
    pub class: FailureClass,
    /// The number of attempts at this target, the failed one included: from 1.
    pub attempt: u32,
    /// Whether any text of the answer was delivered.
    pub text_shown: bool,
    /// Whether there is a next target that may be tried.
    pub fallback: bool,
    /// Seed of the jitter.
    pub seed: u64,
}

/// What to do after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Send the request to the same target again after a delay.
    RetrySame { after: Duration },
    /// Try the next target now.
    NextTarget,
    /// Send no further request.
    GiveUp,
}

/// Decides what to do after a failure.
///
/// Connection failures, 408, 429, 5xx and broken streams are tried [`MAX_ATTEMPTS`] times, then the next target is
/// tried. A timeout after the connection was established, an empty account, an unreadable answer and an open circuit
/// go to the next target at once. A wrong key, a bad request, a prompt that is too long, a refusal and the author's
/// stop are reported to the author: no other model is tried silently.
pub fn decide(context: &RetryContext) -> Decision {
    use FailureClass as Class;
    if context.text_shown {
        return Decision::GiveUp;
    }
    let next = if context.fallback { Decision::NextTarget } else { Decision::GiveUp };
    match context.class {
        Class::Cancelled | Class::Auth | Class::BadRequest | Class::ContextLength | Class::Refused => {
            Decision::GiveUp
        }
        Class::Quota | Class::Parse | Class::CircuitOpen => next,
        Class::Timeout { timer: Timer::FirstToken | Timer::Idle | Timer::Total } => next,
        _ if context.attempt >= MAX_ATTEMPTS => next,
        Class::RateLimited { retry_after_ms: Some(ms) } if ms > 0 => {
            let requested = Duration::from_millis(ms);
            if requested > MAX_RETRY_AFTER {
                next
            } else {
                // Wait at least as long as the server asks, plus jitter so that many callers do not return at the
                // same time.
                Decision::RetrySame { after: requested + share(FIRST_REST, context.seed) }
            }
        }
        Class::Connect
        | Class::Timeout { timer: Timer::Connect }
        | Class::RateLimited { .. }
        | Class::Server { .. }
        | Class::RequestTimeout
        | Class::Broken => Decision::RetrySame { after: rest(context.attempt, context.seed) },
    }
}

/// The delay after attempt `attempt`: half of the doubled delay is fixed, the other half random.
fn rest(attempt: u32, seed: u64) -> Duration {
    let whole = FIRST_REST.saturating_mul(1 << attempt.saturating_sub(1).min(10)).min(MAX_REST);
    whole / 2 + share(whole / 2, seed)
}

/// A pseudo-random share of a duration.
fn share(whole: Duration, seed: u64) -> Duration {
    // One step of splitmix64: consecutive seeds give unrelated shares.
    let mut x = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let part = ((x ^ (x >> 31)) >> 32) as u32;
    Duration::from_micros((whole.as_micros() as u64).saturating_mul(u64::from(part)) >> 32)
}

#[cfg(test)]
mod tests;
