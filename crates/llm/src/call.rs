//! Sends one request to a list of models, one after the other, until one answers.
//!
//! Always: the report lists every attempt in order, with the reason of each failure; an event announces a change of
//! model before it happens; no request is sent after text has been delivered; received text is never lost.
//! Deliberately absent: counting words, reading structured answers, storing records. The caller does these.

mod attempt;
mod caller;

use secrecy::SecretString;
use serde::Serialize;

pub use caller::Caller;

use crate::chat::{AnswerShape, Message, Parameters};
use crate::providers::{Provider, ProviderId};
use crate::retry::FailureClass;
use crate::stream::{Finish, StreamEvent};
use crate::usage::Usage;

/// A model with everything needed to call it. Its `Debug` output shows no key.
#[derive(Clone, Debug)]
pub struct ResolvedTarget {
    pub provider: Provider,
    /// The model name as the server knows it.
    pub model: String,
    pub parameters: Parameters,
    /// Sent only to the provider's own host, in the header that servers of this kind expect. `None` sends no key.
    pub key: Option<SecretString>,
}

/// When the caller receives text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// As it arrives. After the first piece the request is not sent again.
    #[default]
    Live,
    /// In one event when the answer has ended, so that a broken answer can be requested again. For answers that are
    /// not shown while they arrive.
    Whole,
}

/// A request and the models that may answer it.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// In the order in which they are tried.
    pub targets: &'a [ResolvedTarget],
    /// At least one.
    pub messages: &'a [Message],
    pub shape: &'a AnswerShape,
    /// Whether to try the next target when one fails.
    pub fallback: bool,
    pub delivery: Delivery,
}

/// An event of a call; events arrive in order.
#[derive(Clone, Debug, PartialEq)]
pub enum CallEvent {
    /// A request is about to be sent.
    Trying {
        provider: ProviderId,
        model: String,
        /// The number of the attempt at this target, from 1.
        attempt: u32,
    },
    Answer(StreamEvent),
    /// The same target will be tried again after a delay.
    Waiting {
        /// The delay in milliseconds.
        millis: u64,
    },
    /// The next target replaces the last one. Precedes its [`CallEvent::Trying`].
    FellBack {
        /// The provider that failed.
        from: ProviderId,
        /// The provider tried next; the same one if only the model changes.
        to: ProviderId,
        class: FailureClass,
        /// The server's message or our own, at most 2,000 characters, without the key.
        message: String,
    },
}

/// The outcome of one attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// The answer is complete.
    Answered,
    /// The attempt failed; text may have arrived before.
    Failed {
        class: FailureClass,
        /// The server's message or our own, at most 2,000 characters, without the key.
        message: String,
    },
}

/// One attempt at one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attempt {
    pub provider: ProviderId,
    pub model: String,
    pub outcome: Outcome,
    /// The HTTP status, if the server responded.
    pub status: Option<u16>,
    /// The tokens that the server reported; otherwise an estimate, marked as such, if any part of the answer arrived.
    pub usage: Option<Usage>,
    /// Whether the server probably truncated the prompt silently: it reports far fewer tokens than were sent. Checked
    /// only for servers that are known to truncate.
    pub prompt_cut: bool,
    /// Time from the request to the first text or reasoning.
    pub first_token_ms: Option<u64>,
    /// Time from the request to its end.
    pub duration_ms: u64,
    /// Parameters omitted or renamed because the server refuses them.
    pub dropped_parameters: Vec<String>,
    /// The server's request ID, for its support.
    pub request_id: Option<String>,
}

impl Attempt {
    /// Whether a request went out. A provider that rests after repeated failures is not called.
    pub fn was_sent(&self) -> bool {
        !matches!(self.outcome, Outcome::Failed { class: FailureClass::CircuitOpen, .. })
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// The answer is complete.
    Complete {
        /// Why the model stopped, if the server reported it.
        finish: Option<Finish>,
    },
    /// Text was delivered, then the answer broke off.
    Incomplete {
        class: FailureClass,
        /// The server's message or our own.
        message: String,
    },
    /// The author stopped the call; text may have been delivered.
    Cancelled,
    /// No text was delivered.
    Failed {
        /// How the last target failed.
        class: FailureClass,
        /// The server's message or our own.
        message: String,
    },
}

/// The report of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallReport {
    /// Every attempt, in order. The caller must record all of them.
    pub attempts: Vec<Attempt>,
    /// Index of the target whose text was delivered or whose answer is complete.
    pub answered_by: Option<usize>,
    pub end: CallEnd,
    /// Whether any text was delivered. Reasoning is not text.
    pub text_shown: bool,
}
