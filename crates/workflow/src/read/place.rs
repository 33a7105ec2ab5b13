//! Where the values of a JSON text stand.

use std::collections::HashMap;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::reference::escaped;

/// The places of all values and of the names of all fields, in bytes. Made only for a text with a fault: nobody asks for them otherwise.
pub(super) struct Places<'a> {
    values: HashMap<String, usize>,
    names: HashMap<String, usize>,
    /// Fields whose name stood before in their object.
    twice: Vec<(usize, String)>,
    lines: Lines<'a>,
}

impl<'a> Places<'a> {
    /// Looks through a text that serde_json has read: what reads the tree here recurses, and serde_json refuses more than 128
    /// levels by itself.
    pub(super) fn new(text: &'a str) -> Self {
        let lines = Lines::new(text);
        let mut places = Self { values: HashMap::new(), names: HashMap::new(), twice: Vec::new(), lines };
        if let Ok(parsed) = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
            && let Some(value) = parsed.value
        {
            places.walk(&value, String::new());
        }
        places
    }

    /// Line and column of a value by its JSON pointer; of the nearest one around it where it is not there.
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

    /// Fields whose name stood before in their object: line and column, and the name.
    pub(super) fn twice(&self) -> impl Iterator<Item = ((usize, usize), &str)> {
        self.twice.iter().map(|(byte, name)| (self.lines.place(*byte), name.as_str()))
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
                self.twice.push((byte, name.to_owned()));
            }
            self.walk(&property.value, field);
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
