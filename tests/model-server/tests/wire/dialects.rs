//! Each dialect writes its characteristic format.

use serde_json::{Value, json};
use wenfang_model_server::{Answer, Dialect, ModelServer, Quirk, Usage, answer};

use super::{Seen, ask, chat, streamed, whole};

/// “船到了。” after some reasoning.
fn thoughtful(dialect: Dialect) -> Answer {
    answer::deltas(["船到", "了。"]).reasoning("先想").dialect(dialect)
}

async fn with_usage(answer: Answer) -> Seen {
    let mut body = chat("写", true);
    body["stream_options"] = json!({ "include_usage": true });
    ask(&ModelServer::start(answer).await, &body)
}

fn joined(seen: &Seen, field: &str) -> String {
    let events = seen.events();
    events.iter().filter_map(|event| event["choices"][0]["delta"][field].as_str()).collect()
}

#[tokio::test]
async fn openai_is_written_to_the_byte() {
    let seen = streamed(answer::deltas(["船到", "了。"])).await;
    let start = r#"{"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1767225600,"model":"墨","choices":"#;
    let chunk = |delta: &str, finish: &str| {
        format!("data: {start}[{{\"index\":0,\"delta\":{delta},\"finish_reason\":{finish}}}]}}\n\n")
    };
    let expected = chunk(r#"{"role":"assistant","content":""}"#, "null")
        + &chunk(r#"{"content":"船到"}"#, "null")
        + &chunk(r#"{"content":"了。"}"#, "null")
        + &chunk("{}", r#""stop""#)
        + "data: [DONE]\n\n";
    assert_eq!(seen.text(), expected);
    assert!(seen.is_whole);
    assert!(seen.head.contains("content-type: text/event-stream\r\n"), "{}", seen.head);
}

#[tokio::test]
async fn each_dialect_has_its_place_for_usage() {
    let none = streamed(thoughtful(Dialect::OpenAi)).await;
    assert!(none.events().iter().all(|event| event.get("usage").is_none()), "usage was not requested");

    let openai = with_usage(thoughtful(Dialect::OpenAi)).await.events();
    let (last, before) = openai.split_last().unwrap();
    assert_eq!(last["choices"], json!([]));
    assert_eq!(last["usage"]["completion_tokens"], 5);
    assert_eq!(last["usage"]["completion_tokens_details"]["reasoning_tokens"], 2);
    assert!(before.iter().all(|event| event["usage"] == Value::Null));

    let deepseek = streamed(thoughtful(Dialect::DeepSeek)).await.events();
    let last = deepseek.last().unwrap();
    assert_eq!(last["choices"][0]["finish_reason"], "stop");
    assert_eq!(last["usage"]["prompt_cache_miss_tokens"], 1);

    let moonshot = with_usage(thoughtful(Dialect::Moonshot)).await.events();
    let last = moonshot.last().unwrap();
    assert_eq!(last["choices"][0]["usage"]["total_tokens"], 6);
    assert!(last.get("usage").is_none());

    let given = with_usage(answer::text("好").usage(Usage::Given(json!({})))).await.events();
    assert_eq!(given.last().unwrap()["usage"], json!({}));
    let never = with_usage(answer::text("好").usage(Usage::None)).await;
    assert!(!never.text().contains("usage"));
}

#[tokio::test]
async fn each_dialect_has_its_place_for_reasoning() {
    let fields = [
        (Dialect::DeepSeek, "reasoning_content"),
        (Dialect::Moonshot, "reasoning_content"),
        (Dialect::Glm, "reasoning_content"),
        (Dialect::DashScope, "reasoning_content"),
        (Dialect::LlamaCpp, "reasoning_content"),
        (Dialect::Ollama, "reasoning"),
        (Dialect::Vllm, "reasoning"),
        (Dialect::OpenRouter, "reasoning"),
    ];
    for (dialect, field) in fields {
        let seen = streamed(thoughtful(dialect)).await;
        assert_eq!(
            (joined(&seen, field).as_str(), seen.words().as_str()),
            ("先想", "船到了。"),
            "{dialect:?}"
        );
        let message = whole(thoughtful(dialect)).await.json()["choices"][0]["message"].clone();
        assert_eq!(
            (&message[field], &message["content"]),
            (&json!("先想"), &json!("船到了。")),
            "{dialect:?}"
        );
    }
    let openai = streamed(thoughtful(Dialect::OpenAi)).await;
    assert!(!openai.text().contains("先想"), "reasoning is not shown");
    let openrouter = streamed(thoughtful(Dialect::OpenRouter)).await.events();
    assert_eq!(openrouter[1]["choices"][0]["delta"]["reasoning_details"][0]["text"], "先想");
    let tagged = streamed(thoughtful(Dialect::ThinkTags)).await;
    assert_eq!(tagged.words(), "<think>先想</think>\n\n船到了。");
    assert!(!tagged.text().contains("<think>"), "the tag is split");
    let swapped = streamed(thoughtful(Dialect::Vllm).quirk(Quirk::AnswerInReasoning)).await;
    assert_eq!((joined(&swapped, "reasoning").as_str(), swapped.words().as_str()), ("先想船到了。", ""));
}

#[tokio::test]
async fn ollama_reports_at_most_its_context_length() {
    let server = ModelServer::start(thoughtful(Dialect::Ollama)).await;
    let long = "长".repeat(9000);
    assert_eq!(ask(&server, &chat(&long, false)).json()["usage"]["prompt_tokens"], 4096);
    server.set_script(thoughtful(Dialect::Vllm));
    assert_eq!(ask(&server, &chat(&long, false)).json()["usage"]["prompt_tokens"], 6000);
}

#[tokio::test]
async fn ollamas_own_protocol_is_one_object_per_line() {
    let seen = streamed(thoughtful(Dialect::NdJson)).await;
    assert!(seen.head.contains("content-type: application/x-ndjson\r\n"));
    let lines: Vec<Value> = seen.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["message"]["thinking"], "先想");
    assert_eq!(lines[1]["message"]["content"], "船到");
    assert_eq!((&lines[3]["done"], &lines[3]["done_reason"]), (&json!(true), &json!("stop")));
    assert_eq!(lines[3]["eval_count"], 5);
}

#[tokio::test]
async fn a_streaming_request_may_get_a_whole_answer() {
    let seen = streamed(thoughtful(Dialect::PlainJson)).await;
    assert!(seen.head.contains("content-type: application/json\r\n"), "{}", seen.head);
    assert_eq!(seen.json()["choices"][0]["message"]["content"], "船到了。");
}

#[tokio::test]
async fn glm_refuses_stream_options() {
    let seen = with_usage(thoughtful(Dialect::Glm)).await;
    assert_eq!(seen.status, 400);
    assert!(seen.json()["error"]["message"].is_string());
    assert_eq!(streamed(thoughtful(Dialect::Glm)).await.status, 200);
}

#[tokio::test]
async fn dialects_mark_the_end_in_different_ways() {
    let end = |answer: Answer| async { streamed(answer).await.text().to_owned() };
    let text = || answer::text("好");
    assert!(end(text().dialect(Dialect::LlamaCpp)).await.ends_with("}]}\n\ndata: [DONE]\n"));
    assert!(end(text().quirk(Quirk::DoneUnterminated)).await.ends_with("}]}\n\ndata: [DONE]"));
    assert!(end(text().quirk(Quirk::NoDone)).await.ends_with("\"finish_reason\":\"stop\"}]}\n\n"));
    assert!(end(text().finish("sensitive")).await.contains(r#""finish_reason":"sensitive""#));
    assert!(
        end(text().quirk(Quirk::NoDeltaAtFinish)).await.contains(r#"{"index":0,"finish_reason":"stop"}"#)
    );
    let crlf = end(text().quirk(Quirk::Crlf)).await;
    assert!(crlf.ends_with("data: [DONE]\r\n\r\n"));
    assert_eq!(crlf.matches('\n').count(), crlf.matches("\r\n").count());
}

#[tokio::test]
async fn quirks_change_the_format_of_a_dialect() {
    let with = |quirk: Quirk| async move { streamed(answer::text("好").quirk(quirk)).await };
    assert!(with(Quirk::Bom).await.body.starts_with(b"\xef\xbb\xbfdata: {"));
    assert!(with(Quirk::NoSpace).await.text().starts_with("data:{"));
    assert!(with(Quirk::EmptyFrames).await.text().starts_with("data: \n\ndata: {"));
    assert!(with(Quirk::Bare).await.text().starts_with(r#"data: {"choices":[{"delta":"#));
    assert_eq!(with(Quirk::CreatedFloat).await.events()[0]["created"], json!(1_767_225_600.25));
    assert_eq!(with(Quirk::CreatedMilliseconds).await.events()[0]["created"], json!(1_767_225_600_000_u64));
    assert_eq!(with(Quirk::EmptyFinish).await.events()[1]["choices"][0]["finish_reason"], "");
    assert_eq!(with(Quirk::UnknownRole).await.events()[0]["choices"][0]["delta"]["role"], "scribe");
    assert!(with(Quirk::UsageEverywhere).await.events().iter().all(|event| event["usage"].is_object()));
}
