#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]

mod dialects;
mod endings;
mod errors;
mod fuzz;
mod limits;
mod splits;
mod thinking;

use super::*;
use dialects::{Dialect, End};

/// The result of reading a stream.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    events: Vec<StreamEvent>,
    end: StreamEnd,
}

impl Answer {
    fn text(&self) -> String {
        self.joined(|event| match event {
            StreamEvent::Text(text) => Some(text),
            _ => None,
        })
    }

    fn reasoning(&self) -> String {
        self.joined(|event| match event {
            StreamEvent::Reasoning(text) => Some(text),
            _ => None,
        })
    }

    fn usage(&self) -> Option<(u64, u64, u64)> {
        self.events.iter().rev().find_map(|event| match event {
            StreamEvent::Usage(usage) => {
                Some((usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens))
            }
            _ => None,
        })
    }

    fn joined(&self, part: fn(&StreamEvent) -> Option<&String>) -> String {
        self.events.iter().filter_map(part).map(String::as_str).collect()
    }
}

/// Reads a stream split into pieces.
fn read<'a>(decoder: Decoder, pieces: impl IntoIterator<Item = &'a [u8]>) -> Answer {
    let mut decoder = decoder;
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(decoder.push(piece));
    }
    let (last, end) = decoder.end();
    events.extend(last);
    Answer { events, end }
}

/// Reads a stream in one piece.
fn read_whole(bytes: &[u8]) -> Answer {
    read(Decoder::new(AnswerKind::EventStream), [bytes])
}

/// Reads a stream of chunks with these contents, followed by a stop.
fn read_contents(decoder: Decoder, contents: &[&str]) -> Answer {
    let mut stream = String::new();
    for content in contents {
        let delta = serde_json::json!({"choices": [{"index": 0, "delta": {"content": content}}]});
        stream += &format!("data: {delta}\n\n");
    }
    stream +=
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    read(decoder, [stream.as_bytes()])
}

/// Asserts that an answer matches a dialect.
#[track_caller]
fn check(dialect: &Dialect, answer: &Answer) {
    let name = dialect.name;
    assert_eq!(answer.text(), dialect.text, "{name}: text");
    assert_eq!(answer.reasoning(), dialect.reasoning, "{name}: reasoning");
    assert_eq!(answer.usage(), dialect.usage, "{name}: usage");
    let end = match &answer.end {
        StreamEnd::Complete { finish } => End::Complete(finish.clone()),
        StreamEnd::Incomplete => End::Incomplete,
        StreamEnd::Failed(error) => End::Failed(error.kind),
    };
    assert_eq!(end, dialect.end, "{name}: end, {:?}", answer.end);
}

#[test]
fn every_known_dialect_is_read_correctly() {
    let dialects = dialects::all();
    assert!(dialects.len() >= 35);
    for dialect in &dialects {
        check(dialect, &read_whole(&dialect.bytes));
    }
}

#[test]
fn the_declared_kind_does_not_matter() {
    for dialect in &dialects::all() {
        for kind in [AnswerKind::EventStream, AnswerKind::Json, AnswerKind::NdJson, AnswerKind::Unknown] {
            check(dialect, &read(Decoder::new(kind), [dialect.bytes.as_slice()]));
        }
    }
}

#[test]
fn the_kind_is_read_from_the_header() {
    for (header, kind) in [
        (Some("text/event-stream"), AnswerKind::EventStream),
        (Some("Text/Event-Stream; charset=utf-8"), AnswerKind::EventStream),
        (Some("application/json"), AnswerKind::Json),
        (Some("application/x-ndjson"), AnswerKind::NdJson),
        (Some("text/html"), AnswerKind::Unknown),
        (Some(""), AnswerKind::Unknown),
        (None, AnswerKind::Unknown),
    ] {
        assert_eq!(AnswerKind::of_content_type(header), kind, "{header:?}");
    }
}
