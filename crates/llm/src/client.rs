//! One exchange with one server over HTTP.
//!
//! Always: the request goes to the provider's own scheme, host and port and nowhere else, redirects included; the key is a
//! bearer token of such a request and stands in no event, error or log line (a server that quotes it is edited); no more than
//! [`MAX_ANSWER_BYTES`] are read; when the caller's token is cancelled, or its future dropped, the connection is closed.
//! Deliberately absent: cookies, compressed answers, HTTP/2, trying again.

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

/// Most bytes of one answer. Three million characters of prose in the wordiest framing fit.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// Most same-origin redirects of one request.
pub const MAX_REDIRECTS: usize = 3;

/// What is waited for usage and the end of the stream once the model has said that it is done.
pub const REST_AFTER_FINISH_SECONDS: u64 = 5;

/// Opens connections and keeps them for the next request to the same server.
#[derive(Debug, Default)]
pub struct Client {
    pools: ConnectionPools,
}

/// A server and the key it wants.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint<'a> {
    /// The server.
    pub provider: &'a Provider,
    /// Sent in the header that servers of its kind want.
    pub key: Option<&'a SecretString>,
}

/// How an exchange ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeEnd {
    /// The answer is whole.
    Complete {
        /// Why the model stopped, when the server said.
        finish: Option<Finish>,
    },
    /// It failed; events may have been given before.
    Failed(Failure),
}

/// What one exchange was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// How it ended.
    pub end: ExchangeEnd,
    /// Whether any text was given out.
    pub text: bool,
    /// Tokens, when the server said.
    pub usage: Option<Usage>,
    /// HTTP status, when there was an answer.
    pub status: Option<u16>,
    /// What the server says that its answer is.
    pub kind: Option<AnswerKind>,
    /// From the request to the first text or thinking.
    pub first_token_ms: Option<u64>,
    /// From the request to its end.
    pub duration_ms: u64,
    /// The server's own name of the exchange.
    pub request_id: Option<String>,
}

impl Client {
    /// A client without connections.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks a server and gives out the events of its answer as they come. `body` is [`crate::wire::body`]'s.
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

    /// The body of `GET …/models`, at most 4 MiB.
    ///
    /// # Errors
    /// Why there is none.
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
    /// The same without the key, should the server have quoted it.
    fn without(mut self, key: Option<&SecretString>) -> Self {
        if let ExchangeEnd::Failed(failure) = self.end {
            self.end = ExchangeEnd::Failed(failure.without(key));
        }
        let quotes = |id: &String| key.is_some_and(|key| id.contains(key.expose_secret()));
        self.request_id = self.request_id.filter(|id| !quotes(id));
        self
    }

    /// How it failed, if it did.
    pub fn class(&self) -> Option<FailureClass> {
        match &self.end {
            ExchangeEnd::Complete { .. } => None,
            ExchangeEnd::Failed(failure) => Some(failure.class),
        }
    }
}
