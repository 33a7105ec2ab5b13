#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod attempts;
mod broken;
mod laws;
mod request;
mod rows;
mod schemas;

use serde_json::{Value, json};

use super::CompiledSchema;

/// An entity of a story; closed, all fields required.
fn thing() -> CompiledSchema {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "age": {"type": "integer", "minimum": 0},
            "kind": {"enum": ["person", "place", "item"]},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["name", "age", "kind", "tags"],
        "additionalProperties": false,
    });
    CompiledSchema::new(schema).unwrap()
}

/// One string and one number.
fn line() -> CompiledSchema {
    let schema = json!({
        "type": "object",
        "properties": {"t": {"type": "string"}, "n": {"type": "integer"}},
        "required": ["t", "n"],
        "additionalProperties": false,
    });
    CompiledSchema::new(schema).unwrap()
}

/// A list of scalars and objects.
fn list() -> CompiledSchema {
    let schema = json!({
        "type": "array",
        "items": {"anyOf": [
            {"type": "string"},
            {"type": "number"},
            {"type": "boolean"},
            {"type": "object", "properties": {"n": {"type": ["string", "integer", "null"]}}, "required": ["n"],
             "additionalProperties": false},
        ]},
    });
    CompiledSchema::new(schema).unwrap()
}

/// Nested objects and lists.
fn tree() -> CompiledSchema {
    let schema = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "events": {"type": "array", "items": {
                "type": "object",
                "properties": {"who": {"type": "array", "items": {"type": "string"}}, "what": {"type": "string"},
                               "when": {"type": ["integer", "null"]}},
                "required": ["who", "what", "when"],
                "additionalProperties": false,
            }},
            "place": {"type": "object", "properties": {"name": {"type": "string"}, "inside": {"type": "boolean"}},
                      "required": ["name", "inside"], "additionalProperties": false},
            "score": {"type": "number"},
        },
        "required": ["title", "events", "place", "score"],
        "additionalProperties": false,
    });
    CompiledSchema::new(schema).unwrap()
}

fn tree_value() -> Value {
    json!({
        "title": "雪夜，他说：“走吧。”",
        "events": [
            {"who": ["林冲", "鲁智深"], "what": "风雪山神庙", "when": 10},
            {"who": [], "what": "a, b: {c} [d]", "when": null},
        ],
        "place": {"name": "草料场", "inside": false},
        "score": -1.5,
    })
}
