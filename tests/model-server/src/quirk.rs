//! Single departures from a dialect, as seen in real servers; several can be combined.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// One departure from a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quirk {
    /// A byte order mark at the beginning.
    Bom,
    /// Events end with CRLF.
    Crlf,
    /// No space after `data:`.
    NoSpace,
    /// An empty frame before every frame.
    EmptyFrames,
    /// No `[DONE]`.
    NoDone,
    /// `[DONE]` is last, without a line end after it.
    DoneUnterminated,
    /// No `id`, `object`, `created`, `model` and `index`.
    Bare,
    /// `created` is a fraction.
    CreatedFloat,
    /// `created` counts milliseconds.
    CreatedMilliseconds,
    /// `finish_reason` is the empty string instead of null.
    EmptyFinish,
    /// The frame that finishes has no `delta`.
    NoDeltaAtFinish,
    /// An unknown role and service tier.
    UnknownRole,
    /// Usage in every frame.
    UsageEverywhere,
    /// The words are in the field for reasoning.
    AnswerInReasoning,
}

/// Applies the quirk to one JSON object: a chunk or a whole answer.
pub(crate) fn bend(object: &mut Value, quirks: &[Quirk], usage: Option<&Value>) {
    for quirk in quirks {
        match quirk {
            Quirk::Bare => {
                for name in ["id", "object", "created", "model"] {
                    remove(object, name);
                }
                each_choice(object, &|choice| remove(choice, "index"));
            }
            Quirk::CreatedFloat => replace(object, "created", json!(1_767_225_600.25)),
            Quirk::CreatedMilliseconds => replace(object, "created", json!(1_767_225_600_000_u64)),
            Quirk::EmptyFinish => each_choice(object, &|choice| {
                if choice["finish_reason"].is_null() {
                    replace(choice, "finish_reason", json!(""));
                }
            }),
            Quirk::NoDeltaAtFinish => each_choice(object, &|choice| {
                if choice["finish_reason"].as_str().is_some_and(|reason| !reason.is_empty()) {
                    remove(choice, "delta");
                }
            }),
            Quirk::UnknownRole => {
                object["service_tier"] = json!("scripted_tier");
                each_choice(object, &|choice| {
                    for name in ["delta", "message"] {
                        if let Some(message) = choice.get_mut(name) {
                            replace(message, "role", json!("scribe"));
                        }
                    }
                });
            }
            Quirk::UsageEverywhere => {
                if let Some(usage) = usage {
                    object["usage"] = usage.clone();
                }
            }
            Quirk::Bom
            | Quirk::Crlf
            | Quirk::NoSpace
            | Quirk::EmptyFrames
            | Quirk::NoDone
            | Quirk::DoneUnterminated
            | Quirk::AnswerInReasoning => {}
        }
    }
}

fn each_choice(object: &mut Value, change: &dyn Fn(&mut Value)) {
    if let Some(choices) = object.get_mut("choices").and_then(Value::as_array_mut) {
        choices.iter_mut().for_each(change);
    }
}

fn remove(object: &mut Value, name: &str) {
    if let Some(fields) = object.as_object_mut() {
        fields.shift_remove(name);
    }
}

/// Replaces an existing field.
fn replace(object: &mut Value, name: &str, value: Value) {
    if let Some(field) = object.get_mut(name) {
        *field = value;
    }
}
