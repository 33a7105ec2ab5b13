//! Static descriptions of handlers.

use std::collections::BTreeMap;

use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::definition::Words;

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
    params: Option<jsonschema::Validator>,
}

impl Handlers {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler, replacing one with the same name.
    pub fn add(&mut self, spec: HandlerSpec) {
        // An invalid schema accepts everything; a test ensures that every shipped one compiles.
        let params = jsonschema::validator_for(&spec.params).ok();
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
        let Some(validator) = self.known.get(name).and_then(|known| known.params.as_ref()) else {
            return Vec::new();
        };
        validator
            .iter_errors(params)
            .map(|error| {
                let message = match error.kind() {
                    ValidationErrorKind::FalseSchema => "there is no such parameter".to_owned(),
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
