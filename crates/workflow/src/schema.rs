//! JSON Schemas, compiled, and what they allow at a place.

use jsonschema::Validator;
use schemars::JsonSchema;
use serde_json::Value;

/// A JSON Schema, as JSON and compiled.
pub struct Schema {
    json: Value,
    /// Compiling never fails for a schema made from a type; tests ensure that.
    pub(crate) validator: Option<Validator>,
}

impl Schema {
    /// The schema of a type.
    pub fn of<T: JsonSchema>() -> Self {
        Self::of_json(schemars::schema_for!(T).to_value())
    }

    /// A schema from its JSON. One that is no schema accepts everything.
    pub(crate) fn of_json(json: Value) -> Self {
        let validator = jsonschema::validator_for(&json).ok();
        Self { json, validator }
    }

    /// The schema as JSON.
    pub fn json(&self) -> &Value {
        &self.json
    }
}

/// The fields that the schema allows where it refused one.
pub(crate) fn known_fields(schema: &Schema, schema_path: &str) -> Vec<String> {
    let around = schema_path.strip_suffix("/additionalProperties").unwrap_or(schema_path);
    let properties = part(schema, around).get("properties").and_then(Value::as_object);
    properties.map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

/// The part of the schema at a path, which may run through `$ref`s.
pub(crate) fn part<'s>(schema: &'s Schema, path: &str) -> &'s Value {
    let whole = &schema.json;
    path.split('/').skip(1).fold(whole, |at, part| match part {
        "$ref" => {
            let to = at.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
            to.and_then(|to| whole.pointer(to)).unwrap_or(&Value::Null)
        }
        part => at.get(part).or_else(|| at.get(part.parse::<usize>().ok()?)).unwrap_or(&Value::Null),
    })
}
