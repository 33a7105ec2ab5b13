//! Parsing of exact JSON without duplicate keys.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The reason why a text is not exact JSON.
pub(super) enum Inexact {
    /// Valid JSON, except that an object contains this key twice.
    DuplicateKey(String),
    /// Invalid syntax, number or nesting depth.
    Syntax,
}

/// Parses a whole text as one value.
pub(super) fn whole(text: &str) -> Result<Value, Inexact> {
    let (value, end) = prefix(text)?;
    if text[end..].trim_matches([' ', '\t', '\n', '\r']).is_empty() {
        Ok(value)
    } else {
        Err(Inexact::Syntax)
    }
}

/// Parses the value at the start of a text; returns it and the byte where it ends.
pub(super) fn prefix(text: &str) -> Result<(Value, usize), Inexact> {
    let duplicate = Cell::new(None);
    let mut stream = serde_json::Deserializer::from_str(text);
    match Unique(&duplicate).deserialize(&mut stream) {
        Ok(value) => {
            // The deserializer exposes its position only through its value iterator.
            let end = stream.into_iter::<serde::de::IgnoredAny>().byte_offset();
            Ok((value, end))
        }
        Err(_) => Err(duplicate.take().map_or(Inexact::Syntax, Inexact::DuplicateKey)),
    }
}

/// Builds a value; stores a duplicate key in the cell and fails.
struct Unique<'a>(&'a Cell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
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

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("not a number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(Unique(self.0))? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if object.contains_key(&key) {
                self.0.set(Some(key));
                return Err(A::Error::custom("duplicate key"));
            }
            let value = fields.next_value_seed(Unique(self.0))?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
