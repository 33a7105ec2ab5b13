//! Faults occur at the byte or piece that the script names.

use std::io::Read;
use std::time::{Duration, Instant};

use wenfang_model_server::{Answer, Dialect, Fault, Framing, How, ModelServer, answer};

use super::{ask, chat, connect, streamed, whole};

fn four() -> Answer {
    answer::deltas(["一", "二", "三", "四"])
}

#[tokio::test]
async fn the_connection_closes_at_the_given_byte() {
    let full = streamed(four()).await.body;
    for at in [0, 1, 200, full.len() - 1, full.len(), full.len() + 9] {
        for framing in [Framing::Chunked, Framing::ContentLength, Framing::UntilClose] {
            let broken = Answer { framing: Some(framing), ..four() };
            let seen = streamed(broken.fault(Fault::CloseAfterBytes(at as u64))).await;
            assert_eq!(seen.body, full[..at.min(full.len())], "{at} {framing:?}");
            let looks_whole =
                framing == Framing::UntilClose || (framing == Framing::ContentLength && at >= full.len());
            assert_eq!((seen.is_whole, seen.was_reset), (looks_whole, false), "{at} {framing:?}");
        }
    }
    // It does not wait for another piece.
    let opening = full.windows(2).position(|end| end == b"\n\n").unwrap() + 2;
    let slow = four().delta_delay_ms(3_600_000);
    assert_eq!(streamed(slow.fault(Fault::CloseAfterBytes(opening as u64))).await.body.len(), opening);
    let body = whole(four()).await.body;
    let seen = whole(four().fault(Fault::CloseAfterBytes(10))).await;
    assert_eq!((seen.body.as_slice(), seen.is_whole), (&body[..10], false));
}

#[tokio::test]
async fn a_reset_reaches_the_client_and_is_recorded() {
    let server = ModelServer::start(four().fault(Fault::Reset(100))).await;
    let seen = ask(&server, &chat("写", true));
    assert!(seen.was_reset);
    assert!(seen.body.len() <= 100);
    let ended = server.wait_for_endings(1).await[0].ended.clone().unwrap();
    assert_eq!((ended.how, ended.body_bytes), (How::Broken, 100));
}

#[tokio::test]
async fn a_stream_without_its_end_closes_normally() {
    let seen = streamed(four().fault(Fault::CloseWithoutEnd)).await;
    assert!(seen.is_whole);
    assert_eq!(seen.words(), "一二三四");
    assert!(!seen.text().contains("stop") && !seen.text().contains("[DONE]"));
}

#[tokio::test]
async fn a_stall_lasts_until_the_client_disconnects() {
    let stalled = Answer { keep_alive_every_ms: Some(1), ..four().fault(Fault::StallAfterDeltas(2)) };
    let server = ModelServer::start(stalled).await;
    let mut stream = connect(server.address(), "POST /v1/chat/completions", &chat("写", true).to_string());
    let mut bytes = Vec::new();
    // Keep-alives after the second piece, and no third piece.
    while !String::from_utf8_lossy(&bytes)
        .split("二")
        .nth(1)
        .is_some_and(|rest| rest.contains(": keep-alive"))
    {
        let mut more = [0; 512];
        let read = stream.read(&mut more).unwrap();
        assert!(read > 0, "the server closed");
        bytes.extend(&more[..read]);
    }
    assert!(!String::from_utf8_lossy(&bytes).contains('三'));
    assert_eq!(server.requests()[0].ended, None);
    drop(stream);
    let ended = server.wait_for_endings(1).await[0].ended.clone().unwrap();
    assert_eq!(ended.how, How::ClientClosed);
    assert!(ended.body_bytes > 200, "{ended:?}");
}

#[tokio::test]
async fn a_server_that_never_answers_notices_the_disconnect() {
    let server = ModelServer::start(four().fault(Fault::NeverAnswer)).await;
    let stream = connect(server.address(), "POST /v1/chat/completions", &chat("写", true).to_string());
    server.wait_for_requests(1).await;
    drop(stream);
    let ended = server.wait_for_endings(1).await[0].ended.clone().unwrap();
    assert_eq!((ended.how, ended.body_bytes), (How::ClientClosed, 0));
}

#[tokio::test]
async fn each_dialect_has_its_error_event() {
    let broken =
        |dialect: Dialect, at: usize| streamed(four().dialect(dialect).fault(Fault::ErrorEventAt(at)));
    let openai = broken(Dialect::OpenAi, 2).await;
    assert_eq!((openai.status, openai.words().as_str(), openai.is_whole), (200, "一二", true));
    let last = openai.text().trim_end().lines().last().unwrap();
    assert!(last.starts_with(r#"data: {"error":{"message":"scripted error""#), "{last}");
    let vllm = broken(Dialect::Vllm, 0).await;
    assert!(vllm.words().is_empty() && vllm.text().ends_with("\"}}\n\ndata: [DONE]\n\n"), "{}", vllm.text());
    let llama = broken(Dialect::LlamaCpp, 4).await;
    assert!(llama.text().contains("四"));
    assert!(llama.text().contains("\n\nerror: {\"code\":500,"), "{}", llama.text());
    let ndjson = broken(Dialect::NdJson, 1).await;
    assert!(ndjson.text().ends_with("{\"error\":\"scripted error\"}\n"), "{}", ndjson.text());
    let plain = whole(four().fault(Fault::ErrorEventAt(0))).await;
    assert_eq!((plain.status, plain.json()["error"]["type"].as_str()), (200, Some("server_error")));
}

#[tokio::test]
async fn characters_can_be_split_or_invalid() {
    let plain = streamed(four()).await;
    let split = streamed(four().fault(Fault::BadUtf8Split)).await;
    assert_eq!(split.body, plain.body);
    assert!(split.chunks.iter().any(|chunk| chunk.ends_with(&"三".as_bytes()[..1])));
    assert!(split.chunks.iter().all(|chunk| !chunk.windows(3).any(|bytes| bytes == "三".as_bytes())));
    let invalid = streamed(Answer { framing: None, ..four() }.fault(Fault::InvalidUtf8)).await;
    assert!(std::str::from_utf8(&invalid.body).is_err());
    assert_eq!(invalid.body.iter().filter(|byte| **byte == 0xff).count(), 1);
    let threes = streamed(Answer { split_bytes: Some(3), ..four() }).await;
    assert_eq!(threes.body, plain.body);
    assert!(threes.chunks.iter().all(|chunk| (1..=3).contains(&chunk.len())));
}

#[tokio::test]
async fn json_can_be_truncated() {
    let full = whole(four()).await.body;
    let cut = whole(four().fault(Fault::CutJson)).await;
    assert_eq!((cut.body.as_slice(), cut.is_whole), (&full[..full.len() / 2], true));
    let stream = streamed(four().fault(Fault::CutJson)).await;
    assert!(stream.is_whole);
    let last = stream.text().rsplit("data: ").next().unwrap();
    assert!(last.starts_with('{') && serde_json::from_str::<serde_json::Value>(last).is_err(), "{last}");
}

#[tokio::test]
async fn a_proxy_can_answer_instead_of_the_server() {
    let page = streamed(Answer { status: 502, ..four() }.fault(Fault::HtmlPage)).await;
    assert_eq!(page.status, 502);
    assert!(page.head.contains("content-type: text/html\r\n") && page.text().starts_with("<!doctype html>"));
    let moved = streamed(four().fault(Fault::RedirectTo("http://127.0.0.1:9/v1".to_owned()))).await;
    assert_eq!((moved.status, moved.body.len()), (307, 0));
    assert!(moved.head.contains("location: http://127.0.0.1:9/v1\r\n"));
    let later = streamed(four().fault(Fault::RetryAfter(7))).await;
    assert_eq!(later.status, 429);
    assert!(later.head.contains("retry-after: 7\r\n"));
    let bare = streamed(answer::failing(429)).await;
    assert!(!bare.head.contains("retry-after"));
    assert_eq!(bare.json()["error"]["code"], "rate_limit_exceeded");
}

#[tokio::test]
async fn pieces_are_delayed_as_scripted() {
    let since = Instant::now();
    let seen = streamed(Answer { delay_ms: 30, ..four().delta_delay_ms(20) }).await;
    assert!(since.elapsed() >= Duration::from_millis(110));
    assert_eq!(seen.words(), "一二三四");
    let since = Instant::now();
    // Six characters are four tokens.
    streamed(Answer { tokens_per_second: Some(40.0), ..answer::text("一二三四五六") }).await;
    assert!(since.elapsed() >= Duration::from_millis(100));
}

#[tokio::test]
async fn keep_alives_precede_the_words() {
    let slow = |answer: Answer| Answer { delay_ms: 20, keep_alive_every_ms: Some(5), ..answer };
    let stream = streamed(slow(four())).await;
    assert!(stream.text().starts_with(&": keep-alive\n\n".repeat(4)), "{}", stream.text());
    let openrouter = streamed(slow(four().dialect(Dialect::OpenRouter))).await;
    assert!(openrouter.text().starts_with(": OPENROUTER PROCESSING\n\n"));
    let plain = whole(slow(four())).await;
    assert!(plain.text().starts_with("\n\n\n\n{") && plain.is_whole);
}
