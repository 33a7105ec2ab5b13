//! Parses a definition and reports all its errors at once, each with line and column.
//!
//! First the JSON Schema of [`Definition`] is checked, then the relations between the nodes. A definition with
//! errors is never run.

mod parse;
mod place;
mod shape;
#[cfg(test)]
mod tests;
mod wiring;

use std::cell::OnceCell;
use std::fmt;

use serde::Serialize;

use crate::definition::{Definition, MAX_DEFINITION_LEN, MAX_NODES};
use crate::flow::Flow;
use crate::handler::Handlers;

use place::Places;

/// An error in a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "WorkflowFault")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    pub code: FaultCode,
    /// A description, with a suggestion if there is one.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WorkflowFaultCode")]
pub enum FaultCode {
    /// Not valid JSON.
    Syntax,
    /// A field appears twice in an object.
    DuplicateField,
    /// Unknown field.
    UnknownField,
    /// Missing field.
    MissingField,
    WrongType,
    /// Value not allowed.
    BadValue,
    /// Two nodes with the same id.
    DuplicateNode,
    /// Neither or both of `handler` and `workflow`.
    NoHandler,
    UnknownHandler,
    UnknownWorkflow,
    /// A dependency that does not exist, or appears twice.
    BadDependency,
    /// Nodes that depend on each other.
    Cycle,
    /// An invalid reference, or one to a node that is not upstream.
    BadReference,
    /// An invalid condition.
    BadCondition,
    /// Params that the handler does not accept.
    BadParams,
}

/// Parses a definition.
///
/// # Errors
/// All errors, in the order of the text.
pub fn read(text: &str, handlers: &Handlers) -> Result<Flow, Vec<Fault>> {
    if text.len() > MAX_DEFINITION_LEN {
        let message = format!("the definition has {} bytes; the maximum is {MAX_DEFINITION_LEN}", text.len());
        return Err(vec![Fault { line: 1, column: 1, code: FaultCode::BadValue, message }]);
    }
    let (value, has_duplicates) = parse::parse(text).map_err(|error| vec![shape::syntax(text, &error)])?;
    let cell = OnceCell::new();
    let places = || cell.get_or_init(|| Places::new(text));
    let nodes = value.get("nodes").and_then(|nodes| nodes.as_array()).map_or(0, Vec::len);
    if nodes > MAX_NODES {
        let (line, column) = places().of("/nodes");
        let message = format!("the workflow has {nodes} nodes; the maximum is {MAX_NODES}");
        return Err(vec![Fault { line, column, code: FaultCode::BadValue, message }]);
    }
    let mut faults = shape::faults(&value, &places);
    if has_duplicates {
        faults.extend(shape::duplicate_fields(places()));
    }
    let value = if faults.is_empty() { value } else { shape::without_faults(value) };
    let Ok(definition) = serde_json::from_value::<Definition>(value) else {
        sort(&mut faults);
        return Err(faults);
    };
    let flow = wiring::wire(definition, handlers, &mut |pointer, code, message| {
        let (line, column) = places().of(&pointer);
        faults.push(Fault { line, column, code, message });
    });
    if faults.is_empty() {
        return Ok(flow);
    }
    sort(&mut faults);
    Err(faults)
}

fn sort(faults: &mut Vec<Fault>) {
    faults.sort_by(|a, b| (a.line, a.column, &a.message).cmp(&(b.line, b.column, &b.message)));
    faults.dedup();
}

/// A suggestion of the most similar known name, if it is similar enough to be a typo.
fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// Jaro-Winkler similarity: accepts `summarise` for `summarize`, but not `report` for `repeat_all`.
    const MIN_SIMILARITY: f64 = 0.8;
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness >= MIN_SIMILARITY)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, known)| format!("; did you mean `{known}`?"))
        .unwrap_or_default()
}
