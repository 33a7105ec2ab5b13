//! Reading of answers: takes the bytes of the response body and returns events.
//!
//! A [`Decoder`] reads an event stream, a whole JSON answer, JSON values one after another (NDJSON), and mixtures of
//! these. The bytes decide the format, not the declared content type. It does no input or output and has no clock.
//!
//! Always:
//! - The chunking of the bytes does not matter: the events are identical.
//! - An answer is [`StreamEnd::Complete`] only if a whole `finish_reason` (Ollama: `done`) or `[DONE]` was read and
//!   nothing before it was broken. An unreadable event makes the end [`StreamEnd::Failed`]; it is never skipped
//!   silently.
//! - Received text is always returned, whatever precedes or follows it.
//! - At most one event ([`MAX_EVENT_BYTES`]) is buffered and, before the first text, up to [`MAX_REASONING_KEPT`] of
//!   reasoning.
//!
//! Deliberately absent: tool calls (models have none here), all choices but the first, a size limit for the whole
//! answer, and timers. The caller sets limits and timers.

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

/// Maximum size of one event or JSON value in bytes; a larger one ends the reading with [`ErrorKind::NotAnAnswer`].
pub const MAX_EVENT_BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of bytes of reasoning that is buffered in case it is the answer itself; see [`Thinking::Unknown`].
pub const MAX_REASONING_KEPT: usize = 1024 * 1024;

/// The format that the server declares for its answer. Only a hint: the bytes decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// `text/event-stream`.
    EventStream,
    /// `application/json`: one value.
    Json,
    /// `application/x-ndjson` and its other names: one value per line.
    NdJson,
    /// Anything else, or nothing declared.
    #[default]
    Unknown,
}

impl AnswerKind {
    /// Returns the kind named by a `Content-Type` header; parameters and letter case are ignored.
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

/// What the caller knows about the model's thinking. Decides how answers that mix thinking and text are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Thinking {
    /// Nothing is known, or thinking was switched off. If an answer ends cleanly (`stop` or `[DONE]`) with reasoning
    /// in fields of its own and no text but white space, the reasoning is the answer: it is returned again as
    /// [`StreamEvent::Text`] at the end. (vLLM sends answers this way when thinking is off.) Reasoning longer than
    /// [`MAX_REASONING_KEPT`] stays reasoning.
    #[default]
    Unknown,
    /// Thinking was requested: reasoning is never taken for the answer.
    Wanted,
    /// The server starts inside a thought and sends `</think>` without `<think>`, because its prompt template ends
    /// with the opening tag. Everything before the closing tag is reasoning; without a closing tag the rule of
    /// [`Thinking::Unknown`] applies.
    Unopened,
}

/// An event read from the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// Text of the answer; never empty.
    Text(String),
    /// Text of the model's reasoning; never empty.
    Reasoning(String),
    /// Tokens so far. May occur several times, before or after [`StreamEvent::Finish`]; the last one counts.
    Usage(Usage),
    /// Why the model stopped; usage may follow. Repeated only if the server later gives another reason.
    Finish(Finish),
    /// A comment, an empty event or an empty line: the server is alive but makes no progress.
    KeepAlive,
    /// The model name reported by the server; at most once, not empty.
    Model(String),
}

impl StreamEvent {
    /// Whether this event counts as progress and resets the idle timer: text, reasoning, usage and finish do.
    pub const fn is_progress(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Reasoning(_) | Self::Usage(_) | Self::Finish(_))
    }
}

/// How an answer ended. Text that was read before is valid in every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEnd {
    /// The server reported that it was done.
    Complete {
        /// Why the model stopped, if the server reported it; the last reason counts.
        finish: Option<Finish>,
    },
    /// The bytes ended before the server reported that it was done.
    Incomplete,
    /// The server reported an error or an interruption, or sent something that is not an answer. The first error
    /// counts.
    Failed(ServerError),
}
