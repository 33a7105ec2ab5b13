//! Parses JSON and detects duplicate names in objects; serde_json silently takes the last one.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The value of a text, and whether any object has a duplicate name. The last value counts.
///
/// # Errors
/// When the text is not valid JSON.
pub(super) fn parse(text: &str) -> Result<(Value, bool), serde_json::Error> {
    let has_duplicates = Cell::new(false);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Watched(&has_duplicates).deserialize(&mut reader)?;
    reader.end()?;
    Ok((value, has_duplicates.get()))
}

#[derive(Clone, Copy)]
struct Watched<'a>(&'a Cell<bool>);

impl<'de> DeserializeSeed<'de> for Watched<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Watched<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let before = map.insert(name, fields.next_value_seed(self)?);
            self.0.set(self.0.get() || before.is_some());
        }
        Ok(Value::Object(map))
    }
}
