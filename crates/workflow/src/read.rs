//! Reading a definition: everything that is wrong with it at once, each with line and column.
//!
//! What the JSON Schema of [`Definition`] says is held first, then what lies between the nodes. Nothing runs of a definition
//! that has a fault.

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

/// Something wrong with a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "WorkflowFault")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What kind of fault it is.
    pub code: FaultCode,
    /// What is wrong, and what may be meant.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WorkflowFaultCode")]
pub enum FaultCode {
    /// It is no JSON.
    Syntax,
    /// A name stands twice in an object.
    DuplicateField,
    /// A field that there is not.
    UnknownField,
    /// A field that must be there.
    MissingField,
    /// A value of the wrong type.
    WrongType,
    /// A value that is not allowed.
    BadValue,
    /// Two nodes of one id.
    DuplicateNode,
    /// Neither or both of `handler` and `workflow`.
    NoHandler,
    /// A handler that there is not.
    UnknownHandler,
    /// A workflow that there is not.
    UnknownWorkflow,
    /// A dependency that there is not, or stands twice.
    BadDependency,
    /// Nodes that wait for each other.
    Cycle,
    /// A reference that cannot be read, or to what is not upstream.
    BadReference,
    /// A condition that cannot be read.
    BadCondition,
    /// Params that the handler does not take.
    BadParams,
}

/// Reads a definition.
///
/// # Errors
/// Everything that is wrong, in the order of the text.
pub fn read(text: &str, handlers: &Handlers) -> Result<Flow, Vec<Fault>> {
    if text.len() > MAX_DEFINITION_LEN {
        let message =
            format!("the definition has {} bytes; at most {MAX_DEFINITION_LEN} are read", text.len());
        return Err(vec![Fault { line: 1, column: 1, code: FaultCode::BadValue, message }]);
    }
    let (value, has_twice) = parse::parse(text).map_err(|error| vec![shape::syntax(text, &error)])?;
    let made = OnceCell::new();
    let places = || made.get_or_init(|| Places::new(text));
    let nodes = value.get("nodes").and_then(|nodes| nodes.as_array()).map_or(0, Vec::len);
    if nodes > MAX_NODES {
        let (line, column) = places().of("/nodes");
        let message = format!("a workflow has at most {MAX_NODES} nodes, this one {nodes}");
        return Err(vec![Fault { line, column, code: FaultCode::BadValue, message }]);
    }
    let mut faults = shape::faults(&value, &places);
    if has_twice {
        faults.extend(shape::twice(places()));
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

/// The nearest of the known names, in words, where one is near enough to be a slip.
fn meant<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// Half of the letters (Jaro-Winkler): `summarise` for `summarize`, not `report` for `repeat_all`.
    const NEAR: f64 = 0.8;
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, known)| format!("; is `{known}` meant?"))
        .unwrap_or_default()
}
