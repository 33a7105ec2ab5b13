//! The cache key of a request. Equal requests to the same server share a key; different requests never do.
//!
//! The key is a SHA-256 over canonical JSON: object keys sorted by their bytes, no white space. It contains no
//! secret. The caller stores the answers and decides which tasks may be answered from the cache.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::chat::ChatRequest;

/// Format version of the key. Raised when the meaning of the key changes, so that older entries are not found.
const KEY_VERSION: u32 = 1;

/// Returns the cache key of a request. `origin` comes from [`crate::providers::origin`]: the same model name on
/// another server is another model.
///
/// # Errors
/// Fails only if the request holds a value that JSON cannot represent.
pub fn request_key(request: &ChatRequest, origin: &str) -> Result<[u8; 32], serde_json::Error> {
    let request = serde_json::to_value(request)?;
    let canonical = sorted(json!({ "form": KEY_VERSION, "origin": origin, "request": request }));
    Ok(Sha256::digest(serde_json::to_vec(&canonical)?).into())
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(fields.into_iter().collect::<Map<_, _>>())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(sorted).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::chat::{AnswerShape, Message, Parameters, Role};

    fn request() -> ChatRequest {
        ChatRequest {
            model: "m".to_owned(),
            messages: vec![Message::new(Role::User, "雨夜")],
            parameters: Parameters { temperature: Some(0.7), ..Parameters::default() },
            shape: AnswerShape::Text,
        }
    }

    fn key(request: &ChatRequest) -> [u8; 32] {
        request_key(request, "https://a.example:443").unwrap()
    }

    #[test]
    fn key_ignores_object_order_but_not_array_order() {
        let with = |text: &str| {
            let mut request = request();
            request.parameters.extra = serde_json::from_str(text).unwrap();
            key(&request)
        };
        assert_eq!(with(r#"{"a": {"x": 1, "y": 2}, "b": 0}"#), with(r#"{"b": 0, "a": {"y": 2, "x": 1}}"#));
        assert_ne!(with(r#"{"a": [1, 2]}"#), with(r#"{"a": [2, 1]}"#));
    }

    #[test]
    fn every_part_of_the_request_changes_the_key() {
        let base = request();
        let mut others = vec![base.clone(); 5];
        others[0].model.push('2');
        others[1].messages[0].content.push('。');
        others[2].messages[0].role = Role::System;
        others[3].parameters.temperature = Some(0.70001);
        others[4].shape = AnswerShape::Json;
        let mut keys: Vec<_> = others.iter().map(key).collect();
        keys.push(key(&base));
        keys.push(request_key(&base, "http://127.0.0.1:11434").unwrap());
        let distinct: std::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len());
    }

    #[test]
    fn the_key_is_the_same_in_every_process() {
        let hex: String = key(&request())[..8].iter().map(|b| format!("{b:02x}")).collect();
        expect_test::expect!["d782d3713b38fc2d"].assert_eq(&hex);
    }
}
