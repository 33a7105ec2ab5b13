//! A parser for JSON with broken syntax that makes unambiguous repairs and records them.
//!
//! Reads the value at a given byte and returns where it ends; the text after it is not examined. Deliberately absent:
//! unquoted strings, non-JSON number formats, `NaN` and the like, and ellipses. These are errors because their
//! meaning is not in the text.

mod lookahead;
mod string;

use serde_json::{Map, Number, Value};

use super::MAX_DEPTH;
use super::error::{Ambiguity, Expected, Fault};
use super::repair::{Repair, Repairs};
pub(super) use lookahead::{begins_key, ident_end, is_quote, trivia_end};

/// The literals, including those of Python.
pub(super) const LITERALS: [&str; 6] = ["true", "false", "null", "True", "False", "None"];

/// Reads the value that starts at a byte of a text.
///
/// # Errors
/// [`Fault`], with offsets counted from the beginning of the text.
pub(super) fn read(text: &str, at: usize, repairs: &mut Repairs) -> Result<(Value, usize), Fault> {
    let mut reader = Reader { text, at, open: Vec::new(), last: LastValue::None, repairs };
    let value = reader.value()?;
    Ok((value, reader.at))
}

struct Reader<'t, 'r> {
    text: &'t str,
    at: usize,
    /// The open brackets, outermost first.
    open: Vec<Open>,
    last: LastValue,
    repairs: &'r mut Repairs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Object,
    Array,
}

/// The kind of the value just read, as far as its end depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastValue {
    None,
    /// A string, an array or an object, whose end is certain.
    Closed,
    /// A number or a literal, which might continue.
    Bare,
}

impl<'t> Reader<'t, '_> {
    fn value(&mut self) -> Result<Value, Fault> {
        self.trivia();
        let Some(c) = self.peek() else { return Err(self.expected(Expected::Value)) };
        let value = match c {
            '{' | '｛' => Value::Object(self.object(c)?),
            '[' | '［' => Value::Array(self.array(c)?),
            '-' | '0'..='9' => self.number()?,
            c if is_quote(c) => Value::String(self.string(string::Role::Value)?),
            _ => self.literal()?,
        };
        let closed = matches!(value, Value::Object(_) | Value::Array(_) | Value::String(_));
        self.last = if closed { LastValue::Closed } else { LastValue::Bare };
        Ok(value)
    }

    fn object(&mut self, bracket: char) -> Result<Map<String, Value>, Fault> {
        self.enter(Open::Object, bracket)?;
        let mut object = Map::new();
        while self.next_item(object.is_empty())? {
            let key = self.key()?;
            self.colon()?;
            if object.contains_key(&key) {
                return Err(Fault::Ambiguous(Ambiguity::DuplicateKey { key }));
            }
            let value = self.value()?;
            object.insert(key, value);
        }
        Ok(object)
    }

    fn array(&mut self, bracket: char) -> Result<Vec<Value>, Fault> {
        self.enter(Open::Array, bracket)?;
        let mut array = Vec::new();
        while self.next_item(array.is_empty())? {
            array.push(self.value()?);
        }
        Ok(array)
    }

    fn enter(&mut self, open: Open, bracket: char) -> Result<(), Fault> {
        if self.open.len() == MAX_DEPTH {
            return Err(Fault::TooDeep);
        }
        self.open.push(open);
        self.take(bracket);
        self.last = LastValue::None;
        Ok(())
    }

    /// Skips commas. Returns `true` at the next item of the innermost bracket, `false` after its end.
    fn next_item(&mut self, first: bool) -> Result<bool, Fault> {
        let commas = self.commas();
        if self.closes(commas > 0)? {
            if commas > 0 {
                self.repairs.note(if first { Repair::ExtraComma } else { Repair::TrailingComma });
            }
            self.open.pop();
            return Ok(false);
        }
        match (first, commas) {
            (true, 0) | (false, 1) => {}
            (false, 0) => self.missing_comma()?,
            _ => self.repairs.note(Repair::ExtraComma),
        }
        Ok(true)
    }

    /// Accepts two items without a comma if the boundary between them is certain.
    fn missing_comma(&mut self) -> Result<(), Fault> {
        let plain = match self.open.last() {
            Some(Open::Object) => begins_key(self.text, self.at),
            _ => {
                let opens = |c: char| is_quote(c) || matches!(c, '{' | '[' | '｛' | '［');
                self.peek().is_some_and(|c| {
                    opens(c) || (self.last == LastValue::Closed && (c.is_ascii_digit() || c == '-'))
                })
            }
        };
        if !plain {
            return Err(self.expected(Expected::CommaOrBracket));
        }
        self.repairs.note(Repair::MissingComma);
        Ok(())
    }

    fn commas(&mut self) -> usize {
        let mut commas = 0;
        loop {
            self.trivia();
            match self.peek() {
                Some(c @ (',' | '，' | '、')) => self.take(c),
                _ => return commas,
            }
            commas += 1;
        }
    }

    /// Whether the innermost bracket closes here: by its own mark; by the mark of an outer bracket, which is left for
    /// that one; or at the end of the text.
    fn closes(&mut self, after_comma: bool) -> Result<bool, Fault> {
        let Some(inner) = self.open.last().copied() else { return Ok(true) };
        if lookahead::is_end(self.text, self.at) {
            return self.closes_at_end(after_comma);
        }
        let (mark, open) = match self.peek() {
            Some(c @ ('}' | '｝')) => (c, Open::Object),
            Some(c @ (']' | '］')) => (c, Open::Array),
            _ => return Ok(false),
        };
        if open == inner {
            self.take(mark);
            return Ok(true);
        }
        if after_comma || !self.open.contains(&open) {
            return Err(self.expected(Expected::CommaOrBracket));
        }
        self.repairs.note(Repair::MissingBracket);
        Ok(true)
    }

    /// At the end of the text only objects are closed: an array might have had more items.
    fn closes_at_end(&mut self, after_comma: bool) -> Result<bool, Fault> {
        if after_comma || self.last != LastValue::Closed || self.open.contains(&Open::Array) {
            return Err(self.expected(Expected::CommaOrBracket));
        }
        self.repairs.note(Repair::MissingBracket);
        Ok(true)
    }

    fn key(&mut self) -> Result<String, Fault> {
        match self.peek() {
            Some(c) if is_quote(c) => self.string(string::Role::Key),
            _ => {
                let Some(end) = ident_end(self.text, self.at) else {
                    return Err(self.expected(Expected::Key));
                };
                let key = self.text[self.at..end].to_owned();
                self.at = end;
                self.repairs.note(Repair::UnquotedKey);
                Ok(key)
            }
        }
    }

    fn colon(&mut self) -> Result<(), Fault> {
        self.trivia();
        match self.peek() {
            Some(c @ (':' | '：')) => self.take(c),
            _ => return Err(self.expected(Expected::Colon)),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let run = self.run(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'));
        let number: Number = serde_json::from_str(run).map_err(|_| self.expected(Expected::Value))?;
        self.at += run.len();
        Ok(Value::Number(number))
    }

    fn literal(&mut self) -> Result<Value, Fault> {
        let run = self.run(|c| c.is_alphanumeric() || c == '_');
        let (value, python) = match run {
            "true" => (Value::Bool(true), false),
            "false" => (Value::Bool(false), false),
            "null" => (Value::Null, false),
            "True" => (Value::Bool(true), true),
            "False" => (Value::Bool(false), true),
            "None" => (Value::Null, true),
            _ => return Err(self.expected(Expected::Value)),
        };
        if python {
            self.repairs.note(Repair::PythonLiteral);
        }
        self.at += run.len();
        Ok(value)
    }

    /// Skips white space and comments.
    fn trivia(&mut self) {
        let end = trivia_end(self.text, self.at);
        let passed = &self.text[self.at..end];
        if passed.contains('/') {
            self.repairs.note(Repair::Comment);
        } else if passed.contains(|c: char| !matches!(c, ' ' | '\t' | '\n' | '\r')) {
            self.repairs.note(Repair::Whitespace);
        }
        self.at = end;
    }

    fn run(&self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())]
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Skips a syntax character.
    fn take(&mut self, mark: char) {
        self.at += mark.len_utf8();
        if !mark.is_ascii() {
            self.repairs.note(Repair::WideMarks);
        }
    }

    fn expected(&self, expected: Expected) -> Fault {
        Fault::Syntax { at: self.at, expected }
    }
}
