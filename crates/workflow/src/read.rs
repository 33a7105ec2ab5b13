//! Parses a definition and reports all its errors at once, each with line and column.
//!
//! First the JSON Schema of [`Definition`] is checked, then the relations between the nodes. A definition with
//! errors is never run. [`Document`] reads other JSON texts in the same way.

mod document;
mod parse;
mod place;
mod shape;
#[cfg(test)]
mod tests;
mod wiring;

use std::fmt;
use std::sync::LazyLock;

use serde::Serialize;

use crate::definition::{Definition, MAX_NODES};
use crate::flow::Flow;
use crate::handler::Handlers;
use crate::schema::Schema;

pub use document::Document;

/// The schema of [`Definition`].
static SCHEMA: LazyLock<Schema> = LazyLock::new(Schema::of::<Definition>);

/// An error in a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "WorkflowFault")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The JSON pointer of the value at fault, also of one that is missing; empty for the whole text.
    pub pointer: String,
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
    /// The text is too long, or has too many parts.
    TooMany,
    /// An id that belongs to something shipped.
    ShippedId,
    /// A value with more than one writer.
    TwoWriters,
    /// A step that leaves nothing but a value says none.
    NoValue,
    /// A comment that a prompt would hold.
    CommentInPrompt,
    /// A value that the window is to show and its author may not see.
    NotForAuthor,
    /// A value that a prompt is to hold and prompts may not see.
    NotForPrompts,
    /// A value of one run that is to be kept.
    NotKept,
    /// A value of one run that the window is to show.
    NotShown,
    /// A value about a text that is not accepted, and that a prompt would hold.
    NotAccepted,
    /// A value of one run that is written after it was needed.
    TooLate,
}

/// Parses a definition.
///
/// # Errors
/// All errors, in the order of the text.
pub fn read(text: &str, handlers: &Handlers) -> Result<Flow, Vec<Fault>> {
    let document = Document::parse(text)?;
    let nodes = document.value().get("nodes").and_then(|nodes| nodes.as_array()).map_or(0, Vec::len);
    if nodes > MAX_NODES {
        let message = format!("the workflow has {nodes} nodes; the maximum is {MAX_NODES}");
        return Err(vec![document.fault("/nodes", FaultCode::TooMany, message)]);
    }
    let mut faults = Vec::new();
    let Some(definition) = document.typed::<Definition>(&SCHEMA, &mut faults) else {
        return Err(sorted(faults));
    };
    let flow = wiring::wire(definition, handlers, "node", &mut |pointer, code, message| {
        faults.extend(document.fault_of_written(&pointer, code, message));
    });
    if faults.is_empty() { Ok(flow) } else { Err(sorted(faults)) }
}

/// An error in the relations between nodes, at a JSON pointer in the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miswired {
    pub pointer: String,
    pub code: FaultCode,
    pub message: String,
}

/// Turns a definition that was made from a profile into a flow.
///
/// # Errors
/// All errors in the relations between its nodes, which are called steps.
pub fn wired(definition: Definition, handlers: &Handlers) -> Result<Flow, Vec<Miswired>> {
    let mut faults = Vec::new();
    let flow = wiring::wire(definition, handlers, "step", &mut |pointer, code, message| {
        faults.push(Miswired { pointer, code, message });
    });
    if faults.is_empty() { Ok(flow) } else { Err(faults) }
}

/// The errors in the order of the text, each once.
pub fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by(|a, b| (a.line, a.column, &a.message).cmp(&(b.line, b.column, &b.message)));
    faults.dedup();
    faults
}

/// The most similar known name as the end of a message, if it is similar enough for a typo; else empty.
pub fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// Jaro-Winkler similarity: accepts `summarise` for `summarize`, but not `report` for `repeat_all`.
    const MIN_SIMILARITY: f64 = 0.8;
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness >= MIN_SIMILARITY)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, known)| format!("; did you mean `{known}`?"))
        .unwrap_or_default()
}
