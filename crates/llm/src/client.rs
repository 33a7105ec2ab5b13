//! One exchange with one server over HTTP.
//!
//! Always: the request goes only to the provider's own scheme, host and port, also after redirects; the key is sent
//! only with such a request and appears in no event, error or log line (it is removed from the answer of a server
//! that quotes it); at most [`MAX_ANSWER_BYTES`] are read; the connection is closed when the caller cancels the token
//! or drops the future.
//! Deliberately absent: cookies, compressed answers, HTTP/2, retries.

mod failure;
mod pools;
mod reading;
mod redact;
mod send;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub use failure::Failure;

use crate::providers::Provider;
use crate::retry::FailureClass;
use crate::stream::{AnswerKind, Finish, StreamEvent};
use crate::usage::Usage;
use crate::wire;
use pools::ConnectionPools;
use reading::Reading;
use redact::Redaction;

/// Maximum size of one answer in bytes. Three million characters of prose fit even in the most verbose framing.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// Maximum number of same-origin redirects of one request.
pub const MAX_REDIRECTS: usize = 3;

/// How long to wait for usage and the end of the stream after the model has finished, in seconds.
pub const REST_AFTER_FINISH_SECONDS: u64 = 5;

/// An HTTP client that keeps connections open for later requests to the same server.
#[derive(Debug, Default)]
pub struct Client {
    pools: ConnectionPools,
}

/// A server and its key.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint<'a> {
    pub provider: &'a Provider,
    /// Sent in the header that servers of this kind expect.
    pub key: Option<&'a SecretString>,
}

/// How an exchange ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeEnd {
    /// The answer is complete.
    Complete {
        /// Why the model stopped, if the server reported it.
        finish: Option<Finish>,
    },
    /// The exchange failed; events may have been delivered before.
    Failed(Failure),
}

/// The result of one exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub end: ExchangeEnd,
    /// Whether any text was delivered.
    pub text: bool,
    /// Tokens, if the server reported them.
    pub usage: Option<Usage>,
    /// The HTTP status, if the server responded.
    pub status: Option<u16>,
    /// The kind of answer that the server declared.
    pub kind: Option<AnswerKind>,
    /// Time from the request to the first text or reasoning.
    pub first_token_ms: Option<u64>,
    /// Time from the request to its end.
    pub duration_ms: u64,
    /// The server's request ID.
    pub request_id: Option<String>,
}

impl Client {
    /// Creates a client without connections.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sends a chat request and passes the events of the answer to `on` as they arrive. `body` comes from
    /// [`crate::wire::body`].
    pub async fn chat(
        &self,
        endpoint: Endpoint<'_>,
        body: &Value,
        on: &mut (dyn FnMut(StreamEvent) + Send),
        cancel: &CancellationToken,
    ) -> Exchange {
        let mut reading = Reading::new(endpoint.provider.timeouts, Instant::now(), on);
        reading.redaction = Redaction::of(endpoint.key);
        reading.thinking = wire::thinking_of(body);
        let failure = tokio::select! {
            biased;
            () = cancel.cancelled() => Some(Failure::new(FailureClass::Cancelled, "stopped")),
            end = self.read_answer(endpoint, body, &mut reading) => end.err(),
        };
        let exchange = reading.close(failure).without(endpoint.key);
        tracing::debug!(
            provider = endpoint.provider.id.as_str(),
            status = exchange.status,
            first_token_ms = exchange.first_token_ms,
            duration_ms = exchange.duration_ms,
            failure = exchange.class().map(tracing::field::debug),
            "chat exchange"
        );
        exchange
    }

    /// Returns the body of `GET …/models`, at most 4 MiB.
    ///
    /// # Errors
    /// The reason why the list could not be read.
    pub async fn models(
        &self,
        endpoint: Endpoint<'_>,
        cancel: &CancellationToken,
    ) -> Result<Vec<u8>, Failure> {
        let listed = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Failure::new(FailureClass::Cancelled, "stopped")),
            listed = self.read_models(endpoint) => listed,
        };
        listed.map_err(|failure| failure.without(endpoint.key))
    }
}

impl Exchange {
    /// Removes the key in case the server quoted it.
    fn without(mut self, key: Option<&SecretString>) -> Self {
        if let ExchangeEnd::Failed(failure) = self.end {
            self.end = ExchangeEnd::Failed(failure.without(key));
        }
        let quotes = |id: &String| key.is_some_and(|key| id.contains(key.expose_secret()));
        self.request_id = self.request_id.filter(|id| !quotes(id));
        self
    }

    /// The class of the failure, if the exchange failed.
    pub fn class(&self) -> Option<FailureClass> {
        match &self.end {
            ExchangeEnd::Complete { .. } => None,
            ExchangeEnd::Failed(failure) => Some(failure.class),
        }
    }
}
