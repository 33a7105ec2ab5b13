//! Why an answer could not be read.

use serde::{Deserialize, Serialize};

/// Why there is no value. Every variant carries the raw answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructuredError {
    /// No JSON at all: empty, an apology, an HTML page.
    #[error("no JSON in the answer")]
    NoJson {
        /// The answer as it came.
        raw: String,
    },
    /// JSON that no repair makes whole.
    #[error("JSON is broken at byte {at}: {expected:?} was expected")]
    Syntax {
        /// Where, in bytes of the raw answer; at most its length.
        at: usize,
        /// What should have been there.
        expected: Expected,
        /// The answer as it came.
        raw: String,
    },
    /// A value that the schema refuses; at least one reason.
    #[error("the value does not fit the schema: {errors:?}")]
    Invalid {
        /// Where and why, at most 20.
        errors: Vec<Violation>,
        /// The answer as it came.
        raw: String,
    },
    /// The answer was cut. To ask again unchanged is useless: ask for less, or allow more tokens.
    #[error("the answer was cut")]
    Cut {
        /// The answer as it came.
        raw: String,
    },
    /// The answer can be read in more than one way.
    #[error("the answer can be read in more than one way: {reason:?}")]
    Ambiguous {
        /// In what way.
        reason: Ambiguity,
        /// The answer as it came.
        raw: String,
    },
    /// More than [`super::MAX_DEPTH`] arrays and objects within one another.
    #[error("the answer is nested too deeply")]
    TooDeep {
        /// The answer as it came.
        raw: String,
    },
    /// More than [`super::MAX_ANSWER_BYTES`].
    #[error("the answer is too large")]
    TooLarge {
        /// The answer as it came.
        raw: String,
    },
}

impl StructuredError {
    /// The answer as it came.
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

/// One way in which a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Violation {
    /// JSON pointer into the value; empty for the value itself.
    pub path: String,
    /// What is wrong, in English, at most 300 characters.
    pub message: String,
}

/// What should have stood where JSON is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// A value.
    Value,
    /// A key in quote marks.
    Key,
    /// The colon after a key.
    Colon,
    /// A comma or a closing bracket.
    CommaOrBracket,
    /// The closing quote mark of a string.
    Quote,
    /// A known escape after a backslash.
    Escape,
    /// The end of the answer.
    End,
}

/// In what way an answer can be read twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ambiguity {
    /// Two values; the byte where the second begins.
    TwoValues {
        /// In the raw answer.
        at: usize,
    },
    /// A key twice in one object.
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// Quote marks within a string that could also end it.
    Quotes {
        /// The byte of the raw answer.
        at: usize,
    },
}

/// An error that does not have its answer yet.
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
