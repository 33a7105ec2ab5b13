//! Takes the words of the novel out of a report, so that it can be shown to others.

use serde_json::Value;
use wenfang_text::ContentHash;

/// The fields that hold words of the author, of a model or of a prompt.
const TEXTS: [&str; 14] = [
    "text",
    "overflow",
    "instruction",
    "content",
    "title",
    "name",
    "reason",
    "message",
    "key",
    "raw",
    "rewritten",
    "sent",
    "issues",
    "problem",
];

/// Replaces every text by its length and hash; what is no text of the novel stays.
pub(super) fn redact(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::String(text) if TEXTS.contains(&name.as_str()) => *text = redacted(text),
                    other => redact(other),
                }
            }
        }
        _ => {}
    }
}

fn redacted(text: &str) -> String {
    format!("[{} chars, sha256 {}]", text.chars().count(), ContentHash::of(text.as_bytes()))
}
