//! The canonical JSON form of a value.

use serde::Serialize;
use serde_json::Value;

/// JSON without white space, object keys sorted by their characters.
pub(super) fn canonical(value: &impl Serialize) -> String {
    // Structs of strings, numbers and lists always have a JSON form.
    serde_json::to_value(value).map(sorted).unwrap_or_default().to_string()
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            fields.into_iter().map(|(name, value)| (name, sorted(value))).collect()
        }
        Value::Array(list) => list.into_iter().map(sorted).collect(),
        other => other,
    }
}
