//! Limits of size, depth and memory.

use super::*;

#[track_caller]
fn check_too_large(answer: &Answer) {
    let StreamEnd::Failed(error) = &answer.end else { panic!("{:?}", answer.end) };
    assert_eq!(error.kind, ErrorKind::NotAnAnswer);
}

#[test]
fn an_oversized_event_ends_the_reading() {
    let chunk = |length: usize| {
        let content = "a".repeat(length);
        format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{content}\"}},\"finish_reason\":\"stop\"}}]}}\n\n"
        )
    };
    let largest = read_whole(chunk(MAX_EVENT_BYTES - 100).as_bytes());
    assert_eq!(largest.text().len(), MAX_EVENT_BYTES - 100);
    let too_large = chunk(MAX_EVENT_BYTES);
    let whole = read_whole(too_large.as_bytes());
    check_too_large(&whole);
    assert_eq!(read(Decoder::new(AnswerKind::EventStream), too_large.as_bytes().chunks(65_536)), whole);

    let mut decoder = Decoder::new(AnswerKind::Json);
    decoder.push(&too_large.as_bytes()["data: ".len()..]);
    assert!(decoder.is_done());
    let (_, end) = decoder.end();
    check_too_large(&Answer { events: Vec::new(), end });

    let lines =
        "data: {\n".to_owned() + &format!("data: {}\n", " ".repeat(100) + &"1".repeat(1_000_000)).repeat(9);
    check_too_large(&read_whole(lines.as_bytes()));
}

#[test]
fn deeply_nested_json_is_handled_safely() {
    for depth in [100, 1_000, 1_000_000] {
        let nested = format!("{{\"choices\":{}", "[".repeat(depth));
        assert_eq!(read_whole(nested.as_bytes()).text(), "");
        let closed = format!("data: {}{}\n\n", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(read_whole(closed.as_bytes()).text(), "");
        let error = format!("{{\"error\":{}1{}}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(read_error_body(500, None, error.as_bytes()).kind, ErrorKind::ServerFault);
    }
}

#[test]
fn overlong_reasoning_stays_reasoning() {
    let chunk = serde_json::json!({"choices": [{"delta": {"reasoning": "想".repeat(10_000)}}]});
    let stream = format!("data: {chunk}\n\n").repeat(40)
        + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let answer = read_whole(stream.as_bytes());
    assert_eq!(answer.text(), "");
    assert_eq!(answer.reasoning().len(), 40 * 30_000);
}

#[test]
fn only_the_head_of_a_page_is_read() {
    let mut decoder = Decoder::new(AnswerKind::Unknown);
    decoder.push(b"\n <html><title>Sign in</title>");
    for _ in 0..100 {
        decoder.push(&[b'x'; 1_000]);
    }
    assert!(decoder.is_done());
    let (_, end) = decoder.end();
    let StreamEnd::Failed(error) = end else { panic!("{end:?}") };
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::NotAnAnswer, "Sign in"));
}
