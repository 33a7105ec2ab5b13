//! Helpers for JSON values: typed access with error paths, and nested updates.

use serde_json::{Map, Value};
use wenfang_text::CanonicalText;

use super::error::{JsonShape, LorebookError};

/// The maximum nesting depth that JSON readers accept, ours included.
const MAX_DEPTH: usize = 127;

/// Returns canonical text, as records store it.
pub(super) fn canonical(text: &str) -> String {
    CanonicalText::new(text).into_string()
}

/// Fails if `value` is nested too deep to be read back.
pub(super) fn check_depth(value: &Value) -> Result<(), LorebookError> {
    let depth = depth(value);
    if depth > MAX_DEPTH { Err(LorebookError::TooDeep { depth }) } else { Ok(()) }
}

/// Returns the value at a path of fields; `None` if it is missing or `null`, or if the path crosses a
/// non-object.
pub(super) fn get<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    let found = path.iter().try_fold(value, |at, field| at.as_object()?.get(*field))?;
    (!found.is_null()).then_some(found)
}

/// Sets the value at a path of fields, creating objects on the way and replacing non-objects.
pub(super) fn set(value: &mut Value, path: &[&str], new: Value) {
    let Some((last, way)) = path.split_last() else { return };
    let mut at = value;
    for field in way {
        at = object(at).entry(*field).or_insert(Value::Null);
    }
    object(at).insert((*last).to_owned(), new);
}

/// Returns the value as an object, replacing a non-object with an empty one.
pub(super) fn object(value: &mut Value) -> &mut Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => {
            *other = Value::Object(Map::new());
            object(other)
        }
    }
}

/// An object being read, with its path for errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'v> {
    pub(super) value: &'v Value,
    /// Its path, such as `entries.12`.
    pub(super) place: &'v str,
}

impl<'v> Fields<'v> {
    /// Returns the string at a path as canonical text.
    pub(super) fn text(self, path: &[&str]) -> Result<Option<String>, LorebookError> {
        match get(self.value, path) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(canonical(text))),
            Some(other) => Err(self.wrong_shape(path, JsonShape::Text, other)),
        }
    }

    /// Returns the boolean at a path.
    pub(super) fn boolean(self, path: &[&str]) -> Result<Option<bool>, LorebookError> {
        match get(self.value, path) {
            None => Ok(None),
            Some(Value::Bool(boolean)) => Ok(Some(*boolean)),
            Some(other) => Err(self.wrong_shape(path, JsonShape::YesOrNo, other)),
        }
    }

    /// Returns the number at a path; accepts a number in a string, which some programs write.
    pub(super) fn number(self, path: &[&str]) -> Result<Option<f64>, LorebookError> {
        let wrong_shape = |other| self.wrong_shape(path, JsonShape::Number, other);
        match get(self.value, path) {
            None => Ok(None),
            Some(other @ Value::Number(number)) => {
                number.as_f64().map(Some).ok_or_else(|| wrong_shape(other))
            }
            Some(other @ Value::String(text)) => {
                text.trim().parse().map(Some).map_err(|_| wrong_shape(other))
            }
            Some(other) => Err(wrong_shape(other)),
        }
    }

    /// Returns the words at a path as canonical text, without blank ones; accepts a string with commas, as in
    /// older files.
    pub(super) fn words(self, path: &[&str]) -> Result<Vec<String>, LorebookError> {
        let Some(found) = get(self.value, path) else { return Ok(Vec::new()) };
        let mut words = Vec::new();
        match found {
            Value::String(text) => words.extend(text.split([',', '，']).map(canonical)),
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    match item {
                        Value::String(text) => words.push(canonical(text)),
                        other => {
                            let at = at.to_string();
                            return Err(self.wrong_shape(
                                &[path, &[at.as_str()]].concat(),
                                JsonShape::Text,
                                other,
                            ));
                        }
                    }
                }
            }
            other => return Err(self.wrong_shape(path, JsonShape::Words, other)),
        }
        words.retain_mut(|word| {
            let trimmed = word.trim();
            if trimmed.len() != word.len() {
                *word = trimmed.to_owned();
            }
            !word.is_empty()
        });
        Ok(words)
    }

    /// Returns the error for a field of the wrong_shape shape.
    pub(super) fn wrong_shape(self, path: &[&str], expected: JsonShape, found: &Value) -> LorebookError {
        let path = std::iter::once(self.place).chain(path.iter().copied());
        let path = path.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
        LorebookError::WrongShape { path, expected, found: shape(found) }
    }
}

/// Returns the shape of a value.
pub(super) fn shape(value: &Value) -> JsonShape {
    match value {
        Value::Null => JsonShape::Nothing,
        Value::Bool(_) => JsonShape::YesOrNo,
        Value::Number(_) => JsonShape::Number,
        Value::String(_) => JsonShape::Text,
        Value::Array(_) => JsonShape::List,
        Value::Object(_) => JsonShape::Object,
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
