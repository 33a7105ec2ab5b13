//! A JSON text that is read against a JSON Schema, with the place of each value.

use std::cell::{OnceCell, RefCell};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::place::Places;
use super::{Fault, FaultCode, parse, shape};
use crate::definition::MAX_DEFINITION_LEN;
use crate::schema::Schema;

/// A parsed text.
pub struct Document<'t> {
    text: &'t str,
    value: Value,
    has_duplicates: bool,
    /// Built for a text with errors only.
    places: OnceCell<Places<'t>>,
    /// The JSON pointers of missing values that [`Document::typed`] filled in.
    filled_in: RefCell<Vec<String>>,
}

impl<'t> Document<'t> {
    /// Parses a text of at most [`MAX_DEFINITION_LEN`] bytes.
    ///
    /// # Errors
    /// The one error of a text that is too long or no JSON.
    pub fn parse(text: &'t str) -> Result<Self, Vec<Fault>> {
        if text.len() > MAX_DEFINITION_LEN {
            let message = format!("the text has {} bytes; the maximum is {MAX_DEFINITION_LEN}", text.len());
            return Err(vec![Fault {
                line: 1,
                column: 1,
                pointer: String::new(),
                code: FaultCode::TooMany,
                message,
            }]);
        }
        let (value, has_duplicates) =
            parse::parse(text).map_err(|error| vec![shape::syntax(text, &error)])?;
        Ok(Self { text, value, has_duplicates, places: OnceCell::new(), filled_in: RefCell::default() })
    }

    /// The whole value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The value as a type, and the errors of its shape. With errors, what is wrong is left out and what is missing is
    /// filled in if it can be, so that the rest can be checked, too; `None` if it cannot.
    pub fn typed<T: DeserializeOwned>(&self, schema: &Schema, faults: &mut Vec<Fault>) -> Option<T> {
        let known = faults.len();
        shape::add_faults(schema, &self.value, &|| self.places(), faults);
        if self.has_duplicates {
            faults.extend(shape::duplicate_fields(self.places()));
        }
        let value = self.value.clone();
        let value = if faults.len() == known {
            value
        } else {
            let (value, filled_in) = shape::without_faults(schema, value);
            self.filled_in.replace(filled_in);
            value
        };
        serde_json::from_value(value).ok()
    }

    /// An error at a JSON pointer.
    pub fn fault(&self, pointer: &str, code: FaultCode, message: String) -> Fault {
        let (line, column) = self.places().of(pointer);
        Fault { line, column, pointer: pointer.to_owned(), code, message }
    }

    /// An error at a JSON pointer; `None` where the text has no value and one was filled in.
    pub fn fault_of_written(&self, pointer: &str, code: FaultCode, message: String) -> Option<Fault> {
        let is_written = !self.filled_in.borrow().iter().any(|filled| filled == pointer);
        is_written.then(|| self.fault(pointer, code, message))
    }

    fn places(&self) -> &Places<'t> {
        self.places.get_or_init(|| Places::new(self.text))
    }
}
