//! Errors and the report, as the caller reads them: one JSON object on standard error.

use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

/// Why there is no PDF.
#[derive(Debug, Error)]
pub enum Error {
    #[error("the arguments are wrong: {0}")]
    Arguments(String),
    #[error("the job could not be read: {0}")]
    BadJob(String),
    /// No font on this machine has the letters of the language.
    #[error("no font on this machine has the letters of the book, for example {0}")]
    NoFont(char),
    #[error("the memory ceiling could not be set: {0}")]
    Ceiling(String),
    #[error("the book could not be laid out: {0}")]
    Layout(String),
    #[error("the PDF could not be written: {0}")]
    Write(#[from] std::io::Error),
}

impl Error {
    /// The name that callers act on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Arguments(_) => "arguments",
            Self::BadJob(_) => "bad_job",
            Self::NoFont(_) => "no_font",
            Self::Ceiling(_) => "ceiling",
            Self::Layout(_) => "layout",
            Self::Write(_) => "write",
        }
    }

    pub fn as_json(&self) -> Value {
        json!({ "code": self.code(), "message": self.to_string() })
    }
}

/// What the caller should know about a PDF that was written.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    pub pages: usize,
    /// Characters that no font on this machine has; they are printed as empty boxes.
    pub missing: Vec<char>,
    /// The number of readings that stand behind their words in brackets, because the words are too many for one line.
    pub readings_beside: usize,
    /// Whether the page numbers in the table of contents may be wrong.
    pub is_unstable: bool,
}
