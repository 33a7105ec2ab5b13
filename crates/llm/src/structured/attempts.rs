//! Asking again: at most twice, and only where that can help.

use serde_json::Value;

use super::{CompiledSchema, Ending, Language, Read, StructuredError, read_what_fits, retry_message};
use crate::chat::{Message, Role};

/// The most times that a model is asked again.
pub const MAX_RETRIES: u32 = 2;

/// The answers to one request, one after another. The caller sends; this says what and whether.
#[derive(Clone, Debug)]
pub struct Attempts {
    schema: CompiledSchema,
    language: Language,
    retries: u32,
}

/// What to do after an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Ask again: the first request with these messages at its end (they stand in place of those of an earlier step).
    Ask(Vec<Message>),
    /// There is a value.
    Done(Read<Value>),
    /// There is none and there will be none.
    Failed(StructuredError),
}

impl Attempts {
    /// Before the first answer.
    pub const fn new(schema: CompiledSchema, language: Language) -> Self {
        Self { schema, language, retries: 0 }
    }

    /// How many times the model was asked again.
    pub const fn retries(&self) -> u32 {
        self.retries
    }

    /// Takes an answer, without the items of its lists that do not fit. An answer that was cut or is too large is not asked for again: the same request would bring the
    /// same.
    pub fn next(&mut self, raw: &str, ending: Ending) -> Step {
        let error = match read_what_fits(raw, &self.schema, ending) {
            Ok(read) => return Step::Done(read),
            Err(error) => error,
        };
        let useless = matches!(error, StructuredError::Cut { .. } | StructuredError::TooLarge { .. });
        if useless || self.retries == MAX_RETRIES {
            return Step::Failed(error);
        }
        self.retries += 1;
        let told = Message::new(Role::User, retry_message(&error, self.language));
        // An empty message of the model's is refused by some servers.
        if raw.trim().is_empty() {
            return Step::Ask(vec![told]);
        }
        Step::Ask(vec![Message::new(Role::Assistant, raw), told])
    }
}
