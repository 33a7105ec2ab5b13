//! The effect of the caller's [`Thinking`] setting.

use super::*;

fn decoder(thinking: Thinking) -> Decoder {
    Decoder::new(AnswerKind::EventStream).with_thinking(thinking)
}

const IN_REASONING: &[u8] = "data: {\"choices\":[{\"delta\":{\"reasoning\":\"雨停了。\"}}]}\n\n\
    data: {\"choices\":[{\"delta\":{\"content\":\"\\n\"},\"finish_reason\":\"stop\"}]}\n\n"
    .as_bytes();

#[test]
fn reasoning_is_the_answer_only_without_requested_thinking() {
    assert_eq!(read(decoder(Thinking::Unknown), [IN_REASONING]).text(), "\n雨停了。");
    assert_eq!(read(decoder(Thinking::Wanted), [IN_REASONING]).text(), "\n");
}

#[test]
fn reasoning_of_a_broken_stream_is_not_the_answer() {
    let cut = &IN_REASONING[..IN_REASONING.len() - 30];
    assert_eq!(read(decoder(Thinking::Unknown), [cut]).text(), "\n");
}

#[test]
fn an_unopened_thought_ends_at_its_closing_tag() {
    let answer =
        read_contents(decoder(Thinking::Unopened), &["先想", "一想</thi", "nk>\n\n雨停", "了。</think>"]);
    assert_eq!(answer.reasoning(), "先想一想");
    assert_eq!(answer.text(), "雨停了。</think>");
    let opened = read_contents(decoder(Thinking::Unopened), &["<think>先想</think>雨停了。"]);
    assert_eq!((opened.reasoning().as_str(), opened.text().as_str()), ("先想", "雨停了。"));
}

#[test]
fn an_unclosed_untagged_thought_is_the_answer() {
    let answer = read_contents(decoder(Thinking::Unopened), &["雨停", "了。</th"]);
    assert_eq!(answer.text(), "雨停了。</th");
}

#[test]
fn with_reasoning_fields_content_is_text() {
    let stream = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"先想\"}}]}\n\n\
        data: {\"choices\":[{\"delta\":{\"content\":\"雨停了。\"},\"finish_reason\":\"stop\"}]}\n\n";
    let answer = read(decoder(Thinking::Unopened), [stream.as_bytes()]);
    assert_eq!((answer.reasoning().as_str(), answer.text().as_str()), ("先想", "雨停了。"));
}

#[test]
fn an_unmatched_closing_tag_stays_in_the_text() {
    let answer = read_contents(decoder(Thinking::Unknown), &["先想</think>雨停了。"]);
    assert_eq!((answer.reasoning().as_str(), answer.text().as_str()), ("", "先想</think>雨停了。"));
}

#[test]
fn consecutive_thoughts_and_other_tags_are_read() {
    for contents in [
        &["<think>一</think>\n<think>二</think>\n雨停了。"][..],
        &["<thought>一二</thought>雨停了。"],
        &["◁thi", "nk▷一二◁", "/think▷雨停了。"],
        &["<seed:think>一二</seed:think>雨停了。"],
        &["<thinking>一", "二</thinking>", "雨停了。"],
    ] {
        let answer = read_contents(decoder(Thinking::Wanted), contents);
        assert_eq!(
            (answer.reasoning().as_str(), answer.text().as_str()),
            ("一二", "雨停了。"),
            "{contents:?}"
        );
    }
}

#[test]
fn long_white_space_is_not_held_back() {
    let space = " ".repeat(2_000);
    let mut decoder = decoder(Thinking::Unknown);
    let chunk = serde_json::json!({"choices": [{"delta": {"content": space}}]});
    let events = decoder.push(format!("data: {chunk}\n").as_bytes());
    assert_eq!(events, [StreamEvent::Text(space)]);
}
