//! A broken stream is never taken for a complete one.

use super::*;

/// The end of the first complete end marker, after which the server has said that it is done, or `None`.
pub fn first_end_mark(bytes: &[u8]) -> Option<usize> {
    let text = String::from_utf8_lossy(bytes);
    let marks = ["[DONE]", "[done]"].into_iter().filter_map(|mark| text.find(mark).map(|at| at + mark.len()));
    let fields =
        ["\"finish_reason\"", "\"done_reason\""].into_iter().filter_map(|field| first_string(&text, field));
    let done = text.match_indices("\"done\"").filter_map(|(at, field)| {
        let value = text[at + field.len()..].trim_start().strip_prefix(':')?.trim_start();
        value.starts_with("true").then(|| text.len() - value.len() + 4)
    });
    marks.chain(fields).chain(done).min()
}

/// The end of the first non-empty string value of a field.
fn first_string(text: &str, field: &str) -> Option<usize> {
    text.match_indices(field)
        .filter_map(|(at, _)| {
            let value =
                text[at + field.len()..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
            let length = value.find('"').filter(|length| *length > 0 && &value[..*length] != "null")?;
            Some(text.len() - value.len() + length + 1)
        })
        .min()
}

#[test]
fn no_prefix_is_complete_early_or_has_other_text() {
    let mut complete = 0;
    for dialect in &dialects::all() {
        let mark = first_end_mark(&dialect.bytes).unwrap_or(usize::MAX);
        let whole = read_whole(&dialect.bytes).text();
        for at in 0..dialect.bytes.len() {
            let prefix = read_whole(&dialect.bytes[..at]);
            if matches!(prefix.end, StreamEnd::Complete { .. }) {
                assert!(at >= mark, "{} is complete at {at}, before {mark}", dialect.name);
                complete += 1;
            }
            // Half an opening tag counts as text if nothing follows.
            if dialect.reasoning.is_empty() {
                let text = prefix.text();
                assert!(whole.starts_with(&text), "{} at {at}: {text}", dialect.name);
            }
        }
    }
    assert!(complete > 1_000, "prefixes may be complete if only usage or `[DONE]` is missing: {complete}");
}

#[test]
fn finish_reasons_are_parsed() {
    for (name, finish) in [
        ("stop", Some(Finish::Stop)),
        ("STOP", Some(Finish::Stop)),
        ("eos_token", Some(Finish::Stop)),
        ("length", Some(Finish::Length)),
        ("content_filter", Some(Finish::ContentFilter)),
        ("tool_calls", Some(Finish::ToolCalls)),
        ("", None),
        ("null", None),
        ("SAFETY", Some(Finish::Other("safety".to_owned()))),
    ] {
        assert_eq!(Finish::of_name(name), finish, "{name}");
    }
    assert!(Finish::ContentFilter.is_refusal() && Finish::Other("sensitive".to_owned()).is_refusal());
    assert!(!Finish::Stop.is_refusal() && !Finish::Other("weather".to_owned()).is_refusal());
    assert!(Finish::Other("network_error".to_owned()).is_breakdown() && !Finish::Length.is_breakdown());
}

#[test]
fn reading_continues_after_stop_but_not_after_done() {
    let mut decoder = Decoder::new(AnswerKind::EventStream);
    let stop =
        decoder.push(b"data: {\"model\":\"m\",\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    assert_eq!(stop, [StreamEvent::Model("m".to_owned()), StreamEvent::Finish(Finish::Stop)]);
    assert!(!decoder.is_done());
    let usage = decoder.push(
        b"data: {\"model\":\"n\",\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n",
    );
    let tokens = Usage { prompt_tokens: 1, completion_tokens: 2, cached_tokens: 0, estimated: false };
    assert_eq!(usage, [StreamEvent::Usage(tokens)]);
    assert!(decoder.push(b"data: [DONE]\n").is_empty());
    assert!(decoder.is_done());
    assert!(decoder.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n").is_empty());
}

#[test]
fn keep_alives_and_model_names_are_not_progress() {
    let keep_alives = read_whole(b": a\n\ndata:\n\n\n\nevent: ping\ndata: {}\n\ndata: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n");
    assert_eq!(keep_alives.events, [(); 5].map(|()| StreamEvent::KeepAlive));
    assert!(!keep_alives.events.iter().any(StreamEvent::is_progress));
    assert!(!StreamEvent::Model("m".to_owned()).is_progress());
    assert!(
        StreamEvent::Text("a".to_owned()).is_progress() && StreamEvent::Finish(Finish::Stop).is_progress()
    );
}

#[test]
fn an_error_is_available_immediately() {
    let mut decoder = Decoder::new(AnswerKind::EventStream);
    decoder.push(b"data: {\"error\":{\"message\":\"slow down\",\"code\":429}}\n");
    let error = decoder.failure().expect("an error");
    assert_eq!(
        (error.status, error.kind, error.message.as_str()),
        (Some(429), ErrorKind::RateLimited, "slow down")
    );
}

#[test]
fn truncated_field_names_are_tolerated_in_event_streams_only() {
    let end = |kind| read(Decoder::new(kind), [b"dat".as_slice()]).end;
    assert_eq!(end(AnswerKind::EventStream), StreamEnd::Incomplete);
    assert!(matches!(end(AnswerKind::Json), StreamEnd::Failed(_)));
}

#[test]
fn broken_event_before_done_is_an_error() {
    let stream = "data: {\"choices\":[{\"delta\":{\"content\":\"雨停\"}}]}\n\n\
        data: {\"choices\":[{\"delta\":{\"content\":\"了。\"},\"finish_rea\n[DONE]\n";
    let answer = read_whole(stream.as_bytes());
    assert!(matches!(answer.end, StreamEnd::Failed(_)), "{answer:?}");
    assert_eq!(answer.text(), "雨停了。");
}

#[test]
fn answer_text_in_an_unknown_field_is_an_error() {
    for field in ["dta", "d", "ata", "xdata"] {
        let stream = format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"雨\"}}}}]}}\n\n\
             {field}: {{\"choices\":[{{\"delta\":{{\"content\":\"停\"}}}}]}}\n\ndata: [DONE]\n\n"
        );
        let answer = read_whole(stream.as_bytes());
        assert!(matches!(answer.end, StreamEnd::Failed(_)), "{field}: {answer:?}");
    }
}
