//! One request, asked of one model after the other until one answers.
//!
//! Always: what was tried is in the report, in order, with the reason of each failure; a change of model is an event
//! before it happens; after text was handed out nothing is asked again; text that came is never lost.
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

/// A model to ask, with all that is needed to ask it. Its `Debug` shows no key.
#[derive(Clone, Debug)]
pub struct ResolvedTarget {
    /// Who serves it.
    pub provider: Provider,
    /// Its name as the server knows it.
    pub model: String,
    /// How it is to answer.
    pub parameters: Parameters,
    /// Sent to the provider's own host, nowhere else, in the header that servers of its kind want. `None` = nothing is sent.
    pub key: Option<SecretString>,
}

/// When text is handed out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// As it comes. From the first piece on nothing is asked again.
    #[default]
    Live,
    /// In one event when the answer has ended, so that a broken answer can be asked again. For answers nobody watches.
    Whole,
}

/// What is asked, and of whom.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// In the order they are asked.
    pub targets: &'a [ResolvedTarget],
    /// The messages, at least one.
    pub messages: &'a [Message],
    /// What shape the answer is to have.
    pub shape: &'a AnswerShape,
    /// Whether the next target is asked when one fails.
    pub fallback: bool,
    /// When text is handed out.
    pub delivery: Delivery,
}

/// What happens during a call, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum CallEvent {
    /// A request goes out.
    Trying {
        /// To whom.
        provider: ProviderId,
        /// For which model.
        model: String,
        /// Which try at this target, from 1.
        attempt: u32,
    },
    /// A piece of the answer.
    Answer(StreamEvent),
    /// The same target is asked again after a rest.
    Waiting {
        /// How long, in milliseconds.
        millis: u64,
    },
    /// The next target is asked in place of the last. Comes before its [`CallEvent::Trying`].
    FellBack {
        /// Who failed.
        from: ProviderId,
        /// Who is asked now; the same provider where only the model changes.
        to: ProviderId,
        /// Why.
        class: FailureClass,
        /// The server's words or ours, at most 2,000 characters, without the key.
        message: String,
    },
}

/// What came of one try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// The answer is whole.
    Answered,
    /// It failed; text may have come before.
    Failed {
        /// How.
        class: FailureClass,
        /// The server's words or ours, at most 2,000 characters, without the key.
        message: String,
    },
}

/// One try at one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// Who was asked.
    pub provider: ProviderId,
    /// For which model.
    pub model: String,
    /// What came of it.
    pub outcome: Outcome,
    /// HTTP status, when there was an answer.
    pub status: Option<u16>,
    /// Tokens: the server's word, else our estimate, marked as such, where any of the answer came.
    pub usage: Option<Usage>,
    /// Whether the server probably cut the prompt without a word: it reports far fewer tokens than were sent. Looked at
    /// where servers are known to do so.
    pub prompt_cut: bool,
    /// From the request to the first text or thinking.
    pub first_token_ms: Option<u64>,
    /// From the request to its end.
    pub duration_ms: u64,
    /// Parameters left out or renamed because the server refuses them.
    pub dropped_parameters: Vec<String>,
    /// The server's own name of the exchange, for its support.
    pub request_id: Option<String>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// The answer is whole.
    Complete {
        /// Why the model stopped, when the server said.
        finish: Option<Finish>,
    },
    /// Text was handed out and the answer broke off.
    Incomplete {
        /// How.
        class: FailureClass,
        /// The server's words or ours.
        message: String,
    },
    /// The author stopped it; text may have been handed out.
    Cancelled,
    /// No answer.
    Failed {
        /// How the last target failed.
        class: FailureClass,
        /// The server's words or ours.
        message: String,
    },
}

/// All that happened in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallReport {
    /// Every try, in order; every one is to be recorded.
    pub attempts: Vec<Attempt>,
    /// Index into the targets of the one whose text was handed out or whose answer is whole.
    pub answered_by: Option<usize>,
    /// How it ended.
    pub end: CallEnd,
    /// Whether any text was handed out. Thinking is not text.
    pub text_shown: bool,
}
