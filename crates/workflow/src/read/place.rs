//! Where the values of a JSON text stand.

use std::collections::HashMap;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::reference::escaped;

/// The places of all values and of the names of all fields.
pub(super) struct Places {
    values: HashMap<String, (usize, usize)>,
    names: HashMap<String, (usize, usize)>,
    /// Fields whose name stood before in their object.
    pub(super) twice: Vec<((usize, usize), String)>,
}

impl Places {
    /// Looks through a text that serde_json has read: what reads the tree here recurses, and serde_json refuses more than 128
    /// levels by itself.
    pub(super) fn new(text: &str) -> Self {
        let mut places = Self { values: HashMap::new(), names: HashMap::new(), twice: Vec::new() };
        let Ok(parsed) = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()) else {
            return places;
        };
        let lines = Lines::new(text);
        if let Some(value) = parsed.value {
            places.walk(&value, String::new(), &lines);
        }
        places
    }

    /// Line and column of a value by its JSON pointer; of the nearest one around it where it is not there.
    pub(super) fn of(&self, pointer: &str) -> (usize, usize) {
        let mut pointer = pointer;
        loop {
            if let Some(place) = self.values.get(pointer) {
                return *place;
            }
            match pointer.rfind('/') {
                Some(at) => pointer = &pointer[..at],
                None => return (1, 1),
            }
        }
    }

    /// Line and column of the name of a field.
    pub(super) fn of_name(&self, pointer: &str) -> (usize, usize) {
        self.names.get(pointer).copied().unwrap_or_else(|| self.of(pointer))
    }

    fn walk(&mut self, value: &Value<'_>, pointer: String, lines: &Lines<'_>) {
        match value {
            Value::Object(object) => self.fields(object, &pointer, lines),
            Value::Array(array) => {
                for (at, item) in array.elements.iter().enumerate() {
                    self.walk(item, format!("{pointer}/{at}"), lines);
                }
            }
            _ => {}
        }
        self.values.insert(pointer, lines.place(value.range().start));
    }

    fn fields(&mut self, object: &Object<'_>, pointer: &str, lines: &Lines<'_>) {
        for property in &object.properties {
            let name = property.name.as_str();
            let field = format!("{pointer}/{}", escaped(name));
            let place = lines.place(property.range.start);
            if self.names.insert(field.clone(), place).is_some() {
                self.twice.push((place, name.to_owned()));
            }
            self.walk(&property.value, field, lines);
        }
    }
}

/// Beginnings of lines, in bytes.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let after = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// Line and column, from 1, of a byte; columns in characters.
    pub(super) fn place(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= byte).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let column = self.text.get(start..byte).map_or(0, |before| before.chars().count()) + 1;
        (line, column)
    }

    /// Line and column of a byte in a line, both from 1.
    pub(super) fn within(&self, line: usize, byte: usize) -> (usize, usize) {
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let mut at = (start + byte.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        (line.max(1), self.place(at).1)
    }
}
