//! Failures of an exchange.

use std::error::Error;

use secrecy::{ExposeSecret, SecretString};

use super::redact::STAND_IN;
use crate::retry::{FailureClass, Timer};
use crate::stream::{MAX_ERROR_CHARS, ServerError};

/// A failure: a class for the program and a message for the author. The message may quote the request: show it, do
/// not log it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub class: FailureClass,
    /// The server's message or our own, at most [`MAX_ERROR_CHARS`], without the key.
    pub message: String,
}

impl Failure {
    /// Creates a failure with our own message.
    pub fn new(class: FailureClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    pub(super) fn timeout(timer: Timer) -> Self {
        let message = match timer {
            Timer::Connect => "the connection timed out",
            Timer::FirstToken => "the server did not start to answer in time",
            Timer::Idle => "the answer stalled",
            Timer::Total => "the answer exceeded the total time limit",
        };
        Self::new(FailureClass::Timeout { timer }, message)
    }

    pub(super) fn of_server(status: u16, error: ServerError, retry_after_ms: Option<u64>) -> Self {
        let class = FailureClass::of_server(status, &error, retry_after_ms);
        let message = match (&error.code, error.message.is_empty()) {
            (_, false) => error.message,
            (Some(code), true) => code.clone(),
            (None, true) => format!("status {status}"),
        };
        Self { class, message }
    }

    /// A failure of the connection. The URL is removed: it may be long, and its host is known.
    pub(super) fn of_transport(error: reqwest::Error) -> Self {
        let class = if error.is_connect() && error.is_timeout() {
            FailureClass::Timeout { timer: Timer::Connect }
        } else if error.is_connect() {
            FailureClass::Connect
        } else if error.is_builder() {
            FailureClass::BadRequest
        } else {
            FailureClass::Broken
        };
        let error = error.without_url();
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            message.push_str(": ");
            message.push_str(&inner.to_string());
            cause = inner.source();
        }
        Self { class, message }
    }

    /// Removes the key in case the server quoted it, and limits the length.
    pub(super) fn without(self, key: Option<&SecretString>) -> Self {
        let message = match key.map(ExposeSecret::expose_secret) {
            Some(key) if !key.is_empty() => without_key(&self.message, key),
            _ => self.message,
        };
        Self { class: self.class, message: message.chars().take(MAX_ERROR_CHARS).collect() }
    }
}

/// Minimum length of a key prefix that is recognised as a truncated key; shorter prefixes occur in ordinary words.
const MIN_KEY_PREFIX: usize = 4;

/// Removes the key from a message. Long messages were truncated before, perhaps inside the key, so a key prefix at
/// the end is removed too.
fn without_key(words: &str, key: &str) -> String {
    let mut words = words.replace(key, STAND_IN);
    let prefixes = key.char_indices().map(|(at, _)| at).filter(|at| *at >= MIN_KEY_PREFIX).rev();
    if let Some(cut) = prefixes.map(|at| &key[..at]).find(|prefix| words.ends_with(prefix)) {
        words.truncate(words.len() - cut.len());
        words.push_str(STAND_IN);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_and_truncated_keys_are_removed() {
        let key = "sk-canary-0123";
        for (words, expected) in [
            ("wrong key sk-canary-0123, twice sk-canary-0123", "wrong key [key], twice [key]"),
            ("wrong key sk-canary-012", "wrong key [key]"),
            ("wrong key sk-c", "wrong key [key]"),
            ("ask", "ask"),
            ("sk-canary is a bird", "sk-canary is a bird"),
            ("", ""),
        ] {
            assert_eq!(without_key(words, key), expected, "{words}");
        }
    }
}
