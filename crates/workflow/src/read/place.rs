//! The positions of values in a JSON text.

use std::collections::HashMap;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::reference::escaped;

/// The byte positions of all values and field names. Built only for a text with errors.
pub(super) struct Places<'a> {
    values: HashMap<String, usize>,
    names: HashMap<String, usize>,
    /// Fields whose name appeared before in the same object, by their JSON pointer.
    duplicates: Vec<(usize, String)>,
    lines: Lines<'a>,
}

impl<'a> Places<'a> {
    /// Indexes a text that serde_json has parsed. The walk is recursive, but serde_json refuses more than 128
    /// levels.
    pub(super) fn new(text: &'a str) -> Self {
        let lines = Lines::new(text);
        let mut places =
            Self { values: HashMap::new(), names: HashMap::new(), duplicates: Vec::new(), lines };
        if let Ok(parsed) = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
            && let Some(value) = parsed.value
        {
            places.walk(&value, String::new());
        }
        places
    }

    /// Line and column of a value by its JSON pointer; of the nearest enclosing value if it does not exist.
    pub(super) fn of(&self, pointer: &str) -> (usize, usize) {
        let mut pointer = pointer;
        loop {
            if let Some(byte) = self.values.get(pointer) {
                return self.lines.place(*byte);
            }
            match pointer.rfind('/') {
                Some(at) => pointer = &pointer[..at],
                None => return (1, 1),
            }
        }
    }

    /// Line and column of the name of a field.
    pub(super) fn of_name(&self, pointer: &str) -> (usize, usize) {
        self.names.get(pointer).map_or_else(|| self.of(pointer), |byte| self.lines.place(*byte))
    }

    /// Duplicate fields: line and column, and the JSON pointer.
    pub(super) fn duplicates(&self) -> impl Iterator<Item = ((usize, usize), &str)> {
        self.duplicates.iter().map(|(byte, field)| (self.lines.place(*byte), field.as_str()))
    }

    fn walk(&mut self, value: &Value<'_>, pointer: String) {
        match value {
            Value::Object(object) => self.fields(object, &pointer),
            Value::Array(array) => {
                for (at, item) in array.elements.iter().enumerate() {
                    self.walk(item, format!("{pointer}/{at}"));
                }
            }
            _ => {}
        }
        self.values.insert(pointer, value.range().start);
    }

    fn fields(&mut self, object: &Object<'_>, pointer: &str) {
        for property in &object.properties {
            let name = property.name.as_str();
            let field = format!("{pointer}/{}", escaped(name));
            let byte = property.range.start;
            if self.names.insert(field.clone(), byte).is_some() {
                self.duplicates.push((byte, field.clone()));
            }
            self.walk(&property.value, field);
        }
    }
}

/// The start offsets of lines, in bytes.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let after = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// Line and column of a byte, from 1; columns in characters.
    pub(super) fn place(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= byte).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let column = self.text.get(start..byte).map_or(0, |before| before.chars().count()) + 1;
        (line, column)
    }

    /// Converts a byte position within a line to line and column, both from 1.
    pub(super) fn within(&self, line: usize, byte: usize) -> (usize, usize) {
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let mut at = (start + byte.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        (line.max(1), self.place(at).1)
    }
}
