//! Errors that a server sends instead of an answer.

mod class;
mod report;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::json;
use report::Report;

/// Maximum length of [`ServerError::message`] in characters.
pub const MAX_ERROR_CHARS: usize = 2_000;

/// An error as the server reported it, in the body of a refused request or within an answer.
///
/// The message comes from the server and may quote the request: show it to the author, never log it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, thiserror::Error)]
#[error("{message}")]
pub struct ServerError {
    /// The HTTP status, or the one named by an error within an answer; 400–599.
    pub status: Option<u16>,
    /// The server's error code, or its error type; at most 100 characters.
    pub code: Option<String>,
    /// The server's message, at most [`MAX_ERROR_CHARS`]; for a page its title; empty if there is none.
    pub message: String,
    pub kind: ErrorKind,
}

/// The kind of an error, as far as it matters to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// Too many requests or tokens per minute: wait.
    RateLimited,
    /// The server is at capacity: wait, or try another.
    Overloaded,
    /// The server failed: retry, or try another.
    ServerFault,
    /// The key is wrong, missing or lacks permission.
    Auth,
    /// The prompt does not fit the model's context.
    ContextLength,
    /// A filter refused the prompt or the answer.
    ContentFilter,
    /// The request is wrong: a bad parameter, an unknown model. Retrying unchanged is useless.
    BadRequest,
    /// No money or quota left.
    Quota,
    /// The response is not a model server's answer: an HTML page, broken JSON, something else.
    NotAnAnswer,
    /// None of the above can be determined.
    Unknown,
}

/// Reads the body of an answer with an HTTP status of 400 or more. Never fails: an empty or unreadable body also
/// gives an error, whose kind follows from the status.
///
/// The kind is taken from the server's code and message first, then from the status: servers report an empty account
/// as 429 and a prompt that is too long as 500.
pub fn read_error_body(status: u16, content_type: Option<&str>, body: &[u8]) -> ServerError {
    let text = String::from_utf8_lossy(body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body));
    let text = text.trim();
    let declared_page = content_type.is_some_and(|name| name.to_ascii_lowercase().contains("html"));
    let mut report = match json::parse(text.as_bytes()) {
        Some(value) => Report::of(&value),
        None if text.starts_with('<') || declared_page => return page(Some(status), text),
        None => Report::of_stream(text).unwrap_or_else(|| Report::of_words(text)),
    };
    report.status = Some(status);
    report.into()
}

impl ServerError {
    /// Returns the error that a chunk carries, within an answer or instead of one: a non-empty `error` field at the
    /// top or in the first choice; a failed `base_resp` (MiniMax); or, if nothing of an answer is present, an object
    /// with `message`, `detail` or the like.
    pub(super) fn in_chunk(chunk: &Value, choice: Option<&Value>, is_answer: bool) -> Option<Self> {
        let error = [chunk.get("error"), choice.and_then(|choice| choice.get("error"))]
            .into_iter()
            .find(|error| !json::is_nothing(*error))
            .flatten();
        if let Some(error) = error {
            return Some(Report::of(error).into());
        }
        let base = chunk.get("base_resp").filter(|base| !json::is_nothing(base.get("status_code")));
        if let Some(base) = base {
            return Some(Report::of(base).into());
        }
        (!is_answer && report::is_error(chunk)).then(|| Report::of(chunk).into())
    }

    /// An error reported as such: as an SSE event `error`, in an `error:` field, or as a bare string.
    pub(super) fn reported(value: &Value) -> Self {
        Report::of(value).into()
    }

    /// Text that is neither JSON nor an event stream.
    pub(super) fn words(text: &str) -> Self {
        let mut error = Self::from(Report::of_words(text));
        if error.kind == ErrorKind::Unknown {
            error.kind = ErrorKind::NotAnAnswer;
        }
        error
    }

    /// Input that cannot be read as an answer.
    pub(super) fn not_an_answer(text: &str) -> Self {
        Self { status: None, code: None, message: cut(text.trim()), kind: ErrorKind::NotAnAnswer }
    }

    /// A page in place of an answer.
    pub(super) fn page(text: &str) -> Self {
        page(None, text)
    }

    /// An interruption that the server reports as its finish reason.
    pub(super) fn breakdown(reason: &str) -> Self {
        let no_room = reason.contains("resource");
        let kind = if no_room { ErrorKind::Overloaded } else { ErrorKind::ServerFault };
        Self { status: None, code: Some(reason.to_owned()), message: String::new(), kind }
    }
}

impl From<Report> for ServerError {
    fn from(report: Report) -> Self {
        let kind = class::kind_of(&report);
        let code = report.codes.into_iter().next().map(|code| code.chars().take(100).collect());
        Self { status: report.status, code, message: cut(report.message.trim()), kind }
    }
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_ERROR_CHARS).collect()
}

/// Reads the title of a page. A page in place of an answer says nothing about a model server, but 5xx pages come from
/// the gateway in front of it.
fn page(status: Option<u16>, text: &str) -> ServerError {
    let kind = match status {
        Some(status @ (401 | 402 | 408 | 429 | 500..)) => class::kind_of_status(status),
        _ => ErrorKind::NotAnAnswer,
    };
    let title = ["title", "h1"].into_iter().find_map(|tag| element(text, tag));
    let message = title.unwrap_or_else(|| without_tags(text));
    ServerError { status, code: None, message: cut(&message), kind }
}

/// The text of the first element with this name, in lower or upper case.
fn element(text: &str, name: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let tag = lower.find(&format!("<{name}"))?;
    let start = tag + lower[tag..].find('>')? + 1;
    let end = lower[start..].find("</").map_or(text.len(), |length| start + length);
    let words = without_tags(&text[start..end]);
    (!words.is_empty()).then_some(words)
}

/// The text without everything between `<` and `>`, with white space collapsed.
fn without_tags(text: &str) -> String {
    let mut bare = String::new();
    let mut within = false;
    for letter in text.chars() {
        match letter {
            '<' => within = true,
            '>' if within => {
                within = false;
                bare.push(' ');
            }
            _ if !within => bare.push(letter),
            _ => {}
        }
    }
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}
