//! The state of an answer being read, and how each frame changes it.

use serde_json::Value;

use super::chunk::{Chunk, Extent};
use super::event::{self, Event, Payload};
use super::frame::{Frame, Remainder};
use super::thought::Splitter;
use super::{
    AnswerKind, Finish, MAX_EVENT_BYTES, MAX_REASONING_KEPT, ServerError, StreamEnd, StreamEvent, Thinking,
    json,
};

/// The state of the answer so far.
#[derive(Debug)]
pub(super) struct Reading {
    kind: AnswerKind,
    thinking: Thinking,
    event: Event,
    splitter: Splitter,
    /// Untagged reasoning, buffered while it may be the answer itself: until text arrives, and only up to a limit.
    buffered_reasoning: Option<String>,
    has_text: bool,
    has_deltas: bool,
    is_answer: bool,
    is_named: bool,
    is_done: bool,
    is_refused: bool,
    finish: Option<Finish>,
    failure: Option<ServerError>,
    /// The first input that belongs to no answer.
    foreign: Option<ServerError>,
}

impl Reading {
    pub(super) fn new(kind: AnswerKind) -> Self {
        Self {
            kind,
            thinking: Thinking::Unknown,
            event: Event::default(),
            splitter: Splitter::new(Thinking::Unknown),
            buffered_reasoning: Some(String::new()),
            has_text: false,
            has_deltas: false,
            is_answer: false,
            is_named: false,
            is_done: false,
            is_refused: false,
            finish: None,
            failure: None,
            foreign: None,
        }
    }

    /// Sets what is known about the model's thinking; call it before the first frame.
    pub(super) fn think(&mut self, thinking: Thinking) {
        self.thinking = thinking;
        self.splitter = Splitter::new(thinking);
    }

    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    pub(super) const fn failure(&self) -> Option<&ServerError> {
        self.failure.as_ref()
    }

    /// Ends the input; returns the last events and the end.
    pub(super) fn close(mut self, remainder: Remainder) -> (Vec<StreamEvent>, StreamEnd) {
        let mut events = Vec::new();
        self.remainder(remainder, &mut events);
        let event = std::mem::take(&mut self.event);
        event.end(&mut |payload| self.payload(payload, &mut events));
        self.flush(&mut events);
        let end = self.end(&mut events);
        (events, end)
    }

    pub(super) fn frame(&mut self, frame: Frame<'_>, events: &mut Vec<StreamEvent>) {
        match frame {
            Frame::Line(line) => {
                let mut event = std::mem::take(&mut self.event);
                event.line(line, &mut |payload| self.payload(payload, events));
                self.event = event;
            }
            Frame::Value(value) => {
                self.interrupt(events);
                let payload = match json::parse(value) {
                    _ if event::is_done(value) => Payload::Done,
                    Some(parsed) => Payload::Json(parsed),
                    None => Payload::Broken(value),
                };
                self.payload(payload, events);
            }
            Frame::BrokenValue(value) => {
                self.interrupt(events);
                self.payload(Payload::Broken(value), events);
            }
            Frame::TooLarge => self.payload(Payload::TooLarge, events),
        }
    }

    fn interrupt(&mut self, events: &mut Vec<StreamEvent>) {
        let mut event = std::mem::take(&mut self.event);
        event.interrupt(&mut |payload| self.payload(payload, events));
        self.event = event;
    }

    fn remainder(&mut self, remainder: Remainder, events: &mut Vec<StreamEvent>) {
        match remainder {
            Remainder::Nothing => {}
            Remainder::Line(line) => {
                let fields = ["data", "event", "id", "retry", "error"];
                let starts_field = fields.iter().any(|field| field.as_bytes().starts_with(&line));
                if !starts_field || self.kind != AnswerKind::EventStream {
                    self.frame(Frame::Line(&line), events);
                }
            }
            Remainder::Value(value) => {
                self.interrupt(events);
                self.payload(Payload::Cut(&value), events);
            }
            Remainder::Page(page) => self.note_foreign(ServerError::page(&String::from_utf8_lossy(&page))),
        }
    }

    fn payload(&mut self, payload: Payload<'_>, events: &mut Vec<StreamEvent>) {
        if self.is_done {
            return;
        }
        match payload {
            Payload::KeepAlive => events.push(StreamEvent::KeepAlive),
            Payload::Done => self.is_done = true,
            Payload::Json(value) => self.value(&value, events),
            Payload::Error(value) => self.fail(ServerError::reported(&value)),
            Payload::Broken(data) => {
                self.recover_text(data, events);
                let text = String::from_utf8_lossy(data);
                self.fail(match data.first() {
                    Some(b'{' | b'[' | b'"') => ServerError::not_an_answer(&text),
                    _ => ServerError::words(&text),
                });
            }
            Payload::Cut(data) => {
                if matches!(data.first(), Some(b'{' | b'[' | b'"')) {
                    self.recover_text(data, events);
                } else {
                    self.fail(ServerError::words(&String::from_utf8_lossy(data)));
                }
            }
            Payload::Foreign(line) => {
                if contains_answer_chunk(line) {
                    self.fail(ServerError::not_an_answer(&String::from_utf8_lossy(line)));
                } else if !self.is_answer || line[0] == b'<' {
                    self.note_foreign(ServerError::words(&String::from_utf8_lossy(line)));
                }
            }
            Payload::TooLarge => {
                self.fail(ServerError::not_an_answer(&format!(
                    "an event of more than {MAX_EVENT_BYTES} bytes"
                )));
                self.is_done = true;
            }
        }
    }

    fn value(&mut self, value: &Value, events: &mut Vec<StreamEvent>) {
        match value {
            Value::Object(_) => self.chunk(value, events),
            // Gemini wraps errors in an array.
            Value::Array(values) => {
                for inner in values.iter().filter(|inner| inner.is_object()) {
                    self.chunk(inner, events);
                }
            }
            Value::String(text) if !text.trim().is_empty() => self.fail(ServerError::reported(value)),
            _ => events.push(StreamEvent::KeepAlive),
        }
    }

    fn chunk(&mut self, object: &Value, events: &mut Vec<StreamEvent>) {
        let chunk = Chunk::of(object);
        if let Some(error) = chunk.error.clone() {
            self.fail(error);
        } else if !chunk.is_answer {
            events.push(StreamEvent::KeepAlive);
            if object.as_object().is_some_and(|fields| !fields.is_empty()) {
                self.note_foreign(ServerError::not_an_answer(&object.to_string()));
            }
            return;
        }
        self.begin_answer(chunk.is_answer);
        if let (false, Some(model)) = (self.is_named, &chunk.model) {
            self.is_named = true;
            events.push(StreamEvent::Model(model.clone()));
        }
        self.is_refused |= chunk.is_refusal;
        self.words(&chunk, events);
        if chunk.finish.is_some() {
            self.flush(events);
        }
        events.extend(chunk.usage.map(StreamEvent::Usage));
        if let Some(finish) = chunk.finish {
            self.finish_with(finish, events);
        }
    }

    fn begin_answer(&mut self, is_answer: bool) {
        if is_answer && !self.is_answer {
            self.is_answer = true;
            self.foreign = None;
        }
    }

    /// Records a finish reason. `stop` after a refusal only means that the refusal is complete.
    fn finish_with(&mut self, finish: Finish, events: &mut Vec<StreamEvent>) {
        let finish = if self.is_refused && finish == Finish::Stop { refusal() } else { finish };
        if self.finish.as_ref() != Some(&finish) {
            self.finish = Some(finish.clone());
            events.push(StreamEvent::Finish(finish));
        }
    }

    fn words(&mut self, chunk: &Chunk, events: &mut Vec<StreamEvent>) {
        let has_words = !chunk.text.is_empty() || !chunk.reasoning.is_empty();
        match chunk.extent {
            Extent::Delta => self.has_deltas |= has_words,
            Extent::Message if self.has_deltas => return,
            Extent::Message => {}
        }
        if !chunk.reasoning.is_empty() {
            self.splitter.expect_text();
            append_within_limit(&mut self.buffered_reasoning, &chunk.reasoning);
            events.push(StreamEvent::Reasoning(chunk.reasoning.clone()));
        }
        if !chunk.text.is_empty() {
            let before = events.len();
            self.splitter.push(&chunk.text, events);
            self.note_split(&events[before..]);
        }
    }

    fn flush(&mut self, events: &mut Vec<StreamEvent>) {
        let before = events.len();
        self.splitter.flush(events);
        self.note_split(&events[before..]);
    }

    /// Records the split content. Untagged reasoning may be the answer; once there is text it is not.
    fn note_split(&mut self, events: &[StreamEvent]) {
        for event in events {
            match event {
                StreamEvent::Text(text) if !text.trim().is_empty() => self.has_text = true,
                StreamEvent::Reasoning(text) if self.thinking == Thinking::Unopened => {
                    append_within_limit(&mut self.buffered_reasoning, text);
                }
                _ => {}
            }
        }
        if self.has_text {
            self.buffered_reasoning = None;
        }
    }

    /// Recovers the text of truncated JSON. Its finish reason and usage may be truncated too and are ignored.
    fn recover_text(&mut self, data: &[u8], events: &mut Vec<StreamEvent>) {
        let Some(value) = json::parse_cut(data).filter(Value::is_object) else { return };
        let chunk = Chunk::of(&value);
        self.begin_answer(chunk.is_answer);
        self.words(&chunk, events);
        if let Some(error) = chunk.error {
            self.fail(error);
        }
    }

    fn fail(&mut self, error: ServerError) {
        self.failure.get_or_insert(error);
    }

    fn note_foreign(&mut self, error: ServerError) {
        self.foreign.get_or_insert(error);
    }

    fn end(self, events: &mut Vec<StreamEvent>) -> StreamEnd {
        if let Some(error) = self.failure {
            return StreamEnd::Failed(error);
        }
        match (self.foreign, &self.finish) {
            (Some(error), _) if !self.is_answer => return StreamEnd::Failed(error),
            (_, Some(Finish::Other(reason))) if Finish::Other(reason.clone()).is_breakdown() => {
                return StreamEnd::Failed(ServerError::breakdown(reason));
            }
            (Some(error), None) if !self.is_done => return StreamEnd::Failed(error),
            (None, None) if !self.is_done => return StreamEnd::Incomplete,
            _ => {}
        }
        let reasoning_is_answer = !self.splitter.saw_tag()
            && self.thinking != Thinking::Wanted
            && matches!(self.finish, None | Some(Finish::Stop));
        if reasoning_is_answer
            && let Some(text) = self.buffered_reasoning.filter(|text| !text.trim().is_empty())
        {
            events.push(StreamEvent::Text(text));
        }
        StreamEnd::Complete { finish: self.finish.or_else(|| self.is_refused.then(refusal)) }
    }
}

/// Whether a line with an unknown field contains a piece of an answer, whose text would be lost.
fn contains_answer_chunk(line: &[u8]) -> bool {
    let piece = b"\"choices\"";
    line.windows(piece.len()).any(|part| part == piece)
}

fn refusal() -> Finish {
    Finish::Other("refusal".to_owned())
}

/// Appends to the buffered text, or drops all of it if it grows too long.
fn append_within_limit(buffered: &mut Option<String>, text: &str) {
    match buffered {
        Some(whole) if whole.len() + text.len() <= MAX_REASONING_KEPT => whole.push_str(text),
        _ => *buffered = None,
    }
}
