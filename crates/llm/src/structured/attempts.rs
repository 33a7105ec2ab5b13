//! Retries of structured requests: at most two, and only where a retry can help.

use serde_json::Value;

use super::{CompiledSchema, Ending, Language, Read, StructuredError, read_partial_answer, retry_message};
use crate::chat::{Message, Role};

/// Maximum number of retries.
pub const MAX_RETRIES: u32 = 2;

/// Tracks the answers to one request. The caller sends; this type decides whether and what to send again.
#[derive(Clone, Debug)]
pub struct Attempts {
    schema: CompiledSchema,
    language: Language,
    retries: u32,
}

/// What to do after an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Retry: send the first request with these messages appended; they replace those of an earlier step.
    Ask(Vec<Message>),
    /// A value was read.
    Done(Read<Value>),
    /// No value was read, and a retry would not help.
    Failed(StructuredError),
}

impl Attempts {
    /// Creates the state before the first answer.
    pub const fn new(schema: CompiledSchema, language: Language) -> Self {
        Self { schema, language, retries: 0 }
    }

    /// The number of retries so far.
    pub const fn retries(&self) -> u32 {
        self.retries
    }

    /// Reads an answer and drops list items that do not fit. An answer that was cut off or is too large is not
    /// requested again: the same request would give the same result.
    pub fn next(&mut self, raw: &str, ending: Ending) -> Step {
        let error = match read_partial_answer(raw, &self.schema, ending) {
            Ok(read) => return Step::Done(read),
            Err(error) => error,
        };
        let is_final = matches!(error, StructuredError::Cut { .. } | StructuredError::TooLarge { .. });
        if is_final || self.retries == MAX_RETRIES {
            return Step::Failed(error);
        }
        self.retries += 1;
        let correction = Message::new(Role::User, retry_message(&error, self.language));
        // Some servers refuse empty assistant messages.
        if raw.trim().is_empty() {
            return Step::Ask(vec![correction]);
        }
        Step::Ask(vec![Message::new(Role::Assistant, raw), correction])
    }
}
