//! JSON values: fields that know where they are, and fields laid over others.

use serde_json::{Map, Value};
use wenfang_text::CanonicalText;

use super::error::{JsonShape, LorebookError};

/// Levels of nesting that JSON readers take, ours among them.
const MAX_DEPTH: usize = 127;

/// A record's text: canonical.
pub(super) fn canonical(text: &str) -> String {
    CanonicalText::new(text).into_string()
}

/// Fails when nobody could read `value` back.
pub(super) fn check_depth(value: &Value) -> Result<(), LorebookError> {
    let depth = depth(value);
    if depth > MAX_DEPTH { Err(LorebookError::TooDeep { depth }) } else { Ok(()) }
}

/// The value at a path of fields; `None` where there is none, or `null`, or no object on the way.
pub(super) fn get<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    let found = path.iter().try_fold(value, |at, field| at.as_object()?.get(*field))?;
    (!found.is_null()).then_some(found)
}

/// Sets the value at a path of fields, making objects on the way; what is no object there gives way.
pub(super) fn set(value: &mut Value, path: &[&str], new: Value) {
    let Some((last, way)) = path.split_last() else { return };
    let mut at = value;
    for field in way {
        at = object(at).entry(*field).or_insert(Value::Null);
    }
    object(at).insert((*last).to_owned(), new);
}

/// The object a value is, made one if it is none.
pub(super) fn object(value: &mut Value) -> &mut Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => {
            *other = Value::Object(Map::new());
            object(other)
        }
    }
}

/// An object being read, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'v> {
    /// The object.
    pub(super) value: &'v Value,
    /// Where it is, as `entries.12`.
    pub(super) place: &'v str,
}

impl<'v> Fields<'v> {
    /// The text at a path, canonical.
    pub(super) fn text(self, path: &[&str]) -> Result<Option<String>, LorebookError> {
        match get(self.value, path) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(canonical(text))),
            Some(other) => Err(self.wrong(path, JsonShape::Text, other)),
        }
    }

    /// The truth at a path.
    pub(super) fn truth(self, path: &[&str]) -> Result<Option<bool>, LorebookError> {
        match get(self.value, path) {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(*truth)),
            Some(other) => Err(self.wrong(path, JsonShape::YesOrNo, other)),
        }
    }

    /// The number at a path; a text with a number in it counts, as some tools write those.
    pub(super) fn number(self, path: &[&str]) -> Result<Option<f64>, LorebookError> {
        let wrong = |other| self.wrong(path, JsonShape::Number, other);
        match get(self.value, path) {
            None => Ok(None),
            Some(other @ Value::Number(number)) => number.as_f64().map(Some).ok_or_else(|| wrong(other)),
            Some(other @ Value::String(text)) => text.trim().parse().map(Some).map_err(|_| wrong(other)),
            Some(other) => Err(wrong(other)),
        }
    }

    /// The words at a path, canonical, blank ones left out; a text is words between commas, as older files have it.
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
                            return Err(self.wrong(&[path, &[at.as_str()]].concat(), JsonShape::Text, other));
                        }
                    }
                }
            }
            other => return Err(self.wrong(path, JsonShape::Words, other)),
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

    /// The error of a field that is not what it should be.
    pub(super) fn wrong(self, path: &[&str], expected: JsonShape, found: &Value) -> LorebookError {
        let path = std::iter::once(self.place).chain(path.iter().copied());
        let path = path.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
        LorebookError::WrongShape { path, expected, found: shape(found) }
    }
}

/// What a value is.
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
