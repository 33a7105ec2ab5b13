//! What a model answers: bytes of the answer's body in, events out.
//!
//! A [`Decoder`] reads an event stream, a whole JSON answer, JSON values one after another (NDJSON) and mixtures of them; what
//! it reads is decided by the bytes, not by the declared content type. It does no input or output and knows no clock.
//!
//! Always:
//! - How the bytes are cut into pieces changes nothing: the events are the same, one by one.
//! - An answer is [`StreamEnd::Complete`] only if a whole `finish_reason` (Ollama: `done`) or `[DONE]` was read and nothing
//!   broken was read before it. An event that cannot be read makes the end [`StreamEnd::Failed`]; it is never skipped silently.
//! - Text that was received comes out, whatever happens before or after it.
//! - No more is kept than one event ([`MAX_EVENT_BYTES`]) and, while there is no text yet, [`MAX_REASONING_KEPT`] of reasoning.
//!
//! Deliberately absent: tool calls (models have none here), all choices but the first, a limit for the whole answer and all
//! timers: those are the caller's.

mod chunk;
mod decoder;
mod error;
mod event;
mod finish;
mod frame;
mod json;
mod reading;
mod thought;
mod tokens;

#[cfg(test)]
mod tests;

pub use decoder::Decoder;
pub use error::{ErrorKind, MAX_ERROR_CHARS, ServerError, read_error_body};
pub use finish::Finish;

use crate::usage::Usage;

/// Most bytes of one event or JSON value; a larger one ends the reading with [`ErrorKind::NotAnAnswer`].
pub const MAX_EVENT_BYTES: usize = 8 * 1024 * 1024;

/// Most bytes of reasoning that may turn out to be the answer itself; see [`Thinking::Unknown`].
pub const MAX_REASONING_KEPT: usize = 1024 * 1024;

/// The form that the server declares for its answer. A hint only: the bytes decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// `text/event-stream`.
    EventStream,
    /// `application/json`: one value.
    Json,
    /// `application/x-ndjson` and its other names: a value a line.
    NdJson,
    /// Anything else, or nothing declared.
    #[default]
    Unknown,
}

impl AnswerKind {
    /// The kind that a `Content-Type` header names; parameters and letter case do not matter.
    pub fn of_content_type(header: Option<&str>) -> Self {
        let name = header.and_then(|header| header.split(';').next()).unwrap_or_default().trim();
        match name.to_ascii_lowercase().as_str() {
            "text/event-stream" => Self::EventStream,
            "application/x-ndjson"
            | "application/ndjson"
            | "application/jsonl"
            | "application/x-jsonlines" => Self::NdJson,
            "application/json" | "text/json" | "application/problem+json" => Self::Json,
            _ => Self::Unknown,
        }
    }
}

/// What the caller knows of the model's thinking. It decides about answers that mix thinking and text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Thinking {
    /// Nothing is known, or thinking was switched off. Should a clean answer (`stop` or `[DONE]`) bring reasoning in fields
    /// of its own and no text but white space, the reasoning is the answer: it comes out again as [`StreamEvent::Text`] at
    /// the end. (vLLM puts answers there when thinking is off.) Longer reasoning than [`MAX_REASONING_KEPT`] stays reasoning.
    #[default]
    Unknown,
    /// Thinking was asked for: reasoning is never taken for the answer.
    Wanted,
    /// The server begins inside a thought and sends `</think>` without `<think>`, since its prompt template ends with the
    /// opening tag. All before the closing tag is reasoning; without a closing tag the rule of [`Thinking::Unknown`] holds.
    Unopened,
}

/// One thing read from the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// Words of the answer; never empty.
    Text(String),
    /// Words of the model's thinking; never empty.
    Reasoning(String),
    /// Tokens so far. May come several times and before or after [`StreamEvent::Finish`]; the last one counts.
    Usage(Usage),
    /// Why the model stopped; usage may follow. Comes again only if the server says something else later.
    Finish(Finish),
    /// A comment, an empty event or an empty line: the server lives but does not get on.
    KeepAlive,
    /// The model that the server says it is; at most once, not empty.
    Model(String),
}

impl StreamEvent {
    /// Whether the answer got on, so that an idle timer starts anew: text, reasoning, usage and finish do, the others do not.
    pub const fn is_progress(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Reasoning(_) | Self::Usage(_) | Self::Finish(_))
    }
}

/// How an answer ended. The text that came before stands in every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEnd {
    /// The server said that it was done.
    Complete {
        /// Why it stopped, if it said so; the last reason counts.
        finish: Option<Finish>,
    },
    /// The bytes ended before the server said that it was done.
    Incomplete,
    /// The server reported an error, broke off by its own word, or sent something that is not an answer. The first error counts.
    Failed(ServerError),
}
