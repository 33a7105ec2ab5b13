//! Static descriptions of handlers.

use std::collections::BTreeMap;

use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::definition::Words;
use crate::schema::{Schema, known_fields};

/// The resource that a handler mostly uses; limits the number of concurrent steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Only the project file.
    #[default]
    Quick,
    /// The processor.
    Cpu,
    Model,
}

/// The static description of a handler.
#[derive(Clone, Debug)]
pub struct HandlerSpec {
    /// Its name in definitions.
    pub name: &'static str,
    /// Rises when the work changes: outputs of older versions are not reused.
    pub version: u32,
    /// The title for people.
    pub title: Words,
    pub kind: Kind,
    /// Whether equal params and project data give equal output, so that earlier outputs may be reused.
    pub deterministic: bool,
    /// The JSON Schema of the params.
    pub params: Value,
    /// The JSON Schema of the output.
    pub output: Value,
    /// The names of the input fields that it reads without references in its params.
    pub reads: &'static [&'static str],
}

impl HandlerSpec {
    /// A handler with arbitrary params and output.
    pub fn any(name: &'static str) -> Self {
        Self {
            name,
            version: 1,
            title: Words { zh: name.to_owned(), en: name.to_owned() },
            kind: Kind::Quick,
            deterministic: false,
            params: Value::Bool(true),
            output: Value::Bool(true),
            reads: &[],
        }
    }
}

/// The handlers and workflows that definitions may refer to.
#[derive(Default)]
pub struct Handlers {
    known: BTreeMap<&'static str, Known>,
    workflows: Vec<String>,
}

struct Known {
    spec: HandlerSpec,
    params: Schema,
}

impl Handlers {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler, replacing one with the same name.
    pub fn add(&mut self, spec: HandlerSpec) {
        // A test ensures that every shipped schema compiles.
        let params = Schema::of_json(spec.params.clone());
        self.known.insert(spec.name, Known { spec, params });
    }

    /// Adds the name of a workflow that nodes may run.
    pub fn add_workflow(&mut self, id: impl Into<String>) {
        self.workflows.push(id.into());
    }

    /// Returns a handler by name.
    pub fn get(&self, name: &str) -> Option<&HandlerSpec> {
        self.known.get(name).map(|known| &known.spec)
    }

    /// Every handler, by name.
    pub fn all(&self) -> impl Iterator<Item = &HandlerSpec> {
        self.known.values().map(|known| &known.spec)
    }

    /// The errors in params, each with its JSON pointer.
    pub fn faults_of_params(&self, name: &str, params: &Value) -> Vec<(String, String)> {
        let Some(schema) = self.known.get(name).map(|known| &known.params) else { return Vec::new() };
        let errors = schema.validator.iter().flat_map(|validator| validator.iter_errors(params));
        errors
            .map(|error| {
                let message = match error.kind() {
                    ValidationErrorKind::FalseSchema => "it takes none".to_owned(),
                    ValidationErrorKind::AdditionalProperties { unexpected } => {
                        unknown_params(unexpected, &known_fields(schema, error.schema_path().as_str()))
                    }
                    _ => error.to_string(),
                };
                (error.instance_path().to_string(), message)
            })
            .collect()
    }

    pub(crate) fn knows_workflow(&self, id: &str) -> bool {
        self.workflows.iter().any(|known| known == id)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.known.keys().copied()
    }

    pub(crate) fn workflow_names(&self) -> impl Iterator<Item = &str> {
        self.workflows.iter().map(String::as_str)
    }
}

/// Says which params there are instead of these.
fn unknown_params(unexpected: &[String], known: &[String]) -> String {
    let quoted =
        |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match known {
        [] => format!("there is no {}; it takes none", quoted(unexpected)),
        known => format!("there is no {}; there are {}", quoted(unexpected), quoted(known)),
    }
}
