//! Event streams: turns lines into payloads.
//!
//! Follows the rules of server-sent events and tolerates common deviations: a `data:` line that is a whole JSON value
//! or `[DONE]` is an event at once, without the empty line that some servers omit; an `error:` field is an event;
//! field names are matched in any letter case; a doubled `data: data:` (careless proxies) counts once.

use serde_json::Value;

use super::{MAX_EVENT_BYTES, json};

/// The payload of a line or an event.
#[derive(Debug, PartialEq)]
pub enum Payload<'a> {
    /// A comment, an empty event, or an empty line after an empty line.
    KeepAlive,
    /// `[DONE]`.
    Done,
    /// A JSON value in an event without a special name.
    Json(Value),
    /// An event or a field marked as an error.
    Error(Value),
    /// Data that is not JSON.
    Broken(&'a [u8]),
    /// Data that is not JSON because the stream ended inside it.
    Cut(&'a [u8]),
    /// A line that does not belong to an event stream.
    Foreign(&'a [u8]),
    /// An event larger than [`MAX_EVENT_BYTES`].
    TooLarge,
}

/// The event being read.
#[derive(Debug, Default)]
pub struct Event {
    name: Name,
    /// Data lines that are incomplete by themselves, joined by line feeds.
    data: Vec<u8>,
    has_empty_data: bool,
    /// Whether a line was read since the last empty one.
    begun: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Name {
    #[default]
    Plain,
    Error,
    Ping,
}

impl Event {
    /// Reads a line without its ending.
    pub fn line(&mut self, line: &[u8], take: &mut dyn FnMut(Payload<'_>)) {
        let line = line.trim_ascii_end();
        if line.is_empty() {
            self.empty_line(take);
            return;
        }
        self.begun = true;
        if line[0] == b':' {
            take(Payload::KeepAlive);
            return;
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => (&line[..colon], line[colon + 1..].trim_ascii()),
            None => (line, &line[line.len()..]),
        };
        match field.to_ascii_lowercase().as_slice() {
            b"data" => self.data(value, take),
            b"event" => self.name = Name::of(value),
            b"error" if !value.is_empty() => take(Payload::Error(error_value(value))),
            b"id" | b"retry" | b"error" => {}
            _ => take(Payload::Foreign(line)),
        }
    }

    /// Handles an interruption by something that is not a line. Data read before is parsed or reported as broken now,
    /// and a following empty line ends the event.
    pub fn interrupt(&mut self, take: &mut dyn FnMut(Payload<'_>)) {
        let data = std::mem::take(&mut self.data);
        if !data.is_empty() {
            self.dispatch(&data, take);
        }
        self.begun = true;
    }

    /// Ends the input: emits the event that no empty line ended.
    pub fn end(mut self, take: &mut dyn FnMut(Payload<'_>)) {
        let data = std::mem::take(&mut self.data);
        match self.name.read(&data) {
            Some(payload) => take(payload),
            None => {
                let mut lines = data.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).peekable();
                while let Some(line) = lines.next() {
                    let last = lines.peek().is_none();
                    take(self.name.read(line).unwrap_or(if last {
                        Payload::Cut(line)
                    } else {
                        Payload::Broken(line)
                    }));
                }
            }
        }
    }

    fn empty_line(&mut self, take: &mut dyn FnMut(Payload<'_>)) {
        let data = std::mem::take(&mut self.data);
        if !data.is_empty() {
            self.dispatch(&data, take);
        } else if self.has_empty_data || !self.begun {
            take(Payload::KeepAlive);
        }
        *self = Self::default();
    }

    fn data(&mut self, mut value: &[u8], take: &mut dyn FnMut(Payload<'_>)) {
        while let Some(inner) = value.strip_prefix(b"data:") {
            value = inner.trim_ascii();
        }
        if value.is_empty() {
            self.has_empty_data = true;
        } else if self.data.len() + value.len() >= MAX_EVENT_BYTES {
            take(Payload::TooLarge);
        } else if self.data.is_empty()
            && let Some(payload) = self.name.read(value)
        {
            take(payload);
        } else {
            if !self.data.is_empty() {
                self.data.push(b'\n');
            }
            self.data.extend_from_slice(value);
        }
    }

    /// Emits an event of several data lines: one value, or, from servers that omit the empty lines between events,
    /// one value per line.
    fn dispatch(&self, data: &[u8], take: &mut dyn FnMut(Payload<'_>)) {
        if let Some(payload) = self.name.read(data) {
            take(payload);
            return;
        }
        for line in data.split(|byte| *byte == b'\n') {
            take(self.name.read(line).unwrap_or(Payload::Broken(line)));
        }
    }
}

impl Name {
    fn of(name: &[u8]) -> Self {
        match name.to_ascii_lowercase().as_slice() {
            b"error" => Self::Error,
            b"ping" | b"heartbeat" | b"keepalive" | b"keep-alive" => Self::Ping,
            _ => Self::Plain,
        }
    }

    fn read(self, data: &[u8]) -> Option<Payload<'static>> {
        if is_done(data) {
            return Some(Payload::Done);
        }
        match self {
            Self::Plain => json::parse(data).map(Payload::Json),
            Self::Error if data.is_empty() => None,
            Self::Error => Some(Payload::Error(error_value(data))),
            Self::Ping => Some(Payload::KeepAlive),
        }
    }
}

/// Whether the data is the end marker.
pub fn is_done(data: &[u8]) -> bool {
    matches!(data.trim_ascii(), b"[DONE]" | b"\"[DONE]\"" | b"[done]")
}

/// Reads an error as JSON, or else as a plain string.
fn error_value(data: &[u8]) -> Value {
    json::parse(data).unwrap_or_else(|| Value::String(String::from_utf8_lossy(data).into_owned()))
}
