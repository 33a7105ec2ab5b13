//! Structured answers: from a model's raw words to a value that fits a JSON Schema, or an error that says what is wrong.
//!
//! What is asked of a server is a [`Rung`] of its [`Ladder`] and made by [`request_shape`]; what comes back is read by
//! [`read_answer`] or [`parse`]; [`Attempts`] asks again where that can help. Reading goes in this order: exact JSON;
//! else the only JSON value among thinking, fences and prose; else the same value with its syntax repaired; then
//! validation.
//!
//! Always: a value that is given is valid by its schema. Exact JSON is never changed, but for fields that the schema
//! forbids, which are dropped and named, and, where the caller wants that, for items of lists that do not fit, which are
//! left out and counted. Nothing is repaired in an answer cut by length. Where a repair could be read
//! two ways there is an error: two values, one key twice, quote marks that do not pair. An array left open at the end is
//! not closed, since nothing tells what it lacks; an object is, since the schema does.
//!
//! Deliberately absent: guessing at meaning (`"3"` for 3, a near miss of an enum, a missing field), values outside of
//! brackets that are not exact JSON, remote schemas, and the network.

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

use validate::{Forbidden, Valid};

pub use attempts::{Attempts, MAX_RETRIES, Step};
pub use error::{Ambiguity, Expected, StructuredError, Violation};
pub use ladder::{Abilities, Ladder, Language, Rung, request_shape};
pub use repair::Repair;
pub use retry::retry_message;
pub use schema::{CompiledSchema, SchemaError, schema_of};

/// The most bytes of an answer that is read; far above what any model writes in one.
pub const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// The most arrays and objects within one another.
pub const MAX_DEPTH: usize = 128;

/// How an answer came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The model ended it.
    Finished,
    /// It was cut: by its length (`finish_reason` = `length`), by the author, or by a broken connection.
    Cut,
}

/// A value that was read and is valid, and what was done to get it.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<V = Value> {
    /// The value, valid by the schema.
    pub value: V,
    /// What was repaired, each kind once, in the order of first use; empty for exact JSON.
    pub repairs: Vec<Repair>,
    /// JSON pointers of the fields that were dropped because the schema forbids them.
    pub dropped: Vec<String>,
    /// How many items of lists were left out because they do not fit.
    pub left_out: usize,
}

/// Reads an answer as a value of a schema. A cut answer is read only if it is one whole object or array of exact JSON.
///
/// # Errors
/// [`StructuredError`], always with the raw answer.
pub fn read_answer(raw: &str, schema: &CompiledSchema, ending: Ending) -> Result<Read, StructuredError> {
    read(raw, schema, (ending, Forbidden::Drop))
}

/// [`read_answer`], but items that do not fit are left out of the lists of an object, as long as one item is left: the rest
/// of an answer is worth having.
///
/// # Errors
/// As [`read_answer`].
pub fn read_what_fits(raw: &str, schema: &CompiledSchema, ending: Ending) -> Result<Read, StructuredError> {
    read(raw, schema, (ending, Forbidden::DropItems))
}

fn read(
    raw: &str,
    schema: &CompiledSchema,
    (ending, policy): (Ending, Forbidden),
) -> Result<Read, StructuredError> {
    let found = answer::find(raw, schema.root(), ending).map_err(|fault| fault.with(raw))?;
    // Where a bracket was added or passed over, what does not fit may have come from another object.
    let policy = if found.repairs.moved_brackets() { Forbidden::Refuse } else { policy };
    let Valid { value, dropped, left_out } = validate::validate(found.value, schema, policy)
        .map_err(|errors| StructuredError::Invalid { errors, raw: raw.to_owned() })?;
    Ok(Read { value, repairs: found.repairs.into_vec(), dropped, left_out })
}

/// Reads an answer as a value of a type; `schema` is the type's own, from [`CompiledSchema::of`].
///
/// # Errors
/// [`StructuredError`], always with the raw answer. What the schema allows and the type refuses is
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
