//! Errors of reading structured answers.

use serde::{Deserialize, Serialize};

/// The reason why there is no value. Every variant contains the raw answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructuredError {
    /// No JSON at all: an empty answer, an apology, an HTML page.
    #[error("no JSON in the answer")]
    NoJson { raw: String },
    /// JSON that no repair can complete.
    #[error("invalid JSON at byte {at}: expected {expected:?}")]
    Syntax {
        /// The byte offset in the raw answer; at most its length.
        at: usize,
        expected: Expected,
        raw: String,
    },
    /// A value that violates the schema, for at least one reason.
    #[error("the value does not fit the schema: {errors:?}")]
    Invalid {
        /// At most 20 violations.
        errors: Vec<Violation>,
        raw: String,
    },
    /// The answer was cut off. An unchanged retry is useless: ask for less, or allow more tokens.
    #[error("the answer was cut off")]
    Cut { raw: String },
    /// The answer can be read in more than one way.
    #[error("the answer can be read in more than one way: {reason:?}")]
    Ambiguous { reason: Ambiguity, raw: String },
    /// More than [`super::MAX_DEPTH`] nested arrays and objects.
    #[error("the answer is nested too deeply")]
    TooDeep { raw: String },
    /// More than [`super::MAX_ANSWER_BYTES`].
    #[error("the answer is too large")]
    TooLarge { raw: String },
}

impl StructuredError {
    /// The raw answer.
    pub fn raw(&self) -> &str {
        match self {
            Self::NoJson { raw }
            | Self::Syntax { raw, .. }
            | Self::Invalid { raw, .. }
            | Self::Cut { raw }
            | Self::Ambiguous { raw, .. }
            | Self::TooDeep { raw }
            | Self::TooLarge { raw } => raw,
        }
    }
}

/// One violation of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Violation {
    /// JSON pointer into the value; empty for the value itself.
    pub path: String,
    /// A description in English, at most 300 characters.
    pub message: String,
}

/// The token expected at a syntax error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    Value,
    /// A key in quotation marks.
    Key,
    /// The colon after a key.
    Colon,
    /// A comma or a closing bracket.
    CommaOrBracket,
    /// The closing quotation mark of a string.
    Quote,
    /// A known escape sequence after a backslash.
    Escape,
    /// The end of the answer.
    End,
}

/// The reason why an answer is ambiguous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ambiguity {
    /// Two values.
    TwoValues {
        /// The byte in the raw answer where the second value starts.
        at: usize,
    },
    /// A duplicate key in one object.
    DuplicateKey { key: String },
    /// Quotation marks within a string that could also end it.
    Quotes {
        /// The byte in the raw answer.
        at: usize,
    },
}

/// An error without the raw answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NoJson,
    Syntax { at: usize, expected: Expected },
    Ambiguous(Ambiguity),
    Cut,
    TooDeep,
    TooLarge,
}

impl Fault {
    pub(super) fn with(self, raw: &str) -> StructuredError {
        let raw = raw.to_owned();
        match self {
            Self::NoJson => StructuredError::NoJson { raw },
            Self::Syntax { at, expected } => StructuredError::Syntax { at, expected, raw },
            Self::Ambiguous(reason) => StructuredError::Ambiguous { reason, raw },
            Self::Cut => StructuredError::Cut { raw },
            Self::TooDeep => StructuredError::TooDeep { raw },
            Self::TooLarge => StructuredError::TooLarge { raw },
        }
    }
}
