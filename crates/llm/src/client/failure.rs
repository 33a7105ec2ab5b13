//! Why an exchange failed.

use std::error::Error;

use secrecy::{ExposeSecret, SecretString};

use super::redact::STAND_IN;
use crate::retry::{FailureClass, Timer};
use crate::stream::{MAX_ERROR_CHARS, ServerError};

/// A failure: its class for the machine and words for the author. The words may quote the request: they are shown, not logged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What kind.
    pub class: FailureClass,
    /// The server's words or ours, at most [`MAX_ERROR_CHARS`], without the key.
    pub message: String,
}

impl Failure {
    /// A failure in our own words.
    pub fn new(class: FailureClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    pub(super) fn timeout(timer: Timer) -> Self {
        let message = match timer {
            Timer::Connect => "no connection in time",
            Timer::FirstToken => "no first word in time",
            Timer::Idle => "the answer stopped in the middle",
            Timer::Total => "the answer took longer than one may take",
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

    /// A failure of the connection. The address is taken out: it may be long, and its host is known.
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

    /// The same without the key, should the server have quoted it, and no longer than it may be.
    pub(super) fn without(self, key: Option<&SecretString>) -> Self {
        let message = match key.map(ExposeSecret::expose_secret) {
            Some(key) if !key.is_empty() => without_key(&self.message, key),
            _ => self.message,
        };
        Self { class: self.class, message: message.chars().take(MAX_ERROR_CHARS).collect() }
    }
}

/// Fewest characters of a key's beginning that are taken for a cut key: below that every word would be.
const MIN_KEY_LEN: usize = 4;

/// The words without a key. Long words were cut before, perhaps in the middle of it: a beginning of the key at their end
/// goes too.
fn without_key(words: &str, key: &str) -> String {
    let mut words = words.replace(key, STAND_IN);
    let beginnings = key.char_indices().map(|(at, _)| at).filter(|at| *at >= MIN_KEY_LEN).rev();
    if let Some(cut) = beginnings.map(|at| &key[..at]).find(|beginning| words.ends_with(beginning)) {
        words.truncate(words.len() - cut.len());
        words.push_str(STAND_IN);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_out_also_where_it_was_cut() {
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
