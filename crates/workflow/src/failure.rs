//! Why a node failed, and whether it is tried again.

use serde::{Deserialize, Serialize};

use crate::definition::Retry;

/// What kind of failure it is, by what helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureClass {
    /// It may pass: a connection broke, a server was busy.
    Transient,
    /// A server asked to wait.
    RateLimit,
    /// What came was not what was asked for.
    InvalidOutput,
    /// A model refused the content.
    Refused,
    /// It stays: wrong parameters, something that is not there.
    Permanent,
    /// It took longer than it may.
    Timeout,
    /// Whoever did it was gone in the middle.
    Lost,
}

impl FailureClass {
    /// Its name in JSON and in SQL.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Transient => "transient",
            Self::RateLimit => "rate_limit",
            Self::InvalidOutput => "invalid_output",
            Self::Refused => "refused",
            Self::Permanent => "permanent",
            Self::Timeout => "timeout",
            Self::Lost => "lost",
        }
    }

    /// Whether the same may succeed another time.
    pub const fn may_pass(self) -> bool {
        !matches!(self, Self::Refused | Self::Permanent)
    }

    /// Whether a run pauses when all attempts ended so, rather than end: nothing is wrong with it or its work.
    pub const fn pauses(self) -> bool {
        matches!(self, Self::Transient | Self::RateLimit | Self::Timeout | Self::Lost)
    }
}

/// Why a node failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "RunFailure")]
pub struct Failure {
    /// What kind it is.
    pub class: FailureClass,
    /// What happened, for people who look for the cause.
    pub message: String,
    /// What to act on, where there is something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// Milliseconds that a server asked to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_ms: Option<u64>,
}

impl Failure {
    /// A failure of a class.
    pub fn new(class: FailureClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into(), code: None, retry_after_ms: None }
    }

    /// One that stays.
    pub fn permanent(message: impl Into<String>) -> Self {
        Self::new(FailureClass::Permanent, message)
    }
}

/// Milliseconds until the attempt after `attempt`, from 1; none when there is none.
///
/// Waits double up to the most; `chance`, 0 to 1, takes up to half of it off, so that many that failed together do not
/// come back together ("equal jitter", Brooker 2015). What a server asked for is never cut.
pub fn next_attempt(retry: &Retry, (attempt, chance): (u32, f64), failure: &Failure) -> Option<u64> {
    if !failure.class.may_pass() || attempt >= retry.max_attempts {
        return None;
    }
    let doubled = retry.backoff_ms.saturating_mul(1_u64 << (attempt - 1).min(40));
    let most = doubled.min(retry.max_backoff_ms);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "milliseconds"
    )]
    let waited = most - (most as f64 * 0.5 * chance.clamp(0.0, 1.0)) as u64;
    Some(waited.max(failure.retry_after_ms.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RETRY: Retry = Retry { max_attempts: 4, backoff_ms: 100, max_backoff_ms: 250 };

    fn waits(failure: &Failure) -> Vec<Option<u64>> {
        (1..=4).map(|attempt| next_attempt(&RETRY, (attempt, 0.0), failure)).collect()
    }

    #[test]
    fn waits_double_up_to_the_most() {
        let failure = Failure::new(FailureClass::Transient, "");
        assert_eq!(waits(&failure), [Some(100), Some(200), Some(250), None]);
    }

    #[test]
    fn what_stays_is_not_tried_again() {
        assert_eq!(waits(&Failure::permanent("")), [None; 4]);
    }

    #[test]
    fn a_server_is_obeyed() {
        let failure = Failure { retry_after_ms: Some(900), ..Failure::new(FailureClass::RateLimit, "") };
        assert_eq!(next_attempt(&RETRY, (1, 1.0), &failure), Some(900));
    }
}
