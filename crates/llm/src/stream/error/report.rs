//! Extraction of code and message from the error formats of servers.

use serde_json::Value;

use super::json;

/// Maximum depth of errors within errors (gateways wrap the errors they receive).
const MAX_DEPTH: usize = 8;
const MESSAGE_FIELDS: [&str; 10] = [
    "message",
    "msg",
    "detail",
    "error_msg",
    "error_message",
    "status_msg",
    "error_description",
    "Message",
    "reason",
    "title",
];
const CODE_FIELDS: [&str; 7] = ["code", "error_code", "type", "status", "status_code", "error_type", "Code"];

/// The contents of an error before classification.
#[derive(Debug, Default)]
pub struct Report {
    pub status: Option<u16>,
    /// Codes and types, most specific first.
    pub codes: Vec<String>,
    /// The server's message, complete.
    pub message: String,
}

impl Report {
    /// Reads an error from JSON: an object, a string, or an array of them; a string may contain JSON again.
    pub fn of(error: &Value) -> Self {
        let mut report = Self::default();
        report.read(error, MAX_DEPTH);
        if report.message.is_empty() && !json::is_nothing(Some(error)) {
            report.message = error.to_string();
        }
        // A word is more specific than a number.
        report.codes.sort_by_key(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
        report
    }

    /// Reads an error from plain text.
    pub fn of_words(text: &str) -> Self {
        Self { message: text.to_owned(), ..Self::default() }
    }

    /// Reads an error sent as an event stream: the JSON of the first `data:` or `error:` line that contains any.
    pub fn of_stream(text: &str) -> Option<Self> {
        text.lines()
            .filter_map(|line| line.strip_prefix("data:").or_else(|| line.strip_prefix("error:")))
            .find_map(|value| json::parse(value.trim().as_bytes()))
            .map(|value| Self::of(&value))
    }

    fn read(&mut self, error: &Value, depth: usize) {
        if depth == 0 {
            return;
        }
        match error {
            Value::String(text) => match json::parse(text.as_bytes()) {
                Some(inner @ (Value::Object(_) | Value::Array(_))) => self.read(&inner, depth - 1),
                _ => self.add_words(text),
            },
            Value::Array(errors) => {
                for inner in errors.iter().take(5) {
                    self.read(inner, depth - 1);
                }
            }
            Value::Object(fields) => {
                for name in CODE_FIELDS {
                    self.add_code(fields.get(name));
                }
                for name in ["error", "errors", "base_resp"] {
                    if let Some(inner) = fields.get(name) {
                        self.read(inner, depth - 1);
                    }
                }
                let words = MESSAGE_FIELDS
                    .iter()
                    .filter_map(|name| fields.get(*name))
                    .find(|words| !json::is_nothing(Some(words)));
                if let Some(words) = words {
                    self.read(words, depth - 1);
                }
                // OpenRouter says "Provider returned error" and puts the provider's message here.
                if let Some(raw) = error.pointer("/metadata/raw") {
                    self.read(raw, depth - 1);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn add_words(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() || self.message.contains(text) {
            return;
        }
        if !self.message.is_empty() {
            self.message.push_str(": ");
        }
        self.message.push_str(text);
    }

    fn add_code(&mut self, field: Option<&Value>) {
        let code = match field {
            Some(Value::String(code)) if !code.trim().is_empty() => code.trim().to_owned(),
            Some(Value::Number(code)) => code.to_string(),
            _ => return,
        };
        if let Some(status) = code.parse::<u16>().ok().filter(|status| (400..600).contains(status)) {
            self.status = self.status.or(Some(status));
        }
        if code != "0" && !self.codes.contains(&code) {
            self.codes.push(code);
        }
    }
}

/// Whether an object that is not an answer is an error: `{"object": "error", …}` (vLLM), `{"detail": …}` (FastAPI),
/// `{"message": …}` (gateways), `{"code": …, "msg": …}`.
pub fn is_error(object: &Value) -> bool {
    object.get("object").and_then(Value::as_str) == Some("error")
        || object.get("type").and_then(Value::as_str) == Some("error")
        || ["detail", "errors"].iter().any(|name| !json::is_nothing(object.get(*name)))
        || ["message", "msg", "error_msg", "error_message", "error_description"]
            .iter()
            .any(|name| json::words(object.get(*name)).is_some())
}
