//! What is known of handlers before anything runs.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::definition::Words;

/// What a handler mostly waits for; how many of a kind run at once is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing to speak of: the project file.
    #[default]
    Quick,
    /// This machine's processor.
    Cpu,
    /// A model.
    Model,
}

/// A handler, described.
#[derive(Clone, Debug)]
pub struct HandlerSpec {
    /// Its name in definitions.
    pub name: &'static str,
    /// Rises when its work changes: what older ones left is not reused.
    pub version: u32,
    /// What people call it.
    pub title: Words,
    /// What it mostly waits for.
    pub kind: Kind,
    /// Whether the same params and project give the same output, so that an earlier one may be reused.
    pub deterministic: bool,
    /// JSON Schema of its params.
    pub params: Value,
    /// JSON Schema of its output.
    pub output: Value,
    /// Names of the run's input that it reads without being given them.
    pub reads: &'static [&'static str],
}

impl HandlerSpec {
    /// A handler that takes and gives what it likes.
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

/// The handlers and workflows that definitions may name.
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
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler; one of the same name is replaced.
    pub fn add(&mut self, spec: HandlerSpec) {
        // A schema that is none takes everything; a test holds that every shipped one compiles.
        let params = jsonschema::validator_for(&spec.params).ok();
        self.known.insert(spec.name, Known { spec, params });
    }

    /// Adds the name of a workflow that nodes may run.
    pub fn add_workflow(&mut self, id: impl Into<String>) {
        self.workflows.push(id.into());
    }

    /// The handler of a name.
    pub fn get(&self, name: &str) -> Option<&HandlerSpec> {
        self.known.get(name).map(|known| &known.spec)
    }

    /// Every handler, by name.
    pub fn all(&self) -> impl Iterator<Item = &HandlerSpec> {
        self.known.values().map(|known| &known.spec)
    }

    /// What is wrong with params, each with the JSON pointer to it.
    pub fn faults_of_params(&self, name: &str, params: &Value) -> Vec<(String, String)> {
        let Some(validator) = self.known.get(name).and_then(|known| known.params.as_ref()) else {
            return Vec::new();
        };
        validator
            .iter_errors(params)
            .map(|error| (error.instance_path().to_string(), error.to_string()))
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
