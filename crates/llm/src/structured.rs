//! Structured answers: turns a model's raw text into a value that matches a JSON Schema, or an error that names the
//! problem.
//!
//! A [`Rung`] of the server's [`Ladder`] decides the request, built by [`request_shape`]; [`read_answer`] or
//! [`parse`] reads the answer; [`Attempts`] retries where that can help. Reading tries in order: exact JSON; the only
//! JSON value among thinking, fences and prose; the same value with its syntax repaired. Validation follows.
//!
//! Always: a returned value is valid under its schema. Exact JSON is changed in two ways only: fields that the schema
//! forbids are dropped and named, and, if the caller allows it, list items that do not fit are dropped and counted.
//! Nothing is repaired in an answer that was cut off by its length limit. A repair that could be read in two ways is
//! an error: two values, a duplicate key, unpaired quotation marks. An array left open at the end is not closed,
//! because its missing items are unknown; an object is, because the schema says what it must contain.
//!
//! Deliberately absent: guesses at meaning (`"3"` for 3, near misses of an enum, missing fields), bare values that
//! are not exact JSON, remote schemas, and network access.

mod answer;
mod attempts;
mod error;
mod exact;
mod ladder;
mod lenient;
mod repair;
mod retry;
mod schema;
mod validate;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use validate::{ForbiddenPolicy, Valid};

pub use attempts::{Attempts, MAX_RETRIES, Step};
pub use error::{Ambiguity, Expected, StructuredError, Violation};
pub use ladder::{Abilities, Ladder, Language, Rung, request_shape};
pub use repair::Repair;
pub use retry::retry_message;
pub use schema::{CompiledSchema, SchemaError, schema_of};

/// Maximum size of an answer that is read, in bytes; far above what any model writes at once.
pub const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// Maximum nesting depth of arrays and objects.
pub const MAX_DEPTH: usize = 128;

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The model finished it.
    Finished,
    /// It was cut off: by its length limit (`finish_reason` = `length`), by the author, or by a broken connection.
    Cut,
}

/// A valid value, and how it was obtained.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<V = Value> {
    pub value: V,
    /// The repairs made, each kind once, in the order of first use; empty for exact JSON.
    pub repairs: Vec<Repair>,
    /// JSON pointers of the fields that were dropped because the schema forbids them.
    pub dropped: Vec<String>,
    /// Number of list items that were dropped because they do not fit.
    pub left_out: usize,
}

/// Reads an answer as a value of a schema. An answer that was cut off is read only if it is one whole object or array
/// of exact JSON.
///
/// # Errors
/// [`StructuredError`], always with the raw answer.
pub fn read_answer(raw: &str, schema: &CompiledSchema, ending: Ending) -> Result<Read, StructuredError> {
    read(raw, schema, (ending, ForbiddenPolicy::Drop))
}

/// Like [`read_answer`], but drops items that do not fit from the lists of an object, as long as one item remains:
/// the rest of the answer is still useful.
///
/// # Errors
/// As for [`read_answer`].
pub fn read_partial_answer(
    raw: &str,
    schema: &CompiledSchema,
    ending: Ending,
) -> Result<Read, StructuredError> {
    read(raw, schema, (ending, ForbiddenPolicy::DropItems))
}

fn read(
    raw: &str,
    schema: &CompiledSchema,
    (ending, policy): (Ending, ForbiddenPolicy),
) -> Result<Read, StructuredError> {
    let found = answer::find(raw, schema.root(), ending).map_err(|fault| fault.with(raw))?;
    // If a bracket was inserted or skipped, a misfit may belong to another object.
    let policy = if found.repairs.moved_brackets() { ForbiddenPolicy::Refuse } else { policy };
    let Valid { value, dropped, left_out } = validate::validate(found.value, schema, policy)
        .map_err(|errors| StructuredError::Invalid { errors, raw: raw.to_owned() })?;
    Ok(Read { value, repairs: found.repairs.into_vec(), dropped, left_out })
}

/// Reads an answer as a value of type `T`; `schema` must be the type's own, from [`CompiledSchema::of`].
///
/// # Errors
/// [`StructuredError`], always with the raw answer. A value that the schema allows and the type refuses is
/// [`StructuredError::Invalid`] at the root.
pub fn parse<T>(raw: &str, schema: &CompiledSchema, ending: Ending) -> Result<Read<T>, StructuredError>
where
    T: DeserializeOwned + JsonSchema,
{
    let Read { value, repairs, dropped, left_out } = read_answer(raw, schema, ending)?;
    let value = serde_json::from_value(value).map_err(|error| StructuredError::Invalid {
        errors: vec![Violation { path: String::new(), message: error.to_string() }],
        raw: raw.to_owned(),
    })?;
    Ok(Read { value, repairs, dropped, left_out })
}
