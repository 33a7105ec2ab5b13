//! Why a node failed, and when it is tried again.

use serde::{Deserialize, Serialize};

use crate::definition::Retry;

/// A class of failures, by what can be done about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureClass {
    /// Temporary: a connection broke, or a server was busy.
    Transient,
    /// A server asked to wait.
    RateLimit,
    /// The output was invalid.
    InvalidOutput,
    /// A model refused the content.
    Refused,
    /// Permanent: wrong parameters, or something that does not exist.
    Permanent,
    /// The time limit was exceeded.
    Timeout,
    /// The process that ran the step was gone.
    Lost,
}

impl FailureClass {
    /// The name in JSON and SQL.
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

    /// Whether another attempt may succeed.
    pub const fn may_pass(self) -> bool {
        !matches!(self, Self::Refused | Self::Permanent)
    }

    /// Whether a run pauses instead of ending when all attempts failed like this: nothing is wrong with its work.
    pub const fn pauses(self) -> bool {
        matches!(self, Self::Transient | Self::RateLimit | Self::Timeout | Self::Lost)
    }
}

/// Why a node failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "RunFailure")]
pub struct Failure {
    pub class: FailureClass,
    /// A description for troubleshooting.
    pub message: String,
    /// An error code to act on, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// Milliseconds that a server asked to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_ms: Option<u64>,
}

impl Failure {
    /// A failure of the given class.
    pub fn new(class: FailureClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into(), code: None, retry_after_ms: None }
    }

    /// A permanent failure.
    pub fn permanent(message: impl Into<String>) -> Self {
        Self::new(FailureClass::Permanent, message)
    }
}

/// Milliseconds until the attempt after `attempt` (from 1); `None` when there is no further one.
///
/// Delays double up to the maximum; `chance`, 0 to 1, subtracts up to half of it, so that steps that failed
/// together are not retried together ("equal jitter", Brooker 2015). A delay that a server asked for is never
/// reduced.
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
    let delay = most - (most as f64 * 0.5 * chance.clamp(0.0, 1.0)) as u64;
    Some(delay.max(failure.retry_after_ms.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RETRY: Retry = Retry { max_attempts: 4, backoff_ms: 100, max_backoff_ms: 250 };

    fn waits(failure: &Failure) -> Vec<Option<u64>> {
        (1..=4).map(|attempt| next_attempt(&RETRY, (attempt, 0.0), failure)).collect()
    }

    #[test]
    fn delays_double_up_to_the_maximum() {
        let failure = Failure::new(FailureClass::Transient, "");
        assert_eq!(waits(&failure), [Some(100), Some(200), Some(250), None]);
    }

    #[test]
    fn permanent_failures_are_not_retried() {
        assert_eq!(waits(&Failure::permanent("")), [None; 4]);
    }

    #[test]
    fn a_delay_from_the_server_is_respected() {
        let failure = Failure { retry_after_ms: Some(900), ..Failure::new(FailureClass::RateLimit, "") };
        assert_eq!(next_attempt(&RETRY, (1, 1.0), &failure), Some(900));
    }
}
