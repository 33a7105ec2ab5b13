//! Parsing bytes to a JSON value.
//!
//! If an object has the same field twice, the last one wins, as in every JSON reader. Unlike most, this reader
//! reports it, because the first value is lost.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::error::LorebookError;
use crate::{Undecodable, decode};

/// A parsed value.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) value: Value,
    /// The paths of fields that occur twice in an object.
    pub(super) repeated: Vec<String>,
}

/// Parses JSON: UTF-8 with or without a byte order mark, or else any encoding that [`decode`] detects.
pub(super) fn parse(bytes: &[u8]) -> Result<Parsed, LorebookError> {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = match std::str::from_utf8(body) {
        Ok(text) if !text.is_empty() && !body.contains(&0) => Cow::Borrowed(text),
        _ => Cow::Owned(decode(bytes, None, Undecodable::Refuse)?.text.into_string()),
    };
    let repeated = RefCell::new(Vec::new());
    let mut reader = serde_json::Deserializer::from_str(&text);
    let value = ValueSeed { step: None, repeated: &repeated }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| json_error(&text, &error))?;
    Ok(Parsed { value, repeated: repeated.into_inner() })
}

fn json_error(text: &str, error: &serde_json::Error) -> LorebookError {
    let line = error.line().max(1);
    let start = match line {
        1 => 0,
        _ => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    // The reader counts columns in bytes, from 1; column 0 is the end of the previous line.
    let mut byte = (start + error.column().saturating_sub(1)).min(text.len());
    if error.is_eof() {
        byte = text.len();
    }
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let column = text[start.min(byte)..byte].chars().count() + 1;
    let message = error.to_string();
    let problem = message.rsplit_once(" at line ").map_or(message.as_str(), |(problem, _)| problem);
    LorebookError::Json { line, column, byte, problem: problem.to_owned() }
}

/// A step on the path to a value.
#[derive(Clone, Copy)]
struct PathStep<'p> {
    before: Option<&'p PathStep<'p>>,
    name: Name<'p>,
}

#[derive(Clone, Copy)]
enum Name<'p> {
    Field(&'p str),
    Item(usize),
}

impl fmt::Display for PathStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(before) = self.before {
            write!(f, "{before}.")?;
        }
        match self.name {
            Name::Field(name) => f.write_str(name),
            Name::Item(at) => write!(f, "{at}"),
        }
    }
}

/// A value to be parsed, with its path.
#[derive(Clone, Copy)]
struct ValueSeed<'p> {
    step: Option<&'p PathStep<'p>>,
    repeated: &'p RefCell<Vec<String>>,
}

impl<'p> ValueSeed<'p> {
    fn child(self, name: Name<'p>) -> PathStep<'p> {
        PathStep { before: self.step, name }
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        loop {
            let step = self.child(Name::Item(list.len()));
            match items.next_element_seed(ValueSeed { step: Some(&step), repeated: self.repeated })? {
                Some(item) => list.push(item),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let step = self.child(Name::Field(&name));
            if map.contains_key(&name) {
                self.repeated.borrow_mut().push(step.to_string());
            }
            let value = fields.next_value_seed(ValueSeed { step: Some(&step), repeated: self.repeated })?;
            map.insert(name, value);
        }
        Ok(Value::Object(map))
    }
}
