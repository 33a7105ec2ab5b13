//! Schemas: from a Rust type, in the form that servers hold models to, and compiled for validation.

use std::sync::Arc;

use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// A schema ready for use. Cheap to clone.
#[derive(Clone, Debug)]
pub struct CompiledSchema {
    wire: Arc<Value>,
    full: Arc<Value>,
    validator: Arc<Validator>,
}

/// A schema that cannot be compiled: not a schema, or one that refers to another document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a usable JSON Schema: {message}")]
pub struct SchemaError {
    /// What the validator says of it.
    pub message: String,
}

/// What the value itself has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    Object,
    Array,
    Any,
}

impl CompiledSchema {
    /// A schema from outside, sent and validated as it is. Nothing is ever fetched.
    ///
    /// # Errors
    /// [`SchemaError`] if it is no schema or refers to another document.
    pub fn new(schema: Value) -> Result<Self, SchemaError> {
        let validator = compile(&schema)?;
        let schema = Arc::new(schema);
        Ok(Self { wire: Arc::clone(&schema), full: schema, validator })
    }

    /// The schema of a type. It is sent as [`schema_of`] gives it, and validated with the type's limits (`minimum`,
    /// `minItems` and the like) as well.
    ///
    /// # Errors
    /// [`SchemaError`] if the type's own [`JsonSchema`] is not one.
    pub fn of<T: JsonSchema>() -> Result<Self, SchemaError> {
        let full = generate::<T>(vec![close]);
        let validator = compile(&full)?;
        Ok(Self { wire: Arc::new(schema_of::<T>()), full: Arc::new(full), validator })
    }

    /// The schema as it is sent to servers.
    pub fn wire(&self) -> &Value {
        &self.wire
    }

    /// The schema as it is validated.
    pub fn value(&self) -> &Value {
        &self.full
    }

    /// The schema as it is written into prompts: without what the words around it say of every object (all its fields are
    /// required, and there are no others) and without the widths of numbers.
    pub(super) fn in_prompt(&self) -> Value {
        without_repetition(&self.full)
    }

    pub(super) fn validator(&self) -> &Validator {
        &self.validator
    }

    pub(super) fn root(&self) -> Root {
        match self.full.get("type").and_then(Value::as_str) {
            Some("object") => Root::Object,
            Some("array") => Root::Array,
            _ => Root::Any,
        }
    }
}

/// The schema of a type in the form that strict servers take: every property required, no other allowed, no keyword
/// that they refuse, references only where a type holds itself. `Option` fields are required and may be `null`.
///
/// Strict servers want an object at the root and know neither maps nor tuples nor flattened fields: use structs with
/// named fields, and lists of pairs for maps.
pub fn schema_of<T: JsonSchema>() -> Value {
    generate::<T>(vec![close, strip])
}

fn generate<T: JsonSchema>(transforms: Vec<fn(&mut Schema)>) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    for transform in transforms {
        transform(&mut schema);
    }
    schema.to_value()
}

/// Closes objects: all their properties are required, and no others allowed. A map keeps the schema of its values.
fn close(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut()
        && is_object(object)
    {
        let names = object
            .get("properties")
            .and_then(Value::as_object)
            .map(|properties| properties.keys().map(|name| Value::from(name.as_str())).collect::<Vec<_>>());
        if !object.get("additionalProperties").is_some_and(Value::is_object) {
            object.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        if let Some(names) = names {
            object.insert("required".to_owned(), Value::Array(names));
        }
    }
    transform_subschemas(&mut close, schema);
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.contains_key("properties") || schema.get("type").is_some_and(|kind| kind == "object")
}

/// Keywords that strict servers refuse or pass over.
const REFUSED: &[&str] = &[
    "contentEncoding",
    "contentMediaType",
    "default",
    "deprecated",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "readOnly",
    "title",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
];

fn strip(schema: &mut Schema) {
    for keyword in REFUSED {
        schema.remove(*keyword);
    }
    if let Some(branches) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), branches);
    }
    transform_subschemas(&mut strip, schema);
}

/// See [`CompiledSchema::in_prompt`].
fn without_repetition(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(without_repetition).collect(),
        Value::Object(fields) => {
            let names = fields.get("properties").and_then(Value::as_object);
            let is_said = |(name, value): &(&String, &Value)| match (name.as_str(), value) {
                ("additionalProperties", Value::Bool(false)) => true,
                ("format" | "title", Value::String(_)) => true,
                ("required", Value::Array(required)) => {
                    names.is_some_and(|names| names.len() == required.len())
                }
                _ => false,
            };
            let kept = fields.iter().filter(|field| !is_said(field));
            Value::Object(kept.map(|(name, value)| (name.clone(), without_repetition(value))).collect())
        }
        other => other.clone(),
    }
}

fn compile(schema: &Value) -> Result<Arc<Validator>, SchemaError> {
    let compiled = jsonschema::options().offline().build(schema);
    compiled.map(Arc::new).map_err(|error| SchemaError { message: error.to_string() })
}
